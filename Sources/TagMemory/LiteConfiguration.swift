// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Block 88h (MC) of a FeliCa Lite or Lite-S: who may write what, and whether the chip is an NDEF
/// tag.
struct LiteConfiguration: Hashable {
  private(set) var bytes: [UInt8]

  static let number = 0x88
  private static let open: UInt8 = 0xFF
  /// Bits of bytes 0 and 1: the blocks of a message with its attributes, and the guard of the bits.
  private static let messageBits: UInt16 = 0x3FFF
  private static let guardBit: UInt16 = 0x8000

  /// nil unless there are the sixteen bytes of a block.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == AttributeBlock.blockSize else { return nil }
    self.bytes = bytes
  }

  /// Whether the chip answers to NFC's system code.
  var isNDEF: Bool { bytes[3] & 1 == 1 }
  /// Whether bytes 2 to 5 may still change.
  var isSystemOpen: Bool { bytes[2] == Self.open }
  /// Whether no block of the message can ever be written again.
  var isMessageLocked: Bool { bits & Self.messageBits == 0 }
  /// Whether nothing is left that anyone could change about the tag and its message.
  var isLocked: Bool { isMessageLocked && bits & Self.guardBit == 0 && !isSystemOpen }
  /// Whether the bits of bytes 0 and 1 may still be cleared.
  var mayLock: Bool { bits & Self.guardBit != 0 }

  /// Whether no one can write this block of the message or its attributes any more.
  func locks(_ block: Int) -> Bool { bits >> block & 1 == 0 }
  /// Whether a Lite-S wants a proof of its key before, or with, each write of the block.
  func asksForKey(_ block: Int) -> Bool {
    let bits = UInt16(bytes[8] | bytes[10]) | UInt16(bytes[9] | bytes[11]) << 8
    return bits >> block & 1 == 1
  }

  private var bits: UInt16 { UInt16(bytes[0]) | UInt16(bytes[1]) << 8 }

  var asNDEF: LiteConfiguration {
    var block = self
    block.bytes[3] |= 1
    return block
  }

  /// Everything given away at once: the chip takes one block as a whole.
  ///
  /// With the guard bit no one can ask for a key before reading; with byte 2 no one can make the
  /// chip something else than an NDEF tag.
  var locked: LiteConfiguration {
    let left = bits & ~(Self.messageBits | Self.guardBit)
    var block = self
    block.bytes[0] = UInt8(truncatingIfNeeded: left)
    block.bytes[1] = UInt8(left >> 8)
    block.bytes[2] = 0
    return block
  }
}
