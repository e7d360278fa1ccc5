// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The two bytes with which a FeliCa chip says whether it did what it was told.
package struct StatusFlags: Error, Hashable, Sendable {
  /// 00 for what was done, FF for what is not about a block, otherwise which block of the list.
  package let place: UInt8
  package let reason: UInt8

  package init(place: UInt8, reason: UInt8) {
    self.place = place
    self.reason = reason
  }

  package var isDone: Bool { place == 0 }

  /// Whether the chip may give fewer blocks at once than it was asked for.
  ///
  /// A2 says so on Sony's chips. Other makers have flags of their own, so whatever is not about one
  /// of the blocks may mean it.
  var asksForFewerBlocks: Bool { reason == 0xA2 || place == 0xFF }
  /// Whether the chip wants a key first.
  var asksForKey: Bool { reason == 0xB1 || reason == 0xB2 || reason == 0xA5 }
  /// Whether the chip has counted very many writes, which keeps it from none: it may have done what
  /// it was told.
  var isWarning: Bool { reason == 0x71 }
  /// Whether the chip's memory can no longer be relied on.
  var meansWorn: Bool { reason == 0x70 || reason == 0x71 || reason == 0xA9 }
}
