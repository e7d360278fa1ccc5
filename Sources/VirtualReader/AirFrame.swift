// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A frame on the air: bytes, the last of which may be cut short.
struct AirFrame: Hashable {
  var bytes: [UInt8]
  /// How many bits of the last byte count; 0 means all eight, as in the PN532's own registers.
  var lastBits: Int
  var coding: AirCoding

  init(_ bytes: [UInt8], lastBits: Int = 0, coding: AirCoding = .typeA) {
    self.bytes = bytes
    self.lastBits = lastBits
    self.coding = coding
  }

  /// Packs bits, first sent first, so that the first one lands at position `start` of a byte.
  init(bits: [Bool], from start: Int = 0, coding: AirCoding = .typeA) {
    self.coding = coding
    bytes = [UInt8](repeating: 0, count: (start + bits.count + 7) / 8)
    for (index, bit) in bits.enumerated() where bit {
      bytes[(start + index) / 8] |= 1 << UInt8((start + index) % 8)
    }
    lastBits = (start + bits.count) % 8
  }

  var bitCount: Int { bytes.count * 8 - (lastBits == 0 ? 0 : 8 - lastBits) }

  /// The bits in the order in which they are sent: least significant first.
  var bits: [Bool] {
    (0..<bitCount).map { bit in
      let rest: UInt8 = bytes[bit / 8] >> UInt8(bit % 8)
      return rest & 1 == 1
    }
  }

  /// Four bits are how a Type 2 chip says yes or no.
  static func fourBits(_ value: UInt8) -> AirFrame {
    AirFrame([value & 0x0F], lastBits: 4)
  }

  static func withCRC(_ bytes: [UInt8], coding: AirCoding = .typeA) -> AirFrame {
    AirFrame(bytes + coding.checksum(of: bytes), coding: coding)
  }

  /// The content of a frame that is whole bytes and ends with its checksum, or nil.
  var checkedContent: [UInt8]? {
    guard lastBits == 0, bytes.count > 2 else { return nil }
    let content = Array(bytes.dropLast(2))
    return coding.checksum(of: content) == Array(bytes.suffix(2)) ? content : nil
  }
}
