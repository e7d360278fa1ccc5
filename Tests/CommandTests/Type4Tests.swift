// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

/// The commands on one tag and on a job, with cards of Type 4.
struct Type4Tests {
  private static let link = "https://go.example.com/s/1"

  @Test func aCardIsWrittenReadAndErased() throws {
    let desk = try Desk(chip: "ntag424-dna")
    let planned = try desk.tagpress("put", "--plan", Self.link)
    #expect(
      planned.output.hasSuffix(
        "1 write to do; nothing was written\n  bytes 0 to 24: length and message\n"))
    #expect(planned.output.hasPrefix("PLAN  04"))
    let put = try desk.tagpress("put", Self.link)
    #expect(put.output.hasSuffix("  \(Self.link), 1 write done and read back\n"))
    #expect(put.output.hasPrefix("OK  04") && put.exit == .code(0))
    let again = try desk.tagpress("put", Self.link)
    #expect(again.output.hasSuffix("  \(Self.link) was there already; nothing was written\n"))
    let uid = try #require(put.output.split(separator: " ").dropFirst().first)
    #expect(
      try desk.tagpress("read").output == """
        NTAG 424 DNA, UID \(uid)

          memory     a file of 256 bytes, room for a message of 254 bytes
          format     version 2.0, 256 bytes read and 255 written at once
          content    a message of 23 bytes
          access     anyone can write to it
          signature  Instead of a signature, the tag says that it is a virtual tag of TagPress.
          iPhone     offers the link, and opens it in the app that the website names, otherwise in the browser
          Android    opens the link in the app that claims it, otherwise in the browser

        1 record, 23 bytes

        1  URI: https://go.example.com/s/1
           TNF 0x01, type 55, id none, payload 19:
           04676f2e6578616d706c652e636f6d2f732f31

        """)
    let erased = try desk.tagpress("erase")
    #expect(erased.exit == .code(0) && erased.output.hasSuffix(", 1 write done and read back\n"))
    let empty = try desk.tagpress("read", "--json", "--raw")
    let answer = try JSONDocument(reading: empty.stdout).root
    #expect(answer["content"]?.string == "empty" && answer["chip"]?.string == "NTAG424")
    #expect(try desk.tagpress("erase").output.hasSuffix("is empty already\n"))
  }

  @Test func whatACardCannotDoIsSaidBeforeItIsWritten() throws {
    let desk = try Desk(chip: "desfire-ev2-ndef")
    let cases: [([String], String)] = [
      (["put", "--json", "--lock", "--yes", Self.link], "lock-unsupported"),
      (["put", "--json", Self.link + "?{mirror.uid}"], "mirror-unsupported"),
      (["read", "--json", "--save", "tag.bin"], "not-saved"),
    ]
    for (arguments, name) in cases {
      let result = try desk.tagpress(arguments)
      #expect(try JSONDocument(reading: result.stdout).root["name"]?.string == name)
      #expect(result.exit != .code(0))
    }
    #expect(try desk.counter("pages") == 0)
  }

  @Test func anNTAG424IsPermanentlyLocked() throws {
    let desk = try Desk(chip: "ntag424-dna")
    let planned = try desk.tagpress("put", "--plan", "--lock", Self.link)
    #expect(
      planned.output.hasSuffix(
        """
        4 writes to do; nothing was written
          bytes 0 to 24: length and message
          settings of file 2: no one may write the message
          byte 14 of the container: read-only
          settings of file 1: no one may write the container

        """), "\(planned.output)")
    let put = try desk.tagpress("put", "--lock", "--yes", Self.link)
    #expect(
      put.output.hasSuffix("  \(Self.link), 1 write done and read back; permanently locked\n"),
      "\(put.output)\(put.errorOutput)")
    #expect(try desk.tagpress("read").output.contains("  access     permanently locked\n"))
    let again = try desk.tagpress("put", "--lock", "--yes", Self.link)
    #expect(again.output.hasSuffix("  \(Self.link) was there already; permanently locked\n"))
    let other = try desk.tagpress("put", Self.link + "2")
    #expect(other.exit == .code(1))
  }

  @Test func someoneElsesKeyIsNamedBeforeTheFirstWrite() throws {
    let desk = try Desk(chip: "ntag424-dna")
    try desk.edit("one.tag") { lines in
      lines.append("key 00 0102030405060708090A0B0C0D0E0F10")
    }
    let result = try desk.tagpress("put", "--json", "--lock", "--yes", Self.link)
    #expect(try JSONDocument(reading: result.stdout).root["name"]?.string == "key-changed")
    #expect(
      result.errorOutput.contains("Key 0 of this tag was set by someone else"),
      "\(result.errorOutput)")
    #expect(result.exit == .code(1))
    #expect(try desk.counter("pages") == 0)
  }

  @Test func aJobIsLockedInAPassOfItsOwn() throws {
    let desk = try Desk(chip: "ntag424-dna")
    let job = """
      <job xmlns="urn:tagpress:job:1" id="cards"><link>https://go.example.com/s/{number}</link>
      <tags chips="NTAG424"/><protect with="lock"/><rows count="1" id="n{number}"/></job>
      """
    try desk.folder.write(job, to: "cards.xml")
    #expect(try desk.tagpress("write", "--first", "cards.xml").exit == .code(0))
    #expect(try desk.tagpress("read").output.contains("  access     anyone can write to it\n"))
    let lock = try desk.tagpress("lock", "--yes", "cards.xml")
    #expect(lock.exit == .code(0), "\(lock.output)\(lock.errorOutput)")
    #expect(try desk.tagpress("read").output.contains("  access     permanently locked\n"))
    let closed = try desk.tagpress("verify", "cards.xml")
    #expect(closed.exit == .code(0), "\(closed.output)\(closed.errorOutput)")
    // A copy of it, which no one locked.
    try desk.edit("one.tag") { lines in lines.removeAll { $0.hasPrefix("settings ") } }
    let open = try desk.tagpress("verify", "--json", "cards.xml")
    #expect(open.output.contains(#""reason":"unprotected""#), "\(open.output)\(open.errorOutput)")
    #expect(open.exit == .code(1))
  }

  /// Tags that are right are not put aside because of a lock that their chip does not take.
  @Test func aJobOfOtherCardsIsNotLocked() throws {
    let desk = try Desk(chip: "desfire-ev2-ndef")
    let job = """
      <job xmlns="urn:tagpress:job:1" id="cards"><link>https://go.example.com/s/{number}</link>
      <tags chips="DESFire"/><rows count="1" id="n{number}"/></job>
      """
    try desk.folder.write(job, to: "cards.xml")
    #expect(try desk.tagpress("write", "--first", "cards.xml").exit == .code(0))
    let result = try desk.tagpress("lock", "--json", "cards.xml")
    #expect(result.exit == .code(1))
    let answer = try JSONDocument(reading: result.stdout).root
    #expect(answer["name"]?.string == "lock-unsupported", "\(result.output)")
  }

  @Test func cardsWithoutNDEFAreRefusedInWords() throws {
    let desk = try Desk(chip: "desfire-blank")
    let result = try desk.tagpress("put", Self.link)
    #expect(result.exit == .code(1))
    #expect(
      result.errorOutput.contains("This MIFARE DESFire EV2 was not formatted for NDEF"),
      "\(result.errorOutput)")
  }

  @Test func aJobIsCheckedAndRehearsed() throws {
    let folder = try TemporaryDirectory()
    let job = """
      <job xmlns="urn:tagpress:job:1" id="cards"><link>https://go.example.com/s/{number}</link>
      <tags chips="NTAG424 DESFire"/><rows count="12" id="n{number}"/></job>
      """
    try folder.write(Array(job.utf8), to: "cards.xml")
    let check = try run(builtTool, ["check", "cards.xml"], directory: folder.path)
    #expect(check.exit == .code(0), "\(check.errorOutput)")
    #expect(
      check.output.contains(
        "  chips       NTAG424: every row fits; the largest, n10, leaves 230 bytes\n"
          + "              DESFire: each tag itself says how much fits\n"), "\(check.output)")
    for faults in ["none", "some"] {
      let result = try run(
        builtTool, ["rehearse", "--faults", faults, "cards.xml"], directory: folder.path)
      #expect(result.exit == .code(0), "\(result.output)")
      #expect(result.output.contains("12 of 12 rows: each is on exactly one tag"))
    }
    let locked = job.replacing("<rows", with: #"<protect with="lock" when="written"/><rows"#)
    try folder.write(Array(locked.utf8), to: "cards.xml")
    let refused = try run(builtTool, ["check", "--json", "cards.xml"], directory: folder.path)
    #expect(refused.exit == .code(1) && refused.output.contains("chip-without-lock"))
    let lockable = locked.replacing("NTAG424 DESFire", with: "NTAG424")
    try folder.write(Array(lockable.utf8), to: "cards.xml")
    for faults in ["none", "some"] {
      let result = try run(
        builtTool, ["rehearse", "--faults", faults, "cards.xml"], directory: folder.path)
      #expect(result.exit == .code(0), "\(result.output)")
    }
  }
}
