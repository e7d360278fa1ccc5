// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
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
