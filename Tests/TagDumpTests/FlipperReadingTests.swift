// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import Testing

@testable import TagDump

struct FlipperReadingTests {
  func read(_ lines: [String]) throws -> (Type2Dump, [DumpFinding]) {
    let dump = try DumpFile(reading: file(lines), name: "")
    return (try type2(dump), dump.findings)
  }

  @Test(arguments: [2, 3, 4])
  func takesEverythingThatIsThere(version: Int) throws {
    let (dump, findings) = try read(flipper(version: version))
    #expect(dump == exampleDump(.ntag213))
    #expect(findings == [])
    #expect(dump.password == nil)
    #expect(dump.passwordAcknowledge == nil)
  }

  @Test func keepsAPasswordThatWasRead() throws {
    var lines = flipper(version: 4)
    lines = lines.map { $0.hasPrefix("Page 43:") ? "Page 43: 0A 0B 0C 0D" : $0 }
    let (dump, _) = try read(lines)
    #expect(dump.password == hex("0a0b0c0d"))
    #expect(dump.passwordAcknowledge == nil)
  }

  @Test func zerosForAnAnswerMeanNoAnswer() throws {
    let zero = [UInt8](repeating: 0, count: 32)
    let lines = flipper(version: 4).map { line in
      if line.hasPrefix("Signature") { return "Signature: \(spaced(zero))" }
      return line.hasPrefix("Mifare v") ? "Mifare version: \(spaced(Array(zero.prefix(8))))" : line
    }
    let (dump, _) = try read(lines)
    #expect(dump.signature == nil)
    #expect(dump.version == nil)
    #expect(dump.image.chip == .ntag213, "the file still names the chip")
  }

  @Test func pagesThatNoOneReadAreNotZero() throws {
    let lines = flipper(version: 4).map { $0 == "Pages read: 45" ? "Pages read: 8" : $0 }
    let (dump, findings) = try read(lines)
    #expect(findings == [.pagesMissing(first: 8, count: 35)])
    #expect(dump.image[7] != nil)
    #expect(dump.image[8] == nil)
    #expect(dump.content == .type2(.hidden(page: 8)))
  }

  @Test func malformedLinesAreNamedAndLeftOut() throws {
    let lines = flipper(version: 2).map {
      $0.hasPrefix("Page 30:") ? "Page 30: 00 GG 00 00" : $0
    }
    let (dump, findings) = try read(lines)
    let line = try #require(lines.firstIndex { $0.hasPrefix("Page 30:") }) + 1
    #expect(findings == [.valueMalformed(line: line), .pagesMissing(first: 30, count: 1)])
    #expect(dump.content == .message(exampleLink))
  }

  @Test func namesWhatDoesNotFit() throws {
    let lines = flipper(version: 2).map { line in
      switch line {
      case "Device type: NTAG213": "Device type: NTAG216"
      case "UID: \(spaced(exampleUID))": "UID: 04 01 02 03 04 05 06"
      default: line
      }
    }
    let (dump, findings) = try read(lines)
    #expect(dump.image.chip == .ntag213)
    #expect(
      findings == [
        .chipDiffers(declared: .ntag216, version: .ntag213),
        .uidDiffers(declared: hex("04010203040506"), memory: exampleUID),
      ])
  }

  @Test func aHugePageCountTakesNoRoom() throws {
    let lines = flipper(version: 2).map {
      $0.hasPrefix("Pages total") ? "Pages total: 9223372036854775807" : $0
    }
    let (dump, findings) = try read(lines)
    #expect(dump.image == exampleDump(.ntag213).image)
    #expect(findings == [.pagesLeftOut(first: 45, count: DumpLimits.pageCount - 45)])
  }

  @Test func aRefusedFeliCaBlockIsNotZero() throws {
    let dump = try DumpFile(reading: file(flipperFeliCa), name: "")
    let blocks = Dictionary(uniqueKeysWithValues: zip(0..., feliCaBlocks))
    #expect(dump.memory == .felica(FeliCaDump(blocks: blocks)))
  }

  /// A Flipper counts the blocks of a FeliCa Lite through, whatever their numbers are.
  @Test func theBlocksOfAFeliCaLiteGetTheirNumbers() throws {
    let numbers = Array(0...0x0E) + Array(0x80...0x88) + [0x90, 0x91, 0x92, 0xA0]
    let lines = (UInt8(0)..<40).map {
      "Block \($0): 00 00 \(spaced([UInt8](repeating: $0, count: 16)))"
    }
    let dump = try DumpFile(reading: file(Array(flipperFeliCa.prefix(4)) + lines), name: "")
    guard case .felica(let felica) = dump.memory else {
      Issue.record("\(dump.memory)")
      return
    }
    #expect(felica.blocks.count == numbers.count)
    for (place, number) in numbers.enumerated() {
      #expect(felica.blocks[number]?.first == UInt8(place), "block \(number)")
    }
  }
}
