// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import Testing

@testable import TagDump

struct RawReadingTests {
  @Test func onlyTheNameTellsAClassicWithoutMarks() throws {
    let bytes = [UInt8](repeating: 0, count: 1024)
    #expect(throws: DumpError.unrecognised) { try DumpFile(reading: bytes, name: "a.bin") }
    let dump = try DumpFile(reading: bytes, name: "a.mfd")
    #expect(dump.memory.familyName == "MIFARE Classic")
    #expect(dump.memory.content == .unformatted)
  }

  @Test func aSerialNumberMayBeginLikeAFileOfText() throws {
    for first in [0x7B, 0x5B, 0x53, 0x20] as [UInt8] {
      let uid = [first, 0x7B, 0x22, 0x33]
      var bytes = uid + [uid.reduce(0, ^)]
      bytes += [UInt8](repeating: 0, count: 1024 - bytes.count)
      let dump = try DumpFile(reading: bytes, name: "a.bin")
      #expect(dump.uid == uid)
      #expect(dump.memory.familyName == "MIFARE Classic")
    }
  }

  @Test func zerosInPlaceOfKeysAreUnknown() throws {
    let dump = try DumpFile(reading: exampleImage(.ntag213).bytes, name: "a.bin")
    let memory = try type2(dump)
    #expect(memory.image.chip == .ntag213)
    #expect(memory.image[43] == nil)
    #expect(memory.image[44] == nil)
    #expect(memory.version == nil)
    #expect(dump.findings == [.chipGuessed(.ntag213)])
  }

  @Test func pagesAfterTheFirstSectorAreNamed() throws {
    let start = exampleImage(.ultralight).bytes
    let bytes = start + [UInt8](repeating: 0, count: 492 * 4 - start.count)
    let dump = try DumpFile(reading: bytes, name: "a.bin")
    #expect(dump.memory.content == .message(exampleLink))
    #expect(dump.findings == [.pagesLeftOut(first: 256, count: 236)])
  }
}
