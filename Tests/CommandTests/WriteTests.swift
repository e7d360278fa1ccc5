// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import JobLedger
import StrictJSON
import TestSupport
import Testing

/// 'tagpress write' and 'tagpress lock', as scripts and people see them.
struct WriteTests {
  private static let job = """
    <job xmlns="urn:tagpress:job:1" id="spring" title="Spring stickers">
      <link>https://go.tagtag.shop/s/{number}</link>
      <tags chips="NTAG213"/>
      <rows count="2" id="n{number}"/>
    </job>
    """

  /// What programs find in each line, as docs/writing-jobs.md promises it.
  private static let members: [String: [String]] = [
    "began": ["job", "title", "readers", "rows", "done"],
    "reader-opened": ["reader", "name", "model"],
    "ready": ["reader", "row", "link"],
    "tag-seen": ["reader", "uid", "row", "known"],
    "tag": [
      "outcome", "reader", "uid", "chip", "row", "link", "reason", "words", "began", "ended",
      "pages", "exchanges", "counts",
    ],
    "ended": ["cause", "words", "counts", "unfinished"],
  ]

  private static func desk(_ job: String = job) throws -> Desk {
    let desk = try Desk()
    try desk.folder.write(job, to: "spring.xml")
    return desk
  }

  @Test func aJobIsWrittenInSeveralSittingsAndThenLocked() throws {
    let desk = try Self.desk()
    let first = try desk.tagpress("write", "--first", "spring.xml")
    #expect(first.output == "OK            \(try desk.uid())  n1  https://go.tagtag.shop/s/1\n")
    #expect(first.exit == .code(0))
    #expect(
      first.errorOutput == """
        Spring stickers: 0 of 2 rows are done.
        Put a tag on the reader.
        1 of 2 rows is done.

        """)
    // A copy of that one file has all of it.
    #expect(desk.folder.entries.filter { $0.hasPrefix("spring.ledger") } == ["spring.ledger"])
    #expect(try desk.tagpress("read", "--json").output.contains("https://go.tagtag.shop/s/1"))

