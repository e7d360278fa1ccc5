// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A FeliCa chip: packets without their length byte and CRC in and out.
package protocol FelicaChip: VirtualChip {
  /// Whether a packet with this IDm is meant for the chip.
  func isMeant(by idm: ArraySlice<UInt8>) -> Bool

  /// Answers a packet; nil is silence.
  func answer(to packet: [UInt8], tearing tear: Tear?) -> FelicaReply?
}

extension FelicaChip {
  package var technology: Technology { .felica(self) }
}

/// The answer of a FeliCa chip, and what it cost its memory.
package struct FelicaReply: Hashable, Sendable {
  package var packet: [UInt8]
  package var programmedBlocks: Int

  package init(_ packet: [UInt8], programmedBlocks: Int = 0) {
    self.packet = packet
    self.programmedBlocks = programmedBlocks
  }
}
