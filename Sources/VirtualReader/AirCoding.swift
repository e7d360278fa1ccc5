// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// How bytes are put on the carrier, and which checksum goes after them.
enum AirCoding: Hashable {
  case typeA
  case typeB
  case felica212
  case felica424

  /// The two bytes of the checksum in the order in which they are sent.
  func checksum(of bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .typeA: crcA(bytes)
    case .typeB: crcB(bytes)
    case .felica212, .felica424: crcF(bytes)
    }
  }

  /// How long a frame takes, in periods of the carrier.
  func duration(of frame: AirFrame) -> Int {
    switch self {
    case .typeA:
      // A byte is nine bits with its parity; a frame begins and ends with one bit more.
      let whole = frame.lastBits == 0 ? frame.bytes.count : frame.bytes.count - 1
      return (whole * 9 + frame.lastBits + 2) * 128
    case .typeB:
      // A character is ten bits; a frame begins with thirteen and ends with eleven (7.1.4, 7.1.5).
      return (frame.bytes.count * 10 + 24) * 128
    // Six bytes of preamble and two of synchronisation (JIS X 6319-4).
    case .felica212: return (frame.bytes.count + 8) * 8 * 64
    case .felica424: return (frame.bytes.count + 8) * 8 * 32
    }
  }

  /// From the end of a reader's frame to the answer in a time slot, in periods of the carrier.
  func delay(slot: Int) -> Int {
    switch self {
    case .typeA, .typeB: Airtime.frameDelay
    // The first slot begins after 512 · 64 periods, each lasts 256 · 64 (NFC Forum Digital).
    case .felica212, .felica424: (512 + 256 * slot) * 64
    }
  }
}

/// CRC_A of ISO 14443-3 annex B, in the order in which it is sent.
func crcA(_ bytes: [UInt8]) -> [UInt8] {
  let remainder = reflected(bytes, from: 0x6363)
  return [UInt8(truncatingIfNeeded: remainder), UInt8(truncatingIfNeeded: remainder >> 8)]
}

/// CRC_B of ISO 14443-3 annex B, in the order in which it is sent.
func crcB(_ bytes: [UInt8]) -> [UInt8] {
  let remainder = ~reflected(bytes, from: 0xFFFF)
  return [UInt8(truncatingIfNeeded: remainder), UInt8(truncatingIfNeeded: remainder >> 8)]
}

/// The checksum of FeliCa, most significant byte first.
func crcF(_ bytes: [UInt8]) -> [UInt8] {
  var remainder: UInt16 = 0
  for byte in bytes {
    remainder ^= UInt16(byte) << 8
    for _ in 0..<8 {
      remainder = remainder & 0x8000 != 0 ? remainder << 1 ^ 0x1021 : remainder << 1
    }
  }
  return [UInt8(truncatingIfNeeded: remainder >> 8), UInt8(truncatingIfNeeded: remainder)]
}

private func reflected(_ bytes: [UInt8], from start: UInt16) -> UInt16 {
  var remainder = start
  for byte in bytes {
    remainder ^= UInt16(byte)
    for _ in 0..<8 {
      remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0x8408 : remainder >> 1
    }
  }
  return remainder
}
