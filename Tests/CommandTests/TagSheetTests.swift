// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TagReport
import TestSupport
import Testing

/// What was not read of a tag is never stated, and dumps are described as tags are.
struct TagSheetTests {
  private static func protectedDesk() throws -> Desk {
    let desk = try Desk()
    _ = try desk.tagpress("key", "new", "k")
    let put = try desk.tagpress(
      "put", "--protect", "k", "--protect-reading", "https://go.example.com/s/1")
    try #require(put.exit == .code(0), "\(put.errorOutput)")
    return desk
  }

  @Test func aTagThatHidesItsPagesIsNotGuessedAt() throws {
    let desk = try Self.protectedDesk()
    let read = try desk.tagpress("read")
    for line in [
      "45 pages, 144 bytes for users, unknown room for a message\n",
      "  content    unknown, because page 4 cannot be read\n",
      "  access     unknown, because page 4 cannot be read without a password\n",
      "  iPhone     unknown, because not all of the tag could be read\n",
      "  Android    unknown, because not all of the tag could be read\n",
    ] {
      #expect(read.output.contains(line), "\(read.output)")
    }
    #expect(read.exit == .code(1))
    let answer = try JSONDocument(reading: desk.tagpress("read", "--json").stdout).root
    #expect(answer["capacity"]?.string == "unknown")
    #expect(answer["access"]?.string == "unknown")
    #expect(answer["content"]?.string == "hidden")
  }

  /// We have the key; no phone has.
  @Test func phonesHaveNoKey() throws {
    let desk = try Self.protectedDesk()
    let read = try desk.tagpress("read", "--key", "k")
    for line in [
      "  access     a password protects reading and writing from page 4 on\n",
      "  iPhone     cannot read it, because the tag asks for its password first\n",
      "  Android    cannot read it, because the tag asks for its password first\n",
      "URI: https://go.example.com/s/1\n",
    ] {
      #expect(read.output.contains(line), "\(read.output)")
    }
    #expect(read.exit == .code(0))
  }

  @Test(arguments: ["half.bin", "half.mfd"])
  func halfATagIsNotSavedAsAWholeOne(_ name: String) throws {
    let desk = try Self.protectedDesk()
    let saved = try desk.tagpress("read", "--save", name)
    #expect(saved.exit == .code(1))
    #expect(
      saved.errorOutput.contains("The tag was read only up to page 4"), "\(saved.errorOutput)")
    #expect(throws: (any Error).self) { try desk.folder.read(name) }
    // What the sentence says helps.
    #expect(try desk.tagpress("read", "--key", "k", "--save", name).exit == .code(0))
    _ = try desk.tagpress("read", "--save", "half.nfc")
    let dump = try desk.tagpress("read", "--json", "--dump", "half.nfc")
    #expect(dump.output.contains(#""content": "hidden""#), "\(dump.output)")
  }

  /// A dump without a signature, from a tag that may have one, is not that of an imitation.
  @Test func whatADumpLacksIsUnknown() throws {
    let desk = try Self.protectedDesk()
    let page = try desk.tagpress("read").output
    #expect(page.contains("the tag says that it is a virtual tag of TagPress."))
    _ = try desk.tagpress("read", "--key", "k", "--save", "whole.bin")
    let dump = try desk.tagpress("read", "--dump", "whole.bin")
    #expect(
      dump.output.contains("  signature  unknown, because the dump does not have it\n"),
      "\(dump.output)")
    let json = try desk.tagpress("read", "--json", "--dump", "whole.bin")
    let answer = try JSONDocument(reading: json.stdout)
    #expect(answer.root["signature"]?.string == "unknown")

    // Without its settings no one can say whether phones may read it.
    try desk.folder.write(Array(try desk.folder.read("whole.bin").prefix(80)), to: "short.bin")
    let short = try desk.tagpress("read", "--dump", "short.bin").output
    for words in [
      "access     unknown, because", "signature  unknown, because the dump does not have it\n",
      "in the browser, unless the tag asks for its password first\n",
    ] {
      #expect(short.contains(words), "\(short)")
    }
  }

  private static let dumps: [(name: String, file: String, lines: [String], access: String)] = [
    (
      "Type 5",
      """
      Filetype: Flipper NFC device
      Version: 4
      Device type: SLIX
      UID: E0 04 01 50 03 04 05 06
      Data Content: E1 40 0D 01 03 10 D1 01 0C 55 04 61 2E 65 78 61 6D 70 6C 65 2F 31 FE \
      \([String](repeating: "00", count: 89).joined(separator: " "))
      """,
      [
        "ICODE SLIX, UID E004015003040506\n", "28 blocks of 4 bytes, room for a message of ",
        "  access     says that anyone can write to it, but not which blocks are locked\n",
        "  iPhone     offers the link",
      ], "unknown"
    ),
    (
      "Type 4",
      """
      {"tech": "t4", "cc": "000F20003A00340406E104010000FF",
      "ndef_file": "0010D1010C5504612E6578616D706C652F31"}
      """,
      [
        "A Type 4 tag, UID unknown\n", "a file of 256 bytes, room for a message of 254 bytes\n",
        "  access     says that it is read-only\n", "  iPhone     offers the link",
      ], "unknown"
    ),
    (
      "MIFARE Classic",
      """
      Filetype: Flipper NFC device
      Version: 4
      Device type: Mifare Classic
      UID: 01 02 03 04
      Mifare Classic type: 1K
      Block 0: 01 02 03 04 04 08 04 00 00 00 00 00 00 00 00 00
      """,
      [
        "MIFARE Classic 1K, UID 01020304\n", "  memory     1024 bytes, ",
        "  access     unknown, because TagPress does not judge the locks of this kind of tag\n",
        "  iPhone     does nothing, because it reads no MIFARE Classic\n",
        "  Android    unknown, because only some phones read MIFARE Classic\n",
      ], "unknown"
    ),
  ]

  @Test(arguments: dumps.indices)
  func dumpsOfEveryFamilyGetTheLinesOfTags(_ index: Int) throws {
    let (name, file, lines, access) = Self.dumps[index]
    let report = try DumpReport(Array(file.utf8), name: "tag.nfc")
    let page = report.page(raw: false)
    for line in lines { #expect(page.contains(line), "\(name): \(page)") }
    #expect(report.json(raw: true).pretty.contains("\"access\": \"\(access)\""), "\(name)")
  }
}
