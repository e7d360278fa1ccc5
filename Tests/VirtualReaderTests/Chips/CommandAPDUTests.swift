// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader

struct CommandAPDUTests {
  @Test("the four cases of ISO 7816-4 in short and extended form")
  func cases() {
    let long = String(repeating: "11", count: 300)
    let table: [(String, Int, Int?, Bool)] = [
      ("00A40000", 0, nil, false), ("00B0000010", 0, 16, false), ("00B0000000", 0, 256, false),
      ("00D60000021122", 2, nil, false), ("00A4040002112200", 2, 256, false),
      ("00A404000211220A", 2, 10, false), ("00B00000000000", 0, 65_536, true),
      ("00B00000000102", 0, 258, true), ("00D60000000001AA", 1, nil, true),
      ("00D60000000001AA0000", 1, 65_536, true), ("00D60000000001AA0102", 1, 258, true),
      ("00D6000000012C" + long, 300, nil, true), ("00D6000000012C" + long + "0010", 300, 16, true),
    ]
    for (text, count, expected, isExtended) in table {
      let command = CommandAPDU(hex(text))
      #expect(command?.data.count == count, "\(text)")
      #expect(command?.expected == expected, "\(text)")
      #expect(command?.isExtended == isExtended, "\(text)")
    }
  }

  @Test func lengthsThatContradict() {
    for text in [
      "", "00", "00A404", "00D60000031122", "00D600000211223344", "00D6000000000011",
      "00D60000000003AA", "00D60000000001AA00", "00A40400010200FF",
    ] {
      #expect(CommandAPDU(hex(text)) == nil, "\(text)")
    }
  }
}
