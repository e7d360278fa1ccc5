// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

/// What is said about tags of Type 3, and of cards that phones read no link from.
struct CardTests {
  struct Refusal: Sendable, CustomTestStringConvertible {
    var chip = "ntag213"
    var state: String?
    let name: String
    let words: [String]

    var testDescription: String { words[0] }
  }

  static let refusals = [
    Refusal(
      chip: "payment-card", name: "no-ndef",
      words: ["payment card or a passport", "Use NTAG213"]),
    Refusal(
      chip: "desfire-blank", name: "card-unformatted", words: ["DESFire EV2", "use NTAG424"]),
    Refusal(chip: "passport", name: "not-type-2", words: ["Type B", "passport", "Use NTAG213"]),
    Refusal(chip: "topaz", name: "not-type-2", words: ["Topaz", "iPhone", "Use NTAG213"]),
    Refusal(
      state: classic, name: "not-type-2", words: ["MIFARE Classic", "iPhone", "Use NTAG213"]),
    Refusal(
      state: octopus, name: "felica-without-ndef", words: ["FeliCa", "system 8008", "NTAG213"]),
  ]

  private static let classic =
    "tagpress virtual tag 1\nmodel MIFARE Classic 1K\n"
    + (0..<64).map { block in
      let content =
        block == 0
        ? "01020304 04 080400 0000000000000000"
        : block % 4 == 3 ? "FFFFFFFFFFFF FF078069 FFFFFFFFFFFF" : String(repeating: "0", count: 32)
      return "block \(block < 16 ? "0" : "")\(String(block, radix: 16)) \(content)\n"
    }.joined()

  private static let octopus = """
    tagpress virtual tag 1
    model FeliCa card
    idm 01010A10B2C3D4E5
    pmm 03014B024F4993FF
    blocks-at-once 10 8
    system 8008
    service 1 0117

    """

  @Test(arguments: refusals)
  func aCardForOtherThingsIsNamedAndRefused(_ refusal: Refusal) throws {
    let desk = try Desk(chip: refusal.chip, state: refusal.state)
    let before = try desk.folder.read("one.tag")
    for arguments in [["read", "--json"], ["put", "--json", "https://a.example"]] {
      let result = try desk.tagpress(arguments)
      #expect(result.exit == .code(1))
      let answer = try JSONDocument(reading: result.stdout).root
      #expect(answer["name"]?.string == refusal.name)
      let words = try #require(answer["error"]?.string)
      for word in refusal.words { #expect(words.contains(word), "\(words)") }
    }
    #expect(try desk.folder.read("one.tag") == before)
    #expect(try desk.counter("pages") == 0)
  }

  @Test func aTransitCardShowsWhatIsOnIt() throws {
    let desk = try Desk(chip: "transit")
    let before = try desk.folder.read("one.tag")
    let result = try desk.tagpress("read", "--json")
    #expect(result.exit == .code(0))
    let answer = try JSONDocument(reading: result.stdout).root
    #expect(answer["kind"]?.string == "transit-card")
    #expect(answer["balance"]?.value == 2508)
    let history = try #require(answer["history"]?.value)
    let purchase: JSONValue = [
      "sequence": 2, "date": "2024-05-17", "dateExists": true,
      "terminal": ["code": "C7", "words": "shop terminal"],
      "process": ["code": "46", "words": "purchase"],
      "payment": ["code": "00", "words": nil], "passage": ["code": "00", "words": nil],
      "time": "11:25:02", "timeExists": true, "place": 0, "balance": 2508,
    ]
    let journey: JSONValue = [
      "sequence": 1, "date": "2024-05-16", "dateExists": true,
      "terminal": ["code": "16", "words": "ticket gate"],
      "process": ["code": "01", "words": "fare paid at the exit"],
      "payment": ["code": "00", "words": nil],
      "passage": ["code": "02", "words": "in and out"],
      "entry": "E3-0B", "entryRegion": "JR or Tokyo", "exit": "E3-3F",
      "exitRegion": "JR or Tokyo", "balance": 3000,
    ]
    #expect(history == [purchase, journey])
    let gate: JSONValue = [
      "date": "2024-05-16", "dateExists": true, "time": "08:41",
      "gate": ["code": "20", "words": "out"], "innerGate": ["code": "00", "words": nil],
      "station": "E3-3F", "device": 0, "amount": 220,
    ]
    #expect(answer["gates"]?.value == [gate])
    #expect(try desk.folder.read("one.tag") == before)
    #expect(try desk.counter("pages") == 0)
  }

  /// A card that keeps ten entries and gives ten at once.
  static func transit(_ history: [String]) -> String {
    let blocks = history.enumerated().map { "block 000\($0.offset) \($0.element)\n" }.joined()
    return """
      tagpress virtual tag 1
      model FeliCa card
      idm 01010A10B2C3D4E5
      pmm 03014B024F4993FF
      blocks-at-once 10 8
      system 0003
      service 1 0088 008B
      service 10 090C 090F
      \(blocks)
      """
  }

  /// Days and times that do not exist, kinds that no one has explained, and a card with no history.
  @Test func theOddCasesOfATransitCardAreNamed() throws {
    let desk = try Desk(
      state: Self.transit([
        "2A2B2C2D309FE30BE33FB80B00000130", "C7460000325DFFFF0001000000000200",
      ]))
    let page = try desk.tagpress("read").output
    #expect(page.contains("1  2024-04-31 (no such day)  3000 yen left  terminal 2A: process 2B"))
    #expect(page.contains("payment 2C, passage 2D, from E3-0B (JR or Tokyo) to E3-3F (elsewhere)"))
    #expect(page.contains("2  2025-02-29 (no such day) 31:63:62 (no such time)  0 yen left"))
    let empty = try Desk(state: Self.transit([]))
    #expect(try empty.tagpress("read").output.contains("History: nothing\n\nGates: nothing\n"))
  }

  /// A card with the NFC system in addition to its own shows both, and takes no link.
  @Test func aTransitCardWithALinkShowsBoth() throws {
    let systemOfNDEF = """
      system 12FC
      service 14 0009 000B
      block 0000 100401000D000000000001000008002B
      block 0001 D1010455046162630000000000000000

      """
    let desk = try Desk(
      state: Self.transit(["1601000230B0E30BE33FB80B00000100"]) + systemOfNDEF)
    let before = try desk.folder.read("one.tag")
    let page = try desk.tagpress("read").output
    #expect(page.contains("a transit card, to which TagPress never writes"), "\(page)")
    #expect(page.contains("URI: https://abc"), "\(page)")
    #expect(page.contains("\nTransit card, IDm "), "\(page)")
    #expect(page.contains("3000 yen left"), "\(page)")
    let answer = try JSONDocument(reading: desk.tagpress("read", "--json").stdout).root
    #expect(answer["content"]?.string == "message")
    #expect(answer["transit"]?["kind"]?.string == "transit-card")
    let refused = try desk.tagpress("put", "--json", "https://a.example")
    #expect(refused.exit == .code(1) && refused.output.contains("felica-without-ndef"))
    #expect(try desk.folder.read("one.tag") == before)
  }

  @Test func aType3TagIsDescribed() throws {
    let desk = try Desk(chip: "felica-lite-s")
    _ = try desk.tagpress("put", "https://go.example.com/s/1")
    let idm = try desk.idm()
    let result = try desk.tagpress("read")
    #expect(
      result.output == """
        FeliCa Lite-S, UID \(idm)

          memory     blocks of 16 bytes, room for a message of 208 bytes
          content    a message of 23 bytes
          access     anyone can write to it
          iPhone     offers the link, and opens it in the app that the website names, otherwise in the browser
          Android    opens the link in the app that claims it, otherwise in the browser

        1 record, 23 bytes

        1  URI: https://go.example.com/s/1
           TNF 0x01, type 55, id none, payload 19:
           04676f2e6578616d706c652e636f6d2f732f31

        """)
    #expect(result.exit == .code(0))
    let answer = try JSONDocument(reading: desk.tagpress("read", "--json", "--raw").stdout).root
    #expect(answer["chip"]?.string == "FeliCaLiteS")
    #expect(answer["uid"]?.string == idm)
    #expect(answer["memory"]?.elements?.count == 4)
    #expect(try desk.tagpress("erase").output.hasSuffix(", 1 write done and read back\n"))
    #expect(try desk.tagpress("read", "--json").output.contains(#""content": "empty""#))
    let planned = try desk.tagpress("put", "--plan", "--lock", "https://go.example.com/s/1")
    let lines = planned.output.split(separator: "\n").dropFirst()
    // The blocks of the message hold it still.
    let steps = lines.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    #expect(steps == ["00 commit", "00 close-access", "88 lock"], "\(planned.output)")
  }

