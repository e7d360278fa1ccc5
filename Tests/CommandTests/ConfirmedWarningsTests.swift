// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SampleLedgers
import StrictJSON
import TestSupport
import Testing

/// What `check` warns of is confirmed once before a job is written.
struct ConfirmedWarningsTests {
  /// An http link is a warning.
  private static func job(
    _ rows: String = #"<rows count="3" id="n{number}"/>"#, head: String = "",
    link: String = "http://go.acme.de/s/{number}"
  ) -> String {
    """
    <job xmlns="urn:tagpress:job:1" id="spring">
      <link>\(link)</link>
      <tags chips="NTAG213"/>\(head)
      \(rows)
    </job>
    """
  }

  private static func desk(_ job: String = job()) throws -> Desk {
    let desk = try Desk(tags: ["one.tag", "two.tag", "three.tag"])
    try desk.folder.write(job, to: "spring.xml")
    return desk
  }

  private static func statements(at desk: Desk) -> [String] {
    RawDatabase(desk.folder.path(of: "spring.ledger"))
      .rows("SELECT kind, count, person FROM confirmation ORDER BY id")
  }

  @Test func aScriptIsNeverAskedAndToldWhatToAdd() throws {
    let desk = try Self.desk()
    let blank = try desk.pages()
    // Before a reader is opened: this one is not there.
    for reader in [desk.reader, "pn532_uart:/dev/pts/none"] {
      let refused = try desk.tagpress("write", "--first", "--reader", reader, "spring.xml")
      #expect(refused.exit == .code(1) && refused.output == "")
      #expect(
        refused.errorOutput.hasPrefix("spring.xml:4:3: warning: 3 links begin with"),
        "\(refused.errorOutput)")
      #expect(
        refused.errorOutput.hasSuffix(
          """
          tagpress write: spring.xml: The job has 1 warning, shown above, and nothing was written. \
          Correct the job, or add --accept-warnings if they are no mistakes.

          """), "\(refused.errorOutput)")
    }
    let json = try desk.tagpress("write", "--json", "spring.xml")
    #expect(json.output.contains(#""name":"warnings-not-confirmed""#))
    #expect(json.output.contains(#""rule":"http""#) && json.exit == .code(1))
    #expect(try desk.pages() == blank && Self.statements(at: desk) == [])
    // To plan asks for nothing.
    #expect(try desk.tagpress("write", "--plan", "spring.xml").exit == .code(0))
    #expect(Self.statements(at: desk) == [])
  }

  @Test func whatWasConfirmedIsNotAskedAgainUntilItIsAnother() throws {
    let desk = try Self.desk()
    let first = try desk.tagpress("write", "--first", "--accept-warnings", "spring.xml")
    #expect(first.exit == .code(0), "\(first.errorOutput)")
    #expect(first.errorOutput.contains(" confirmed this warning on 20"), "\(first.errorOutput)")
    try desk.tell("next")
    // A line that moved is no other warning, and a script is told who confirmed it.
    try desk.folder.write("\n\n" + Self.job(), to: "spring.xml")
    let second = try desk.tagpress("write", "--first", "--json", "spring.xml")
    #expect(second.exit == .code(0), "\(second.errorOutput)")
    let event = try #require(second.output.split(separator: "\n").first)
    let json = try JSONDocument(reading: Array(event.utf8)).root
    #expect(json["event"]?.string == "warnings" && json["confirmed"]?.bool == true)
    #expect(event.contains(#""rule":"http""#) && event.contains(#""count":1"#))
    #expect(Self.statements(at: desk).count == 1)
    try desk.tell("next")
    // Another row is, whether it is done or not.
    try desk.folder.write(Self.job(#"<rows count="4" id="n{number}"/>"#), to: "spring.xml")
    let other = try desk.tagpress("write", "--first", "spring.xml")
    #expect(other.exit == .code(1))
    #expect(other.errorOutput.contains("add --accept-warnings"))
    #expect(
      try desk.tagpress("write", "--first", "--accept-warnings", "spring.xml").exit == .code(0))
    #expect(Self.statements(at: desk).count == 2)
    // What was confirmed is in every report.
    let report = try desk.tagpress("report", "spring.xml").output
    #expect(report.contains("  warnings    1 warning confirmed by "), "\(report)")
    #expect(try desk.tagpress("report", "--json", "spring.xml").output.contains(#""confirmed""#))
    #expect(
      try desk.tagpress("report", "--html", "-", "spring.xml").output
        .contains("<p>1 warning confirmed by "))
  }

  /// The warnings of what another program takes over were shown to no one here.
  @Test func whatIsTakenOverMeanwhileIsAskedAboutBeforeATagGetsIt() throws {
    let desk = try Self.desk(Self.job(link: "https://go.acme.de/s/{number}"))
    try desk.tell("remove")
    let program = try BackgroundProgram(
      builtTool, ["write", "--json", "--limit", "2", "--reader", desk.reader, "spring.xml"],
      directory: desk.folder.path)
    while let line = program.nextLine(), !line.contains(#""event":"ready""#) {}
    try desk.folder.write(Self.job(), to: "spring.xml")
    #expect(try desk.tagpress("write", "--plan", "spring.xml").exit == .code(0))
    try desk.tell("present 1")
    let end = try program.finish()
    #expect(end.exit == .code(1) && end.output.contains(#""cause":"manifest-changed""#), "\(end)")
    let asked = try desk.tagpress("write", "--first", "spring.xml")
    #expect(asked.exit == .code(1) && asked.errorOutput.contains("add --accept-warnings"))
    #expect(Self.statements(at: desk) == [])
  }

  /// A word that is typed is one that someone read.
  @Test(arguments: [("yes", 0), ("y", 1), ("", 1)])
  func aPersonIsAskedOnce(_ word: String, _ exit: Int32) throws {
    let desk = try Self.desk(Self.job(#"<rows from="a.csv" id="n{number}"/>"#))
    try desk.folder.write("number\n007\n", to: "a.csv")
    let line =
      "'\(builtTool)' write --first --plain --reader '\(desk.reader)' spring.xml; echo exit=$?"
    let shown = try run(
      "script", ["-qec", line, "/dev/null"], input: Array("\(word)\n".utf8),
      directory: desk.folder.path)
    let text = String(decoding: shown.stdout, as: UTF8.self)
    #expect(text.contains("exit=\(exit)"), "\(text)")
    #expect(text.contains("Type 'yes' to continue"), "\(text)")
    // What is confirmed can be compared with the sheet.
    #expect(text.contains("number  A2    007              http://go.acme.de/s/007\r\n"), "\(text)")
    #expect(Self.statements(at: desk).count == (exit == 0 ? 1 : 0))
  }

  /// Tags were written when no one was asked; the job goes on, and no one's word is made up.
  @Test func aJobOfAnEarlierVersionGoesOnUnconfirmed() throws {
    let desk = try Self.desk(Self.job(link: "https://go.acme.de/s/{number}"))
    #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
    // As if its table had come only now.
    let raw = RawDatabase(desk.folder.path(of: "spring.ledger"))
    let rule = try #require(
      raw.rows("SELECT sql FROM sqlite_schema WHERE name = 'migration_stays'").first)
    _ = raw.run("DROP TRIGGER migration_stays")
    _ = raw.run("UPDATE migration SET at = 9000000000000000")
    _ = raw.run(rule)
    try desk.folder.write(
      Self.job(
        #"<rows count="3" id="n{number}"/><rows><row id="N1" number="x"/></rows>"#,
        link: "https://go.acme.de/s/{number}"), to: "spring.xml")
    try desk.tell("next")
    let next = try desk.tagpress("write", "--first", "spring.xml")
    #expect(next.exit == .code(0), "\(next.errorOutput)")
    #expect(next.errorOutput.contains("no one has confirmed this warning"), "\(next.errorOutput)")
    #expect(Self.statements(at: desk).map { $0.prefix(13) } == ["unconfirmed|1"])
    #expect(
      try desk.tagpress("report", "spring.xml").output.contains("and not confirmed"))
    // Other warnings are asked about like anyone's.
    try desk.folder.write(Self.job(link: "http://go.acme.de/s/{number}"), to: "spring.xml")
    let other = try desk.tagpress("write", "--changed", "keep", "spring.xml")
    #expect(other.exit == .code(1) && other.errorOutput.contains("--accept-warnings"))
  }
}
