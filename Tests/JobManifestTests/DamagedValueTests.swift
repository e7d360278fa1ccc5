// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import JobManifest

/// No silent wrong link: a damaged value is a finding at its cell, in every form in which it comes.
struct DamagedValueTests {
  /// A value, and the rule that it breaks; "" where it is right as it is.
  static let values: [(value: String, rule: String)] = [
    ("#NAME?", "value-is-error"), ("#NV", "value-is-error"), ("#N/A", "value-is-error"),
    ("#REF!", "value-is-error"), ("#BEZUG!", "value-is-error"), ("#DIV/0!", "value-is-error"),
    ("#WERT!", "value-is-error"), ("#¡VALOR!", "value-is-error"), ("#ИМЯ?", "value-is-error"),
    ("#ÜBERLAUF!", "value-is-error"), ("Err:502", "value-is-error"), ("####", "value-is-error"),
    ("#FUTURE!", "value-is-error"), ("#name?", "value-is-error"),
    ("=A1", "value-is-formula"), ("=HYPERLINK(A1)", "value-is-formula"),
    ("=$B$2&C1", "value-is-formula"),
    ("=7x", "value-is-formula"), ("=", ""),
    ("1,00E+03", "value-shortened"), ("4.90124E+12", "value-shortened"),
    ("1E+05", "value-shortened"), ("-1.5e-07", "value-shortened"), ("1E5", ""), ("12E5A", ""),
    ("4901234567890120000", "value-rounded"), ("4901234567890123", ""),
    ("03. Mrz", "value-became-date"), ("03.Mrz", "value-became-date"),
    ("1-Mar", "value-became-date"), ("Mar 05", "value-became-date"),
    ("Dez 26", "value-became-date"), ("3月5日", "value-became-date"), ("mar", ""), ("Mar", ""),
    ("2026-03-05 00:00:00", "value-became-date"), ("05.03.2026 00:00", "value-became-date"),
    ("2026-03-05 10:30", ""),
    ("nan", "value-is-nothing"), ("NULL", "value-is-nothing"), ("None", "column-no-value"),
    ("N/A", "value-is-nothing"), ("undefined", "value-is-nothing"), ("Nana", ""),
    ("'001", "value-apostrophe"), ("'t Hof", ""),
    ("M\u{FFFD}nchen", "value-lost-letter"), ("M?nchen", "value-lost-letter"),
    ("??????", "value-lost-letter"), ("Neu? Jetzt", ""), ("page?id=3", ""), ("a/b?c", ""),
    ("MÃ¼nchen", "value-misread"), ("Ã–sterreich", "value-misread"), ("SÃO PAULO", ""),
    ("M&uuml;nchen", "value-entity"), ("M&#252;nchen", "value-entity"), ("R&D; x", ""),
    ("Obi & Co", ""), ("a&b;c", ""),
    ("Bad\u{A0}Tölz", "value-unseen-mark"), ("a\u{200B}b", "value-unseen-mark"),
    ("\u{200F}abc", "value-unseen-mark"), ("a\u{202A}b", "value-unseen-mark"),
    ("\u{FEFF}abc", "value-unseen-mark"), ("so\u{AD}ft", "value-unseen-mark"),
    ("a\u{200D}b", "value-unseen-mark"), ("می\u{200C}خواهم", ""), ("👩\u{200D}🚀", ""),
    ("東京\u{3000}駅", ""), ("a\u{E000}", "value-unseen-mark"), ("a\u{2009}b", "value-unseen-mark"),
    ("Mu\u{308}nchen", "value-loose-accent"), ("München", ""), ("か\u{3099}", "value-loose-accent"),
    ("Мünchen", "value-mixed-letters"), ("Москва Moscow", ""), ("Москва", ""), ("Αθήνα", ""),
    ("Łódź", ""), ("서울", ""), ("한국", ""), ("Zürich", ""), ("İstanbul", ""), ("हिन्दी", ""),
    (" x", "space-at-end"), ("x\u{3000}", "space-at-end"), ("x\u{A0}", "space-at-end"),
    ("a\u{85}b", "control-character"), ("a\u{2028}b", "control-character"),
    // As programs of other languages write them, and inside a text.
    ("Ошибка:502", "value-is-error"), ("エラー:502", "value-is-error"),
    ("#REF", "value-is-error"), ("Filiale #BEZUG!", "value-is-error"),
    ("#YOLO!", ""), ("Platz #1!", ""), ("Haus #12", ""),
    ("shop-nan", "value-is-nothing"), ("Nanette", ""), ("null-1", "value-is-nothing"),
    ("4.90124E12", "value-shortened"), ("2E+1", "value-shortened"), ("12E-4", "value-shortened"),
    ("1E+03", "value-shortened"),
    ("04.Nis", "value-became-date"), ("3월 4일", "value-became-date"),
    ("4-avr.", "value-became-date"), ("Apr-2026", "value-became-date"),
    ("MAR-1", ""), ("May 5", ""), ("Set 3", ""),
    ("2026-03-05T00:00:00Z", "value-became-date"),
    ("2026-03-05 12:00:00 AM", "value-became-date"),
    ("2026-03-05T00:00:00+00:00", "value-became-date"),
    ("1/0/1900", "value-became-date"), ("00.01.1900", "value-became-date"), ("01.02.1900", ""),
    ("M\\u00fcnchen", "value-entity"), ("C:\\use", ""),
    ("M√ºnchen", "value-misread"), ("M├╝nchen", "value-misread"), ("MĂĽnchen", "value-misread"),
    ("РњРѕСЃРєРІР°", "value-misread"),
    ("A\u{2010}12", "value-mixed-letters"), ("A\u{2212}12", "value-mixed-letters"),
    ("10 kΩ", ""), ("5 μm", ""), ("USB-кабель", ""), ("Really??", ""),
    ("می\u{200C}", "value-unseen-mark"), ("a\u{34F}b", "value-unseen-mark"),
    ("50%25", "value-encoded-twice"), ("M%C3%BCnchen", "value-encoded-twice"), ("50%", ""),
  ]

