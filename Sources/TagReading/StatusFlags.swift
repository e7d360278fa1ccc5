// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The two bytes with which a FeliCa chip reports the result of a command.
package struct StatusFlags: Error, Hashable, Sendable {
  /// 00 for success, FF for an error that is not about a block, otherwise which block of the list.
  package let place: UInt8
  package let reason: UInt8

  package init(place: UInt8, reason: UInt8) {
    self.place = place
    self.reason = reason
  }

  package var isDone: Bool { place == 0 }

  /// Whether the chip may give fewer blocks at once than were requested.
  ///
  /// A2 says so on Sony's chips. Other makers have their own flags, so every error that is not about
  /// a block may mean it.
  var asksForFewerBlocks: Bool { reason == 0xA2 || place == 0xFF }
  /// Whether the chip requires a key first.
  var asksForKey: Bool { reason == 0xB1 || reason == 0xB2 || reason == 0xA5 }
  /// Whether the chip has counted very many writes, which is only a warning: it may have done the
  /// command.
  var isWarning: Bool { reason == 0x71 }
  /// Whether the chip's memory is no longer reliable.
  var meansWorn: Bool { reason == 0x70 || reason == 0x71 || reason == 0xA9 }
}
