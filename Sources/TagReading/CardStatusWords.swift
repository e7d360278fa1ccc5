// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

extension CardStatus: CustomStringConvertible {
  /// The status word and what ISO 7816-4 or NXP's chips mean by it.
  package var description: String {
    let text = upperHex(rawValue)
    return meaning.map { "\(text): \($0)" } ?? text
  }

  private var meaning: String? {
    switch rawValue {
    case 0x9000, 0x9100, 0x9190: "done"
    case 0x6282: "the file ends there"
    case 0x6283: "switched off"
    case 0x6581: "the memory failed"
    case 0x6700: "a wrong length"
    case 0x6982: "not allowed without a key"
    case 0x6985: "not possible now"
    case 0x6986: "no file is selected"
    case 0x6A80: "wrong data"
    case 0x6A81: "not supported"
    case 0x6A82: "not found"
    case 0x6A84: "too little room in the file"
    case 0x6A86: "wrong parameters"
    case 0x6A87: "a length that does not fit the parameters"
    case 0x6B00: "outside the file"
    case 0x6D00: "an unknown command"
    case 0x6E00: "an unknown kind of command"
    case 0x911C: "an unknown command"
    case 0x911E: "a code that does not fit"
    case 0x9140: "no such key"
    case 0x917E: "a wrong length"
    case 0x919D: "not allowed"
    case 0x919E: "wrong parameters"
    case 0x91A0: "no such application"
    case 0x91AD: "it delays all attempts after wrong keys"
    case 0x91AE: "not allowed without a key"
    case 0x91BE: "outside the file"
    case 0x91EE: "the memory failed"
    case 0x91F0: "no such file"
    default: nil
    }
  }
}
