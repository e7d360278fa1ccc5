// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Plain
import TagMemory
import Testing

@testable import TagDump

struct MetrodroidReadingTests {
  @Test func aPageThatWasRefusedIsNotZero() throws {
    let pages = exampleImage(.ultralightEV1Small).bytes.pieces(of: 4).enumerated().map {
      $0 == 6 ? "{}" : #"{"data": "\#(upperHex($1))"}"#
    }
    let json =
      #"{"tagId": "04112233445566", "mifareUltralight": {"cardModel": "EV1_MF0UL11", "#
      + #""pages": [\#(pages.joined(separator: ","))]}}"#
    let dump = try DumpFile(reading: Array(json.utf8), name: "")
    #expect(dump.memory.content == .type2(.hidden(page: 6)))
    #expect(dump.findings == [.pagesMissing(first: 6, count: 1)])
    let memory = try type2(dump)
    #expect(memory.image.chip == .ultralightEV1Small)
  }
}
