// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import JobManifest

/// Which cells a person is asked to compare, and what is said of them.
struct CellSamplesTests {
  private func samples(
    _ sheet: [UInt8], name: String, link: String = "https://a.example/{code}",
    rows: String = "id=\"{id}\"", inside: String = "", record: String = "", isLater: Bool = false
  ) throws -> [String] {
    let folder = try TemporaryDirectory()
    _ = try folder.write(sheet, to: name)
    let job = """
      <job xmlns="urn:tagpress:job:1" id="t"><link>\(link)</link>\(record)
      <rows from="\(name)" \(rows)>\(inside)</rows></job>
      """
    var reader = JobReader(
      path: try folder.write(Array(job.utf8), to: "t.xml"), isResolvedLater: isLater)
    reader.isSampling = true
    return reader.read(begin: { _ in }).samples.map { sample in
      "\(sample.column) \(sample.cell.name) \(sample.text) > \(sample.tagText ?? "later")"
    }
  }

  @Test func ofEachColumnThoseThatDifferMost() throws {
    let rows = (1...40).map { number in
      switch number {
      case 7: "7,007,Łódź"
      case 20: "20,x y,plain"
      case 31: "31,a-longer-code,plain"
      default: "\(number),c\(number),plain"
      }
    }
    let sheet = Array((["id,code,city"] + rows).joined(separator: "\n").utf8)
    #expect(
      try samples(sheet, name: "a.csv")
        == [
          "code B8 007 > https://a.example/007",
          "code B21 x y > https://a.example/x%20y",
          "code B32 a-longer-code > https://a.example/a-longer-code",
        ])
    // What is on no tag is left out; what is in a text beside the link is not.
    #expect(
      try samples(
        sheet, name: "a.csv", link: "https://a.example/{id}",
        record: "<record><text language=\"de\">{city}</text></record>"
      ).contains { $0.hasPrefix("code") } == false)
    #expect(
      try samples(sheet, name: "a.csv", isLater: true).first?.hasSuffix("> later") == true)
  }

  /// The families of links that were wrong without a word: each is the first thing that is shown.
  @Test func whatAWorkbookMadeComesFirst() throws {
    var table = TableWorkbook(
      [["id", "code", "stand"]] + (1...30).map { ["\($0)", "c\($0)", "s\($0)"] })
    table.formats = ["000", "dd\\.mm\\.yyyy"]
    table.cells = [
      "c5": "<c><f>A5*0</f><v>0</v></c>", "c9": "<c s=\"1\"><v>7</v></c>",
      "c12": "<c s=\"2\"><v>46143</v></c>", "c20": "<c><v>12</v></c>",
    ]
    table.hyperlinks = ["s17": "https://a.example/s/17", "s18": "https://a.example/s/18"]
    #expect(
      try samples(table.xlsx, name: "a.xlsx") == [
        "code B6 0 > https://a.example/0", "code B10 007 > https://a.example/007",
        "code B13 01.05.2026 > https://a.example/01.05.2026",
      ])
    table.sheets[0].rows = Array(table.sheets[0].rows.prefix(1) + table.sheets[0].rows[17...18])
    #expect(
      try samples(
        table.xlsx, name: "a.xlsx", link: "{+target}",
        inside: "<column name=\"stand\" as=\"target\" take=\"hyperlink\"/>") == [
          "stand C2 s17 > https://a.example/s/17", "stand C3 s18 > https://a.example/s/18",
        ])
  }

  @Test func whatTheTagGivesIsNamed() throws {
    #expect(
      try samples(
        Array("id,code\n1,a\n".utf8), name: "a.csv",
        link: "https://a.example/{code}/{t}?u={tag.uid}",
        inside: "<token name=\"t\" length=\"12\"/>") == [
          "code B2 a > https://a.example/a/{t}?u={tag.uid}"
        ])
  }

  @Test func aSheetOfSeveralPartsIsShownOnce() throws {
    let folder = try TemporaryDirectory()
    _ = try folder.write(Array("id,code\n1,a\n2,b\n".utf8), to: "a.csv")
    let rows = (1...40).map { "<rows from=\"a.csv\" id=\"\($0)-{id}\" duplicates=\"allow\"/>" }
      .joined()
    let job = """
      <job xmlns="urn:tagpress:job:1" id="t"><link>https://a.example/{code}</link>\(rows)</job>
      """
    var reader = JobReader(path: try folder.write(Array(job.utf8), to: "t.xml"))
    reader.isSampling = true
    #expect(reader.read(begin: { _ in }).samples.map(\.cell.name) == ["B2", "B3"])
  }

  @Test func aRowWithAnErrorIsNone() throws {
    #expect(try samples(Array("id,code\n1,\u{FFFD}\n2,b\n".utf8), name: "a.csv").count == 1)
    #expect(try samples(Array("id,code\n".utf8), name: "a.csv") == [])
  }

  @Test func aFormulaInATextFileIsOne() throws {
    #expect(
      try samples(Array("id,code\n1,a\n2,b\n3,c\n4,\"=\"\"001\"\"\"\n".utf8), name: "a.csv")
        .contains("code B5 001 > https://a.example/001"))
  }
}
