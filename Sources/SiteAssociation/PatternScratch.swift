// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a run through a pattern needs to write on; one is enough for any number of patterns.
struct PatternScratch: Sendable {
  /// Patterns, states and edges looked at so far, over all runs.
  private(set) var steps = 0
  /// From this number of steps on, nothing matches: for questions that need not be answered.
  private let stepLimit: Int
  private var current = StateList()
  private var following = StateList()

  init(stepLimit: Int = .max) {
    self.stepLimit = stepLimit
  }

  /// Counts the look at a pattern and says whether there may be another one.
  mutating func countPattern() -> Bool {
    steps += 1
    return steps <= stepLimit
  }

  /// Whether the states, from the first one on, match the whole of `text[range]`.
  mutating func run(
    _ states: [PatternState], folds: Bool, over text: [UInt8], in range: Range<Int>
  ) -> Bool {
    current.makeRoom(for: states.count)
    following.makeRoom(for: states.count)
    current.empty()
    current.enter(0)
    for offset in range {
      if current.count == 0 || steps > stepLimit { return false }
      following.empty()
      let byte = folds ? text[offset].folded : text[offset]
      if take(byte, in: states) { return true }
      swap(&current, &following)
    }
    return reachesEnd(states)
  }

  /// Goes from the current states to the ones that follow; true if nothing after it matters.
  private mutating func take(_ byte: UInt8, in states: [PatternState]) -> Bool {
    var index = 0
    // The list grows while it is walked: some states lead on to others without a byte.
    while index < current.count {
      let number = current[index]
      index += 1
      steps += 1
      switch states[number] {
      case .byte(let wanted):
        if byte == wanted { following.enter(number + 1) }
      case .character:
        // A later byte of a character, or one that is in no character, is none on its own.
        if byte < 0x80 || (0xC0...0xF7).contains(byte) { following.enter(number + 1) }
      case .restOfCharacter:
        if byte & 0xC0 == 0x80 { following.enter(number) }
        current.enter(number + 1)
      case .oneOf(let set):
        if set.contains(byte) { following.enter(number + 1) }
      case .run:
        if states[number + 1] == .end { return true }
        following.enter(number)
        current.enter(number + 1)
      case .fork(let other):
        current.enter(number + 1)
        current.enter(other)
      case .jump(let other):
        current.enter(other)
      case .edge:
        takeEdge(number, of: states, byte: byte)
      case .end, .never:
        break
      }
    }
    return false
  }

  private mutating func takeEdge(_ first: Int, of states: [PatternState], byte: UInt8) {
    var number = first
    while case .edge(let wanted, let child, let sibling) = states[number] {
      if byte == wanted {
        following.enter(child)
        return
      }
      guard let sibling else { return }
      steps += 1
      number = sibling
    }
  }

  /// Whether the end can be had from the current states without another byte.
  private mutating func reachesEnd(_ states: [PatternState]) -> Bool {
    var index = 0
    while index < current.count {
      let number = current[index]
      index += 1
      steps += 1
      switch states[number] {
      case .end: return true
      case .run, .restOfCharacter: current.enter(number + 1)
      case .jump(let other): current.enter(other)
      case .fork(let other):
        current.enter(number + 1)
        current.enter(other)
      case .byte, .character, .oneOf, .edge, .never: break
      }
    }
    return false
  }
}

/// States in the order in which they were entered, each of them once.
private struct StateList: Sendable {
  private(set) var count = 0
  private var states: [Int32] = []
  /// For each state the turn in which it was last entered, so emptying costs nothing.
  private var turns: [Int] = []
  private var turn = 0

  subscript(index: Int) -> Int { Int(states[index]) }

  mutating func makeRoom(for stateCount: Int) {
    while states.count < stateCount {
      states.append(0)
      turns.append(0)
    }
  }

  mutating func empty() {
    count = 0
    turn += 1
  }

  mutating func enter(_ state: Int) {
    if turns[state] == turn { return }
    turns[state] = turn
    states[count] = Int32(truncatingIfNeeded: state)
    count += 1
  }
}
