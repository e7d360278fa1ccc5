// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

struct BlocksReadTests {
  /// What a tag shows of its pages: its password reads as zeros.
  private static func shown(_ desk: Desk) throws -> [String] {
    var pages = try desk.pages()
    pages[0x2B] = "00000000"
    return pages
  }

  @Test func everyBlockIsShown() throws {
    let desk = try Desk()
    let rows = try Self.shown(desk).enumerated().map { number, content in
      let digits = Array(content.uppercased())
      let bytes = stride(from: 0, to: 8, by: 2).map { String(digits[$0...$0 + 1]) }
      return "\(number < 10 ? "    " : "   ")\(number)  \(bytes.joined(separator: " "))\n"
    }
    let result = try desk.tagpress("blocks", "read")
    #expect(
      result.output
        == "NTAG213, UID \(try desk.uid()): 45 blocks of 4 bytes\n\n" + rows.joined())
    #expect(result.errorOutput == "Put a tag on the reader.\n")
    #expect(result.exit == .code(0))
    #expect(try desk.counter("pages") == 0)
  }

  @Test func programsGetAnObject() throws {
    let desk = try Desk()
    let result = try desk.tagpress("blocks", "read", "--from", "3", "--count", "2", "--json")
    #expect(
      result.output == """
        {
          "uid": "\(try desk.uid())",
          "chip": "NTAG213",
          "blockSize": 4,
          "blockCount": 45,
          "from": 3,
          "content": "e11012000103a00c"
        }

        """)
  }

  @Test func theBytesOfABlockAreTurnedRound() throws {
    let desk = try Desk()
    let result = try desk.tagpress("blocks", "read", "--from", "3", "--count=2", "--reverse-blocks")
    #expect(result.output.hasSuffix("\n\n    3  00 12 10 E1\n    4  0C A0 03 01\n"))
  }

  @Test func theBytesAreKeptInAFile() throws {
    let desk = try Desk()
    let result = try desk.tagpress(
      "blocks", "read", "--from", "4", "--count", "2", "--file", "two.bin")
    #expect(result.exit == .code(0))
    #expect(try desk.folder.read("two.bin") == [0x01, 0x03, 0xA0, 0x0C, 0x34, 0x03, 0x00, 0xFE])
    #expect(try desk.tagpress("blocks", "read", "--file", "none/two.bin").exit == .code(2))
  }

  @Test(arguments: [
    (["--from", "45"], "no-such-block"), (["--from", "40", "--count", "6"], "no-such-block"),
    (["--from", "65535", "--count", "65535"], "no-such-block"),
  ])
  func blocksThatAreNotThereAreNamed(_ options: [String], _ name: String) throws {
    let desk = try Desk()
    let result = try desk.tagpress(["blocks", "read", "--json"] + options)
    #expect(result.exit == .code(1))
    #expect(try JSONDocument(reading: result.stdout).root["name"]?.string == name)
  }

  /// A chip that cannot be read without its password says which page it hides.
  @Test func aHiddenPageIsNamedAndTheKeyFileShowsIt() throws {
    let desk = try Desk()
    _ = try desk.tagpress("key", "new", "k")
    _ = try desk.tagpress("put", "--protect", "k", "--protect-reading", "https://a.example")
    let hidden = try desk.tagpress("blocks", "read")
    #expect(hidden.exit == .code(1))
    #expect(hidden.errorOutput.contains("does not let page 4 be read"), "\(hidden.errorOutput)")
    #expect(try desk.tagpress("blocks", "read", "--key", "k").exit == .code(0))
  }

  @Test func aFeliCaTagShowsTheBlocksOfItsMessage() throws {
    let desk = try Desk(chip: "felica-lite-s")
    let answer = try JSONDocument(
      reading: desk.tagpress("blocks", "read", "--json", "--count", "1").stdout
    ).root
    let idm = try desk.idm()
    #expect(answer["chip"]?.string == "FeliCaLiteS" && answer["uid"]?.string == idm)
    #expect(answer["blockSize"]?.value == 16 && answer["blockCount"]?.value == 14)
    #expect(answer["content"]?.string == "10040100" + "0d000000" + "00000100" + "00000023")
    let page = try desk.tagpress("blocks", "read", "--count", "1").output
    #expect(page.hasPrefix("FeliCa Lite-S, UID \(idm): 14 blocks of 16 bytes\n"), "\(page)")
    let all = try JSONDocument(reading: desk.tagpress("blocks", "read", "--json").stdout).root
    #expect(all["content"]?.string?.count == 14 * 32)
  }

  @Test func aCardWithFilesHasNone() throws {
    let desk = try Desk(chip: "ntag424-dna")
    let result = try desk.tagpress("blocks", "read", "--json")
    #expect(result.exit == .code(1))
    #expect(try JSONDocument(reading: result.stdout).root["name"]?.string == "no-blocks")
  }
}
