// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import Testing

/// The packets that go to a FeliCa chip, and what is made of every answer.
struct FelicaTagTests {
  static let idm = "01020304050607 08"
  private let tag: TagInField

  init() throws { tag = try felicaTag(system: 0x0003) }

  private func block(_ byte: String) -> String { String(repeating: byte, count: 16) }

  private func answer(_ code: String, _ rest: String) -> FakeReader.Step {
    .answers(hex(code + Self.idm + rest))
  }

  private func packet(_ code: String, _ rest: String = "") -> String {
    "quick " + hexText(hex(code + Self.idm + rest))
  }

  @Test func aSystemIsCalledByItsCode() throws {
    let other = "11020304050607 08"
    let reader = FakeReader([
      .answers(hex("01" + other + "03014B024F4993FF 12FC")),
      .answers(hex("0D" + other + "02 0003 12FC")),
    ])
    let felica = FelicaTag(tag, on: reader)
    #expect(try felica.choose(system: 0x12FC))
    // From now on the chip has the name that it has in this system.
    #expect(try felica.systems() == [0x0003, 0x12FC])
    #expect(reader.asked == ["quick 0012FC0100", "quick 0C" + hexText(hex(other))])
  }

  @Test func anotherChipsAnswerIsNotThisOnes() throws {
    let reader = FakeReader([
      .answers(hex("01 0102030405060709 03014B024F4993FF 12FC"))
    ])
    #expect(try !FelicaTag(tag, on: reader).choose(system: 0x12FC))
  }

  @Test func servicesThatAreThereHaveKeyVersions() throws {
    let reader = FakeReader([answer("03", "03 0000 FFFF 0100")])
    let found = try FelicaTag(tag, on: reader).services(among: [0x008B, 0x10CB, 0x090F])
    #expect(found == [0x008B, 0x090F])
    #expect(reader.asked == [packet("02", "03 8B00 CB10 0F09")])
  }

  @Test func elementsOfABlockListAreShortWhereTheyCanBe() throws {
    let reader = FakeReader([answer("07", "0000 03" + block("AA") + block("BB") + block("CC"))])
    let found = try FelicaTag(tag, on: reader).read([0, 0xFF, 0x0258], of: 0x000B)
    #expect(found == [0xAA, 0xBB, 0xCC].map { [UInt8](repeating: $0, count: 16) })
    #expect(reader.asked == [packet("06", "01 0B00 03 8000 80FF 005802")])
  }

