// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

struct PutTests {
  private let link = "https://go.example.com/s/1"
  /// The pages of a factory-new NTAG213 from page 4 on, with this link on it.
  private let written = [
    "0103a00c", "340317d1", "01135504", "676f2e65", "78616d70", "6c652e63", "6f6d2f73", "2f31fe00",
  ]

  @Test func aLinkIsOnTheTagByteForByte() throws {
    let desk = try Desk()
    let before = try desk.pages()
    let result = try desk.tagpress("put", link)
    #expect(
      result.output == "OK  \(try desk.uid())  \(link), 7 pages written and read back\n")
    #expect(result.errorOutput == "Put a tag on the reader.\n")
    #expect(result.exit == .code(0))
    var after = before
    after.replaceSubrange(4..<12, with: written)
    #expect(try desk.pages() == after)
  }

  @Test func aTagThatIsRightIsNotWritten() throws {
    let desk = try Desk()
    _ = try desk.tagpress("put", link)
    let pages = try desk.counter("pages")
    let result = try desk.tagpress("put", link)
    #expect(result.output.hasSuffix("was there already; nothing was written\n"))
    #expect(try desk.counter("pages") == pages)
  }

  @Test func aPlanWritesNothing() throws {
    let desk = try Desk()
    let before = try desk.pages()
    let result = try desk.tagpress("put", "--plan", link)
    // Someone who looks for OK must not find it where nothing was done.
    #expect(result.output.hasPrefix("PLAN  \(try desk.uid())  7 pages to write; nothing was"))
    #expect(result.output.contains("\n  05  34 03 00 FE -> 34 03 17 D1  commit\n"))
    #expect(try desk.pages() == before)
    #expect(try desk.counter("pages") == 0)
  }

  @Test func programsGetAnObject() throws {
    let desk = try Desk()
    let result = try desk.tagpress("put", "--json", link)
    #expect(
      result.output == """
        {
          "uid": "\(try desk.uid())",
          "link": "\(link)",
          "chip": "NTAG213",
          "outcome": "written",
          "pages": 7
        }

        """)
  }

  @Test(arguments: [
    ["--format", "https://e.com/{mirror.uid}"], ["--format", "--protect", "k", "https://e.com/"],
  ])
  func whatTheChipCannotDoIsRefusedBeforeTheFirstWrite(_ arguments: [String]) throws {
    let desk = try Desk(chip: "ultralight")
    _ = try desk.tagpress("key", "new", "k")
    let result = try desk.tagpress(["put"] + arguments)
    #expect(result.exit == .code(1), "\(result.output)")
    #expect(try desk.counter("pages") == 0)
  }

  @Test func aPlanShowsEveryWriteAndNoSecret() throws {
    let desk = try Desk()
    _ = try desk.tagpress("key", "new", "k")
    let link = "https://e.com/{mirror.uid}"
    let guarded = try desk.tagpress("put", "--plan", "--protect", "k", link)
    let purposes = ["commit", "mirror", "password", "acknowledge", "protect-from"]
    for purpose in purposes { #expect(guarded.output.contains("  \(purpose)\n"), "\(purpose)") }
    #expect(guarded.output.contains("-> ** ** ** **  password\n"))
    let locked = try desk.tagpress("put", "--plan", "--lock", link)
    #expect(locked.output.contains("  lock-static\n"))
    #expect(try desk.counter("pages") == 0)
  }

  @Test func registersThatWereWrittenAreNotPassedOver() throws {
    let desk = try Desk()
    _ = try desk.tagpress("key", "new", "k")
    let text = "https://e.com/{mirror.uid}"
    _ = try desk.tagpress("put", text)
    let pages = try desk.counter("pages")
    let again = try desk.tagpress("put", text)
    #expect(again.output.contains("was there already; nothing was written; reads as"))
    #expect(try desk.counter("pages") == pages)
    _ = try desk.tagpress("put", link)
    let guarded = try desk.tagpress("put", "--protect", "k", link)
    #expect(guarded.output.contains("was there already; protected by its password"))
  }

  @Test func anOpenTagTakesAKeyFileToo() throws {
    let desk = try Desk()
    _ = try desk.tagpress("key", "new", "k")
    #expect(try desk.tagpress("put", "--key", "k", link).exit == .code(0))
    let pages = try desk.counter("pages")
    let result = try desk.tagpress("unlock", "--key", "k")
    #expect(result.output == "OK  \(try desk.uid())  is open already\n")
    #expect(result.exit == .code(0))
    #expect(try desk.counter("pages") == pages)
  }

  @Test func aLinkThatIsTooLongIsRefusedBeforeTheFirstWrite() throws {
    let desk = try Desk()
    let text = "https://go.example.com/" + String(repeating: "x", count: 117)
    #expect(try desk.tagpress("put", text + "y").exit == .code(1))
    #expect(try desk.counter("pages") == 0)
    #expect(try desk.tagpress("put", text).exit == .code(0))
  }

  @Test func anUnformattedTagIsFormattedOnlyWhenAllowed() throws {
    let desk = try Desk(chip: "ultralight")
    let result = try desk.tagpress("put", link)
    #expect(result.exit == .code(1))
    #expect(result.errorOutput.contains("not formatted"))
    #expect(try desk.counter("pages") == 0)
    #expect(try desk.tagpress("put", "--format", link).exit == .code(0))
    #expect(try desk.pages()[3] == "e1100600")
  }

  @Test func thePasswordKeepsStrangersOutAndTheKeyFileLetsUsIn() throws {
    let desk = try Desk()
    #expect(try desk.tagpress("key", "new", "spring.keys").exit == .code(0))
    #expect(try desk.tagpress("key", "new", "other.keys").exit == .code(0))
    #expect(try desk.tagpress("key", "new", "spring.keys").exit == .code(1))
    #expect(try desk.tagpress("put", "--protect", "spring.keys", link).exit == .code(0))
    let stranger = try desk.tagpress("put", "https://elsewhere.example")
    #expect(stranger.exit == .code(1))
    #expect(stranger.errorOutput.contains("needs its password"))
    let wrong = try desk.tagpress("put", "--key", "other.keys", "https://elsewhere.example")
    #expect(wrong.exit == .code(1))
    #expect(wrong.errorOutput.contains("refuses this password"))
    #expect(try desk.tagpress("put", "--key", "spring.keys", link + "2").exit == .code(0))
    #expect(try desk.tagpress("unlock", "--key", "other.keys").exit == .code(1))
    #expect(try desk.tagpress("unlock", "--key", "spring.keys").exit == .code(0))
    #expect(try desk.tagpress("put", "https://elsewhere.example").exit == .code(0))
    // Password and acknowledge are what the factory wrote.
    #expect(Array(try desk.pages()[0x29...]) == ["040000ff", "00050000", "ffffffff", "00000000"])
  }

  /// A tag that was taken away while its password was changed has one half of each.
  @Test func aTagWithAnotherAnswerIsOpenedByItsOwnersDecision() throws {
    let desk = try Desk()
    _ = try desk.tagpress("key", "new", "k")
    #expect(try desk.tagpress("put", "--protect", "k", link).exit == .code(0))
    try desk.edit("one.tag", page: "2C", to: "12 34 00 00")
    func unlock(_ options: String...) throws -> ProcessResult {
      try desk.tagpress(["unlock", "--key", "k"] + options)
    }
    let refused = try unlock()
    #expect(refused.exit == .code(1))
    #expect(refused.errorOutput.contains("If you are certain that it is yours, add --any-answer."))
    #expect(try desk.pages()[0x29] == "04000004")
    #expect(try unlock("--any-answer").output.hasSuffix("  is open: anyone can write to it now\n"))
    #expect(try desk.pages()[0x29] == "040000ff")
  }

  @Test func aTagIsLockedOnlyByWhoSaysSo() throws {
    let desk = try Desk()
    let refused = try desk.tagpress("put", "--lock", link)
    #expect(refused.exit == .code(1))
    #expect(try desk.counter("pages") == 0)
    #expect(try desk.tagpress("put", "--lock", "--yes", link).exit == .code(0))
    let pages = try desk.pages()
    #expect(pages[2].hasSuffix("ffff"))
    #expect(pages[3] == "e110120f")
    #expect(pages[0x28] == "ff0f3fbd")
    #expect(try desk.tagpress("put", "https://elsewhere.example").exit == .code(1))
  }

  @Test func theChipShowsItsUIDInTheLink() throws {
    let desk = try Desk()
    let result = try desk.tagpress("put", "https://go.example.com/u/{mirror.uid}")
    #expect(result.output.contains("; reads as https://go.example.com/u/\(try desk.uid())"))
    let read = try desk.tagpress("read", "--json")
    #expect(read.output.contains("\"uri\": \"https://go.example.com/u/\(try desk.uid())\""))
  }

  /// The mirror stays where it was, and the text after it is another.
  @Test func whatFollowsAMirrorIsChanged() throws {
    let desk = try Desk()
    for rest in ["", "/longer", "", "?a=1"] {
      let result = try desk.tagpress("put", "https://e.com/{mirror.uid}\(rest)")
      #expect(result.exit == .code(0), "\(rest): \(result.errorOutput)")
      let shown = "\"uri\": \"https://e.com/\(try desk.uid())\(rest)\""
      #expect(try desk.tagpress("read", "--json").output.contains(shown), "\(rest)")
    }
  }

  @Test(arguments: [
    ("https://e.com/{mirror.uid}/ü", "https://e.com/UID/%C3%BC"),
    ("HTTPS://E.com/b/../{mirror.uid}/a b", "https://e.com/UID/a%20b"),
    ("https://ü.com?a=ü&u={mirror.uid}#ü", "https://xn--tda.com?a=%C3%BC&u=UID#%C3%BC"),
    ("https://e.com/u000000000000#{mirror.uid}", "https://e.com/u000000000000#UID"),
  ])
  func theMirrorIsWhereNormalisingPutsIt(_ link: String, _ shown: String) throws {
    let desk = try Desk()
    let uid = try desk.uid()
    let result = try desk.tagpress("put", link)
    #expect(result.exit == .code(0), "\(result.errorOutput)")
    let read = try desk.tagpress("read", "--json")
    #expect(read.output.contains("\"uri\": \"\(shown.replacing("UID", with: uid))\""))
  }

  @Test(arguments: [
    ("https://e.com/{mirror.uid}/../b", "mirror-place", 14),
    ("https://{mirror.uid}.e.com/", "mirror-place", 8),
    ("https://ü{mirror.uid}.com/", "mirror-place", 9),
    ("https://e.com:{mirror.uid}/", "mirror-place", 14),
    ("https://e.com/{mirror.uid}{mirror.uid}", "mirror-repeated", 26),
    ("https://e.com/ü{mirror.foo}", "mirror-unknown", 15),
    ("https://e.com/{mirror.uuid}", "mirror-unknown", 14),
    ("https://e.com/{mirror.uid:4}", "mirror-unknown", 14),
    ("https://e.com/{mirror.uid", "mirror-unknown", 14),
    ("https://e.com/{mirror.uid{mirror.counter}", "mirror-unknown", 14),
    ("https://e.com/{mirror.uid}{mirror.counter}", "mirror-apart", 0),
  ])
  func aPlaceholderThatCannotBeShownIsRefused(
    _ link: String, _ rule: String, _ offset: Int
  ) throws {
    // No reader is there: the link is looked at first.
    let result = try tagpress("put", "--json", "--reader", "/dev/ttyUSB99", link)
    #expect(result.exit == .code(1))
    #expect(result.errorOutput.hasSuffix("(\(rule))\n"), "\(result.errorOutput)")
    let answer = try JSONDocument(reading: result.stdout).root
    #expect(answer["rule"]?.string == rule)
    #expect(answer["offset"]?.number?.int == offset)
  }

  @Test(arguments: [
    ("https://e.com/{mirror.cuonter}", "{mirror.counter}"),
    ("https://e.com/{tag.udi}", "{tag.uid}"), ("https://e.com/{uid}", "{tag.uid}"),
    ("https://e.com/{Counter}", "{mirror.counter}"),
  ])
  func aMistypedPlaceholderIsGuessed(_ link: String, _ meant: String) throws {
    #expect(try tagpress("put", link).errorOutput.contains("Did you mean \(meant)?"))
  }

  @Test(arguments: [
    "https://e.com/s/{store}", "https://e.com/{}", "https://e.com/{tag.uid:0}",
    "https://e.com/{tag.uid:+4}", "https://e.com/{?tag.uid}", "https://{store}.e.com/",
  ])
  func aNameThatHasNoValueIsRefused(_ link: String) throws {
    try Self.expectRefusal(of: link, "no-value", at: Self.place(of: "{", in: link))
  }

  @Test(arguments: [
    ("https://e.com/a}b", "stray-brace", 15), ("https://e.com/ü{a", "stray-brace", 15),
    ("https://e.com/{a{tag.uid}", "stray-brace", 14),
    ("https://e.com/{tag.uid}}", "stray-brace", 23),
    ("https://{tag.uid}.e.com/", "value-place", 8), ("https://e.com:{tag.uid}/", "value-place", 14),
    ("{tag.uid}://e.com/", "value-place", 0), ("https://e.com/{tag.uid}/../b", "value-place", 14),
    ("https://e.com/{tag.uid}/../{tag.uid}", "value-place", 14),
    ("https://e.com/%{tag.uid}", "bad-percent-escape", 14),
    ("https://e.com/%{mirror.counter}", "bad-percent-escape", 14),
    ("https://e.com/%4{tag.uid}", "bad-percent-escape", 14),
  ])
  func aNameThatCannotStandThereIsRefused(_ link: String, _ rule: String, _ offset: Int) throws {
    try Self.expectRefusal(of: link, rule, at: offset)
  }

  private static func place(of character: Character, in link: String) -> Int {
    link.firstIndex(of: character).map { link.distance(from: link.startIndex, to: $0) } ?? -1
  }

  /// No reader is there: the link is looked at first.
  private static func expectRefusal(of link: String, _ rule: String, at offset: Int) throws {
    let result = try tagpress("put", "--json", "--reader", "/dev/ttyUSB99", link)
    #expect(result.exit == .code(1), "\(result.output)")
    let answer = try JSONDocument(reading: result.stdout).root
    #expect(answer["rule"]?.string == rule, "\(result.output)")
    #expect(answer["offset"]?.number?.int == offset, "\(result.output)")
  }

  @Test(arguments: ["ntag213", "felica-lite-s", "ntag424-dna"])
  func theTagGetsItsOwnUID(_ chip: String) throws {
    let desk = try Desk(chip: chip)
    let planned = try desk.tagpress("put", "--plan", "https://e.com/{tag.uid}")
    #expect(planned.exit == .code(0), "\(planned.errorOutput)")
    let put = try desk.tagpress("put", "--json", "HTTPS://e.com/u/{+tag.uid}?start={tag.uid:4}")
    #expect(put.exit == .code(0), "\(put.errorOutput)")
    let answer = try JSONDocument(reading: put.stdout).root
    let uid = try #require(answer["uid"]?.string)
    let link = "https://e.com/u/\(uid)?start=\(uid.prefix(4))"
    #expect(answer["link"]?.string == link)
    #expect(put.errorOutput.contains("Written as https://e.com/u/{tag.uid}?start={tag.uid:4}: "))
    #expect(try desk.tagpress("read", "--json").output.contains("\"uri\": \"\(link)\""))
  }

  @Test func whatTheChipShowsIsShownNextToWhatIsWritten() throws {
    let desk = try Desk()
    let uid = try desk.uid()
    // The host is what a marker would be, if no one looked.
    let link = "https://T00000000.e.com/{tag.uid}/{mirror.uid}x{mirror.counter}"
    let result = try desk.tagpress("put", link)
    #expect(result.output.contains("; reads as https://t00000000.e.com/\(uid)/\(uid)x0000"))
  }

  @Test func anErasedTagIsEmpty() throws {
    let desk = try Desk()
    _ = try desk.tagpress("put", link)
    #expect(
      try desk.tagpress("erase").output.hasSuffix("is empty now, 1 page written and read back\n"))
    #expect(try desk.tagpress("erase").output.hasSuffix("is empty already\n"))
    #expect(try desk.pages()[5] == "340300fe")
  }

  /// After a block of someone's own no one takes a message of no bytes for one.
  @Test func anErasedTagIsEmptyWhateverCameBefore() throws {
    let desk = try Desk(
      pages: [
        5: "34 10 02 01", 6: "02 03 08 D1", 7: "01 04 55 04", 8: "61 2E 62 FE",
      ])
    #expect(try desk.tagpress("read").output.contains("https://a.b"))
    #expect(try desk.tagpress("erase").output.contains("is empty now"))
    #expect(try desk.tagpress("erase").output.hasSuffix("is empty already\n"))
    #expect(try desk.tagpress("put", link).exit == .code(0))
  }

  @Test func aMirrorIsErasedToo() throws {
    let desk = try Desk()
    let before = try desk.pages()
    _ = try desk.tagpress("put", "https://e.com/{mirror.uid}")
    let result = try desk.tagpress("erase")
    #expect(result.output.contains("is empty now"), "\(result.errorOutput)")
    #expect(try desk.pages()[0x29...] == before[0x29...])
  }

  @Test(arguments: [
    ["put", "--freeze", "https://a.example"], ["put", "--protect-reading", "https://a.example"],
    ["put", "--lock", "--protect", "k", "https://a.example"], ["unlock"], ["put"],
  ])
  func optionsThatMakeNoSenseAreUsageErrors(_ arguments: [String]) throws {
    let result = try run(builtTool, arguments)
    #expect(result.exit == .code(64))
    #expect(result.errorOutput.split(separator: "\n").count == 1)
  }

  @Test func aFileNameIsNeverAControlSequence() throws {
    // ESC [ 2 J would clear the screen.
    for option in ["--protect", "--key"] {
      let result = try tagpress("put", option, "\u{1B}[2J", "https://a.example")
      #expect(result.exit == .code(2))
      #expect(result.errorOutput.contains(#"\u{1B}[2J"#))
      #expect(!result.stderr.contains(0x1B))
    }
  }

  @Test func aReaderThatIsNotThereIsNamed() throws {
    let result = try tagpress("put", "--reader", "/dev/ttyUSB99", "https://a.example")
    #expect(result.exit == .code(2))
    #expect(result.errorOutput.contains("There is no reader at /dev/ttyUSB99."))
  }
}
