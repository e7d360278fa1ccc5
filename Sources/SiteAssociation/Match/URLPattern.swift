// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// How the slashes of a path's pattern are read.
enum PathReading {
  /// As recordings of Apple's matcher suggest.
  case usual
  /// Matches for certain: only what a recording shows.
  case strict
  /// Without a slash before a wildcard.
  case literal
  /// What may match: all that one of the ways admits in which slashes may be added, joined and left out.
  case loose
}

/// A pattern for the path, the query or the fragment of a link, compiled to be matched many times.
struct URLPattern: Sendable {
  /// What every match begins with.
  ///
  /// Most links that do not match differ here already, so this is compared before anything else.
  private let beginning: [UInt8]
  private let rest: Rest
  private let folds: Bool

  private enum Rest: Sendable {
    case nothing
    case anything
    /// Nothing, or a slash and anything.
    case subtree
    case states([PatternState])
    /// For a text to which a slash may be added.
    case looseStates([PatternState])
    /// Nothing can be matched: see `PatternCompiler.stateCount`.
    case tooLarge
  }

  /// Compiles a pattern; `room` is the number of states that the file may still have.
  init(
    _ pattern: String, isPath: Bool, reading: PathReading = .usual, variables: PatternVariables?,
    isCaseSensitive: Bool, room: inout Int
  ) {
    folds = !isCaseSensitive
    var tokens = [PatternToken](pattern, hasVariables: variables != nil)
    var isSubtree = false
    if isPath {
      tokens.dropTrailingSlashes()
      switch reading {
      case .usual:
        tokens.startWithOneSlash()
        isSubtree = tokens.dropSubtree()
      case .strict:
        tokens.startWithOneSlash()
        if tokens != [.run] { tokens.startWithSlashBeforeWildcard() }
        // What `/*` stands for is recorded; `/**` alone matches the slash of the root without that.
        let isRecorded = pattern.hasSuffix("/*") || tokens == [.text([UInt8(ascii: "/")]), .run]
        isSubtree = isRecorded && tokens.dropSubtree()
      case .literal: isSubtree = pattern.hasSuffix("/*") && tokens.dropSubtree()
      case .loose:
        var compiler = PatternCompiler(
          variables: variables ?? PatternVariables(), folds: folds, joinsSlashes: true, room: room)
        compiler.addOptionalSlash()
        compiler.add(tokens)
        compiler.addEnd()
        room = compiler.room
        beginning = []
        rest = compiler.isTooLarge ? .tooLarge : .looseStates(compiler.states)
        return
      }
    }
    if case .text(let text) = tokens.first {
      beginning = folds ? text.map(\.folded) : text
      tokens.removeFirst()
    } else {
      beginning = []
    }
    if tokens.isEmpty {
      // Every path is under the root.
      rest = !isSubtree ? .nothing : beginning.isEmpty ? .anything : .subtree
    } else if tokens == [.run] {
      rest = .anything
    } else {
      var compiler = PatternCompiler(
        variables: variables ?? PatternVariables(), folds: folds, room: room)
      if isPath && beginning.isEmpty && reading != .literal { compiler.addOptionalSlash() }
      compiler.add(tokens)
      if isSubtree { compiler.addSubtree() }
      compiler.addEnd()
      room = compiler.room
      rest = compiler.isTooLarge ? .tooLarge : .states(compiler.states)
    }
  }

  /// Whether the pattern was dropped because its variables have too many values.
  var isTooLarge: Bool { if case .tooLarge = rest { true } else { false } }

  /// Whether any text at all matches.
  var matchesAnything: Bool {
    guard beginning.isEmpty, case .anything = rest else { return false }
    return true
  }

  /// Whether a text begins as every match does.
  func begins(_ text: [UInt8], in range: Range<Int>) -> Bool {
    guard range.count >= beginning.count else { return false }
    return beginning.indices.allSatisfy { index in
      let byte = text[range.lowerBound + index]
      return (folds ? byte.folded : byte) == beginning[index]
    }
  }

  /// How every match begins, as far as a number holds it; nothing of it if letters fold.
  var head: (bits: UInt64, mask: UInt64) {
    var head: (bits: UInt64, mask: UInt64) = (0, 0)
    for (place, byte) in (folds ? [] : beginning.prefix(8)).enumerated() {
      head.bits |= UInt64(byte) << (8 * place)
      head.mask |= 0xFF << (8 * place)
    }
    return head
  }

  /// Whether the pattern matches the whole of `text[range]`.
  func matches(_ text: [UInt8], in range: Range<Int>, with scratch: inout PatternScratch) -> Bool {
    let start = range.lowerBound + beginning.count
    guard scratch.countPattern(), start <= range.upperBound else { return false }
    for (index, wanted) in beginning.enumerated() {
      let byte = text[range.lowerBound + index]
      if (folds ? byte.folded : byte) != wanted { return false }
    }
    switch rest {
    case .nothing: return start == range.upperBound
    case .anything: return true
    case .subtree: return start == range.upperBound || text[start] == UInt8(ascii: "/")
    case .states(let states):
      return scratch.run(states, folds: folds, over: text, in: start..<range.upperBound)
    case .looseStates(let states):
      return scratch.run(
        states, folds: folds, over: text, in: start..<range.upperBound, mayAddSlash: true)
    case .tooLarge: return false
    }
  }
}
