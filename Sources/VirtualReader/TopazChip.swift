// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A chip of Tag Type 1, which has no anticollision.
package protocol TopazChip: VirtualChip {
  /// The answer to RID: two bytes that name the chip, four of its UID.
  var identification: [UInt8] { get }

  /// Answers a frame that comes without its CRC; nil is silence.
  func answer(to frame: [UInt8]) -> [UInt8]?
}

extension TopazChip {
  package var technology: Technology { .topaz(self) }
}
