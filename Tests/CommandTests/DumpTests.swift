// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

/// Dump files of other tools, read, saved and played.
@Suite struct DumpTests {
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
      refused.errorOutput.contains("card.json is a dump of a FeliCa card that is no FeliCa Lite."))
    #expect(refused.errorOutput.contains("--chip transit"))
  }

  /// A job may have put the link on such a tag, but only the tag itself can show it.
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
      {"tagId": "0123456789abcdef", "felica": {"systems": {"34996": {"services": {"11": \
      {"blocksMap": {"0": {"data": "100401000d0000000000010000000023"}}}}}}}}
      """, to: "lite.json")
    let result = try desk.tagpress("verify", "spring.xml", "--dump", "lite.json")
    #expect(result.exit == .code(1))
    let words = result.output + result.errorOutput
    #expect(words.contains("a dump of the family Type 3 (FeliCa)"), "\(words)")
    #expect(words.contains("lay the tag on a reader"), "\(words)")
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
    #expect(complaints.last?.hasPrefix("tagpress read: three.nfc: there is no such file") == true)
    #expect(result.exit == .code(2))
  }

  @Test(arguments: [
    ["read", "x.nfc"], ["read", "--save", "tag.txt"], ["read", "--save", "tag.nfc", "--watch"],
  ])
  func optionsThatMakeNoSenseAreUsageErrors(_ arguments: [String]) throws {
    #expect(try run(builtTool, arguments).exit == .code(64))
  }
}