  /// What a FeliCa Lite-S asks for is a key, and what it hides is a block.
  @Test func aHiddenBlockIsNamed() throws {
    let desk = try Desk(chip: "felica-lite-s")
    _ = try desk.tagpress("put", "https://go.example.com/s/1")
    try desk.edit("one.tag") { lines in
      for index in lines.indices where lines[index].hasPrefix("block 88 ") {
        // Bytes 6 and 8 of the configuration: block 1 is neither read nor written without the key.
        lines[index] = "block 88 FF FF FF 01 FF 00 02 00 02 00 00 00 00 00 00 00"
      }
    }
    let page = try desk.tagpress("read").output
    #expect(page.contains("unknown, because block 1 cannot be read\n"), "\(page)")
    #expect(page.contains("access     a key is needed to write to it"), "\(page)")
    let forecast = "unknown, because not all of the tag could be read\n"
    #expect(page.contains("iPhone     " + forecast), "\(page)")
    #expect(page.contains("Android    " + forecast), "\(page)")
    #expect(
      try desk.tagpress("read", "--json").output.contains(#""access": "key-to-write""#))
  }

  @Test func aBlankType3TagWaitsForFormatting() throws {
    let desk = try Desk(chip: "felica-lite-s-blank")
    #expect(try desk.tagpress("read").output.contains("not formatted for NDEF yet"))
    let refused = try desk.tagpress("put", "--json", "https://a.example")
    #expect(refused.exit == .code(1) && refused.output.contains("not-formatted"))
    #expect(try desk.tagpress("put", "--format", "https://a.example").exit == .code(0))
    #expect(try desk.tagpress("put", "--lock", "--yes", "https://a.example").exit == .code(0))
    #expect(try desk.tagpress("read").output.contains("permanently locked"))
  }

  @Test func aJobOnType3TagsIsRehearsed() throws {
    let folder = try TemporaryDirectory()
    let job = """
      <job xmlns="urn:tagpress:job:1" id="cards"><link>https://go.example.com/s/{number}</link>
      <tags chips="FeliCaLite FeliCaLiteS"/><rows count="4" id="n{number}"/></job>
      """
    try folder.write(job, to: "cards.xml")
    let result = try run(
      builtTool, ["rehearse", "--faults", "some", "cards.xml"], directory: folder.path)
    #expect(result.exit == .code(0), "\(result.output)\(result.errorOutput)")
  }
}
