// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol
import Testing

struct StatusTests {
  static let table: [(status: Status, byte: UInt8)] = [
    (Status(.success), 0x00),
    (Status(.timeout), 0x01),
    (Status(.wrongContext), 0x27),
    (Status(.success, moreInformation: true), 0x40),
    (Status(.wrongDataFormat, moreInformation: true, nodeAddress: true), 0xD3),
  ]

  @Test(arguments: table)
  func encodesAndDecodes(status: Status, byte: UInt8) {
    #expect(status.byte == byte)
    #expect(Status(byte: byte) == status)
  }

  @Test func everyByteComesBackOrIsUnknown() {
    for byte in UInt8.min ... .max {
      guard let status = Status(byte: byte) else { continue }
      #expect(status.byte == byte)
    }
    #expect(Status(byte: 0x08) == nil)
  }
}
