// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

/// Advice that would do harm, or that leads in a circle, is not given.
struct TrueAdviceTests {
  private static let link = "https://go.tagtag.shop/s/1"

  /// Formatting only sets bits, so such a tag can never become an NDEF tag.
  @Test func noOneIsToldToFormatWhatCannotBeFormatted() throws {
    let desk = try Desk(pages: [3: "12 34 56 78"])
    for command in [["put", Self.link], ["erase"]] {
      let refused = try desk.tagpress(command)
      #expect(refused.exit == .code(1))
      #expect(refused.errorOutput.contains("can never be cleared"), "\(refused.errorOutput)")
      #expect(!refused.errorOutput.contains("--format"), "\(refused.errorOutput)")
    }
  }

  /// A right tag is not thrown away because nothing on it can be changed.
  @Test func aFrozenTagThatIsRightIsThereAlready() throws {
    let desk = try Desk()
    _ = try desk.tagpress("key", "new", "k")
    let arguments = [
      "put", "--freeze", "--yes", "--protect", "k", "https://go.tagtag.shop/{mirror.uid}",
    ]
    #expect(try desk.tagpress(arguments).exit == .code(0))
    let pages = try desk.pages()
    let again = try desk.tagpress(arguments)
    #expect(again.exit == .code(0), "\(again.errorOutput)")
    #expect(again.output.contains("was there already"))
    #expect(try desk.pages() == pages)
    let other = try desk.tagpress(
      "put", "--key", "k", "https://go.tagtag.shop/{mirror.uid}x{mirror.counter}")
    #expect(other.exit == .code(1) && other.errorOutput.contains("permanently frozen"))
  }

  /// A job whose key file was lost is not given a new key that fits none of its tags.
  @Test func aLostKeyFileIsLookedForFirst() throws {
    let folder = try TemporaryDirectory()
    try folder.writeSpringJob(
      rows: 2, protect: #"<protect with="password" keys="spring.keys"/>"#)
    let check = try tagpress("check", "spring.xml", directory: folder.path)
    #expect(check.output.contains("put it back from your backup. Otherwise make it with"))
  }

  @Test func aLedgerIsNotComparedWithItself() throws {
    let desk = try Desk()
    try desk.folder.writeSpringJob(rows: 2)
    #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
    let result = try desk.tagpress("report", "--with", "spring.xml", "spring.xml")
    #expect(result.exit == .code(2) && result.output == "")
    #expect(result.errorOutput.contains("Both are the same ledger."))
  }

  /// The user who restored a backup is where the job continues, so nothing continues elsewhere.
  @Test func noOneIsSentToWhereTheyAre() throws {
    let desk = try Desk()
    try desk.folder.writeSpringJob(rows: 2)
    #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
    for name in ["spring.ledger", "spring.witness"] {
      let bytes = try desk.folder.read(name)
      _ = try run("/bin/rm", [desk.folder.path(of: name)])
      try desk.folder.write(bytes, to: name)
    }
    let result = try desk.tagpress("write", "--plan", "spring.xml")
    #expect(result.exit == .code(2))
    #expect(result.errorOutput.contains("These files were put here as a copy"))
    #expect(!result.errorOutput.contains("elsewhere"), "\(result.errorOutput)")
    #expect(try desk.tagpress("write", "--plan", "--moved", "spring.xml").exit == .code(0))
  }

  @Test func aKeyFileThatExistsIsAnObjectForPrograms() throws {
    let folder = try TemporaryDirectory()
    _ = try tagpress("key", "new", "k", directory: folder.path)
    let again = try tagpress("key", "new", "--json", "k", directory: folder.path)
    #expect(again.exit == .code(1))
    let name = try JSONDocument(reading: again.stdout).root["name"]?.string
    #expect(name == "could-not-make-key")
  }

  /// What is no key file and stays as it is, is not called one.
  @Test(arguments: [".", "/dev/null"])
  func whatIsThereIsNotCalledAKeyFile(_ name: String) throws {
    let result = try tagpress("key", "new", name)
    #expect(result.exit == .code(1))
    #expect(
      result.errorOutput
        == "tagpress key new: \(name) already exists and was not changed. Choose another name.\n")
  }

