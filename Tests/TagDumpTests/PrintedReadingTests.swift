// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import Testing

@testable import TagDump

struct PrintedReadingTests {
  @Test func aPageThatWasNotPrintedIsNotZero() throws {
    var lines = printedPages
    lines.remove(at: 4)
    let dump = try DumpFile(reading: file(lines), name: "")
    #expect(dump.memory.content == .type2(.hidden(page: 4)))
    #expect(
      dump.findings == [.chipGuessed(.ultralight), .pagesMissing(first: 4, count: 1)])
  }

  @Test func otherLinesAreNamedAndLeftOut() throws {
    let lines = [printedBlocks[0], "S0|B1 not read", "[00] . 04 11 22 BF"] + printedBlocks[1...]
    let dump = try DumpFile(reading: file(lines), name: "")
    #expect(dump.memory.content == .message(exampleLink))
    #expect(dump.findings == [.valueMalformed(line: 2), .valueMalformed(line: 3)])
  }

  @Test func aPageNumberMakesNoHugeMemory() {
    #expect(throws: DumpError.unrecognised) {
      try DumpFile(reading: Array("[7FFFFFFFFFFFFFFF] . 00 00 00 00".utf8), name: "")
    }
  }
}
