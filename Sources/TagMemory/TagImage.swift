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
  /// What units may hold besides, at any time.
  package private(set) var exceptions: [Change] = []

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

  private var changeCount: Int { steps.reduce(exceptions.count) { $0 + $1.count } }
}

extension TagImage {
  /// How a tag stands to the plan that began it.
  package enum Standing: Hashable, Sendable {
    /// It may be the tag that was begun, torn at these units.
    case consistent(damaged: [Int])
    /// It is another tag, or someone changed it since; at this unit, by its number on the tag.
    case differs(unit: Int)
  }

  /// Compares what the units of a tag hold; nil is what the tag does not show.
  package func standing(of found: [Hash?]) -> Standing {
    var now = before
    var best: (strange: [Int], isTear: Bool)?
    for done in 0...steps.count {
      if done > 0 { for change in steps[done - 1] { now[change.unit] = change.hash } }
      let next = done < steps.count ? steps[done] : []
      let strange = before.indices.filter { unit in
        guard found.indices.contains(unit), let hash = found[unit] else { return false }
        return now[unit] != Self.anything && now[unit] != hash
          && !(next + exceptions).contains { $0.unit == unit && $0.hash == hash }
      }
      let isTear = isTear(strange)
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

  /// Whether one write may have damaged all of these units.
  private func isTear(_ strange: [Int]) -> Bool {
    guard let low = strange.first, let high = strange.last else { return true }
    let written = Set(steps.joined().map(\.unit))
    return high - low < reach && strange.allSatisfy(written.contains)
  }
}
