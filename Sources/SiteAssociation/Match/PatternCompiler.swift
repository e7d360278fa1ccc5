// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Turns the tokens of a pattern into states.
struct PatternCompiler {
  /// How many states the patterns of one file may have when the values of its variables are put in.
  ///
  /// A million is room for 700 uses of `$(lang)` and takes 40 MB; without a limit a small file could
  /// repeat a large variable until memory is gone.
  static let stateCount = 1 << 20

  let variables: PatternVariables
  let folds: Bool
  /// Whether slashes in a row match one.
  var joinsSlashes = false
  /// How many more states there may be.
  private(set) var room: Int
  private(set) var states: [PatternState] = []
  private(set) var isTooLarge = false

  mutating func add(_ tokens: [PatternToken]) {
    for token in tokens where !isTooLarge {
      switch token {
      case .text(let text):
        for byte in text {
          let isSlash = joinsSlashes && byte == UInt8(ascii: "/")
          add(isSlash ? .slash : .byte(folds ? byte.folded : byte))
        }
      case .character:
        add(.character)
        add(.restOfCharacter)
      case .run: add(.run)
      case .variable(let name): add(variables[name])
      }
    }
  }

  /// A slash that may be missing.
  mutating func addOptionalSlash() {
    add(.fork(states.count + 2))
    add(.byte(UInt8(ascii: "/")))
  }

  /// What follows the name of a folder: nothing, or a slash and anything (`/x/*` matches `/x`).
  mutating func addSubtree() {
    add(.fork(states.count + 3))
    add(.byte(UInt8(ascii: "/")))
    add(.run)
  }

  mutating func addEnd() { add(.end) }

  private mutating func add(_ state: PatternState) {
    if room == 0 {
      isTooLarge = true
    } else {
      room -= 1
      states.append(state)
    }
  }

  private mutating func add(_ values: PatternVariables.Values?) {
    switch values {
    case .character(let set): add(.oneOf(folds ? set.folded : set))
    case .texts(let texts): add(oneOf: texts)
    case nil: add(.never)
    }
  }

  /// Values with wildcards are side by side; the others, which may be hundreds, share a tree.
  private mutating func add(oneOf texts: [String]) {
    // The tree may be smaller than this; but it is not built only to be thrown away.
    guard texts.reduce(0, { $0 + $1.utf8.count + 1 }) <= room else {
      isTooLarge = true
      return
    }
    var tree = ValueTree()
    var jumps: [Int] = []
    for text in texts {
      let tokens = [PatternToken](text, hasVariables: false)
      switch tokens.first {
      case nil:
        tree.insert([])
      case .text(let bytes)
      where tokens.count == 1 && !(joinsSlashes && bytes.contains(UInt8(ascii: "/"))):
        tree.insert(folds ? bytes.map(\.folded) : bytes)
      default:
        let fork = states.count
        add(.never)
        add(tokens)
        jumps.append(states.count)
        add(.never)
        put(.fork(states.count), at: fork)
      }
    }
    for state in tree.states(from: states.count) { add(state) }
    for jump in jumps { put(.jump(states.count), at: jump) }
  }

  /// Fills in a state whose target was not known yet.
  private mutating func put(_ state: PatternState, at index: Int) {
    if !isTooLarge { states[index] = state }
  }
}

/// One state of a compiled pattern.
///
/// A pattern is a small machine that is in several states at once. Each state is entered at most once
/// per byte of the link, so no pattern can make the work explode, however many stars it has.
enum PatternState: Equatable, Sendable {
  /// Takes this byte and continues at the next state.
  case byte(UInt8)
  /// Takes a slash, or nothing directly after one.
  case slash
  /// Takes the first byte of any character.
  case character
  /// Takes the later bytes of a character, if there are any.
  case restOfCharacter
  /// Takes one character of a set.
  case oneOf(ASCIISet)
  /// Takes anything.
  case run
  /// Continues at the next state and at another one.
  case fork(Int)
  case jump(Int)
  /// Takes this byte and continues at `child`; for any other byte the sibling is asked.
  case edge(UInt8, child: Int, sibling: Int?)
  /// The whole pattern has matched, if the text ends here.
  case end
  /// Matches nothing: an undefined variable.
  case never
}