  @Test func aChipThatGivesFewerIsAskedForOneAtATime() throws {
    let reader = FakeReader([
      answer("07", "0000 02" + block("AA") + block("BB")), answer("07", "0000 01" + block("CC")),
      answer("07", "0000 01" + block("DD")),
    ])
    let found = try FelicaTag(tag, on: reader).read([0, 1, 2, 3], of: 0x000B)
    #expect(found.map(\.first) == [0xAA, 0xBB, 0xCC, 0xDD])
    #expect(
      reader.asked == [
        packet("06", "01 0B00 04 8000 8001 8002 8003"), packet("06", "01 0B00 01 8002"),
        packet("06", "01 0B00 01 8003"),
      ])
  }

  /// What is not about one of the blocks is about their number, until a block proves it wrong.
  @Test(arguments: ["FFA2", "01A2", "FF70", "FFA1"])
  func aChipThatRefusesSeveralIsAskedForOneAtATimeFromThenOn(refusal: String) throws {
    let one = answer("07", "0000 01" + block("AA"))
    let reader = FakeReader([answer("07", refusal), one, one, one, one])
    let felica = FelicaTag(tag, on: reader)
    for blocks in [[0, 1], [2, 3]] {
      #expect(try felica.read(blocks, of: 0x000B).count == 2, "\(blocks)")
    }
    #expect(reader.isFinished)
  }

  @Test func aRefusalIsNamedWithItsBlock() throws {
    let reader = FakeReader([
      answer("07", "FFA2"), answer("07", "0000 01" + block("AA")), answer("07", "01A8"),
    ])
    let error = TagError.hidden(.block(7), .felica(StatusFlags(place: 0x01, reason: 0xA8)))
    #expect(throws: error) { try FelicaTag(tag, on: reader).read([5, 7], of: 0x000B) }
    #expect(reader.isFinished)
    #expect(error.whatIsWrong.contains("block 7 (status 01A8: no such block, or it is read-only)"))
  }

  /// Ten at once, and the rest as far as it goes.
  @Test func theFirstBlocksOfAServiceAreReadAsFarAsThereAreAny() throws {
    let ten = String(repeating: block("AA"), count: 10)
    let short = FakeReader([
      answer("07", "0000 0A" + ten), answer("07", "01A8"), answer("07", "01A8"),
    ])
    #expect(try FelicaTag(tag, on: short).readFirst(20, of: 0x090F).count == 10)
    let none = FakeReader([answer("07", "01A6"), answer("07", "01A6")])
    #expect(try FelicaTag(tag, on: none).readFirst(20, of: 0x090F).isEmpty)
    let whole = FakeReader([answer("07", "0000 0A" + ten), answer("07", "0000 0A" + ten)])
    #expect(try FelicaTag(tag, on: whole).readFirst(20, of: 0x090F).count == 20)
  }

  /// Whatever arrives in place of an answer, the chip is looked for and asked again.
  @Test func everyTruncationIsAskedAgain() throws {
    let whole = hex("07" + Self.idm + "0000 02" + block("AA") + block("BB"))
    for count in 0..<whole.count {
      let reader = FakeReader([
        .answers(Array(whole.prefix(count))), .finds(tag), .answers(whole),
      ])
      // Code, IDm and two flags are a whole refusal where the first flag says so.
      let found = try FelicaTag(tag, on: reader).read([0, 1], of: 0x000B)
      #expect(found.count == 2, "\(count) bytes")
      #expect(reader.isFinished, "\(count) bytes")
    }
  }

  static let strange: [[UInt8]] = [
    [], [0x07], hex("07" + idm), hex("09" + idm + "0000"), hex("07 FFFFFFFFFFFFFFFF 0000 00"),
    hex("07" + idm + "0000 00"), hex("07" + idm + "0000 03"), hex("07" + idm + "00"),
  ]

  @Test func strangeAnswersEndInANamedError() {
    for answer in Self.strange {
      let reader = FakeReader([
        .answers(answer), .finds(tag), .answers(answer), .finds(tag), .answers(answer),
        .finds(tag),
      ])
      #expect(throws: TagError.reader(.corrupted), "\(hexText(answer))") {
        try FelicaTag(tag, on: reader).read([0], of: 0x000B)
      }
      #expect(reader.isFinished)
    }
  }

  @Test func aChipThatDoesNotKnowACommandIsStillThere() throws {
    let silence: [FakeReader.Step] = [.fails(.unclear), .finds(tag)]
    let silent = silence + [.fails(.silent), .finds(tag), .fails(.silent), .finds(tag)]
    #expect(try FelicaTag(tag, on: FakeReader(silent)).systems() == [])
    let gone = FakeReader([.fails(.unclear), .finds(nil), .finds(nil)])
    #expect(throws: TagError.reader(.tagGone)) { try FelicaTag(tag, on: gone).systems() }
  }
}

func felicaTag(system: UInt16, icCode: UInt8 = 0x20) throws -> TagInField {
  let idm = try #require(TagUID([1, 2, 3, 4, 5, 6, 7, 8]))
  return TagInField(
    uid: idm,
    technology: .felica(
      pmm: [0x00, icCode, 0, 0, 0, 1, 0x43, 0],
      systemCode: [UInt8(system >> 8), UInt8(system & 0xFF)]))
}
