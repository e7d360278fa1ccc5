// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SampleLedgers
import TestSupport
import Testing

/// What cannot be undone is done to the tags that its person was shown, and once.
struct OrdersTests {
  /// A job with these values in its links, one for each row.
  private static func job(_ values: [String]) -> String {
    let rows = values.enumerated().map { #"<row id="n\#($0 + 1)" v="\#($1)"/>"# }
    return """
      <job xmlns="urn:tagpress:job:1" id="spring">
        <link>https://go.tagtag.shop/s/{v}</link>
        <tags chips="NTAG213"/>
        <rows>\(rows.joined())</rows>
      </job>
      """
  }

  /// A desk with the first two of three tags written, and the third one on the reader.
  private static func desk() throws -> Desk {
    let desk = try Desk(tags: ["one.tag", "two.tag", "three.tag"])
    try desk.folder.write(job(["1", "2", "3"]), to: "spring.xml")
    for _ in 0..<2 {
      #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
      try desk.tell("next")
    }
    return desk
  }

  private static func claims(at folder: TemporaryDirectory) -> [String] {
    RawDatabase(folder.path(of: "spring.ledger")).rows(
      "SELECT r.id, hex(c.uid), c.state FROM claim c JOIN job_row r ON r.key = c.row ORDER BY c.id")
  }

  @Test func whatIsWrittenAgainAreTheTagsThatWereShown() throws {
    let desk = try Self.desk()
    func write(_ options: String...) throws -> ProcessResult {
      try desk.tagpress(["write", "--rows", "n1", "spring.xml"] + options)
    }
    let before = Self.claims(at: desk.folder)
    let blank = try desk.pages(of: "three.tag")
    try desk.folder.write(Self.job(["x", "2", "3"]), to: "spring.xml")
    let asked = try write()
    #expect(asked.exit == .code(1))
    #expect(asked.errorOutput.contains("  n1: https://go.tagtag.shop/s/1 -> "), "\(asked)")
    let words = try #require(asked.errorOutput.split(separator: "--changed redo --seen ").last)
    let mark = String(words.prefix { $0.isHexDigit })
    // Without a terminal, and without what was shown, no one has agreed.
    let unseen = try write("--changed", "redo")
    #expect(unseen.exit == .code(1))
    #expect(
      unseen.errorOutput.contains("1 finished tag would be given up. Nothing was written."),
      "\(unseen)")
    // The list was saved once more in between.
    try desk.folder.write(Self.job(["x", "y", "3"]), to: "spring.xml")
    let late = try write("--changed", "redo", "--seen", mark)
    #expect(late.exit == .code(1))
    #expect(
      late.errorOutput.contains("Other tags are meant now: 2 finished tags. Nothing was written."),
      "\(late)")
    #expect(Self.claims(at: desk.folder) == before)
    #expect(try desk.pages(of: "three.tag") == blank)

    try desk.folder.write(Self.job(["x", "2", "3"]), to: "spring.xml")
    let done = try write("--changed", "redo", "--seen", mark)
    #expect(done.exit == .code(0) && done.output.hasPrefix("OK  "), "\(done)")
    let after = Self.claims(at: desk.folder)
    #expect(after.last == "n1|\(try desk.uid(of: "three.tag"))|done" && after.count == 3)
    // The same order once more is about nothing.
    #expect(try write("--changed", "redo", "--seen", mark).exit == .code(0))
    #expect(Self.claims(at: desk.folder) == after)
  }

  /// The number is what has to be typed, so that it is read.
  @Test(arguments: [("2", 0), ("yes", 1), ("1", 1)])
  func aPersonTypesHowManyTagsAreGivenUp(_ word: String, _ exit: Int32) throws {
    let desk = try Self.desk()
    try desk.folder.write(Self.job(["x", "y", "3"]), to: "spring.xml")
    let line =
      "'\(builtTool)' write --first --plain --changed redo --reader '\(desk.reader)' spring.xml; "
      + "echo exit=$?"
    let shown = try run(
      "script", ["-qec", line, "/dev/null"], input: Array("\(word)\n".utf8),
      directory: desk.folder.path)
    #expect(
      shown.output.contains(
        "2 finished tags will be given up, and their rows written to new ones. Type '2' to"),
      "\(shown.output)")
    #expect(shown.output.contains("exit=\(exit)"), "\(shown.output)")
    let states = Self.claims(at: desk.folder).map { $0.split(separator: "|")[2] }
    #expect(states == (exit == 0 ? ["void", "void", "done"] : ["done", "done"]))
  }
}
