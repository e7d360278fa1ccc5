// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a plan finds on the units of a tag (pages, blocks) and makes of them, each known by a short hash
/// alone: enough to tell a tag that was torn from another one, and too little to make a copy.
///
/// A tag that was torn anywhere in the plan holds what was there up to some write and the new beyond it,
/// turned round: the units of the writes that were done are new, the others old, and one may be damaged.
package struct TagImage: Hashable, Sendable {
  /// A hash of a unit's bytes; `anything` is none, for what was not read.
  package typealias Hash = UInt32
  package static let anything: Hash = 0

  /// The number of the first unit.
  package let first: Int
  /// How many units side by side the tear of one write may damage; none on a chip that never tears one.
  package let reach: Int
  /// The units one after the other, as they were before the first write.
  package private(set) var before: [Hash]
  /// What each command writes; units of one command are reached in any order.
  package private(set) var steps: [[Change]] = []
  /// What else units may hold when all steps are done.
  package private(set) var exceptions: [Change] = []
  /// What units held before the first write, where the tag has confirmed another content since.
  package private(set) var replaced: [Change] = []

  /// A unit, counted from the first, and what it holds then.
  package struct Change: Hashable, Sendable {
    package let unit: Int
    package let hash: Hash

    package init(unit: Int, hash: Hash) {
      (self.unit, self.hash) = (unit, hash)
    }
  }

  /// Larger plans are of tags that no link needs; they are not remembered.
  package static let mostUnits = 1024
  static let mostChanges = 4096

  /// Nil for more units than are remembered, or for none.
  package init?(first: Int, before: [Hash], reach: Int = 1) {
    guard (1...Self.mostUnits).contains(before.count), (0...0xFFFF).contains(first),
      (0...0xFF).contains(reach)
    else { return nil }
    (self.first, self.before, self.reach) = (first, before, reach)
  }

  /// The units by their numbers on the tag.
  package var units: Range<Int> { first..<first + before.count }

  /// Adds what one command writes; units outside are none of the message's.
  package mutating func add(step changes: [Change]) {
    let changes = changes.filter { before.indices.contains($0.unit) }
    guard !changes.isEmpty, changeCount + changes.count <= Self.mostChanges else { return }
    steps.append(changes)
  }

  package mutating func add(exception change: Change) {
    guard before.indices.contains(change.unit), changeCount < Self.mostChanges else { return }
    exceptions.append(change)
  }

  /// Forgets what units held that a tear has damaged, counted from the first: cells that were not
  /// programmed to the end may show something else next time.
  package mutating func forget(_ damaged: some Sequence<Int>) {
    for unit in damaged where before.indices.contains(unit) { before[unit] = Self.anything }
  }

  /// Remembers what an earlier plan for the same tag found there, unless it may come back there.
  package mutating func add(replaced earlier: [Change]) {
    let coming = Set(steps.joined()).union(exceptions)
    for change in earlier {
      guard before.indices.contains(change.unit), before[change.unit] != change.hash,
        !coming.contains(change), changeCount < Self.mostChanges,
        !replaced.contains(where: { $0.unit == change.unit })
      else { continue }
      replaced.append(change)
    }
  }

  /// What is left of the plan on a tag that has done a part of it for certain.
  ///
  /// Its units hold this, nil for what is not known. A tag that lost its field later has kept these
  /// writes. The plan stays as it is where the units are those of no moment of it.
  package func advanced(to known: [Hash?]) -> TagImage {
    guard known.count == before.count else { return self }
    var left = self
    var now = before
    for done in 0...steps.count {
      let last = done > 0 ? steps[done - 1] : []
      let next = done < steps.count ? steps[done] : []
      for change in last { now[change.unit] = change.hash }
      // A reader may send what is one step here in several commands.
      var there = now
      for change in next where known[change.unit] == change.hash {
        there[change.unit] = change.hash
      }
      let isThere =
        last.allSatisfy { known[$0.unit] == $0.hash }
        && zip(there, known).allSatisfy { $0 == Self.anything || $1 == nil || $0 == $1 }
      guard isThere else { continue }
      left = after(there, steps: steps[done...])
    }
    return left
  }

  /// What is left of the plan on a tag that was read back: nothing.
  package var done: TagImage {
    var now = before
    for change in steps.joined() { now[change.unit] = change.hash }
    return after(now, steps: [])
  }

  private func after(_ now: [Hash], steps: ArraySlice<[Change]>) -> TagImage {
    var left = self
    left.before = now
    left.steps = Array(steps)
    if let next = steps.first { left.steps[0] = next.filter { now[$0.unit] != $0.hash } }
    let changed = before.indices.filter { before[$0] != Self.anything && before[$0] != now[$0] }
    left.replaced = []
    left.add(replaced: replaced + changed.map { Change(unit: $0, hash: before[$0]) })
    return left
  }

  private var changeCount: Int {
    steps.reduce(exceptions.count + replaced.count) { $0 + $1.count }
  }
}

extension TagImage {
  /// How a tag stands to the plan that began it.
  package enum Comparison: Hashable, Sendable {
    /// It may be the tag that was begun, torn at these units.
    case consistent(damaged: [Int])
    /// It is another tag, or someone changed it since; at this unit, by its number on the tag.
    case differs(unit: Int)
  }

  /// Compares what the units of a tag hold; nil is what the tag does not show.
  package func comparison(with found: [Hash?]) -> Comparison {
    // No tear puts back all that was there before writes that the tag has confirmed: a copy has it.
    let undone = replaced.filter { found.indices.contains($0.unit) && found[$0.unit] != nil }
    if let first = undone.first, undone.allSatisfy({ found[$0.unit] == $0.hash }) {
      return .differs(unit: self.first + first.unit)
    }
    var now = before
    var best: (strange: [Int], isTear: Bool)?
    for done in 0...steps.count {
      if done > 0 { for change in steps[done - 1] { now[change.unit] = change.hash } }
      let next = done < steps.count ? steps[done] : exceptions
      let strange = before.indices.filter { unit in
        guard found.indices.contains(unit), let hash = found[unit] else { return false }
        return now[unit] != Self.anything && now[unit] != hash
          && !next.contains { $0.unit == unit && $0.hash == hash }
      }
      let isTear = isTear(strange, done: done)
      let isBetter =
        best.map { found in
          isTear == found.isTear ? strange.count < found.strange.count : isTear
        } ?? true
      if isBetter { best = (strange, isTear) }
    }
    guard let best else { return .consistent(damaged: []) }
    return best.isTear
      ? .consistent(damaged: best.strange) : .differs(unit: first + (best.strange.first ?? 0))
  }

  /// Whether the write that comes after so many may have damaged all of these units.
  ///
  /// It is the next one, or one that empties or closes a tag whose message is whole. Units beside its
  /// own may be on its page.
  private func isTear(_ strange: [Int], done: Int) -> Bool {
    guard let low = strange.first, let high = strange.last else { return true }
    guard high - low < reach else { return false }
    let torn = done < steps.count ? steps[done] : exceptions
    return strange.contains { unit in torn.contains { $0.unit == unit } }
  }
}
