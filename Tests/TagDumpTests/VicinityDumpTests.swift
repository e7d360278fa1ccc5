// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagDump

struct VicinityDumpTests {
  func content(_ start: String) -> DumpedContent {
    VicinityDump(hex(start)).content
  }

  @Test func readsTheContainer() {
    let cases: [(String, DumpedContent)] = [
      ("e1400101 0300fe00 00000000", .empty),
      ("e1400101 00000000 00000000", .blank),
      ("e1430101 0300fe00 00000000", .empty),
      ("e1800101 0300fe00 00000000", .versionUnsupported(major: 2, minor: 0)),
      ("e14c0101 0300fe00 00000000", .readingRestricted),
      ("00000000 0300fe00 00000000", .unformatted),
      ("e1400101 00000000 00000000 0300fe00", .blank),
      ("e1400201 00000000 00000000 0300fe00", .empty),
      ("e1400101 03090000 00000000", .overruns(address: 4, length: 9)),
      // The size of a container of eight bytes is in its last two.
      ("e2400001 00000001 0300fe00 00000000", .empty),
      ("e2400001 0000", .hidden(address: 6)),
      ("e140", .unformatted),
    ]
    for (bytes, expected) in cases {
      #expect(content(bytes) == expected, "\(bytes)")
    }
  }

  @Test func namesAContainerThatCountsItself() {
    #expect(
      VicinityDump(vicinityMemory).findings == [.containerCountsItself(claimed: 112, actual: 108)])
    #expect(VicinityDump(hex("e1400101 0300fe00 00000000")).findings == [])
  }
}