  private static func csv(_ value: String, separator: String) -> String {
    "name\(separator)n\n\"\(value)\"\(separator)1\n"
  }

  private static func escaped(_ value: String) -> String {
    value.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }

  @Test(arguments: values)
  func isFoundInEveryForm(value: String, rule: String) throws {
    let link = "https://a.example/{n}/{name}"
    for separator in [",", ";", "\t"] {
      let result = try JobResult(
        link: link, rows: "<rows id=\"{n}\" from=\"a.csv\"/>",
        files: ["a.csv": Self.csv(value, separator: separator)])
      let first = result.list.findings.first
      #expect(first?.problem.rule ?? "" == rule, "\(result.words)")
      if !rule.isEmpty {
        #expect(first?.cell == SheetCell(row: 2, column: 1))
        #expect(first?.position == TextPosition(line: 2, column: 1))
      } else {
        #expect(result.rows.count == 1)
      }
    }
    let table = TableWorkbook([["name", "n"], [value, "1"]])
    for (file, bytes) in [("a.xlsx", table.xlsx), ("a.ods", table.ods)] {
      let result = try JobResult(
        link: link, rows: "<rows id=\"{n}\" from=\"\(file)\"/>", bytes: [file: bytes])
      let first = result.list.findings.first
      #expect(first?.problem.rule ?? "" == rule, "\(file): \(result.words)")
      if !rule.isEmpty {
        #expect(first?.cell == SheetCell(sheet: "Sheet1", row: 2, column: 1))
        #expect(first?.place(in: file) == "\(file):Sheet1!A2")
      }
    }
    let inline = try JobResult(
      link: link, rows: "<rows><row id=\"1\" n=\"1\" name=\"\(Self.escaped(value))\"/></rows>")
    #expect(inline.list.findings.first?.problem.rule ?? "" == rule, "\(inline.words)")
  }

  /// A column that is in no link is no one's trouble.
  @Test(arguments: values.filter { !$0.rule.isEmpty })
  func isNoMatterInAColumnThatNothingUses(value: String, rule: String) throws {
    let result = try JobResult(
      link: "https://a.example/{n}", rows: "<rows id=\"{n}\" from=\"a.csv\"/>",
      files: ["a.csv": Self.csv(value, separator: ",")])
    #expect(result.findings == [])
  }

