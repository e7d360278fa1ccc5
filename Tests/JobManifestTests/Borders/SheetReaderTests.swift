// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import JobManifest

/// One list of shops in many forms: each gives the right links, or a finding that says why not.
struct SheetReaderTests {
  private static let list = [
    ["Filial-Nr", "Ort", "Straße"], ["001", "München", "Kaufingerstr. 1"], ["002", "Łódź", ""],
    ["003", "東京", "駅前"],
  ]
  private static let links = [
    "001 https://a.example/001/M%C3%BCnchen", "002 https://a.example/002/%C5%81%C3%B3d%C5%BA",
    "003 https://a.example/003/%E6%9D%B1%E4%BA%AC",
  ]

  private func result(_ bytes: [UInt8], _ attributes: String = "") throws -> JobResult {
    try JobResult(
      link: "https://a.example/{Filial_Nr}/{Ort}",
      rows: "<rows id=\"{Filial_Nr}\" from=\"a.sheet\"\(attributes)/>", bytes: ["a.sheet": bytes])
  }

  private static func text(_ rows: [[String]], _ separator: String = ";") -> [UInt8] {
    Array(rows.map { $0.joined(separator: separator) + "\r\n" }.joined().utf8)
  }

  private static var books: [(name: String, bytes: [UInt8])] {
    let table = TableWorkbook(list)
    return [("xlsx", table.xlsx), ("ods", table.ods)]
  }

  @Test func readsEveryFormOfTheList() throws {
    var forms = Self.books
    for separator in [",", ";", "\t", "|"] {
      forms.append((separator, Self.text(Self.list, separator)))
    }
    forms.append(("mark", [0xEF, 0xBB, 0xBF] + Self.text(Self.list)))
    forms.append(("sep", Array("sep=;\r\n".utf8) + Self.text(Self.list)))
    let utf16 = String(decoding: Self.text(Self.list, "\t"), as: UTF8.self).utf16
    var wide: [UInt8] = [0xFF, 0xFE]
    for unit in utf16 { wide += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    forms.append(("UTF-16", wide))
    for form in forms {
      let found = try result(form.bytes)
      #expect(found.findings == [], "\(form.name): \(found.words)")
      #expect(found.rowTexts == Self.links, "\(form.name)")
    }
  }

  @Test func aTitleAboveTheNamesIsNamedAndPassedOver() throws {
    let titled = [["Filialen 2026", "", ""], ["", "", ""]] + Self.list
    let table = TableWorkbook(titled)
    for bytes in [table.xlsx, table.ods, Self.text(titled)] {
      let asIs = try result(bytes)
      #expect(asIs.list.findings.first?.problem.rule == "csv-title-above-names")
      #expect(asIs.words.first?.contains("header=\"3\"") == true, "\(asIs.words)")
      let stated = try result(bytes, " header=\"3\"")
      #expect(stated.findings == [], "\(stated.words)")
      #expect(stated.rowTexts == Self.links)
      let wrong = try result(bytes, " header=\"2\"")
      #expect(wrong.list.findings.map(\.problem.rule) == ["csv-no-names"], "\(wrong.words)")
    }
  }

  @Test func sheetsAreTakenByName() throws {
    var table = TableWorkbook([["x"], ["1"]], sheet: "Notes")
    table.sheets.append(("Shops", Self.list))
    for bytes in [table.xlsx, table.ods] {
      #expect(try result(bytes, " sheet=\"Shops\"").rowTexts == Self.links)
      let missing = try result(bytes, " sheet=\"Shop\"")
      #expect(missing.list.findings.map(\.problem.rule) == ["no-such-sheet"])
      #expect(missing.words.first?.contains("Did you mean Shops?") == true)
      let unsaid = try JobResult(
        link: "https://a.example/{x}", rows: "<rows id=\"{x}\" from=\"a\"/>", bytes: ["a": bytes])
      #expect(unsaid.rowTexts == ["1 https://a.example/1"])
      #expect(unsaid.list.findings.map(\.problem.rule) == ["several-sheets"])
    }
    let text = try result(Self.text(Self.list), " sheet=\"Shops\"")
    #expect(text.list.findings.map(\.problem.rule) == ["sheet-of-text"])
  }

  @Test func hiddenRowsAreSaid() throws {
    var table = TableWorkbook(Self.list)
    table.hiddenRows = [3]
    for bytes in [table.xlsx, table.ods] {
      let found = try result(bytes)
      #expect(found.rowTexts == Self.links)
      #expect(found.list.findings.map(\.problem.rule) == ["hidden-rows"])
      #expect(found.list.findings.first?.cell?.row == 3)
    }
  }

  /// The columns of the links and ids are said, and no other one.
  @Test func hiddenColumnsAreSaid() throws {
    var table = TableWorkbook(Self.list)
    table.hiddenColumns = [1, 2, 3]
    for bytes in [table.xlsx, table.ods] {
      let found = try result(bytes)
      #expect(found.rowTexts == Self.links)
      #expect(Set(found.list.findings.map(\.problem.rule)) == ["hidden-column"])
      #expect(found.list.findings.compactMap(\.cell?.column) == [1, 2])
    }
  }

  /// Its first rows are read and judged before that is found.
  @Test func aWorkbookThatIsDamagedBehindItsFirstRowsIsRefused() throws {
    let rows = [["id", "name"]] + (1...500).map { ["\($0)", $0 == 400 ? "\u{1}" : "shop \($0)"] }
    for bytes in [TableWorkbook(rows).xlsx, TableWorkbook(rows).ods] {
      let found = try JobResult(
        link: "https://a.example/{id}/{name}", rows: "<rows from=\"a\"/>", bytes: ["a": bytes])
      #expect(found.list.findings.map(\.problem.rule) == ["workbook-damaged"])
    }
  }

  @Test func aWorkbookNeedsNoEncoding() throws {
    for book in Self.books {
      let found = try result(book.bytes, " encoding=\"utf-8\"")
      #expect(found.list.findings.map(\.problem.rule) == ["needs-another"])
    }
  }

  /// What the survey of `new` sees is what the job will read.
  @Test func theSurveySeesTheSame() throws {
    let folder = try TemporaryDirectory()
    for book in Self.books {
      let path = try folder.write(book.bytes, to: "a.\(book.name)")
      let survey = try SheetSurvey(of: path)
      #expect(survey.columns.map(\.variable) == ["Filial_Nr", "Ort", "Stra_e"])
      #expect(survey.rowCount == 3 && survey.sheet == "Sheet1" && survey.likelyHeader == nil)
      #expect(survey.idColumn?.variable == "Filial_Nr")
    }
  }

  /// Cut off anywhere, a workbook is a finding and never fewer links.
  @Test func everyTruncationHasAFinding() throws {
    for book in Self.books {
      for count in stride(from: 4, to: book.bytes.count, by: 7) {
        let found = try result(Array(book.bytes.prefix(count)))
        #expect(found.list.errorCount > 0, "\(book.name) \(count)")
      }
    }
  }
}
