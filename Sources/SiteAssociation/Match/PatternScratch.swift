// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a run through a pattern needs to write on; one is enough for any number of patterns.
struct PatternScratch: Sendable {
  /// Patterns, states and edges looked at so far, over all runs.
  private(set) var steps = 0
  /// From this number of steps on, nothing matches: for questions that need not be answered.
  private let stepLimit: Int
  /// The number of steps at which the work on this link ends, unless it is done before.
  private var endOfLink = Int.max
  private var current = StateList()
  private var following = StateList()

  init(stepLimit: Int = .max) {
    self.stepLimit = stepLimit
  }

  /// Gives the next link its own share of steps.
  mutating func beginLink(stepCount: Int) {
    endOfLink = steps > .max - stepCount ? .max : steps + stepCount
  }

  /// Whether no more may be done, so that what did not match may match.
  var isSpent: Bool { steps > min(stepLimit, endOfLink) }

  /// Counts the look at a pattern and says whether there may be another one.
  mutating func countPattern() -> Bool { count(1) }

  /// Counts work and says whether there may be more.
  mutating func count(_ work: Int) -> Bool {
    steps += work
    return !isSpent
  }

  /// Whether the states, from the first one on, match the whole of `text[range]`; or that with one more
  /// slash, if there may be one.
  mutating func run(
    _ states: [PatternState], folds: Bool, over text: [UInt8], in range: Range<Int>,
    mayAddSlash: Bool = false
  ) -> Bool {
    current.makeRoom(for: states.count)
    following.makeRoom(for: states.count)
    current.empty()
    current.enter(0)
    // Nothing has been taken yet, so there is no slash that another one could join.
    var last: UInt8 = 0
    for offset in range {
      if current.count == 0 { return false }
      following.empty()
      let byte = folds ? text[offset].folded : text[offset]
      if advance(over: byte, after: last, in: states) { return true }
      if isSpent { return false }
      swap(&current, &following)
      last = byte
    }
    if reachesEnd(states, after: last) { return true }
    guard mayAddSlash else { return false }
    let slash = UInt8(ascii: "/")
    following.empty()
    if advance(over: slash, after: last, in: states, isAdded: true) { return true }
    swap(&current, &following)
    return reachesEnd(states, after: slash)
  }

  /// Goes from the current states to the ones that follow; true if nothing after it matters.
  private mutating func advance(
    over byte: UInt8, after last: UInt8, in states: [PatternState], isAdded: Bool = false
  ) -> Bool {
    var index = 0
    // The list grows while it is walked: some states lead on to others without a byte.
    while index < current.count, !isSpent {
      let number = current[index]
      index += 1
      steps += 1
      switch states[number] {
      case .byte(let wanted):
        if byte == wanted { following.enter(number + 1) }
      case .slash:
        if byte == UInt8(ascii: "/") { following.enter(number + 1) }
        if last == UInt8(ascii: "/") { current.enter(number + 1) }
      case .character:
        // It is recorded that a slash at the end of a link is no character for the last `?` of a pattern.
        if isAdded, states[number + 2] == .end { continue }
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
        followEdge(number, of: states, byte: byte)
      case .end, .never:
        break
      }
    }
    return false
  }

  private mutating func followEdge(_ first: Int, of states: [PatternState], byte: UInt8) {
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
  private mutating func reachesEnd(_ states: [PatternState], after last: UInt8) -> Bool {
    var index = 0
    while index < current.count, !isSpent {
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
      case .slash:
        if last == UInt8(ascii: "/") { current.enter(number + 1) }
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