  @Test(arguments: ["", " k", "a\u{200B}b", String(repeating: "k", count: 61)])
  func aNameThatNoKeyCanHaveIsAMistypedCommand(_ name: String) throws {
    let folder = try TemporaryDirectory()
    let result = try tagpress("key", "new", "k", "--name", name, directory: folder.path)
    #expect(result.exit == .code(64))
    #expect(
      result.errorOutput == """
        tagpress key new: --name must have 1 to 60 bytes, without invisible characters or spaces at \
        its ends.

        """)
    #expect(folder.entries.isEmpty)
  }

  @Test func aMistypedCopyIsNotCalledAJobWithoutALedger() throws {
    let desk = try Desk()
    try desk.folder.writeSpringJob(rows: 2)
    #expect(try desk.tagpress("write", "--plan", "spring.xml").exit == .code(0))
    let result = try desk.tagpress("report", "--with", "nix", "spring.xml")
    #expect(result.exit == .code(2))
    #expect(
      result.errorOutput == "tagpress report: nix: There is no such file. Check the name.\n")
  }

  /// Only the password is gone, and that is what the operator is told.
  @Test func lockTellsOfALostPassword() throws {
    let desk = try Desk()
    _ = try desk.tagpress("key", "new", "spring.keys")
    try desk.folder.writeSpringJob(
      rows: 2, protect: #"<protect with="password" keys="spring.keys"/>"#)
    #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
    #expect(try desk.tagpress("unlock", "--key", "spring.keys").exit == .code(0))
    let lock = try BackgroundProgram(
      builtTool, ["lock", "--yes", "--reader", desk.reader, "spring.xml"],
      directory: desk.folder.path)
    let line = lock.nextLine() ?? ""
    #expect(line.contains("is not protected as that one was"), "\(line)")
  }

  /// A manifest that was renamed has its ledger beside it, whatever is asked of it.
  @Test(arguments: [["report"], ["verify"], ["lock", "--yes"], ["write", "--plan"]])
  func aRenamedManifestIsToldItsLedger(_ command: [String]) throws {
    let desk = try Desk()
    try desk.folder.writeSpringJob(rows: 2)
    #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
    _ = try run("/bin/mv", ["spring.xml", "summer.xml"], directory: desk.folder.path)
    let result = try desk.tagpress(command + ["summer.xml"])
    #expect(result.exit == .code(2))
    let advice = result.errorOutput.split(separator: "witness too: ").last?
      .split(separator: ". If it is").first
    #expect(advice?.hasPrefix("mv spring.ledger summer.ledger") == true, "\(result.errorOutput)")
    _ = try run("/bin/sh", ["-c", String(advice ?? "")], directory: desk.folder.path)
    #expect(try desk.tagpress("report", "summer.xml").output.contains("spring"))
  }

  /// No tag of such a job can be locked, so no one puts one on the reader again and again.
  @Test func lockRefusesAChangedManifestBeforeTheFirstTag() throws {
    let desk = try Desk()
    try desk.folder.writeSpringJob(rows: 2)
    #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
    let text = String(decoding: try desk.folder.read("spring.xml"), as: UTF8.self)
    try desk.folder.write(text.replacing("/s/", with: "/t/"), to: "spring.xml")
    _ = try desk.tagpress("write", "--plan", "spring.xml")
    let refused = try desk.tagpress("lock", "--yes", "spring.xml")
    #expect(refused.exit == .code(1) && refused.output == "", "\(refused)")
    let (commands, _) = CureTests.split(refused.errorOutput)
    let keep = try #require(commands.first)
    #expect(keep.contains("--changed") && keep.contains("keep"), "\(refused.errorOutput)")
  }
}
