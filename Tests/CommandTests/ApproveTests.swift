// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import JobLedger
import SampleLedgers
import StrictJSON
import TestSupport
import Testing

/// 'tagpress approve', and jobs that are written only when they are approved.
struct ApproveTests {
  private static func job(
    rows: String = #"<rows count="8" id="n{number}"><token name="t" length="6"/></rows>"#,
    head: String = "", needed: String = "yes", chips: String = "NTAG213"
  ) -> String {
    """
    <job xmlns="urn:tagpress:job:1" id="spring" title="Spring stickers">
      <link>https://go.acme.de/{number}/{t}</link>
      <tags chips="\(chips)"/>
      <approval needed="\(needed)"/>\(head)
      \(rows)
    </job>
    """
  }

  @Test func whatIsApprovedIsShownFirst() throws {
    let folder = try TemporaryDirectory()
    try folder.write(Self.job(needed: "no"), to: "spring.xml")
    let result = try tagpress(
      "approve", "--yes", "--by", " Anna  Schmidt", "spring.xml", directory: folder.path)
    #expect(result.exit == .code(0), "\(result.errorOutput)")
    let lines = result.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 11, "\(result.output)")
    #expect(lines[0] == "Spring stickers: 8 links")
    #expect(lines[1].hasPrefix("  first       n1  https://go.acme.de/1/"))
    #expect(lines[3].hasPrefix("              n3  https://go.acme.de/3/"))
    #expect(lines[4].hasPrefix("  last        n6  "))
    #expect(lines[7] == "  hosts       go.acme.de (8)")
    #expect(lines[8] == "  all links   'tagpress links spring.xml'")
    #expect(lines[9] == "  warnings    none")
    #expect(lines[10].hasPrefix("Anna Schmidt approved 8 links on 20"))
    #expect(result.errorOutput.contains(#"With <approval needed="yes"/> in it"#))
    // The random values are drawn before anyone looks.
    let links = try tagpress("links", "spring.xml", directory: folder.path).output
    #expect(links.contains(lines[1].split(separator: " ").last ?? "-"))
    let report = try tagpress("report", "spring.xml", directory: folder.path).output
    #expect(report.contains("  approved    8 links by Anna Schmidt, 20"), "\(report)")
  }

  @Test func itIsAskedForAndNamed() throws {
    let folder = try TemporaryDirectory()
    try folder.write(Self.job(), to: "spring.xml")
    let nameless = try tagpress("approve", "--yes", "spring.xml", directory: folder.path)
    #expect(nameless.exit == .code(64), "\(nameless.errorOutput)")
    #expect(nameless.errorOutput.contains("--by NAME"))
    let unasked = try tagpress("approve", "--by", "A", "spring.xml", directory: folder.path)
    #expect(unasked.exit == .code(1) && unasked.errorOutput.contains("Add --yes"))
    let report = try tagpress("report", "spring.xml", directory: folder.path).output
    #expect(!report.contains("approved"))
  }

  @Test func nothingElseIsWritten() throws {
    let desk = try Desk()
    try desk.folder.write(Self.job(), to: "spring.xml")
    func write() throws -> ProcessResult { try desk.tagpress("write", "--first", "spring.xml") }
    let without = try write()
    #expect(without.exit == .code(1))
    #expect(
      without.errorOutput == """
        tagpress write: spring.xml: No one has approved the links of this job, so nothing was \
        written. 'tagpress links JOB' lists the links, and 'tagpress approve --by NAME JOB' \
        approves them.

        """)
    func approve() throws {
      let result = try desk.tagpress("approve", "--yes", "--by", "Anna", "spring.xml")
      #expect(result.exit == .code(0), "\(result.errorOutput)")
    }
    try approve()
    #expect(try write().exit == .code(0))
    try desk.tell("next")
    let others = [
      Self.job(rows: #"<rows count="9" id="n{number}"><token name="t" length="6"/></rows>"#),
      Self.job(rows: #"<rows count="8" id="m{number}"><token name="t" length="6"/></rows>"#),
      Self.job(head: #"<record android="de.acme.shop"/>"#),
      Self.job(head: #"<protect with="lock"/>"#), Self.job(chips: "NTAG213 NTAG215"),
      Self.job(chips: #"NTAG213" content="job"#), Self.job(chips: #"NTAG213" genuine="check"#),
      Self.job(chips: #"NTAG213" format="yes"#),
    ]
    for other in others {
      try desk.folder.write(other, to: "spring.xml")
      let changed = try desk.tagpress("write", "--first", "--changed", "keep", "spring.xml")
      #expect(changed.exit == .code(1), "\(other)")
      #expect(changed.errorOutput.contains("What Anna approved on 20"), "\(changed.errorOutput)")
      #expect(changed.errorOutput.contains("(8 links) is different now"))
    }
    // A manifest that asks for no approval any more is written, but not without a word.
    try desk.folder.write(Self.job(needed: "no", chips: "NTAG213 NTAG215"), to: "spring.xml")
    let unasked = try tagpress(
      "write", "--reader", "pn532_uart:/dev/pts/none", "spring.xml", directory: desk.folder.path)
    #expect(unasked.exit == .code(2), "\(unasked.errorOutput)")
    #expect(unasked.errorOutput.contains("is different now. The manifest asks for no approval"))
    // As it was, it is approved again; a moved line and an app are nothing that is on a tag.
    try desk.folder.write(
      "\n" + Self.job(head: #"<app ios="ABCDE12345.de.acme.shop"/>"#), to: "spring.xml")
    let again = try write()
    #expect(again.exit == .code(0), "\(again.errorOutput)")
  }

  /// What a second program takes over, and the number of the tag that then comes: the first was begun.
  private static let takenOver: [(job: String, tag: Int, face: String)] = [
    (job().replacing("acme.de/", with: "acme.de/x/"), 1, "--json"),
    (job().replacing("acme.de/", with: "acme.de/x/"), 2, "--plain"),
    (job(head: #"<protect with="password" keys="spring.keys"/>"#), 1, "--plain"),
    (job(head: #"<protect with="lock" when="written"/>"#), 2, "--json"),
  ]

  /// The first program has an approval, and waits for a tag meanwhile.
  @Test(arguments: takenOver.indices)
  func whatWasTakenOverSinceComesOntoNoTag(_ index: Int) throws {
    let (job, tag, face) = Self.takenOver[index]
    let desk = try Desk()
    try desk.folder.write(Self.job(), to: "spring.xml")
    #expect(try desk.tagpress("key", "new", "spring.keys").exit == .code(0))
    #expect(try desk.tagpress("approve", "--yes", "--by", "Anna", "spring.xml").exit == .code(0))
    try desk.tell("remove")
    do {
      let ledger = try Ledger.sample(in: desk.folder)
      let row = try #require(try ledger.row(id: "n1"))
      let begun = Presentation(
        uid: bytes(ofHex: try desk.uid(of: "one.tag")), chip: "NTAG213", reader: "other",
        began: moment(2))
      _ = try ledger.begin(row, on: begun, content: content(row.link))
    }
    let blank = try ["one.tag", "two.tag"].map { try desk.pages(of: $0) }
    let program = try BackgroundProgram(
      "/bin/sh",
      [
        "-c", #"exec "$0" write --first "$1" --reader "$2" spring.xml 2>&1"#, builtTool, face,
        desk.reader,
      ], directory: desk.folder.path)
    while let line = program.nextLine(), !line.contains(#""event":"ready""#),
      !line.hasPrefix("Put a tag")
    {}
    try desk.folder.write(job, to: "spring.xml")
    let plan = try desk.tagpress("write", "--plan", "spring.xml")
    #expect(plan.exit == .code(0), "\(plan)")
    try desk.tell("present \(tag)")
    let end = try program.finish()
    #expect(end.exit == .code(1), "\(end)")
    let sentence = """
      Another program took over a changed manifest, so the run has stopped: its links were not \
      checked here. Start again.
      """
    #expect(end.output.ranges(of: sentence).count == 1, "\(end.output)")
    #expect(end.output.contains(#""cause":"manifest-changed""#) == (face == "--json"))
    #expect(!end.output.contains("OK"))
    try desk.tell("remove")
    let after = try ["one.tag", "two.tag"].map { try desk.pages(of: $0) }
    #expect(after == blank)
    // Started again, it goes through all gates.
    let next = try desk.tagpress("write", "--first", "spring.xml")
    #expect(next.exit == .code(1))
    #expect(next.errorOutput.contains("is different now, so nothing was written"), "\(next)")
  }

  /// The advice is followed to the letter.
  @Test func theAdviceLeadsOn() throws {
    let desk = try Desk()
    try desk.folder.write(Self.job(), to: "spring.xml")
    let refused = try desk.tagpress("write", "--first", "spring.xml")
    for command in CureTests.split(refused.errorOutput).0 {
      let typed = command.first == "approve" ? command + ["--yes"] : command
      #expect(try desk.tagpress(typed).exit == .code(0), "\(command)")
    }
    #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
  }

  @Test func aResolversJobIsApprovedByItsTemplateAndInputs() throws {
    let folder = try TemporaryDirectory()
    func write(_ value: String) throws {
      try folder.write(
        Self.job(rows: "<rows><row id=\"a\" number=\"\(value)\"/></rows>"), to: "spring.xml")
    }
    try write("1")
    let result = try tagpress(
      "approve", "--yes", "--by", "Anna", "--resolver", "cat", "spring.xml",
      directory: folder.path)
    #expect(result.exit == .code(0), "\(result.errorOutput)")
    #expect(result.output.contains("approved are the template of the link"))
    #expect(result.output.contains("  first       a  https://go.acme.de/{number}/{t}\n"))
    func refusal() throws -> String {
      try tagpress(
        "write", "--resolver", "cat", "--reader", "pn532_uart:/dev/pts/none", "spring.xml",
        directory: folder.path
      ).errorOutput
    }
    #expect(try !refusal().contains("approved"))
    try write("2")
    #expect(
      try refusal().contains("'tagpress approve --resolver COMMAND --by NAME JOB' approves them"))
  }

  @Test func itOutlivesTheLedger() throws {
    let folder = try TemporaryDirectory()
    try folder.write(Self.job(), to: "spring.xml")
    #expect(
      try tagpress("approve", "--yes", "--by", "Anna", "spring.xml", directory: folder.path).exit
        == .code(0))
    unlink(folder.path(of: "spring.ledger"))
    #expect(
      try tagpress("doctor", "--rebuild", "spring.ledger", directory: folder.path).exit == .code(0))
    let written = try tagpress(
      "write", "--reader", "pn532_uart:/dev/pts/none", "spring.xml", directory: folder.path)
    #expect(!written.errorOutput.contains("approved"), "\(written.errorOutput)")
  }
}
