// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

extension RefusalCode: CustomStringConvertible {
  /// The number, and what it says (ISO 15693-3, 7.4.2).
  package var description: String {
    let number = "error \(upperHex(code))"
    return meaning.map { "\(number): \($0)" } ?? number
  }

  private var meaning: String? {
    switch code {
    case 0x01: "not supported"
    case 0x02: "not recognised"
    case 0x03: "the option is not supported"
    case 0x10: "no such block"
    case 0x11: "locked already"
    case 0x12: "the block is locked"
    case 0x13: "the write failed"
    case 0x14: "locking failed"
    default: nil
    }
  }
}
