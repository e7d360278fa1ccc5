// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TestSupport
import Testing
import VirtualReader

/// What the rehearsals expect of a chip, typed a third time: neither the writer's table nor the
/// virtual chip's is asked.
struct DataSheet: CustomTestStringConvertible, Sendable {
  let chip: Chip
  let model: ChipModel
  /// Page 3 of the formatted chip.
  let container: [UInt8]
  /// The control TLVs before the message.
  let front: [UInt8]
  /// The largest message that fits.
  let capacity: Int
  let lastUserPage: Int
  /// Whether the chip leaves the factory as an NDEF tag.
  let isFormatted: Bool

  var testDescription: String { chip.rawValue }

  static let all: [DataSheet] = [
    sheet(.ultralight, .ultralight, "E1100600", "", 46, 0x0F, false),
    sheet(.ultralightC, .ultralightC, "E1101200", "0103A01044", 137, 0x27, false),
    sheet(.ultralightEV1Small, .ultralightEV1Small, "E1100600", "", 46, 0x0F, false),
    sheet(.ultralightEV1Large, .ultralightEV1Large, "E1101000", "", 126, 0x23, false),
    sheet(.ntag203, .ntag203, "E1101200", "0103A01044", 137, 0x27),
    sheet(.ntag210, .ntag210, "E1100600", "", 46, 0x0F),
    sheet(.ntag212, .ntag212, "E1101000", "0103900A34", 121, 0x23),
    sheet(.ntag213, .ntag213, "E1101200", "0103A00C34", 137, 0x27),
    sheet(.ntag215, .ntag215, "E1103E00", "", 492, 0x81),
    sheet(.ntag216, .ntag216, "E1106D00", "", 868, 0xE1),
  ]

  static func of(_ chip: Chip) throws -> DataSheet {
    try #require(all.first { $0.chip == chip })
  }

  private static func sheet(
    _ chip: Chip, _ model: ChipModel, _ container: String, _ front: String, _ capacity: Int,
    _ lastUserPage: Int, _ isFormatted: Bool = true
  ) -> DataSheet {
    DataSheet(
      chip: chip, model: model, container: hex(container), front: hex(front), capacity: capacity,
      lastUserPage: lastUserPage, isFormatted: isFormatted)
  }

  /// The memory of a chip after its area begins with these bytes; an end mark that does not fit is
  /// left out.
  func formatted(_ cells: [[UInt8]], holding area: [UInt8]) -> [[UInt8]] {
    var bytes = Array(cells.joined())
    bytes.replaceSubrange(12..<16, with: container)
    for (offset, byte) in area.prefix(Int(container[2]) * 8).enumerated() {
      bytes[16 + offset] = byte
    }
    return pages(bytes)
  }

  /// The memory of a chip that holds a message after its control TLVs.
  func written(_ message: [UInt8], over cells: [[UInt8]]) -> [[UInt8]] {
    formatted(cells, holding: front + tlv(message))
  }

  /// What a phone reads in a memory of this chip.
  func phone(reads cells: [[UInt8]]) -> Seen {
    phoneReads(Array(cells.joined()), userEnd: (lastUserPage + 1) * 4)
  }
}

/// An NDEF message TLV with its end mark.
func tlv(_ message: [UInt8]) -> [UInt8] {
  let count = message.count
  let length: [UInt8] =
    count > 254 ? [0xFF, UInt8(count >> 8), UInt8(count & 255)] : [UInt8(count)]
  return [0x03] + length + message + [0xFE]
}

/// A message of one URI record of exactly this many bytes, all text made of one letter.
func link(size: Int, letter: Character = "a") -> [UInt8] {
  let text = size - 5 > 254 ? size - 8 : size - 5
  let short: [UInt8] = [0xD1, 0x01, UInt8(truncatingIfNeeded: text + 1), 0x55, 0x04]
  let long: [UInt8] = [
    0xC1, 0x01, 0, 0, UInt8(truncatingIfNeeded: (text + 1) >> 8),
    UInt8(truncatingIfNeeded: text + 1), 0x55, 0x04,
  ]
  return (size - 5 > 254 ? long : short)
    + [UInt8](repeating: letter.asciiValue ?? 0x61, count: max(0, text))
}

/// Whether bytes are one URI record and nothing else: what a phone would open.
func isLink(_ message: [UInt8]) -> Bool {
  guard message.count > 4, message[0] == 0xD1, message[1] == 1, message[3] == 0x55 else {
    guard message.count > 7, message[0] == 0xC1, message[1] == 1, message[6] == 0x55 else {
      return false
    }
    let size = message[2..<6].reduce(0) { $0 << 8 | Int($1) }
    return message.count == 7 + size
  }
  return message.count == 4 + Int(message[2])
}

/// The bytes of hexadecimal text; spaces are only for the eye.
func hex(_ text: String) -> [UInt8] { bytes(ofHex: text) }

/// Bytes four by four.
func pages(_ bytes: [UInt8]) -> [[UInt8]] {
  stride(from: 0, to: bytes.count - 3, by: 4).map { Array(bytes[$0..<$0 + 4]) }
}
