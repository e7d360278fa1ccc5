// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagDump

struct Type1DumpTests {
  @Test func readsTheContainer() {
    let cases: [(String, DumpedContent)] = [
      ("11223344556677 00 e1100e00 0301d0fe", .message([0xD0])),
      ("11223344556677 00 e1200e00 0301d0fe", .versionUnsupported(major: 2, minor: 0)),
      ("11223344556677 00 e1100ef0 0301d0fe", .readingRestricted),
      ("11223344556677 00 00100e00 0301d0fe", .unformatted),
      ("11223344556677 00 e1100100 00000000 0301d0", .blank),
      ("11223344556677", .unformatted),
    ]
    for (bytes, expected) in cases {
      #expect(Type1Dump(bytes: hex(bytes)).content == expected, "\(bytes)")
    }
  }
}
