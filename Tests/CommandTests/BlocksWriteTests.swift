// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

struct BlocksWriteTests {
  private static func write(_ options: String..., on desk: Desk) throws -> ProcessResult {
    try desk.tagpress(["blocks", "write", "--yes"] + options)
  }

  private static func name(_ result: ProcessResult) throws -> String? {
    try JSONDocument(reading: result.stdout).root["name"]?.string
  }

  @Test func bytesAreOnTheTagJustAsTheyAre() throws {
    let desk = try Desk()
    let before = try desk.pages()
    let result = try Self.write("--from", "6", "00112233", "44:55:66:77", on: desk)
    let uid = try desk.uid()
    #expect(result.output == "OK  \(uid)  blocks 6 to 7: 2 written, all read back\n")
    #expect(result.exit == .code(0))
    #expect(try desk.pages() == before[..<6] + ["00112233", "44556677"] + before[8...])
    let again = try Self.write("--from", "6", "0011223344556677", on: desk)
    #expect(
      again.output == "OK  \(uid)  blocks 6 to 7 already hold these bytes; nothing was written\n")
    let turned = try Self.write("--from", "7", "--reverse-blocks", "77665544", on: desk)
    #expect(turned.output == "OK  \(uid)  block 7 already holds these bytes; nothing was written\n")
    #expect(try desk.counter("pages") == 2)
  }

  @Test func programsGetAnObject() throws {
    let desk = try Desk()
    let result = try Self.write("--json", "--from", "5", "340300fe00000001", on: desk)
    #expect(
      result.output == """
        {
          "uid": "\(try desk.uid())",
          "outcome": "written",
          "from": 5,
          "count": 2,
          "written": 1
        }

        """)
  }

  /// What was read is put back whole; only what someone changed is written.
  @Test func aFileIsWrittenWhereItDiffers() throws {
    let desk = try Desk()
    _ = try desk.tagpress("blocks", "read", "--file", "all.bin")
    _ = try Self.write("--from", "20", "11111111", on: desk)
    let before = try desk.pages()
    let result = try Self.write("--from", "0", "--file", "all.bin", on: desk)
    #expect(result.output.hasSuffix("  blocks 0 to 44: 1 written, all read back\n"))
    #expect(try desk.pages() == before[..<20] + ["00000000"] + before[21...])
  }

  @Test func nothingIsWrittenUnasked() throws {
    let desk = try Desk()
    let result = try desk.tagpress("blocks", "write", "--from", "6", "00112233")
    #expect(result.exit == .code(1))
    #expect(result.errorOutput.contains("Add --yes") && result.errorOutput.contains("will be lost"))
    #expect(try desk.counter("pages") == 0)
  }

  static let refusals: [(options: String, name: String, words: String)] = [
    ("--from 0 01020304", "block-reserved", "serial number"),
    ("--from 2 00000000", "block-reserved", "--allow locks"),
    ("--from 3 00000000", "block-reserved", "--allow container"),
    ("--from 40 00000000", "block-reserved", "--allow locks"),
    ("--from 41 00000000", "block-reserved", "--allow settings"),
    ("--from 42 --allow locks --allow container 00000000", "block-reserved", "--allow settings"),
    ("--from 43 --allow settings 01020304", "block-reserved", "put --protect"),
    ("--from 4 010203040506070800", "not-whole-blocks", "9 bytes"),
    ("--from 39 --allow container 0102030405060708", "block-reserved", "Block 40"),
    ("--from 3 --allow container 00000000", "bits-fixed", "never be cleared"),
    ("--from 40 --allow locks 00000000", "bits-fixed", "Page 40"),
    ("--from 45 00000000", "no-such-block", "0 to 44"),
    ("--from 44 0000000000000000", "no-such-block", "2 blocks from block 44"),
    ("--from 6 --uid 04112233445566 00112233", "other-tag", "not tag 04112233445566"),
  ]

  @Test func whatCouldSpoilTheTagIsRefusedBeforeTheFirstWrite() throws {
    let desk = try Desk()
    for (options, name, words) in Self.refusals {
      let arguments = options.split(separator: " ").map(String.init)
      let result = try desk.tagpress(["blocks", "write", "--yes", "--json"] + arguments)
      #expect(result.exit == .code(1), "\(options)")
      #expect(try Self.name(result) == name, "\(options)")
      #expect(result.errorOutput.contains(words), "\(options): \(result.errorOutput)")
    }
    #expect(try desk.counter("pages") == 0)
  }

  @Test func whatIsNamedIsWritten() throws {
    let desk = try Desk()
    let uid = try desk.uid()
    let settings = try Self.write(
      "--uid", uid.lowercased(), "--from", "40", "--allow", "locks", "--allow", "settings",
      "010000bd040000ff00050000", on: desk)
    #expect(settings.output == "OK  \(uid)  blocks 40 to 42: 1 written, all read back\n")
    #expect(try desk.pages()[40] == "010000bd")
    let closed = try Self.write("--from", "3", "--allow", "container", "e110120f", on: desk)
    #expect(closed.exit == .code(0))
    #expect(try desk.pages()[3] == "e110120f")
    // Pages 16 and 17 are locked now.
    let locked = try Self.write("--json", "--from", "15", "0000000100000001", on: desk)
    #expect(try Self.name(locked) == "page-locked")
    #expect(try desk.pages()[15] == "00000000")
  }

  @Test func aPasswordIsAskedForBeforeTheFirstWrite() throws {
    let desk = try Desk()
    _ = try desk.tagpress("key", "new", "k")
    _ = try desk.tagpress("put", "--protect", "k", "https://a.example")
    let refused = try Self.write("--json", "--from", "20", "00112233", on: desk)
    #expect(try Self.name(refused) == "password-required")
    #expect(try Self.write("--key", "k", "--from", "20", "00112233", on: desk).exit == .code(0))
    #expect(try desk.pages()[20] == "00112233")
  }

  @Test func aMirrorIsNoPlaceForBytes() throws {
    let desk = try Desk()
    _ = try desk.tagpress("put", "https://a.example/{mirror.uid}")
    let before = try desk.pages()
    let result = try Self.write("--json", "--from", "20", "00112233", on: desk)
    #expect(try Self.name(result) == "mirror-active")
    #expect(try desk.pages() == before)
  }

  @Test func aFeliCaTagTakesWholeBlocks() throws {
    let desk = try Desk(chip: "felica-lite-s")
    func block(_ number: String) throws -> String? {
      String(decoding: try desk.folder.read("one.tag"), as: UTF8.self)
        .split(separator: "\n").first { $0.hasPrefix("block \(number) ") }
        .map { $0.split(separator: " ").dropFirst(2).joined() }
    }
    let bytes = "000102030405060708090A0B0C0D0E0F"
    let result = try Self.write("--from", "5", bytes, on: desk)
    #expect(result.output.hasSuffix("  block 5 written and read back\n"))
    #expect(try block("05") == bytes)
    #expect(try Self.name(Self.write("--json", "--from", "14", bytes, on: desk)) == "no-such-block")
    try desk.edit("one.tag") { lines in
      for index in lines.indices where lines[index].hasPrefix("block 88 ") {
        // Bit 6 of its configuration: block 6 is permanently read-only.
        lines[index] = "block 88 BF FF FF 01 FF 00 00 00 00 00 00 00 00 00 00 00"
      }
    }
    let locked = try Self.write("--json", "--from", "6", bytes + bytes, on: desk)
    #expect(try Self.name(locked) == "block-locked", "\(locked.output)")
    #expect(try block("07") == String(repeating: "0", count: 32))
  }

  @Test(arguments: [
    ([], "Name one source of bytes"), (["--from", "4"], "Name one source"),
    (["--from", "4", "--file", "a", "00112233"], "Name one source"), (["00112233"], "--from N"),
    (["--from", "4", "--count", "1", "00112233"], "--count needs --resolver"),
    (["--from", "4", "0011223"], "only one hex digit"), (["--from", "4", "xx"], "not a hex digit"),
    (["--from", "4", "--uid", "tag", "00112233"], "is not a UID"),
    (["--from", "4", "--allow", "all", "00112233"], "--allow"),
    (["--from", "65536", "00112233"], "--from"),
  ])
  func optionsThatMakeNoSenseAreUsageErrors(_ options: [String], _ words: String) throws {
    let result = try run(builtTool, ["blocks", "write", "--yes"] + options)
    #expect(result.exit == .code(64))
    #expect(result.errorOutput.contains(words), "\(result.errorOutput)")
  }
}
