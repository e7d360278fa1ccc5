// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobManifest
package import TagMemory

/// How the messages of a job fit one of its chips.
package struct ChipFit: Hashable, Sendable {
  package let chip: TagChip
  /// The largest message that fits, in bytes; nil when only the tag itself can tell.
  package let capacity: Int?
  /// The rows whose message is too large.
  package internal(set) var rowsTooLarge = 0
  /// The free bytes after the largest message; negative if that many are missing.
  package internal(set) var free = Int.max
  /// The row with that message.
  package internal(set) var tightestRow = ""
}

/// Finds out on which chips the message of every row fits.
///
/// Only a row that needs more space than all before it, or that is too large, is examined; the
/// others cost two comparisons.
struct ChipFits {
  private(set) var fits: [ChipFit]
  private let rooms: [ChipRoom?]
  private let hasMirror: Bool
  private var largest = MessageExtent(size: -1)
  private var doesLargestFit = true

  init(_ chips: [TagChip], hasMirror: Bool) {
    rooms = chips.map(\.room)
    fits = zip(chips, rooms).map { ChipFit(chip: $0, capacity: $1?.capacity) }
    self.hasMirror = hasMirror
  }

  /// Adds a row, and returns the chips for which it is too large.
  mutating func note(_ row: borrowing JobRow) -> [PreflightProblem.Excess] {
    let message = MessageExtent(
      size: row.messageSize, mirrorEnd: hasMirror ? row.mirrorEnd : nil)
    let isLarger = message.size > largest.size || message.mirrorReach > largest.mirrorReach
    guard isLarger || !doesLargestFit else { return [] }
    var excesses: [PreflightProblem.Excess] = []
    for (index, room) in rooms.enumerated() {
      guard let room else { continue }
      let free = room.free(message)
      if free < fits[index].free {
        fits[index].free = free
        fits[index].tightestRow = row.idText
      }
      if free < 0 {
        fits[index].rowsTooLarge += 1
        excesses.append(.init(chip: fits[index].chip, byteCount: -free))
      }
    }
    if isLarger {
      // The two largest values may come from different rows; then a row is examined in vain.
      largest = largest.joined(with: message)
      doesLargestFit = rooms.allSatisfy { $0.map { $0.free(largest) >= 0 } ?? true }
    }
    return excesses
  }
}
