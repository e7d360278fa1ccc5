// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagDump

struct Type4DumpTests {
  func content(container: String = "000f20003b00340406e10400400080", _ file: String)
    -> DumpedContent
  {
    Type4Dump(container: hex(container), file: hex(file)).content
  }

  @Test func readsTheTwoFiles() {
    #expect(content("0001d0ff") == .message([0xD0]))
    #expect(content("0000") == .empty)
    #expect(content("00") == .hidden(address: 1))
    #expect(content("0002d0") == .hidden(address: 3))
    #expect(content("003f") == .overruns(address: 0, length: 63))
    #expect(content(container: "000f20", "0000") == .unformatted)
    #expect(
      content(container: "000f40003b00340406e10400400000", "0000")
        == .versionUnsupported(major: 4, minor: 0))
    // The oldest mapping, and a file with a length of four bytes.
    #expect(content(container: "000f10003b00340406e10400400000", "0001d0") == .message([0xD0]))
    #expect(
      content(container: "001130003b00340608e104000100000000", "00000001d0") == .message([0xD0]))
    #expect(
      content(container: "001130003b00340608e104000100000000", "ffffffff")
        == .overruns(address: 0, length: 0xFFFF_FFFF))
    #expect(
      content(container: "000f30003b00340406e10400408000", "0000") == .readingRestricted)
  }
}
