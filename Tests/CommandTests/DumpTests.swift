// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

/// Dump files of other tools, read, saved and played.
struct DumpTests {
  /// A dump may be all that is left of a tag.
  @Test(arguments: [["read", "--save", "tag.nfc"], ["blocks", "read", "--file", "tag.nfc"]])
  func noDumpIsOverwritten(_ arguments: [String]) throws {
    let desk = try Desk()
    try desk.folder.write("mine", to: "tag.nfc")
    let result = try desk.tagpress(arguments)
    #expect(result.exit == .code(2) && result.output == "")
    #expect(result.errorOutput.contains("tag.nfc already exists and was not changed"))
    #expect(!result.errorOutput.contains("Put a tag on the reader"))
    #expect(try desk.folder.read("tag.nfc") == Array("mine".utf8))
  }

  @Test(arguments: ["tag.nfc", "tag.json", "tag.mfd", "tag.bin"])
  func aTagIsSavedAndReadBackAsADump(_ name: String) throws {
    let desk = try Desk()
    _ = try desk.tagpress("put", "https://go.example.com/s/1")
    #expect(try desk.tagpress("read", "--save", name).exit == .code(0))
    let dump = try desk.tagpress("read", "--json", "--dump", name)
    #expect(dump.exit == .code(0))
    #expect(dump.output.contains("\"uid\": \"\(try desk.uid())\""))
    #expect(dump.output.contains("\"uri\": \"https://go.example.com/s/1\""))
  }

  @Test func aDumpIsPlayedAndNotChanged() throws {
    let desk = try Desk()
    _ = try desk.tagpress("put", "https://go.example.com/s/1")
    _ = try desk.tagpress("read", "--save", "tag.nfc")
    let uid = try desk.uid()
    let before = try desk.folder.read("tag.nfc")
    let player = try BackgroundProgram(
      builtTool, ["simulate", "--stack", "tag.nfc"], directory: desk.folder.path)
    let reader = try #require(player.nextLine())
    let read = try run(builtTool, ["read", "--json", "--reader", reader])
    #expect(read.output.contains("\"uid\": \"\(uid)\""))
    #expect(read.output.contains("\"uri\": \"https://go.example.com/s/1\""))
    let put = try run(builtTool, ["put", "--reader", reader, "https://go.example.com/s/2"])
    #expect(put.exit == .code(0))
    #expect(try desk.folder.read("tag.nfc") == before)
  }

