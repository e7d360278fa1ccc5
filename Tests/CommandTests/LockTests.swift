// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import JobLedger
import SampleLedgers
import TestSupport
import Testing

/// `tagpress lock` where there is nothing that it could lock, and with tags that it does not take.
struct LockTests {
  private static func desk() throws -> Desk {
    let desk = try Desk()
    try desk.folder.writeSpringJob(rows: 2)
    return desk
  }

  @Test func whereNothingIsFinishedNothingIsLocked() throws {
    let desk = try Self.desk()
    // Neither a user who says yes beforehand nor one who would be asked gets that far.
    for arguments in [["--yes"], []] {
      let missing = try desk.tagpress(["lock"] + arguments + ["spring.xml"])
      #expect(missing.exit == .code(2) && missing.output == "")
      #expect(
        missing.errorOutput == """
          tagpress lock: Ledger spring.ledger: There is no ledger yet. 'tagpress write JOB' creates \
          it. If tags are already written, go to the folder where that was done.

          """)
    }
    #expect(!desk.folder.entries.contains("spring.ledger"))
    // A plan takes the rows over and writes nothing.
    #expect(try desk.tagpress("write", "--plan", "spring.xml").exit == .code(0))
    for arguments in [["--yes"], []] {
      let empty = try desk.tagpress(["lock"] + arguments + ["spring.xml"])
      #expect(empty.exit == .code(1) && empty.output == "")
      #expect(
        empty.errorOutput == """
          tagpress lock: spring.xml: No tag of the job is finished, so nothing was locked. \
          Run 'tagpress write JOB' first.

          """)
    }
    #expect(try desk.counter("commands") == 0)
  }

  @Test func whoIsAskedIsToldHowManyTags() throws {
    let desk = try Self.desk()
    for words in ["1 finished tag of this job that is", "2 finished tags of this job that are"] {
      #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
      let asked = try desk.tagpress("lock", "spring.xml")
      #expect(asked.exit == .code(1))
      #expect(
        asked.errorOutput.hasPrefix("\(words) not locked yet will be permanently read-only.\n"),
        "\(asked.errorOutput)")
      try desk.tell("next")
    }
  }

  /// What is locked for ever is what its person was told of, all of it, and nothing that came since.
  @Test func aTagThatIsFinishedLaterIsNeitherLockedNorCounted() throws {
    let desk = try Self.desk()
    #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
    try desk.tell("next")
    #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
    let uid = bytes(ofHex: try desk.uid(of: "two.tag"))
    let written = try #require(
      try Ledger.sample(in: desk.folder, access: .reading).claim(ofTag: uid))
    let void = try desk.tagpress("write", "--void", "n2", "--why", "torn", "spring.xml")
    #expect(void.exit == .code(0))
    try desk.tell("remove")
    let before = try desk.pages(of: "two.tag")
    let lock = try Self.lock(at: desk)
    do {
      let ledger = try Ledger.sample(in: desk.folder)
      let content = TagContent(
        link: written.link, messageHash: written.messageHash, messageSize: written.messageSize)
      let row = try #require(try ledger.row(id: "n2"))
      let again = Presentation(uid: uid, chip: "NTAG213", reader: "other", began: moment(2))
      guard case .begun(_, let attempt) = try ledger.begin(row, on: again, content: content) else {
        Issue.record("the row is not free")
        return
      }
      try ledger.finish(attempt, .done(lock: nil), at: moment(3))
    }
    try desk.tell("present 2")
    var line = lock.nextLine()
    while let text = line, !text.contains(#""outcome""#) { line = lock.nextLine() }
    #expect(line?.contains(#""reason":"finished-since""#) == true, "\(line ?? "")")
    try desk.tell("present 1")
    let end = try lock.finish()
    #expect(end.exit == .code(0) && end.output.contains(#""outcome":"OK""#), "\(end)")
    #expect(try desk.pages(of: "two.tag") == before)
  }

  /// Another program locks the tag that this one waits for.
  @Test func whatIsLockedElsewhereIsNotLeftAtTheEnd() throws {
    let desk = try Self.desk()
    #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
    let uid = bytes(ofHex: try desk.uid(of: "one.tag"))
    try desk.tell("remove")
    let lock = try Self.lock(at: desk)
    do {
      let ledger = try Ledger.sample(in: desk.folder)
      let claim = try #require(try ledger.claim(ofTag: uid))
      let tag = Presentation(uid: uid, chip: "NTAG213", reader: "other", began: moment(2))
      let attempt = try ledger.resume(claim.id, with: tag, step: .lock)
      try ledger.finish(attempt, .done(lock: "whole"), proven: [.lock], at: moment(3))
    }
    lock.send(SIGINT)
    let end = try lock.finish()
    #expect(end.exit == .code(0) && end.output.contains(#""unfinished":0"#), "\(end)")
  }

  /// Locks without being asked, and waits for a tag.
  private static func lock(at desk: Desk) throws -> BackgroundProgram {
    let lock = try BackgroundProgram(
      builtTool, ["lock", "--yes", "--json", "--reader", desk.reader, "spring.xml"],
      directory: desk.folder.path)
    while let line = lock.nextLine(), !line.contains(#""event":"waiting-to-lock""#) {}
    return lock
  }

  @Test func noOneIsToldToFinishATagThatWasGivenUp() throws {
    let desk = try Self.desk()
    let (one, two) = (try desk.uid(of: "one.tag"), try desk.uid(of: "two.tag"))
    #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
    try desk.tell("next")
    #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
    let void = try desk.tagpress("write", "--void", "n1", "--why", "torn", "spring.xml")
    #expect(void.exit == .code(0))
    try desk.tell("present 1")
    let before = try desk.pages(of: "one.tag")
    let lock = try BackgroundProgram(
      builtTool, ["lock", "--yes", "--reader", desk.reader, "spring.xml"],
      directory: desk.folder.path)
    #expect(
      lock.nextLine()
        == "PUT ASIDE     \(one)  The tag was given up, and its row gets a new one. Put the tag aside."
    )
    try desk.tell("present 2")
    let end = try lock.finish()
    #expect(end.output == "OK            \(two)  n2  https://go.tagtag.shop/s/2\n")
    #expect(end.exit == .code(0))
    #expect(try desk.pages(of: "one.tag") == before)
  }
}
