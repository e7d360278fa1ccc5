// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// Passwords that were torn, frozen, limited or changed by someone: what is said about such a tag
/// is true, and what it tells to do helps.
struct PasswordTroubleTests {
  private let link = "https://go.example.com/s/1"

  private func desk(_ keys: [String] = ["old.keys", "new.keys"]) throws -> Desk {
    let desk = try Desk()
    for key in keys { #expect(try desk.tagpress("key", "new", key).exit == .code(0)) }
    return desk
  }

  /// A tag taken away after the last write of a change of its password has the new one.
  @Test func aChangeThatWasTornAtItsEndIsSaidAgain() throws {
    let desk = try desk()
    #expect(try desk.tagpress("put", "--protect", "new.keys", link).exit == .code(0))
    let before = try desk.pages()
    let again = try desk.tagpress(
      "put", "--key", "old.keys", "--protect", "new.keys", link)
    #expect(again.exit == .code(0), "\(again.errorOutput)")
    #expect(
      again.output.contains("was there already; protected by its password, which was verified"))
    #expect(try desk.pages() == before)
    // A third key is none of the two.
    #expect(try desk.tagpress("key", "new", "third.keys").exit == .code(0))
    let wrong = try desk.tagpress(
      "put", "--key", "old.keys", "--protect", "third.keys", link)
    #expect(wrong.exit == .code(1) && wrong.errorOutput.contains("refuses this password"))
    #expect(try desk.pages() == before)
  }

