// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import JobManifest

/// What people see of rows beside their ids.
struct LabelTests {
  /// The id, label and shown values of each row, and the rules of the findings.
  private func names(
    _ rows: String, link: String = "https://x.example/{id}", files: [String: String] = [:],
    isResolvedLater: Bool = false
  ) throws -> (rows: [String], findings: [String]) {
    let folder = try TemporaryDirectory()
    for (name, text) in files { try folder.write(Array(text.utf8), to: name) }
    let manifest = """
      <job xmlns="urn:tagpress:job:1" id="test"><link>\(link)</link>
      \(rows)</job>
      """
    var found: [String] = []
    let path = try folder.write(Array(manifest.utf8), to: "job.xml")
    let outcome = JobReader(path: path, isResolvedLater: isResolvedLater).read(
      begin: { _ in },
      visit: { row in
        let shown = row.shown.map { "\($0.name)=\($0.text)" }
        let inputs = row.inputs.map { $0.map { "\($0.name):\($0.text)" } } ?? []
        found.append(([row.idText, row.label ?? "-"] + shown + inputs).joined(separator: "|"))
        return true
      })
    return (found, outcome.findings.findings.map(\.problem.rule))
  }

  @Test(
    arguments: [
      ("{c}, {s}", "Berlin", "Allee 1", "Berlin, Allee 1"),
      ("{c}, {s}", "Berlin", "", "Berlin"), ("{c}, {s}", "", "Allee 1", "Allee 1"),
      ("{c}, {s}", "", "", nil), ("{c}, {s}", " \u{A0}", "Allee 1", "Allee 1"),
      ("{c} ({s})", "Berlin", "", "Berlin"), ("{c} ({s})", "", "Allee 1", "(Allee 1)"),
      ("Shop {c}", "", "", "Shop"), ("Shop {c} – {s}", "", "Allee 1", "Shop Allee 1"),
      ("{c} – {id} – {s}", "Berlin", "", "Berlin – r"),
      ("{c} – {s} – {id}", "Berlin", "", "Berlin – r"),
      ("{id} ({c}, {s})", "", "", "r"), ("{id} ({c}, {s})", "Berlin", "", "r (Berlin)"),
      ("{id} ({c}, {s})", "", "Allee 1", "r (Allee 1)"), ("{c}、{s}", "東京", "", "東京"),
      ("{c}{s}", "東京", "", "東京"), ("- {c}", "Berlin", "", "- Berlin"),
      // What a value has of these itself stays.
      ("{c}, {s}", "Berlin,", "", "Berlin,"), ("{c}, {s}", "(Berlin", "", "(Berlin"),
      ("{c}", "=1+1", "", "=1+1"), ("{c}", " Bad\u{A0} Ems ", "", "Bad Ems"),
      ("{c}", "a\tb\u{1B}[2Jc\u{85}d", "", "a b [2Jc d"), ("{c}", "{tag.uid}", "", "{tag.uid}"),
      ("{c}", "\u{202E}ab", "", "\u{202E}ab"),
    ] as [(String, String, String, String?)])
  func aMissingValueTakesItsJointAlong(
    _ label: String, _ city: String, _ street: String, _ expected: String?
  ) throws {
    let file = "id;c;s;n\r\nr;\"\(city)\";\"\(street)\";1\r\n"
    let found = try names(
      "<rows from=\"a.csv\" label=\"\(label)\" show=\"c\"/>", files: ["a.csv": file])
    let row = try #require(found.rows.first)
    #expect(row.hasPrefix("r|\(expected ?? "-")|c="), "\(row)")
    #expect(found.findings == [])
  }

  @Test(
    arguments: [
      (String(repeating: "é", count: 200), 200, false),
      (String(repeating: "é", count: 201), 200, true),
      (String(repeating: "👩‍👩‍👧‍👦", count: 250), 0, true),
      ("e" + String(repeating: "\u{301}", count: 5000), 0, true),
    ])
  func aLongNameIsCutBetweenCharacters(_ text: String, _ count: Int, _ isCut: Bool) throws {
    let found = try names(
      "<rows from=\"a.csv\" label=\"{c}\"/>", files: ["a.csv": "id;c\r\nr;\(text)\r\n"])
    let label = try #require(found.rows.first).dropFirst(2)
    #expect(label.hasSuffix("…") == isCut)
    #expect(label.count <= 200 && label.utf8.count <= JobLimits.nameBytesMax + 3)
    #expect(text.hasPrefix(isCut ? label.dropLast() : label))
    if count > 0 { #expect(label.count == count) }
  }

  @Test func rowsOfEveryKindHaveThem() throws {
    #expect(
      try names(
        """
        <rows label="{a} no. {number}" show="a b"><row id="x" a="1" b=" 2 "/><row id="y" copies="2"/></rows>
        <rows count="2" id="n{number}" label="Table {number} of {id}" show="number"/>
        <rows><row id="z"/></rows>
        """) == (
          ["x|1 no.|a=1|b=2", "y/1|no.|a=|b=", "y/2|no.|a=|b=", "n1|Table 1 of n1|number=1"]
            + ["n2|Table 2 of n2|number=2", "z|-"], []
        ))
  }

  /// What is in no link may have any letters, and a resolver is not told of it.
  @Test func whatOnlyPeopleSeeIsNoPartOfTheTag() throws {
    let file = "id;c;s;n\r\nr;\"a\nb \";x;1\r\n"
    let rows = "<rows from=\"a.csv\" label=\"{c}\" show=\"s c\"/>"
    #expect(try names(rows, files: ["a.csv": file]) == (["r|a b|s=x|c=a b"], []))
    #expect(
      try names(
        rows, link: "https://x.example/{n}/{later}", files: ["a.csv": file], isResolvedLater: true)
        == (["r|a b|s=x|c=a b|n:1"], []))
    #expect(
      try names(rows, link: "https://x.example/{c}", files: ["a.csv": file]).findings
        == ["control-character"])
  }

  @Test func damagedOnesAreAWarning() throws {
    for (text, rule) in [("#REF!", "damaged-label"), ("M\u{FFFD}nchen", "damaged-label")] {
      let found = try names(
        "<rows from=\"a.csv\" label=\"{c}\"/>", files: ["a.csv": "id;c\r\nr;\(text)\r\n"])
      #expect(found == (["r|\(text)"], [rule]))
    }
  }

  @Test(
    arguments: [
      ("label=\"{t}\"", "reserved-variable"), ("label=\"{tag.uid}\"", "reserved-variable"),
      ("show=\"t\"", "reserved-variable"), ("label=\"{c\"", "braces"),
      ("label=\"{x}\"", "unknown-variable"), ("show=\"c x\"", "unknown-variable"),
      ("show=\"c,s\"", "bad-value"),
      ("show=\"\((1...17).map { "c\($0)" }.joined(separator: " "))\"", "too-many-columns"),
    ])
  func wrongOnesAreErrors(_ attribute: String, _ rule: String) throws {
    let rows = "<rows from=\"a.csv\" \(attribute)><token name=\"t\" length=\"8\"/></rows>"
    let found = try names(
      rows, link: "https://x.example/{t}", files: ["a.csv": "id;c;s\r\nr;1;2\r\n"])
    #expect(found.findings.first == rule, "\(found.findings)")
  }
}