  @Test(arguments: values.filter { !$0.rule.isEmpty })
  func isFoundInIDsAndTexts(value: String, rule: String) throws {
    let text = try JobResult(
      link: "https://a.example/{n}", rows: "<rows id=\"{n}\" from=\"a.csv\"/>",
      head: "<record text=\"{name}\"/>", files: ["a.csv": Self.csv(value, separator: ",")])
    if rule != "value-encoded-twice" {
      #expect(text.list.findings.first?.problem.rule == rule)
    }
    let id = try JobResult(
      link: "https://a.example/{n}", rows: "<rows id=\"{name}\" from=\"a.csv\"/>",
      files: ["a.csv": Self.csv(value, separator: ",")])
    if !["value-encoded-twice"].contains(rule) {
      #expect(id.list.findings.first?.problem.rule == rule)
    }
  }

  /// A link in the query of another one is meant, and so is one that is all of it.
  @Test(
    arguments: [
      ("https://a.example/{name}", "https://b.example/1", "value-is-link"),
      ("https://a.example/{+name}", "HTTP://b.example/1", "value-is-link"),
      ("https://a.example/{?name}", "https://b.example/1", ""),
      ("https://a.example/x?to={name}", "https://b.example/1", ""),
      ("{+name}", "https://b.example/1?x=http://c.example", ""),
      // The link in the path is meant, and not that in the query.
      ("https://a.example/{name}{?other}", "https://b.example/1", "value-is-link"),
      ("https://a.example/x://y{?name}", "https://b.example/1", ""),
      ("https://a.example/{name}", "https", ""),
      ("https://a.example/{name}", "https:b", ""),
    ])
  func aLinkInAPathIsFound(link: String, value: String, rule: String) throws {
    let result = try JobResult(
      link: link,
      rows: "<rows><row id=\"1\" name=\"\(value)\" other=\"https://c.example/2\"/></rows>")
    let found = result.list.findings.first { $0.problem.rule != "unused-value" }
    #expect(found?.problem.rule ?? "" == rule, "\(result.words)")
    #expect(rule.isEmpty || result.words.contains { $0.contains("\"name\"") })
    #expect(result.rows.count == 1)
  }

  @Test func aSpaceHidesNoDamage() throws {
    for value in ["#NAME? ", " 1.00E+03", "4.00638E+12\u{A0}"] {
      let result = try JobResult(
        link: "https://a.example/{name}", rows: "<rows id=\"{n}\" from=\"a.csv\"/>",
        files: ["a.csv": Self.csv(value, separator: ",")])
      #expect(result.list.errorCount == 1 && result.rows.isEmpty, "\(value): \(result.words)")
    }
  }

  /// What can be put right without harm is, when the manifest asks for it.
  @Test(arguments: [
    ("trim", " x ", "x"), ("trim", "\u{A0}x\u{3000}", "x"), ("trim", "\u{FEFF}x", "x"),
    ("trim", "x", "x"), ("nfc", "Mu\u{308}nchen", "M%C3%BCnchen"), ("nfc", "x", "x"),
    ("nfc", "München", "M%C3%BCnchen"),
  ])
  func isPutRightOnRequest(attribute: String, value: String, link: String) throws {
    let file = try JobResult(
      link: "https://a.example/{name}",
      rows: "<rows id=\"{n}\" from=\"a.csv\" \(attribute)=\"yes\"/>",
      files: ["a.csv": Self.csv(value, separator: ",")])
    #expect(file.findings == [])
    #expect(file.rowTexts == ["1 https://a.example/\(link)"])
    let inline = try JobResult(
      link: "https://a.example/{name}",
      rows: "<rows \(attribute)=\"yes\"><row id=\"1\" name=\"\(value)\"/></rows>")
    #expect(inline.findings == [])
    #expect(inline.rowTexts == ["1 https://a.example/\(link)"])
  }

