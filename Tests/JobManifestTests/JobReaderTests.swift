// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import NDEF
import TestSupport
import Testing
import WebLink

@testable import JobManifest

struct JobReaderTests {
  static let everything = "\(packageRoot)/Tests/Fixtures/Jobs/valid/everything.xml"

  @Test func keepsWhatTheManifestSays() throws {
    var job: Job?
    _ = JobReader(path: Self.everything).read(begin: { job = $0 })
    let found = try #require(job)
    #expect(found.id == "a.b-c_1" && found.title == "Everything & more")
    #expect(found.link.text == "https://go.example.com/s/{code}{?n,city,number}")
    #expect(found.tags.chips.map(\.value) == ["NTAG213", "NTAG215"])
    #expect(found.tags.chips.first?.position == TextPosition(line: 4, column: 18))
    #expect(found.tags.content == .any && found.tags.genuine == .require && found.tags.mayFormat)
    guard case .password(let keys, guardsReading: true) = found.protection else {
      Issue.record("\(found.protection)")
      return
    }
    #expect(keys.value == "../spring.keys")
    #expect(
      try found.records == [
        .android(package: "com.example.shop"),
        .text(TextTemplate("Welcome to {city}"), language: "de-CH"),
      ])
    let hex = [
      "00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF",
      "FF:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF",
    ]
    let rest = ":00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF"
    #expect(
      found.apps.map(\.kind) == [
        .ios("ABCDE12345.com.example.shop"), .clip("ABCDE12345.com.example.shop.Clip"),
        .android(package: "com.example.shop", certificates: hex.map { $0 + rest }),
      ])
    #expect(
      found.apps[0].patterns.map { [$0.path, $0.query, $0.fragment] }
        == [["/s/*", "a=?*", "x"], [nil, "b", nil], [nil, nil, "y"]])
    #expect(found.apps[0].patterns.map(\.isExcluded) == [false, true, false])
  }

  @Test func buildsRowsWithCopies() throws {
    let result = try JobResult(
      String(decoding: contents(of: Self.everything), as: UTF8.self),
      files: ["everything.csv": "id;n;city;number\r\nx;3;Genf;\r\n"])
    let start = "https://go.example.com/s/"
    #expect(result.findings == [])
    var rows = [
      "a-1/1 \(start)00000000?n=1&city=Z%C3%BCrich&number=1",
      "a-1/2 \(start)00000000?n=1&city=Z%C3%BCrich&number=1",
    ]
    for copy in 1...7 { rows.append("own/\(copy) \(start)00000000?n=2&city=Bern&number=2") }
    rows.append("x \(start)000000000000?n=3&city=Genf")
    #expect(result.rowTexts == rows)
    #expect(result.rows[0].position == TextPosition(line: 20, column: 5))
    #expect(result.rows[2].position == TextPosition(line: 21, column: 5))
    #expect(result.rows[9].position == TextPosition(line: 2, column: 1))
    #expect(result.rows.map(\.size) == result.messages.map(\.count))
    #expect(
      try MessageReading(result.messages[0]).contents() == [
        .uri("\(start)00000000?n=1&city=Z%C3%BCrich&number=1"),
        .androidApplication("com.example.shop"),
        .text(TextRecord("Welcome to Zürich", language: "de-CH")),
      ])
  }

  static let sources: [(link: String, rows: String, texts: [String])] = [
    (
      "https://a.example/{number}", "<rows count=\"3\" start=\"9\" digits=\"2\"/>",
      ["09 https://a.example/09", "10 https://a.example/10", "11 https://a.example/11"]
    ),
    (
      "https://a.example/{id}", "<rows count=\"1\" id=\"vip {number}\"/>",
      ["vip 1 https://a.example/vip%201"]
    ),
    (
      "{+url}", "<rows><row id=\"a\" url=\"https://b.example/x%20y?a=1&amp;b=2#c\"/></rows>",
      ["a https://b.example/x%20y?a=1&b=2#c"]
    ),
    (
      "{+url}", "<rows><row id=\"a\" url=\"https://Bücher.example:80/ü\"/></rows>",
      ["a https://xn--bcher-kva.example:80/%C3%BC"]
    ),
    (
      "https://a.example/{number}", "<rows from=\"a.csv\" id=\"{number}-{nr}\"/>",
      ["1-x https://a.example/1", "2-y https://a.example/2"]
    ),
    (
      " \n https://Bücher.example/ü/{id} ", "<rows><row id=\"ü\"/></rows>",
      ["ü https://xn--bcher-kva.example/%C3%BC/%C3%BC"]
    ),
    (
      "HTTPS://A.example/x/../{tag.uid}", "<rows count=\"1\"/>",
      ["1 https://a.example/00000000000000"]
    ),
    (
      "https://a.example/{id}{?a}{#b}",
      "<rows><row id=\"x\" a=\"\"/><row id=\"y\" b=\"1\"/></rows>",
      ["x https://a.example/x", "y https://a.example/y#1"]
    ),
    (
      "https://a.example/m{mirror.uid}x{mirror.counter}", "<rows count=\"1\"/>",
      ["1 https://a.example/m00000000000000x000000"]
    ),
    (
      "https://a.example", "<rows copies=\"2\"><row id=\"a\"/></rows>",
      [
        "a/1 https://a.example", "a/2 https://a.example",
      ]
    ),
    (
      "https://a.example/{Store_name}{?id}",
      "<rows from=\"a.csv\" id=\"{id}-{nr}\"/>",
      ["1-x https://a.example/Z%C3%BCrich?id=1-x", "2-y https://a.example/Genf?id=2-y"]
    ),
  ]

  @Test(arguments: sources)
  func buildsRowsOfEverySource(link: String, rows: String, texts: [String]) throws {
    let files = ["a.csv": "id,Store name,nr\n1,Zürich,x\n2,Genf,y\n"]
    let result = try JobResult(link: link, rows: rows, files: files)
    #expect(result.rowTexts == texts)
    #expect(result.findings == [])
    #expect(result.rows.map(\.size) == result.messages.map(\.count))
  }

  static let wrong: [(link: String, rows: String, findings: [String])] = [
    ("a b", "<rows count=\"1\"/>", ["1:50 template-character"]),
    ("ü&amp;{a", "<rows count=\"1\"/>", ["1:55 template-unclosed-brace"]),
    ("\n  ü{}", "<rows count=\"1\"/>", ["2:4 template-empty-expression"]),
    ("a.example/{number}", "<rows count=\"1\"/>", ["2:1 link-missing-scheme"]),
    ("", "<rows count=\"1\"/>", ["2:1 link-empty"]),
    ("https://a.example/{nummer}", "<rows count=\"5\"/>", ["2:1 unknown-variable"]),
    (
      "https://a.example/{x}", "<rows><row id=\"a\" y=\"1\"/></rows>",
      [
        "2:19 unused-value", "2:7 missing-value",
      ]
    ),
    ("https://a.example/{x}", "<rows><row id=\"a\"  x=\"\"/></rows>", ["2:23 missing-value"]),
    ("https://a.example/{id}", "<rows><row/></rows>", ["2:7 no-row-id"]),
    ("https://a.example/{id}", "<rows><row id=\"\"/></rows>", ["2:16 no-row-id"]),
    ("https://a.example/{id}", "<rows><row id=\"a/b\"/></rows>", ["2:16 bad-row-id"]),
    ("https://a.example/{id}", "<rows><row id=\"a&#10;b\"/></rows>", ["2:16 control-character"]),
    ("https://a.example/{id}", "<rows><row id=\"a\" a-b=\"1\"/></rows>", ["2:19 variable-name"]),
    (
      "https://a.example/{id}", "<rows><row id=\"a\" tag.uid=\"1\"/></rows>",
      [
        "2:19 reserved-variable"
      ]
    ),
    ("https://a.example/{id}", "<rows id=\"{\"><row id=\"a\"/></rows>", ["2:11 braces"]),
    (
      "https://a.example/{id}", "<rows id=\"{tag.uid}\"><row/></rows>",
      [
        "2:1 reserved-variable"
      ]
    ),
    (
      "https://a.example/{id}{t}",
      "<rows><token name=\"t\" length=\"8\"/><row id=\"a\" t=\"\"/></rows>",
      [
        "2:47 repeated-variable"
      ]
    ),
    (
      "https://a.example/{id}", "<rows><token name=\"t\" length=\"8\"/><row id=\"a\"/></rows>",
      [
        "2:1 unused-value"
      ]
    ),
    ("https://a.example/{mirror.uid}{mirror.uid}", "<rows count=\"1\"/>", ["2:1 mirror-twice"]),
    ("https://a.example/{mirror.uid:7}", "<rows count=\"1\"/>", ["2:1 mirror-cut"]),
    (
      "https://a.example/{mirror.uid}{mirror.counter}", "<rows count=\"1\"/>",
      [
        "2:1 mirror-apart"
      ]
    ),
    ("https://a.example/{tag.uid}/../x", "<rows count=\"1\"/>", ["2:1 placeholder-lost"]),
    ("https://{tag.uid}.a.example/", "<rows count=\"1\"/>", ["2:1 value-place"]),
    ("https://a.example/{id}", "<rows from=\"no.csv\"/>", ["2:1 cannot-read"]),
    ("https://a.example/{id}", "<rows from=\"../job.xml\"/>", ["2:1 outside-folder"]),
    ("https://a.example/{id}", "<rows from=\"/etc/passwd\"/>", ["2:1 outside-folder"]),
    ("https://a.example/{c}", "<rows from=\"a.csv\"/>", ["2:1 no-row-id"]),
    ("https://a.example/{d}", "<rows from=\"a.csv\" id=\"{a}\"/>", ["2:1 unknown-variable"]),
    (
      "https://a.example/{a}{c}", "<rows from=\"a.csv\" id=\"{a}\"/>",
      [
        "a.csv:3:4 missing-value", "a.csv:4:4 control-character", "a.csv:6:4 csv-too-many-fields",
        "a.csv:3:1 almost-empty-row",
      ]
    ),
    ("https://a.example/{id}", "<rows from=\"empty.csv\" id=\"{a}\"/>", ["empty.csv:1:1 no-rows"]),
    (
      "https://a.example/{a}", "<rows from=\"empty.csv\" id=\"{a}\" count=\"\"/>",
      [
        "2:33 conflict", "empty.csv:1:1 no-rows",
      ]
    ),
  ]

  @Test func aColumnComesBeforeTheNumberOfTheRow() throws {
    let result = try JobResult(
      link: "https://a.example/{number}", rows: "<rows from=\"a.csv\" id=\"{number}\"/>",
      files: ["a.csv": "number\n7\n5\n"])
    #expect(result.rowTexts == ["7 https://a.example/7", "5 https://a.example/5"])
  }

  @Test func aSpaceAtAnEndIsRemarked() throws {
    let result = try JobResult(
      link: "https://a.example/{a}",
      rows: "<rows><row id=\"x\" a=\"1 \"/></rows><rows from=\"a.csv\"/>",
      files: ["a.csv": "id,a,b\n1, 2,3\n2,3, 4\n"])
    #expect(result.findings == ["2:22 space-at-end", "a.csv:2:3 space-at-end"])
    #expect(result.rows.count == 3 && result.list.errorCount == 0)
  }

  /// Said once for all rows, in words whose cure helps.
  @Test(arguments: [
    ("", #"<rows count="9" id="{code}"><token name="code" length="8"/></rows>"#, "id", "code"),
    ("", #"<rows count="9" id="n{tag.uid}"/>"#, "id", "tag.uid"),
    (
      #"<record text="Code {code}"/>"#,
      #"<rows><token name="code" length="8"/><row id="a" n="1"/></rows>"#, "text", "code"
    ),
    (#"<record text="{mirror.uid}"/>"#, #"<rows from="a.csv"/>"#, "text", "mirror.uid"),
  ])
  func onlyLinksTakeTokensAndDataFromTheTag(
    head: String, rows: String, attribute: String, name: String
  ) throws {
    let result = try JobResult(
      link: "https://a.example/{id}{?code}", rows: rows, head: head,
      files: ["a.csv": "id\n1\n2\n"])
    #expect(result.findings.filter { $0 != "2:1 unused-value" } == ["2:1 reserved-variable"])
    #expect(
      result.words.last?.hasPrefix("{\(name)} cannot be used in \(attribute), ") == true)
  }

  @Test func aTextRecordIsToldOfNoToken() throws {
    let result = try JobResult(
      link: "https://a.example/{colour}", rows: #"<rows count="1"/>"#,
      head: #"<record text="{shelf}"/>"#)
    #expect(
      result.words == [
        #"These rows have no value called "colour". They have "number", "id", "tag.uid", "#
          + #""mirror.uid", "mirror.counter". Use one of those, or add a column or a token with "#
          + "that name.",
        #"These rows have no value called "shelf". They have "number", "id". "#
          + "Use one of those, or add a column with that name.",
      ])
  }

  @Test func aNameInAValueIsNotWrittenAsItIs() throws {
    let result = try JobResult(
      link: "{+link}",
      rows: """
        <rows><row id="x" note="" link="https://a.example/{tag.uid}"/>
        <row id="y" note="y" link="https://a.example/{a}"/></rows>
        <rows from="a.csv"/>
        """,
      head: #"<record text="{note}"/>"#,
      files: [
        "a.csv": "id,link,note\n1,https://a.example/{mirror.uid},\n"
          + "2,https://a.example/2,{tag.uid}\n"
      ])
    #expect(result.findings == ["2:33 name-in-value", "a.csv:2:3 name-in-value"])
    #expect(result.rowTexts == ["y https://a.example/%7Ba%7D", "2 https://a.example/2"])
  }

  @Test func anAppIsNamedOnce() throws {
    let certificate = [String](repeating: "AF", count: 32).joined(separator: ":")
    let result = try JobResult(
      link: "https://a.example/{id}", rows: #"<rows count="1"/>"#,
      head: """

        <app ios="ABCDE12345.a.b"><open path="/1"/></app>
        <app clip="ABCDE12345.a.b"/>
        <app android="com.a" certificate="\(certificate)"/>
        <app ios="ABCDE12345.a.b"><open path="/2"/></app>
        <app android="com.a" certificate="\(certificate)"/>
        """)
    #expect(result.findings == ["5:1 same-app", "6:1 same-app"])
    #expect(
      result.words.first
        == #"The job names "ABCDE12345.a.b" twice. Move the content of this <app> to "#
        + "the one at 2:1, and remove this one.")
    #expect(result.job?.apps.map { $0.patterns.map(\.path) } == [["/1", "/2"], [], []])
  }

  @Test func aJobHasAnEnd() throws {
    let result = try JobResult(
      link: "https://a.example/{number}",
      rows: "<rows count=\"2\"/>\n<rows count=\"10000000\" start=\"3\" copies=\"10\"/>")
    #expect(result.findings == ["3:1 too-many-tags"] && result.rowCount == 2)
  }

  @Test func copiesCountAsTags() {
    var seen = 0
    var problems: [Problem] = []
    let delivery = RowDelivery(tagCountMax: 5) { _ in
      seen += 1
      return true
    }
    var row = JobRow()
    for copies in [3, 2, 1] {
      delivery.deliver(&row, copies: copies) { problem, _, _ in
        problems.append(problem)
      }
    }
    #expect(seen == 5 && delivery.rowCount == 5 && delivery.isStopped)
    #expect(problems == [.tooManyTags])
  }

  @Test func aWorkbookThatIsCutOffIsDamaged() throws {
    let result = try JobResult(
      link: "https://a.example/{a}", rows: "<rows from=\"a.xlsx\" id=\"{a}\"/>",
      files: ["a.xlsx": "PK\u{3}\u{4}\u{14}"])
    #expect(result.findings == ["a.xlsx:1:1 workbook-damaged"])
  }

  @Test(arguments: wrong)
  func namesWhatIsWrong(link: String, rows: String, findings: [String]) throws {
    let files = ["a.csv": "a,b,c\n1,2,3\n2,,\n3,\"x\ny\",\n", "empty.csv": "a\n"]
    let changed = ["a.csv": "a,b,c\n1,2,3\n2,,\n3,,\"x\ny\"\n,,,4\n"]
    let csv = findings.contains { $0.hasPrefix("a.csv") } ? changed : files
    let result = try JobResult(
      link: link, rows: rows, files: csv.merging(files) { one, _ in one })
    #expect(result.findings == findings)
  }

  @Test func readsOnWithoutItsFolder() throws {
    let folder = try TemporaryDirectory()
    let csv = try folder.write("id\na\n", to: "a.csv")
    let manifest = """
      <job xmlns="urn:tagpress:job:1" id="t"><link>https://a.example/{id}</link><rows from="\(csv)"/></job>
      """
    #expect(try JobResult(manifest).findings == ["1:75 outside-folder"])
    #expect(try JobResult(Array(manifest.utf8), mayLeaveFolder: true).rowTexts.count == 1)
  }

  @Test func aLinkOfTheFileSystemIsNoWayOut() throws {
    let outside = try TemporaryDirectory()
    let folder = try TemporaryDirectory()
    let csv = try outside.write("id\na\n", to: "a.csv")
    #expect(symlink(csv, folder.path(of: "a.csv")) == 0)
    let path = try folder.write(
      "<job xmlns=\"urn:tagpress:job:1\" id=\"t\"><link>https://a.example</link>"
        + "<rows from=\"a.csv\"/></job>", to: "job.xml")
    let outcome = JobReader(path: path).read(begin: { _ in })
    #expect(outcome.findings.findings.map(\.problem) == [.outsideFolder("a.csv")])
  }

  @Test func stopsWhenToldTo() throws {
    let folder = try TemporaryDirectory()
    let csv = "id\n" + (1...9).map { "c\($0)\n" }.joined()
    try folder.write(csv, to: "a.csv")
    for rows in [
      "<rows>" + (1...9).map { "<row id=\"r\($0)\"/>" }.joined() + "</rows>",
      "<rows count=\"9\"/>", "<rows from=\"a.csv\"/>", "<rows copies=\"9\"><row id=\"a\"/></rows>",
    ] {
      let path = try folder.write(
        "<job xmlns=\"urn:tagpress:job:1\" id=\"t\"><link>https://a.example/{id}</link>\(rows)</job>",
        to: "job.xml")
      var seen = 0
      let outcome = JobReader(path: path).read(
        begin: { _ in },
        visit: { _ in
          seen += 1
          return seen < 4
        })
      #expect(seen == 4 && outcome.rowCount == 4 && outcome.findings.findings == [])
    }
  }
}
