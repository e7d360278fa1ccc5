// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

struct ReadTests {
  /// Of a card that makes up its UID, the next tap shows another one.
  @Test(arguments: [("08 11 22 33", true), ("04 11 22 33", false), ("08 11 22 33 44 55 66", false)])
  func aRandomUIDIsSaid(uid: String, isRandom: Bool) throws {
    let folder = try TemporaryDirectory()
    let lines = [
      "Filetype: Flipper NFC device", "Version: 4", "Device type: Mifare DESFire", "UID: \(uid)",
      "",
    ]
    let file = try folder.write(lines.joined(separator: "\n"), to: "card.nfc")
    let words = "UID \(uid.replacing(" ", with: "")) (random: the tag has another one each time)\n"
    #expect(try tagpress("read", "--dump", file).output.contains(words) == isRandom)
    let json = try tagpress("read", "--json", "--dump", file).output
    #expect(json.contains(#""randomUID": true"#) == isRandom, "\(json)")
  }

  @Test func saysWhatTheTagIsAndWhatPhonesDo() throws {
    let desk = try Desk()
    _ = try desk.tagpress("put", "https://go.example.com/s/1")
    let result = try desk.tagpress("read")
    #expect(
      result.output == """
        NTAG213, UID \(try desk.uid())

          memory     45 pages, 144 bytes for users, room for a message of 137 bytes
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
    #expect(result.exit == .code(0))
  }

  /// One without an answer is still called what it may be, and neither is genuine.
  @Test(arguments: [true, false])
  func aTagWithoutAMakersSignatureIsNotGenuine(_ isClone: Bool) throws {
    let desk = try Desk()
    if isClone { try desk.edit("one.tag") { $0.insert("claims NTAG213", at: 2) } }
    let page = try desk.tagpress("read").output
    #expect(page.contains("Treat the tag as an imitation.") == isClone, "\(page)")
    #expect(page.contains("it is a virtual tag of TagPress.") == !isClone, "\(page)")
    let json = try JSONDocument(reading: try desk.tagpress("read", "--json").stdout).root
    #expect(json["genuine"] != nil && json["genuine"]?.value != .bool(true))
    let saved = try desk.tagpress("read", "--save", "whole.nfc")
    #expect(saved.exit == .code(0))
    let dump = try desk.tagpress("read", "--dump", "whole.nfc").output
    #expect(dump.contains("it is a virtual tag of TagPress.") == !isClone, "\(dump)")
  }

  @Test func showsTheMemoryAsItIs() throws {
    let desk = try Desk()
    let result = try desk.tagpress("read", "--json", "--raw")
    let pages = try desk.pages()
    for page in pages.dropLast(2) { #expect(result.output.contains("\"\(page)\"")) }
  }

  @Test func changesNothing() throws {
    for chip in ["ntag213", "ntag216", "ultralight", "ultralight-c", "ultralight-ev1-21"] {
      let desk = try Desk(chip: chip)
      let before = try desk.pages()
      #expect(try desk.tagpress("read").exit == .code(0))
      #expect(try desk.pages() == before)
      #expect(try desk.counter("pages") == 0)
    }
  }

  @Test func readsOneTagAfterAnother() throws {
    let desk = try Desk()
    let watch = try BackgroundProgram(
      builtTool, ["read", "--watch", "--json", "--reader", desk.reader],
      directory: desk.folder.path)
    let first = try #require(watch.nextLine())
    try desk.tell("next")
    let second = try #require(watch.nextLine())
    #expect(first.contains(try desk.uid(of: "one.tag")))
    #expect(second.contains(try desk.uid(of: "two.tag")))
  }

  @Test func twoTagsAreNamed() throws {
    let desk = try Desk()
    try desk.tell("add 2")
    for arguments in [["read", "--json"], ["put", "--json", "https://a.example"]] {
      let result = try desk.tagpress(arguments)
      #expect(result.exit == .code(1))
      let answer = try JSONDocument(reading: result.stdout).root
      #expect(answer["name"]?.string == "several-tags")
      let words = try #require(answer["error"]?.string)
      #expect(words.contains(try desk.uid(of: "one.tag")), "\(words)")
      #expect(words.contains(try desk.uid(of: "two.tag")), "\(words)")
    }
    #expect(try desk.counter("pages") == 0)
  }

  @Test func aWatchNamesTwoTagsOnceAndContinues() throws {
    let desk = try Desk()
    try desk.tell("add 2")
    let watch = try BackgroundProgram(
      builtTool, ["read", "--watch", "--json", "--reader", desk.reader],
      directory: desk.folder.path)
    #expect(watch.nextLine()?.contains("several-tags") == true)
    try desk.tell("present 2")
    let second = "\"uid\":\"\(try desk.uid(of: "two.tag"))\""
    // Both are taken away first, one after the other, and the reader may look in between.
    var line = watch.nextLine()
    while let text = line, !text.contains(second) {
      #expect(!text.contains("several-tags"))
      line = watch.nextLine()
    }
    #expect(line != nil)
  }

  @Test func aWatchOutlivesAnUnpluggedReader() throws {
    let folder = try TemporaryDirectory()
    let simulation = try BackgroundProgram(
      builtTool, ["simulate", "--link", "reader", "--control", "desk"], directory: folder.path)
    let reader = try #require(simulation.nextLine())
    let watch = try BackgroundProgram(
      builtTool, ["read", "--watch", "--json", "--reader", reader], directory: folder.path)
    #expect(watch.nextLine()?.contains("\"chip\":\"NTAG213\"") == true)
    for words in ["unplug", "replug"] {
      _ = try tagpress(
        "simulate", "--control", "desk", "--tell", words, directory: folder.path)
      let line = watch.nextLine() ?? ""
      let expected =
        words == "unplug" ? "\"name\":\"reader-gone\"" : "\"chip\":\"NTAG213\""
      #expect(line.contains(expected), "\(line)")
    }
  }

  @Test(arguments: [
    (["read"], "no-such-port", 2), (["erase"], "no-such-port", 2),
    (["put", "https://a.example"], "no-such-port", 2), (["put", "hello"], "link-refused", 1),
    (["put", "--lock", "https://a.example"], "not-confirmed", 1),
    (["unlock", "--key", "none.keys"], "could-not-read-key", 2), (["unlock"], "usage", 64),
    (["read", "--key", "none.keys"], "could-not-read-key", 2),
    (["read", "--dump", "none.nfc"], "could-not-read-file", 2),
    (["read", "--dump", "/dev/null"], "empty", 1),
  ])
  func everyFailureIsOneObject(_ arguments: [String], _ name: String, _ code: Int32) throws {
    let result = try run(
      builtTool, arguments + ["--json"],
      environment: ["LIBNFC_DEVICE": "/dev/ttyUSB99", "PATH": "/usr/bin:/bin"])
    #expect(result.exit == .code(code))
    let answer = try JSONDocument(reading: result.stdout).root
    #expect(answer["uid"]?.value == JSONValue.null)
    #expect(answer["name"]?.string == name)
    #expect(answer["error"]?.string?.isEmpty == false)
    #expect(result.errorOutput.contains("tagpress \(arguments[0]): "))
  }

  /// Until the container is closed, too, whoever has the factory's key leads phones to another file,
  /// whether the container says that it is read-only or not.
  @Test(arguments: [false, true])
  func aLockThatWasTornIsNoLock(_ isDeclared: Bool) throws {
    let desk = try Desk(chip: "ntag424-dna")
    let link = "https://go.example.com/s/1"
    #expect(try desk.tagpress("put", "--lock", "--yes", link).exit == .code(0))
    #expect(try desk.tagpress("read").output.contains("  access     permanently locked\n"))
    try desk.edit("one.tag") { lines in
      lines.removeAll { $0.hasPrefix("settings 01 ") }
      guard !isDeclared else { return }
      for index in lines.indices where lines[index].hasPrefix("file E103 0000 ") {
        lines[index] = lines[index].replacing("0406E104010000FF", with: "0406E10401000000")
      }
    }
    let torn = try desk.tagpress("read")
    #expect(
      torn.output.contains(
        "  access     no one can write the message, but the factory's key can still lead phones to "
          + "another file; lock it again to complete the lock\n"), "\(torn.output)")
    let answer = try JSONDocument(reading: desk.tagpress("read", "--json").stdout).root
    #expect(answer["access"]?.string == "partly-read-only")
    // What the sentence says helps.
    #expect(try desk.tagpress("put", "--lock", "--yes", link).exit == .code(0))
    #expect(try desk.tagpress("read").output.contains("  access     permanently locked\n"))
  }

  @Test func textFromATagIsNeverAControlSequence() throws {
    // ESC [ 2 J would clear the screen.
    let desk = try Desk(pages: [
      4: "03 0B D1 01", 5: "07 54 02 64", 6: "65 1B 5B 32", 7: "4A FE 00 00",
    ])
    let result = try desk.tagpress("read")
    #expect(result.output.contains(#"Text (de): \u{1B}[2J"#))
    #expect(!result.stdout.contains(0x1B))
  }
}
