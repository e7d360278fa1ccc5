// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import StrictJSON
import TestSupport
import Testing

/// What reports and lists say of rows that people call by other names than their ids.
struct NamedRowsTests {
  static let hostile = "<b>Zoo</b>\u{1B}[2J\u{202E}=1+1"

  /// A job whose rows have names: one is done in summer, one in winter, one was begun.
  static func job() throws -> ReportedJob {
    let job = try ReportedJob()
    let manifest = try #require(
      try job.ledger.importRows(
        of: [UInt8](repeating: 1, count: 32), title: "Shops", at: job.moment(0)))
    for (id, label, phone) in [
      ("001", "München, Kaufingerstr. 1", "+49 89 1"), ("002", hostile, ""), ("003", "東京", "=1+1"),
      ("004", nil, ""),
    ] {
      let shown: JSONValue = ["phone": .string(phone)]
      try manifest.add(ImportedRow(id: id, label: label, shown: shown.compact)) { _ in
        "https://go.example.com/\(id)"
      }
    }
    _ = try manifest.commit()
    try job.complete("001", 1, at: 10)
    // Half a year later.
    try job.complete("002", 2, at: 15_552_000)
    let attempt = try job.begin("003", 3, at: 15_552_100).attempt
    try job.ledger.finish(attempt, .again(Reason("stuck", "Page 5.")), at: job.moment(15_552_101))
    return job
  }

  private func report(_ options: [String], zone: String = "UTC") throws -> ProcessResult {
    let job = try Self.job()
    defer { withExtendedLifetime(job) {} }
    return try run(
      builtTool, ["report", "spring.ledger"] + options, environment: ["TZ": zone],
      directory: job.folder.path)
  }

  @Test func everyReportHasThem() throws {
    let page = try report([]).output
    #expect(page.contains("\n    東京\n"))
    let lines = try report(["--csv"]).output.split(separator: "\r\n")
    #expect(lines[0].hasSuffix(",local zone,label,phone"))
    #expect(lines[1].hasSuffix(",UTC,\"München, Kaufingerstr. 1\",'+49 89 1"))
    #expect(lines[2].hasSuffix(",UTC,\(#"<b>Zoo</b>\u{1B}[2J\u{202E}=1+1"#),"))
    #expect(lines[3].hasSuffix(",UTC,東京,'=1+1") && lines[4].hasSuffix(",,,,,"))
    let json = try report(["--json"])
    let rows = try #require(try JSONDocument(reading: json.stdout).root["rows"]?.elements)
    #expect(
      rows.map { $0["label"]?.string } == ["München, Kaufingerstr. 1", Self.hostile, "東京", nil])
    #expect(rows.map { $0["shown"]?["phone"]?.string } == ["+49 89 1", "", "=1+1", ""])
    let html = try report(["--html", "-"]).output
    #expect(
      html.contains(
        "<td>München, Kaufingerstr. 1<small>001, done</small>"
          + "<small class=\"shown\"><i>phone</i> +49 89 1</small></td>"))
    #expect(
      html.contains(
        #"<td>&lt;b&gt;Zoo&lt;/b&gt;\u{1B}[2J\u{202E}=1+1<small>002, done</small></td>"#))
    #expect(html.contains("<td>004<small>free</small></td>"))
  }

  /// The zone is that of the machine; a clock that is changed changes it.
  @Test func localTimesSayTheirZone() throws {
    func times(_ zone: String) throws -> [String] {
      try report(["--csv"], zone: zone).output.split(separator: "\r\n").dropFirst().prefix(2).map {
        $0.split(separator: ",", omittingEmptySubsequences: false)[16...18].joined(separator: " ")
      }
    }
    #expect(
      try times("Europe/Berlin") == [
        "2026-11-21 09:00:10 2026-11-21 09:00:11 CET (UTC+01:00)",
        "2027-05-20 10:00:00 2027-05-20 10:00:01 CEST (UTC+02:00)",
      ])
    #expect(
      try times("Pacific/Apia").first == "2026-11-21 21:00:10 2026-11-21 21:00:11 UTC+13:00")
    #expect(
      try times("<-0330>3:30").first == "2026-11-21 04:30:10 2026-11-21 04:30:11 UTC-03:30")
    #expect(try times("UTC").first == "2026-11-21 08:00:10 2026-11-21 08:00:11 UTC")
    let page = try report([], zone: "Asia/Tokyo").output
    #expect(
      page.contains("first tag   2026-11-21 08:00:10 UTC, 2026-11-21 17:00:10 JST (UTC+09:00)\n"))
    #expect(page.contains("The last 3 attempts, times in UTC and JST (UTC+09:00)\n"))
    #expect(page.contains("  2026-11-21 08:00:10  17:00:10  done       04E12345678901  001\n"))
    for line in page.split(separator: "\n") { #expect(line.unicodeScalars.count <= 80, "\(line)") }
    let bare = try report([]).output
    #expect(bare.contains("first tag   2026-11-21 08:00:10 UTC\n"))
    #expect(bare.contains("The last 3 attempts, times in UTC\n"))
  }

  @Test func aWorkbookIsOnlyReplacedByAnother() throws {
    let job = try Self.job()
    func make() throws -> ProcessResult {
      try run(
        builtTool, ["report", "--xlsx", "a.xlsx", "spring.ledger"],
        environment: ["TZ": "Europe/Berlin"], directory: job.folder.path)
    }
    #expect(try make().exit == .code(1))
    let first = try job.folder.read("a.xlsx")
    #expect(first.starts(with: "PK".utf8))
    let again = try make()
    #expect(again.exit == .code(1) && again.errorOutput == "" && again.output == "")
    // The same ledger makes the same workbook, whenever that is.
    #expect(try job.folder.read("a.xlsx") == first)
    #expect(job.folder.entries.filter { !$0.hasPrefix("spring.") } == ["a.xlsx"])
    // As if someone had saved it with Excel.
    var other = first
    let place = try #require(other.firstRange(of: "TagPress report".utf8))
    other.replaceSubrange(place, with: "Microsoft Excel".utf8)
    try job.folder.write(other, to: "a.xlsx")
    #expect(try make().errorOutput.contains("This file is not a TagPress report"))
    #expect(try job.folder.read("a.xlsx") == other)
  }

  @Test func aListOfLinksHasThemAtItsEnd() throws {
    let folder = try TemporaryDirectory()
    let rows = """
      <rows label="{city}, {street}" show="city size"><row id="a" city="Bonn" size="9"/></rows>
      <rows show="x"><row id="b" x="=1"/></rows><rows><row id="c"/></rows>
      """
    for token in ["", "{?t}"] {
      let rows =
        token.isEmpty
        ? rows : rows.replacing("\"><row", with: "\"><token name='t' length='8'/><row")
      try folder.write(
        """
        <job xmlns="urn:tagpress:job:1" id="spring\(token.count)"><link>https://go.example.com/{id}</link>
        \(rows)</job>
        """, to: "spring\(token.count).xml")
      let list = try tagpress("links", "spring\(token.count).xml", directory: folder.path)
      let lines = list.output.split(separator: "\r\n")
      #expect(lines.first == "id,link,size,label,city,shown.size,x", "\(list.errorOutput)")
      let shown: [Substring] = lines.dropFirst().map { line in
        line.split(separator: ",", maxSplits: 3).last ?? ""
      }
      #expect(shown == ["Bonn,Bonn,9,", ",,,'=1", ",,,"])
    }
  }
}
