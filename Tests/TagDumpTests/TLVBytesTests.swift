// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagDump

struct TLVBytesTests {
  @Test func followsTheBlocks() {
    let long = [UInt8](repeating: 7, count: 255)
    let cases: [([UInt8?], DumpedContent)] = [
      ([], .blank),
      (hex("0000fe0300"), .blank),
      (hex("0300"), .empty),
      (hex("0103a00c34fd0109 0301d0 fe"), .message(hex("d0"))),
      (hex("03ff00ff") + long, .message(long)),
      (hex("03ffffff"), .overruns(address: 0, length: 0xFFFF)),
      (hex("000302d0"), .overruns(address: 1, length: 2)),
      (hex("4d00 4d09"), .overruns(address: 2, length: 9)),
      (hex("03"), .overruns(address: 0, length: 0)),
      (hex("03ff01"), .overruns(address: 0, length: 0)),
      ([0, nil], .hidden(address: 1)),
      ([3, nil], .hidden(address: 1)),
      ([3, 0xFF, nil, 1], .hidden(address: 2)),
      ([3, 0xFF, 0, nil], .hidden(address: 3)),
      ([3, 1, nil], .hidden(address: 2)),
      // What is not known after the message does not matter.
      ([3, 1, 0xD0, nil], .message([0xD0])),
    ]
    for (area, expected) in cases {
      #expect(TLVBytes.content(of: area) == expected, "\(area)")
    }
  }
}