    try desk.tell("next")
    let second = try desk.tagpress("write", "--json", "--station", "left", "spring.xml")
    #expect(second.exit == .code(0))
    let lines = second.output.split(separator: "\n")
    #expect(lines.last?.contains(#""cause":"no-row-left""#) == true)
    #expect(lines.filter { $0.contains(#""outcome":"OK""#) }.count == 1)
    let events = try lines.map { try JSONDocument(reading: Array($0.utf8)).root }
    for (name, members) in Self.members {
      let found = events.filter { $0["event"]?.string == name }
      #expect(!found.isEmpty, "\(name)")
      for event in found { #expect(event.members?.dropFirst().map(\.key) == members, "\(name)") }
    }

    // The tag that is there is verified and locked; nothing else can be locked from here.
    let uid = try desk.uid(of: "two.tag")
    let refused = try desk.tagpress("lock", "spring.xml", input: "summer\n")
    #expect(refused.exit == .code(1))
    #expect(try desk.pages(of: "two.tag")[2].hasSuffix("0000"))
    let lock = try BackgroundProgram(
      builtTool, ["lock", "--yes", "--json", "--reader", desk.reader, "spring.xml"],
      directory: desk.folder.path)
    var line = lock.nextLine()
    while let text = line, !text.contains(#""outcome":"OK""#) { line = lock.nextLine() }
    #expect(line?.contains(uid) == true)
    try desk.tell("present 1")
    #expect(try lock.finish().exit == .code(0))
    for tag in ["one.tag", "two.tag"] { #expect(try desk.pages(of: tag)[2].hasSuffix("ffff")) }
  }

  /// With another key file in its place the rest of the job would be written without a word.
  @Test func anotherKeyThanTheJobBeganWithIsRefused() throws {
    let job = Self.job.split(separator: "<rows").joined(
      separator: #"<protect with="password" keys="k"/><rows"#)
    let desk = try Self.desk(job)
    let (key, kept) = (desk.folder.path(of: "k"), desk.folder.path(of: "kept"))
    _ = try desk.tagpress("key", "new", "k")
    #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
    #expect(rename(key, kept) == 0)
    _ = try desk.tagpress("key", "new", "k")
    try desk.tell("next")
    let blank = try desk.pages(of: "two.tag")
    let words = " protects 1 tag of the job, and this key file has the key "
    let refused = try desk.tagpress("write", "--first", "spring.xml")
    #expect(refused.errorOutput.contains(words) && refused.exit == .code(1))
    #expect(try desk.pages(of: "two.tag") == blank)
    // A tag may have got another password since, so only it can tell.
    try desk.tell("present 1")
    let verified = try desk.tagpress("verify", "spring.xml")
    #expect(verified.errorOutput.contains(words))
    #expect(verified.output.contains("The tag refuses this password."), "\(verified.output)")

    #expect(rename(key, desk.folder.path(of: "other")) == 0 && rename(kept, key) == 0)
    try desk.tell("next")
    #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
    // Without a tag that has a password from it, any key will do.
    for row in ["n1", "n2"] {
      _ = try desk.tagpress("write", "--void", row, "--why", "the wrong key", "spring.xml")
    }
    #expect(rename(desk.folder.path(of: "other"), key) == 0)
    #expect(try desk.tagpress("write", "--plan", "spring.xml").exit == .code(0))
  }

  @Test func aChangedManifestWaitsForADecision() throws {
    let desk = try Self.desk()
    _ = try desk.tagpress("write", "--first", "spring.xml")
    try desk.folder.write(
      Self.job.split(separator: "tagtag.shop").joined(separator: "tagtag.info"), to: "spring.xml")
    let asked = try desk.tagpress("write", "--first", "spring.xml")
    #expect(asked.exit == .code(1))
    #expect(asked.output == "")
    #expect(
      asked.errorOutput.hasPrefix(
        "  n1: https://go.tagtag.shop/s/1 -> https://go.tagtag.info/s/1\n"))
    // The same tag is there still, and its row stays done.
    let kept = try BackgroundProgram(
      builtTool, ["write", "--changed", "keep", "--reader", desk.reader, "spring.xml"],
      directory: desk.folder.path)
    #expect(kept.nextLine()?.hasPrefix("ALREADY DONE") == true)
    try desk.tell("next")
    let result = try kept.finish()
    #expect(result.exit == .code(0))
    #expect(result.output.contains("  n2  https://go.tagtag.info/s/2\n"))
  }

  @Test func aRenamedOrCopiedManifestDoesNotStartOver() throws {
    let desk = try Self.desk()
    _ = try desk.tagpress("write", "--first", "spring.xml")
    try desk.folder.write(Self.job, to: "copy.xml")
    let commands = try desk.counter("commands")
    for command in [["write"], ["write", "--plan"], ["lock", "--yes"]] {
      let result = try desk.tagpress(command + ["copy.xml"])
      #expect(result.exit == .code(2), "\(command)")
      #expect(
        result.errorOutput.contains("copy.xml: spring.ledger is already the ledger of this job"))
      #expect(
        result.errorOutput.contains(
          "mv spring.ledger copy.ledger && mv spring.witness copy.witness."))
    }
    #expect(try desk.counter("commands") == commands)
    #expect(!desk.folder.entries.contains("copy.ledger"))
    // Another job may lie next to it.
    try desk.folder.write(
      Self.job.split(separator: "id=\"spring\"").joined(separator: "id=\"summer\""),
      to: "copy.xml")
    let other = try desk.tagpress("write", "--plan", "copy.xml")
    #expect(other.output.hasPrefix("n1  https://go.tagtag.shop/s/1\n"))
    #expect(other.exit == .code(0))
  }

  @Test func nothingIsGivenUpForARunThatCannotWrite() throws {
    let desk = try Self.desk()
    let two = try desk.uid(of: "two.tag")
    _ = try desk.tagpress("write", "--first", "spring.xml")
    let nowhere = ["--reader", desk.folder.path(of: "nowhere"), "spring.xml"]
    #expect(try desk.tagpress(["write", "--redo", "n1"] + nowhere).exit == .code(2))
    #expect(
      try desk.tagpress("write", "--plan", "spring.xml").output
        == "n2  https://go.tagtag.shop/s/2\n")

    try desk.folder.write(
      Self.job.split(separator: "tagtag.shop").joined(separator: "tagtag.info"), to: "spring.xml")
    let seen = try desk.tagpress("write", "--first", "spring.xml").errorOutput
    let mark = try #require(seen.split(separator: "--changed redo --seen ").last)
    let redo = ["write", "--changed", "redo", "--seen", String(mark.prefix { $0.isHexDigit })]
    #expect(try desk.tagpress(redo + ["--rows", "n9", "spring.xml"]).exit == .code(1))
    #expect(try desk.tagpress(redo + nowhere).exit == .code(2))
    // It still waits for the decision.
    let asked = try desk.tagpress("write", "--plan", "--json", "spring.xml")
    #expect(asked.output.contains(#""name":"changed-rows""#))
    try desk.tell("next")
    let openings = try openings(of: desk)
    let changed = try desk.tagpress(redo + ["--first", "spring.xml"])
    // The reader that was looked for is the one that writes.
    #expect(try self.openings(of: desk) == openings + 1)
    #expect(changed.output == "OK            \(two)  n1  https://go.tagtag.info/s/1\n")