  /// Programs are kept from losing zeros by a formula; they show what is in it.
  @Test func readsATextThatIsWrittenAsAFormula() throws {
    let result = try JobResult(
      link: "https://a.example/{n}", rows: "<rows id=\"{n}\" from=\"a.csv\"/>",
      files: ["a.csv": "n;x\n\"=\"\"001\"\"\";1\n=\"002\";1\n"])
    #expect(result.rowTexts == ["001 https://a.example/001", "002 https://a.example/002"])
  }

  static let columns: [(values: [String], rule: String, row: Int)] = [
    (["01067", "80331", "1099", "20095"], "column-lost-zeros", 4),
    (["80331", "20095", "50667", "1067", "70173"], "column-lost-zeros", 5),
    (["001", "002", "10", "011"], "column-lost-zeros", 4),
    (["001", "010", "100", "1000"], "", 0),
    ((1...30).map(String.init), "", 0), ((95...1100).map(String.init), "", 0),
    (["4006381333931", "400638133392"], "", 0),
    (["1.0", "2.0", "17.0"], "column-decimals", 2), (["1,0", "2,0"], "column-decimals", 2),
    (["1.0", "1.1"], "", 0), (["998", "999", "1.000", "1.001"], "column-thousands", 4),
    (["12.03.2026", "13.03.2026", "46093"], "column-mixed-dates", 4),
    (["12.03.2026", "13.03.2026"], "", 0), (["48.137", "11.575"], "", 0),
    (["80331", "20095", "", "1067", "70173"], "column-lost-zeros", 5),
    // One other value hides nothing.
    (["01067", "80331", "1099", "20095", "12345-6789"], "column-lost-zeros", 4),
    (["001", "002", "10", "011", "012", "A-4"], "column-lost-zeros", 4),
    (["1001.0", "1002.0", "A-7", "1003.0"], "column-decimals", 2),
    // Postcodes of Germany and Austria, numbers of articles of two kinds, versions, two people.
    (["80331", "1010", "20095", "5020", "50667", "8010"], "", 0),
    (["4006381333931", "96385074", "4006381333948"], "", 0), (["1.0", "1.2", "2.0"], "", 0),
    (["Null", "Meyer", "None", "Schmidt", "Kurz"], "", 0),
    (["A12", "\u{410}12", "B3"], "column-mixed-letters", 3),
  ]

  @Test(arguments: columns)
  func isFoundInAColumn(values: [String], rule: String, row: Int) throws {
    let text = "k;v\n" + values.enumerated().map { "r\($0);\($1)\n" }.joined()
    let result = try JobResult(
      link: "https://a.example/{k}{?v}", rows: "<rows id=\"{k}\" from=\"a.csv\"/>",
      files: ["a.csv": text])
    #expect(result.list.findings.map(\.problem.rule) == (rule.isEmpty ? [] : [rule]))
    if let first = result.list.findings.first {
      #expect(first.cell == SheetCell(row: row, column: 2))
      #expect(!first.problem.isError)
    }
    #expect(result.rows.count == values.count)
  }

  @Test(arguments: [
    ("Mu\u{308}nchen", "München"), ("\u{410}1", "A1"), ("a\u{200B}b", "ab"), ("Ａ１", "A1"),
    ("KÖLN", "Köln"), ("A\u{2013}1", "A-1"), ("O\u{2019}Neil", "O'Neil"), ("a  b", "a b"),
    ("a\u{FE0F}", "a"), ("a\u{34F}b", "ab"), ("A\u{2212}1", "A-1"),
  ])
  func twinsAreFound(one: String, other: String) throws {
    let result = try JobResult(
      link: "https://a.example/{n}", rows: "<rows id=\"{name}\" from=\"a.csv\"/>",
      files: ["a.csv": "name,n\n\(one),1\n\(other),2\n"])
    #expect(result.list.findings.map(\.problem.rule).contains("same-id-but-look"))
  }

  @Test func namesCells() {
    #expect(SheetCell(sheet: "Sheet1", row: 17, column: 3).wholeName == "Sheet1!C17")
    #expect(SheetCell(row: 17, column: 3).wholeName == "C17")
  }
}