  /// One that shows nothing without its password may be one that counts the wrong ones.
  @Test func whereNoLimitShowsTheNewKeyIsNotTriedUnasked() throws {
    let desk = try desk()
    func put(_ key: String) throws -> ProcessResult {
      try desk.tagpress(
        "put", "--key", key, "--protect", "new.keys", "--protect-reading", link)
    }
    #expect(
      try desk.tagpress("put", "--protect", "new.keys", "--protect-reading", link).exit
        == .code(0))
    let refused = try put("old.keys")
    #expect(refused.exit == .code(1))
    #expect(refused.errorOutput.contains("use --key FILE with the new key file"))
    #expect(try put("new.keys").exit == .code(0))
  }

  @Test func whatIsProtectedAndFrozenIsThereAlready() throws {
    let desk = try desk()
    let arguments = ["put", "--protect", "old.keys", "--freeze", "--yes", link]
    #expect(try desk.tagpress(arguments).exit == .code(0))
    let before = try desk.pages()
    for _ in 0..<2 {
      let again = try desk.tagpress(arguments)
      #expect(again.exit == .code(0), "\(again.errorOutput)")
      #expect(
        again.output.contains("was there already; protected by its password, which was verified"))
      #expect(again.output.contains("protection permanently frozen"))
      #expect(try desk.pages() == before)
    }
    // Nothing else can be had of it.
    for other in [
      ["put", "--protect", "old.keys", "--protect-reading", "--freeze", "--yes", link],
      ["put", "--protect", "new.keys", "--key", "old.keys", link],
      ["unlock", "--key", "old.keys"],
    ] {
      let refused = try desk.tagpress(other)
      #expect(refused.exit == .code(1), "\(other)")
      #expect(refused.errorOutput.contains("permanently frozen"), "\(refused.errorOutput)")
      #expect(try desk.pages() == before)
    }
  }

  @Test func theOnlyTryOfATagIsNotBurnt() throws {
    let desk = try desk()
    #expect(try desk.tagpress("put", "--protect", "old.keys", link).exit == .code(0))
    // The file keeps a count of wrong passwords besides the pages.
    try desk.edit("one.tag", page: "2A", to: "01 05 00 00")
    let before = try desk.folder.read("one.tag")
    for arguments in [
      ["put", "--key", "new.keys", link + "2"], ["put", "--protect", "new.keys", link],
      ["unlock", "--key", "new.keys"], ["erase", "--key", "new.keys"],
    ] {
      let refused = try desk.tagpress(arguments)
      #expect(refused.exit == .code(1), "\(arguments)")
      let words = "1 wrong password would close this tag permanently, so none is tried"
      #expect(refused.errorOutput.contains(words), "\(refused.errorOutput)")
      #expect(try desk.folder.read("one.tag") == before, "\(arguments)")
    }
    // Reading takes no password here, so it is not tried for that either.
    let read = try desk.tagpress("read", "--key", "new.keys")
    #expect(read.exit == .code(0) && read.output.contains(link), "\(read.output)")
    #expect(try desk.folder.read("one.tag") == before)
    // What the sentence tells its owner opens the tag, and lifts the limit.
    let opened = try desk.tagpress("unlock", "--key", "old.keys", "--despite-limit")
    #expect(opened.exit == .code(0), "\(opened.errorOutput)")
    #expect(Array(try desk.pages()[0x29...0x2A]) == ["040000ff", "00050000"])
    #expect(try desk.tagpress("put", "--protect", "new.keys", link).exit == .code(0))
  }

  @Test func aLimitOnAnOpenTagIsLiftedToo() throws {
    let desk = try desk()
    try desk.edit("one.tag", page: "2A", to: "03 05 00 00")
    let refused = try desk.tagpress("put", "--protect", "old.keys", link)
    #expect(refused.exit == .code(1))
    #expect(refused.errorOutput.contains("3 wrong passwords would close this tag permanently"))
    #expect(
      try desk.tagpress("unlock", "--key", "old.keys", "--despite-limit").exit == .code(0))
    #expect(try desk.tagpress("put", "--protect", "old.keys", link).exit == .code(0))
  }

  /// Someone had it ask for the password before it is read, too: it has one.
  @Test(arguments: ["80 05 00 00", "00 05 00 00"])
  func aPasswordThatGuardsOtherThingsIsNoMissingOne(access: String) throws {
    let reading = access.hasPrefix("80") ? "" : #" reading="yes""#
    let desk = try Desk()
    #expect(try desk.tagpress("key", "new", "spring.keys").exit == .code(0))
    try desk.folder.write(
      """
      <job xmlns="urn:tagpress:job:1" id="spring">
        <link>\(link)</link>
        <protect with="password" keys="spring.keys"\(reading)/>
        <rows count="1" id="n{number}"/>
      </job>
      """, to: "spring.xml")
    let written = try desk.tagpress("write", "--first", "--accept-warnings", "spring.xml")
    #expect(written.exit == .code(0))
    let done = try desk.pages()
    try desk.edit("one.tag", page: "2A", to: access)
    let seen = try desk.tagpress("verify", "spring.xml")
    let words = "The tag has a password, but it does not protect what the job requires"
    #expect(seen.output.contains(words), "\(seen.output)")
    _ = try desk.tagpress("read", "--key", "spring.keys", "--save", "changed.nfc")
    let dump = try desk.tagpress("verify", "spring.xml", "--dump", "changed.nfc")
    #expect(dump.output.contains(words), "\(dump.output)")
    // What it tells to do puts it right.
    let put =
      ["put", "--key", "spring.keys", "--protect", "spring.keys", link]
      + (reading.isEmpty ? [] : ["--protect-reading"])
    #expect(try desk.tagpress(put).exit == .code(0))
    #expect(try desk.pages() == done)
    #expect(try desk.tagpress("verify", "spring.xml").exit == .code(0))
  }

  /// A tear in the registers may ask for a password that no one gave the tag.
  @Test(arguments: ["00 00 00 00", "04 00 00 10"])
  func aTagThatATearClosedIsWrittenAgain(registers: String) throws {
    let desk = try desk([])
    let mirror = "https://go.example.com/u/{mirror.uid}"
    #expect(try desk.tagpress("put", mirror).exit == .code(0))
    let done = try desk.pages()
    try desk.edit("one.tag", page: "29", to: registers)
    let again = try desk.tagpress("put", mirror)
    #expect(again.exit == .code(0), "\(again.errorOutput)")
    // With the strength of its answers (STRG_MOD_EN).
    #expect(try desk.pages() == done)
    // One with a password of its own is not opened, and is asked for that once.
    try desk.edit("one.tag", page: "2B", to: "12 34 56 78")
    try desk.edit("one.tag", page: "29", to: registers)
    let closed = try desk.tagpress("put", mirror)
    #expect(closed.exit == .code(1) && closed.errorOutput.contains("needs its password"))
  }
}