  @Test("a dump of a FeliCa Lite is played too, one of another card is refused with a way out")
  func felicaDumps() throws {
    let folder = try TemporaryDirectory()
    let block = "100401000d0000000000010000000023"
    for (name, number) in [("lite.json", 0), ("card.json", 40)] {
      try folder.write(
        """
        {"tagId": "0123456789abcdef", "felica": {"systems": {"34996": {"services": {"11": \
        {"blocksMap": {"\(number)": {"data": "\(block)"}}}}}}}}
        """, to: name)
    }
    let player = try BackgroundProgram(
      builtTool, ["simulate", "--stack", "lite.json"], directory: folder.path)
    #expect(try #require(player.nextLine()).hasPrefix("pn532_uart:"))
    let refused = try run(
      builtTool, ["simulate", "--stack", "card.json"], directory: folder.path)
    #expect(refused.exit == .code(2))
    #expect(
      refused.errorOutput.contains(
        "card.json is a dump of a FeliCa card that is not a FeliCa Lite."))
    #expect(refused.errorOutput.contains("--chip transit"))
  }

  /// A job on FeliCa Lite-S, judged by what a Flipper keeps of its tag.
  @Test(arguments: ["", #"<protect with="lock" when="written"/>"#])
  func aDumpOfAFeliCaTagIsJudged(protect: String) throws {
    let desk = try Desk(chip: "felica-lite-s")
    let job = """
      <job xmlns="urn:tagpress:job:1" id="spring"><link>https://go.example.com/s/{number}</link>
      <tags chips="FeliCaLiteS"/>\(protect)<rows count="1" id="n{number}"/></job>
      """
    try desk.folder.write(job, to: "spring.xml")
    let written = try desk.tagpress("write", "--first", "spring.xml")
    #expect(written.exit == .code(0), "\(written.errorOutput)")
    let blocks = try Self.flipperBlocks(desk)
    let idm = try desk.idm()
    func verdict(_ blocks: [String]) throws -> String {
      let lines =
        ["Filetype: Flipper NFC device", "Version: 4", "Device type: FeliCa"]
        + ["UID: \(Self.spaced(idm))", "Blocks total: 28", "Blocks read: 28"]
        + blocks.enumerated().map { "Block \($0): 00 00 \(Self.spaced($1))" }
      try desk.folder.write(lines.joined(separator: "\n") + "\n", to: "one.nfc")
      return try desk.tagpress("verify", "--json", "spring.xml", "--dump", "one.nfc").output
    }
    let right = try verdict(blocks)
    #expect(right.contains(#""outcome":"OK""#), "\(right)")
    #expect(right.contains(#""uid":"\#(idm)","chip":"FeliCaLiteS","row":"n1""#), "\(right)")
    // The first block of the message with another byte at its end.
    var other = blocks
    other[1] = other[1].prefix(30) + "40"
    #expect(try verdict(other).contains(#""outcome":"PUT ASIDE""#))
    // The configuration as the maker left it: anyone may write.
    var open = blocks
    open[23] = "FFFFFF01" + String(repeating: "0", count: 24)
    let reason = protect.isEmpty ? #""reason":null"# : #""reason":"unprotected""#
    #expect(try verdict(open).contains(reason))
  }

  /// A Flipper keeps all blocks of a FeliCa Lite-S, also those after the user's.
  @Test func aFlipperFileOfAFeliCaTagIsPlayed() throws {
    let desk = try Desk(chip: "felica-lite-s")
    #expect(try desk.tagpress("put", "https://go.example.com/s/1").exit == .code(0))
    let blocks = try Self.flipperBlocks(desk).enumerated().map {
      "Block \($0): 00 00 \(Self.spaced($1))"
    }
    let head = ["Filetype: Flipper NFC device", "Version: 4", "Device type: FeliCa"]
    let lines = head + ["UID: \(Self.spaced(try desk.idm()))"] + blocks
    let state = lines.joined(separator: "\n") + "\n"
    let player = try Desk(state: state)
    let read = try player.tagpress("read", "--json")
    #expect(read.output.contains("https://go.example.com/s/1"), "\(read.errorOutput)")
  }

  /// Hex with a space between the bytes, as Flippers write it.
  private static func spaced(_ digits: String) -> String {
    stride(from: 0, to: digits.utf8.count, by: 2).map { digits.dropFirst($0).prefix(2) }
      .joined(separator: " ")
  }

  /// The blocks of the tag on the reader in the order of a Flipper's file, in hex; what the chip
  /// does not keep is zero.
  private static func flipperBlocks(_ desk: Desk) throws -> [String] {
    var found: [String: String] = [:]
    let lines = String(decoding: try desk.folder.read("one.tag"), as: UTF8.self)
    for line in lines.split(separator: "\n") where line.hasPrefix("block ") {
      let words = line.split(separator: " ")
      found[String(words[1])] = words.dropFirst(2).joined()
    }
    let numbers = Array(0...0x0E) + Array(0x80...0x88) + [0x90, 0x91, 0x92, 0xA0]
    return numbers.map { number in
      let name = String(number, radix: 16, uppercase: true)
      return found[name.count == 1 ? "0" + name : name] ?? String(repeating: "0", count: 32)
    }
  }

  /// A job may have put the link on such a tag, but a transcript does not say on which.
  @Test func aDumpOfAnotherFamilyIsNotJudged() throws {
    let desk = try Desk()
    let job = """
      <job xmlns="urn:tagpress:job:1" id="spring"><link>https://go.example.com/s/{number}</link>
      <tags chips="NTAG213"/><rows count="1" id="n{number}"/></job>
      """
    try desk.folder.write(job, to: "spring.xml")
    #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
    try desk.folder.write(
      """
      Filetype: Flipper NFC device
      Version: 4
      Device type: NTAG4xx
      UID: 04 11 22 33 44 55 66
      """, to: "card.nfc")
    let result = try desk.tagpress("verify", "spring.xml", "--dump", "card.nfc")
    #expect(result.exit == .code(1))
    let words = result.output + result.errorOutput
    #expect(words.contains("a dump of the family ISO-DEP"), "\(words)")
    #expect(words.contains("Put the tag on a reader"), "\(words)")
  }

  @Test func severalDumpsAreOneObjectALine() throws {
    let folder = try TemporaryDirectory()
    // An empty Ultralight: serial number with its check bytes, container, empty message.
    let ultralight: [UInt8] = [
      0x04, 0x01, 0x02, 0x8F, 0x03, 0x04, 0x05, 0x06, 0x04, 0x48, 0, 0, 0xE1, 0x10, 0x06, 0,
      0x03, 0x00, 0xFE, 0x00,
    ]
    let zeros = [UInt8](repeating: 0, count: 64 - ultralight.count)
    try folder.write(ultralight + zeros, to: "one.bin")
    try folder.write("not a dump", to: "two.nfc")
    let result = try tagpress(
      "read", "--json", "--dump", "one.bin", "two.nfc", "three.nfc", directory: folder.path)
    let answers = try result.output.split(separator: "\n").map {
      try JSONDocument(reading: Array($0.utf8)).root
    }
    #expect(answers.map { $0["file"]?.string } == ["one.bin", "two.nfc", "three.nfc"])
    #expect(
      answers.map { $0["name"]?.string } == [nil, "unrecognised", "could-not-read-file"])
    let complaints = result.errorOutput.split(separator: "\n")
    #expect(complaints.count == 2)
    #expect(complaints.first?.hasPrefix("tagpress read: two.nfc: ") == true)
    #expect(complaints.last?.hasPrefix("tagpress read: three.nfc: There is no such file") == true)
    #expect(result.exit == .code(2))
  }

  @Test(arguments: [
    ["read", "x.nfc"], ["read", "--save", "tag.txt"], ["read", "--save", "tag.nfc", "--watch"],
  ])
  func optionsThatMakeNoSenseAreUsageErrors(_ arguments: [String]) throws {
    #expect(try run(builtTool, arguments).exit == .code(64))
  }
}
