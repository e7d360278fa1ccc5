// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import Testing

@testable import TagDump

struct ProxmarkReadingTests {
  @Test(arguments: [Array(proxmarkType2.utf8), proxmarkBinaryType2])
  func takesEverythingThatIsThere(_ bytes: [UInt8]) throws {
    let dump = try DumpFile(reading: bytes, name: "")
    let all = exampleDump(.ntag213)
    let expected = Type2Dump(
      image: all.image, version: all.version, signature: all.signature, counters: all.counters)
    #expect(dump.memory == .type2(expected))
    #expect(dump.findings == [])
  }

  @Test func everySizeOfTheStructureIsKnown() throws {
    let tail = [UInt8](repeating: 0, count: 12)
    let data = vicinityMemory + [UInt8](repeating: 0, count: 2048 - vicinityMemory.count)
    for (count, locks) in [("1c", 64), ("1c", 160), ("1c00", 256)] {
      let head = hex("06050403020104e0 00 00 00 00 04 \(count) 01")
      let bytes = head + [UInt8](repeating: 0, count: locks) + data + tail
      let dump = try DumpFile(reading: bytes, name: "")
      #expect(dump.format == .proxmarkBinary)
      #expect(dump.memory == .vicinity(VicinityDump(vicinityMemory)))
    }
  }

  @Test func aBlockNumberMakesNoHugeMemory() throws {
    let json =
      #"{"Created": "proxmark3", "FileType": "mfu", "#
      + #""blocks": {"9999999": "00000000", "0": "041122BF", "1": "xx"}}"#
    let dump = try DumpFile(reading: Array(json.utf8), name: "")
    let memory = try type2(dump)
    #expect(memory.image.pageCount == 1)
    #expect(dump.findings == [.valueMalformed(line: 1), .valueMalformed(line: 1)])
  }
}