    // That very tag may be taken again when it is empty.
    _ = try desk.tagpress("erase")
    let again = try desk.tagpress("write", "--redo", "n1", "spring.xml")
    #expect(again.output == changed.output)
    #expect(again.errorOutput.contains("Tag \(two) is given up, and row n1 gets a new one."))
  }

  /// How often the reader was opened: libnfc lets each one repeat a word first.
  private func openings(of desk: Desk) throws -> Int {
    try desk.tell("transcript").split(separator: "D4 00 00 6C 69 62 6E 66 63").count - 1
  }

  @Test func aTagThatIsOnlyBegunIsNotMadeAgain() throws {
    let desk = try Self.desk()
    _ = try desk.tagpress("write", "--plan", "spring.xml")
    let ledger = try Ledger(
      at: desk.folder.path(of: "spring.ledger"), job: "spring", now: Moment(microseconds: 1))
    let row = try #require(try ledger.row(id: "n1"))
    // As after a crash in the middle of a write.
    let beginning = try ledger.begin(
      row,
      on: Presentation(
        uid: [4, 1, 2, 3, 4, 5, 6], chip: "NTAG213", reader: "virtual",
        began: Moment(microseconds: 2)),
      content: TagContent(link: row.link, messageHash: [UInt8](repeating: 1, count: 32)))
    guard case .begun = beginning else {
      Issue.record("the row was free")
      return
    }
    let result = try desk.tagpress("write", "--redo", "n1", "spring.xml")
    #expect(result.exit == .code(1) && result.output == "")
    #expect(result.errorOutput.contains("was begun on the tag 04010203040506, which may show its"))
    #expect(result.errorOutput.contains("'tagpress write --void n1 --why TEXT JOB' gives it up"))
    #expect(try ledger.claim(ofRow: row.key)?.state == .begun)
  }

  @Test func whatIsWrongIsSaidBeforeAReaderIsOpened() throws {
    let desk = try Self.desk()
    let bad = try Self.desk("<job/>")
    let cases: [(Desk, [String], Int32, String)] = [
      (bad, ["spring.xml"], 1, "job-has-errors"),
      (desk, ["missing.xml"], 2, "could-not-read-job"),
      (desk, ["--void", "n1", "spring.xml"], 64, "usage"),
      (desk, ["--rows", "n9", "spring.xml"], 1, "no-such-row"),
      (desk, ["--rows", "3-4", "spring.xml"], 1, "no-such-row"),
      (desk, ["--rows", "2-1", "spring.xml"], 1, "no-such-row"),
      (desk, ["--rows", "0-1", "spring.xml"], 1, "no-such-row"),
      (desk, ["--rows", "n1", "--rows", "1-2", "spring.xml"], 64, "usage"),
      (desk, ["--void", "n1", "--why", "lost", "spring.xml"], 1, "ledger"),
      (desk, ["--first", "--limit", "3", "spring.xml"], 64, "usage"),
      (desk, ["--plan", "--redo", "n1", "spring.xml"], 64, "usage"),
      (desk, ["--on-done", "/no/printer -x", "spring.xml"], 2, "no-program"),
      (desk, ["--sound", "", "spring.xml"], 2, "no-program"),
      (desk, ["--resolver", "spring.xml", "spring.xml"], 2, "no-program"),
    ]
    for (desk, arguments, code, name) in cases {
      let result = try desk.tagpress(["write", "--json"] + arguments)
      #expect(result.exit == .code(code), "\(arguments)")
      #expect(result.output.contains(#""name":"\#(name)""#), "\(arguments) \(result.output)")
      #expect(result.output.split(separator: "\n").count == 1)
    }
    let plan = try desk.tagpress("write", "--plan", "--rows", "2-9", "spring.xml")
    #expect(plan.output == "n2  https://go.tagtag.shop/s/2\n")
    #expect(plan.exit == .code(0))
  }

  @Test func aProgramIsToldOfEachTag() throws {
    let desk = try Self.desk()
    let done = try desk.tagpress("write", "--first", "--on-done", "tee told", "spring.xml")
    #expect(done.exit == .code(0))
    let told = String(decoding: try desk.folder.read("told"), as: UTF8.self)
    #expect(told.hasPrefix(#"{"event":"tag","outcome":"OK","reader":0,"uid":""#))
    try desk.tell("next")
    let failed = try desk.tagpress("write", "--first", "--on-done", "false", "spring.xml")
    #expect(failed.exit == .code(0))
    #expect(failed.errorOutput.contains("--on-done: 'false' ended with code 1. The tag"))
  }

  @Test func aProgramThatIsToldGetsNothingOfTheReader() throws {
    let desk = try Self.desk()
    try desk.folder.write("#!/bin/sh\nreadlink /proc/$$/fd/* > open\n", to: "look")
    chmod(desk.folder.path(of: "look"), 0o700)
    let program = desk.folder.path(of: "look")
    #expect(
      try desk.tagpress("write", "--first", "--on-done", program, "spring.xml").exit == .code(0))
    let open = String(decoding: try desk.folder.read("open"), as: UTF8.self)
    #expect(
      open.contains("pipe:") && !open.contains("/dev/pts/") && !open.contains("spring"), "\(open)")
  }

  @Test func theCallsOfASlowProgramKeepTheirOrder() throws {
    let desk = try Self.desk()
    try desk.folder.write(
      "#!/bin/sh\necho begun >> told\nsleep 1\ncat >> told\n", to: "slow")
    chmod(desk.folder.path(of: "slow"), 0o700)
    let writing = try BackgroundProgram(
      builtTool,
      [
        "write", "--json", "--on-done", desk.folder.path(of: "slow"), "--reader", desk.reader,
        "spring.xml",
      ], directory: desk.folder.path)
    var line = writing.nextLine()
    while let text = line, !text.contains(#""outcome":"OK""#) { line = writing.nextLine() }
    try desk.tell("next")
    let result = try writing.finish()
    #expect(result.exit == .code(0))
    let told = String(decoding: try desk.folder.read("told"), as: UTF8.self)
      .split(separator: "\n")
    // One call after the other, and the run does not end before the last one is over.
    try #require(told.count == 4)
    #expect(told[0] == "begun" && told[1].contains(#""row":"n1""#))
    #expect(told[2] == "begun" && told[3].contains(#""row":"n2""#))
  }

  @Test func aPlayerIsToldOfEachWordWithoutAScreenToo() throws {
    // A busy machine may need longer for a shell than a sound may last.
    for _ in 0..<30 {
      let desk = try Self.desk()
      try desk.folder.write("#!/bin/sh\necho \"$@\" >> played\n", to: "play")
      chmod(desk.folder.path(of: "play"), 0o700)
      let player = "\(desk.folder.path(of: "play")) loud"
      let result = try desk.tagpress("write", "--first", "--sound", player, "spring.xml")
      #expect(result.exit == .code(0))
      if result.errorOutput.contains("took longer than 2 seconds") { continue }
      #expect(try desk.folder.read("played") == Array("loud ok\n".utf8))
      return
    }
    Issue.record("thirty times the player took longer than a sound may last")
  }

  @Test func aResolverGivesEachTagItsValues() throws {
    let desk = try Self.desk(
      """
      <job xmlns="urn:tagpress:job:1" id="late">
        <link>https://go.tagtag.shop/c/{number}{?cert}</link>
        <tags chips="NTAG213"/>
        <rows count="2" id="n{number}"/>
      </job>
      """)
    try desk.folder.write(
      """
      #!/bin/sh
      echo "asked $(printf '\\033[31m')" >&2
      while read question; do
        echo "$question" >> questions
        case "$question" in
          *'"row":"n1"'*) echo '{"values": {"cert": "a b"}}' ;;
          *) echo '{"error": "no certificate"}' ;;
        esac
      done
      sleep 0.2
      echo "ends" >&2

      """, to: "ask")
    let resolver = "/bin/sh \(desk.folder.path(of: "ask"))"
    // Without it the job has no value for its link.
    #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(1))
    let uid = try desk.uid()
    let first = try desk.tagpress("write", "--first", "--resolver", resolver, "spring.xml")
    #expect(first.output == "OK            \(uid)  n1  https://go.tagtag.shop/c/1?cert=a%20b\n")
    #expect(first.errorOutput.contains("resolver: asked \\u{1B}[31m\n"))
    #expect(first.errorOutput.contains("resolver: ends\n1 of 2 rows is done."))
    #expect(
      String(decoding: try desk.folder.read("questions"), as: UTF8.self) == """
        {"uid":"\(uid)","chip":"NTAG213","content":"factory-new","link":null,"row":"n1",\
        "values":{"number":"1"}}

        """)

    try desk.tell("next")
    let before = try desk.pages(of: "two.tag")
    let refused = try BackgroundProgram(
      builtTool,
      ["write", "--json", "--resolver", resolver, "--reader", desk.reader, "spring.xml"],
      directory: desk.folder.path)
    var line = refused.nextLine()
    while let text = line, !text.contains(#""event":"tag""#) { line = refused.nextLine() }
    let words = #""reason":"resolver","words":"The resolver refused this tag: \"no certificate\"."#
    #expect(line?.contains(words) == true)
    #expect(try desk.pages(of: "two.tag") == before)
    // A tag is given up without the values that were on it.
    let given = try desk.tagpress("write", "--void", "n1", "--why", "lost", "spring.xml")
    #expect(given.output == "Tag \(uid) of row n1 is given up; the row is free.\n")
  }
}
