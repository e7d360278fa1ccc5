// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

extension StatusFlags: CustomStringConvertible {
  /// The two bytes, and what the second says (Sony, FeliCa Card User's Manual, status flags).
  package var description: String {
    let bytes = upperHex(UInt16(place) << 8 | UInt16(reason))
    return meaning.map { "status \(bytes): \($0)" } ?? "status \(bytes)"
  }

  private var meaning: String? {
    switch reason {
    case 0x01: "the purse would fall below zero or overflow"
    case 0x02: "more was to be paid back than was taken"
    case 0x70: "the memory failed"
    case 0x71: "the memory was written too often"
    case 0xA1: "wrong number of services"
    case 0xA2: "wrong number of blocks"
    case 0xA3: "a block of a service that was not named"
    case 0xA4: "a service of another kind"
    case 0xA5: "not allowed"
    case 0xA6: "no such service, or not without a key"
    case 0xA7: "wrong access mode"
    case 0xA8: "no such block, or it is read-only"
    case 0xA9: "the write failed"
    case 0xAA: "the key could not be changed"
    case 0xB1: "a key is needed first"
    case 0xB2: "the proof of the key is wrong"
    default: nil
    }
  }
}
