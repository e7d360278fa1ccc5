// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import Testing

@testable import TagDump

struct DumpWritingTests {
  func written(_ dump: Type2Dump, _ format: SaveFormat) throws -> DumpFile {
    let bytes = try DumpFile.write(dump, as: format)
    return try DumpFile(reading: bytes, name: "x.\(format.rawValue)")
  }

  @Test(arguments: Chip.allCases)
  func aFlipperFileComesBackWhole(_ chip: Chip) throws {
    let dump = exampleDump(chip)
    let file = try written(dump, .flipper)
    #expect(file.memory == .type2(dump))
    #expect(file.format == .flipper(version: 4))
    #expect(file.uid == exampleUID)
    #expect(file.findings == [])
  }

  @Test(arguments: Chip.allCases)
  func aProxmarkFileComesBackWhole(_ chip: Chip) throws {
    let dump = exampleDump(chip)
    let file = try written(dump, .proxmark)
    // This format has no place for the last value.
    let expected = Type2Dump(
      image: dump.image, version: dump.version, signature: dump.signature,
      counters: dump.counters)
    #expect(file.memory == .type2(expected))
    #expect(file.findings == (versionAnswers[chip] == nil ? [.chipGuessed(chip)] : []))
  }

  @Test(arguments: Chip.allCases, [SaveFormat.raw, .libnfc])
  func aPlainMemoryIsTheBytesThatAChipShows(_ chip: Chip, format: SaveFormat) throws {
    let dump = exampleDump(chip)
    #expect(try DumpFile.write(dump, as: format) == dump.image.bytes)
    #expect(try written(dump, format).memory.content == .message(exampleLink))
  }

  @Test func onlyAPasswordThatIsKnownIsWritten() throws {
    var image = exampleImage(.ntag216)
    image[227] = Page(0x04, 0, 0, 0x04)
    let unknown = Type2Dump(image: image, version: versionAnswers[.ntag216])
    image[229] = Page(0x0A, 0x0B, 0x0C, 0x0D)
    image[230] = Page(0x0E, 0x0F, 0, 0)
    let known = Type2Dump(image: image, version: versionAnswers[.ntag216])
    for format in [SaveFormat.flipper, .proxmark, .raw, .libnfc] {
      let first = try type2(written(unknown, format))
      let second = try type2(written(known, format))
      #expect(first.password == nil)
      #expect(first.passwordAcknowledge == nil)
      #expect(second.password == hex("0a0b0c0d"))
      #expect(second.passwordAcknowledge == hex("0e0f"))
    }
  }

  @Test func pagesBehindAPasswordStayUnknown() throws {
    var image = exampleImage(.ntag213)
    for page in 20..<45 { image[page] = nil }
    let dump = Type2Dump(image: image, version: versionAnswers[.ntag213])
    for format in [SaveFormat.flipper, .proxmark] {
      let file = try written(dump, format)
      #expect(file.memory == .type2(dump))
      #expect(file.findings == [.pagesMissing(first: 20, count: 23)])
    }
    // Nothing but bytes would read back as a tag that is not there.
    for format in [SaveFormat.raw, .libnfc] {
      #expect(throws: DumpError.incomplete(page: 20)) { try DumpFile.write(dump, as: format) }
    }
  }

  @Test func refusesWhatTheFormatsCannotSay() {
    var image = exampleImage(.ntag213)
    image[9] = nil
    let gap = Type2Dump(image: image, version: versionAnswers[.ntag213])
    for format in SaveFormat.allCases {
      #expect(throws: DumpError.gap(page: 9)) { try DumpFile.write(gap, as: format) }
      let nothing = Type2Dump(image: Type2Image(chip: .ntag213))
      #expect(throws: DumpError.incomplete(page: 0)) { try DumpFile.write(nothing, as: format) }
    }
    // Nor that a password is known, and pages before it are not.
    var keyed = Type2Image(chip: .ntag213)
    keyed[0] = .zero
    keyed[43] = Page(1, 2, 3, 4)
    #expect(throws: DumpError.gap(page: 1)) {
      try DumpFile.write(Type2Dump(image: keyed), as: .flipper)
    }
    let stranger = Type2Dump(
      image: Type2Image(chip: nil, bytes: exampleImage(.ultralight).bytes))
    #expect(throws: DumpError.chipUnknown) { try DumpFile.write(stranger, as: .flipper) }
    #expect(throws: DumpError.chipUnknown) { try DumpFile.write(stranger, as: .libnfc) }
    let nameless = Type2Dump(image: exampleImage(.ntag210))
    #expect(throws: DumpError.versionUnknown(.ntag210)) {
      try DumpFile.write(nameless, as: .flipper)
    }
  }

  @Test func theEndOfAFileNameChoosesTheFormat() {
    #expect(SaveFormat(fileName: "a.b/tag.NFC") == .flipper)
    #expect(SaveFormat(fileName: "tag.json") == .proxmark)
    #expect(SaveFormat(fileName: "tag.mfd") == .libnfc)
    #expect(SaveFormat(fileName: "tag.bin") == .raw)
    #expect(SaveFormat(fileName: "tag") == nil)
    #expect(SaveFormat(fileName: "tag.") == nil)
  }
}
