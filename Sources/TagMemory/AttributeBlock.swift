// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Block 0 of a Type 3 tag: what the tag says about itself (NFC Forum T3T 6.1).
package struct AttributeBlock: Hashable, Sendable {
  package private(set) var bytes: [UInt8]

  package static let number = 0
  package static let blockSize = 16
  private static let summed = 14
  private static let writing: UInt8 = 0x0F

  /// nil unless there are the sixteen bytes of a block.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.blockSize else { return nil }
    self.bytes = bytes
  }

  /// The attributes of an empty tag that may be written.
  package init(blocksPerRead: UInt8, blocksPerWrite: UInt8, blockCount: UInt16) {
    bytes = [UInt8](repeating: 0, count: Self.blockSize)
    bytes[0] = 0x10
    bytes[1] = blocksPerRead
    bytes[2] = blocksPerWrite
    bytes[3] = UInt8(blockCount >> 8)
    bytes[4] = UInt8(truncatingIfNeeded: blockCount)
    bytes[10] = 0x01
    sumUp()
  }

  /// Whether nothing was ever written here.
  package var isBlank: Bool { bytes.allSatisfy { $0 == 0 } }
  /// Whether the checksum fits; a block that was torn, or that is something else, has another.
  package var isIntact: Bool {
    sum == UInt16(bytes[Self.summed]) << 8 | UInt16(bytes[Self.summed + 1])
  }
  package var majorVersion: UInt8 { bytes[0] >> 4 }
  package var minorVersion: UInt8 { bytes[0] & 0x0F }
  /// Nbr and Nbw; a tag that claims none takes one.
  package var blocksPerRead: Int { max(1, Int(bytes[1])) }
  package var blocksPerWrite: Int { max(1, Int(bytes[2])) }
  /// Nmaxb: the blocks for a message.
  package var blockCount: Int { Int(bytes[3]) << 8 | Int(bytes[4]) }
  /// WriteFlag: a write began and has not ended.
  package var isBeingWritten: Bool { bytes[9] != 0 }
  /// RWFlag: whether the tag says that it may be written.
  package var isOpen: Bool { bytes[10] == 0x01 }
  /// Ln: the size of the message.
  package var length: Int { Int(bytes[11]) << 16 | Int(bytes[12]) << 8 | Int(bytes[13]) }

  /// The attributes while the blocks of the message change: a tag without a message.
  var sealed: AttributeBlock { with(length: 0, flag: Self.writing) }

  /// The attributes of a whole message.
  func holding(_ size: Int) -> AttributeBlock { with(length: size, flag: 0) }

  /// The attributes of a tag that asks not to be written.
  var closed: AttributeBlock {
    var block = self
    block.bytes[10] = 0
    block.sumUp()
    return block
  }

  private func with(length: Int, flag: UInt8) -> AttributeBlock {
    var block = self
    block.bytes[9] = flag
    block.bytes[11] = UInt8(truncatingIfNeeded: length >> 16)
    block.bytes[12] = UInt8(truncatingIfNeeded: length >> 8)
    block.bytes[13] = UInt8(truncatingIfNeeded: length)
    block.sumUp()
    return block
  }

  private var sum: UInt16 { bytes.prefix(Self.summed).reduce(0) { $0 + UInt16($1) } }

  private mutating func sumUp() {
    let sum = sum
    bytes[Self.summed] = UInt8(sum >> 8)
    bytes[Self.summed + 1] = UInt8(truncatingIfNeeded: sum)
  }
}
