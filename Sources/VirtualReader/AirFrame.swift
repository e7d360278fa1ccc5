// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A frame on the air: bytes, of which the last may be cut short.
struct AirFrame: Hashable {
  var bytes: [UInt8]
  /// How many bits of the last byte count; 0 means all eight, as in the PN532's own registers.
  var lastBits: Int

  init(_ bytes: [UInt8], lastBits: Int = 0) {
    self.bytes = bytes
    self.lastBits = lastBits
  }

  /// Packs bits, first sent first, so that the first one lands at position `start` of a byte.
  init(bits: [Bool], from start: Int = 0) {
    bytes = [UInt8](repeating: 0, count: (start + bits.count + 7) / 8)
    for (index, bit) in bits.enumerated() where bit {
      bytes[(start + index) / 8] |= 1 << UInt8((start + index) % 8)
    }
    lastBits = (start + bits.count) % 8
  }

  var bitCount: Int { bytes.count * 8 - (lastBits == 0 ? 0 : 8 - lastBits) }

  /// The bits in the order in which they are sent: least significant first.
  var bits: [Bool] {
    (0..<bitCount).map { bytes[$0 / 8] >> UInt8($0 % 8) & 1 == 1 }
  }

  /// Four bits are how a Type 2 chip says yes or no.
  static func fourBits(_ value: UInt8) -> AirFrame {
    AirFrame([value & 0x0F], lastBits: 4)
  }

  static func withCRC(_ bytes: [UInt8]) -> AirFrame {
    AirFrame(bytes + crcA(bytes))
  }

  /// The content of a frame that is whole bytes and ends with its CRC_A, or nil.
  var checkedContent: [UInt8]? {
    guard lastBits == 0, bytes.count > 2 else { return nil }
    let content = Array(bytes.dropLast(2))
    return crcA(content) == Array(bytes.suffix(2)) ? content : nil
  }
}

/// CRC_A of ISO 14443-3 annex B, in the order in which it is sent.
func crcA(_ bytes: [UInt8]) -> [UInt8] {
  var remainder: UInt16 = 0x6363
  for byte in bytes {
    remainder ^= UInt16(byte)
    for _ in 0..<8 {
      remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0x8408 : remainder >> 1
    }
  }
  return [UInt8(truncatingIfNeeded: remainder), UInt8(truncatingIfNeeded: remainder >> 8)]
}
