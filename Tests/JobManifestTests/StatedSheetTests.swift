// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import JobManifest

/// What a manifest says about its spreadsheet, and what is found where it says nothing.
struct StatedSheetTests {
  private func job(
    link: String = "https://a.example/{city}", attributes: String = "", record: String = "",
    sheet: [UInt8]
  ) throws -> JobResult {
    let text = """
      <job xmlns="urn:tagpress:job:1" id="test"><link>\(link)</link>\(record)
      <rows from="a.csv" \(attributes) id="{id}"/></job>
      """
    return try JobResult(Array(text.utf8), files: ["a.csv": sheet])
  }

  /// `Łódź` and `Kraków` in windows-1250.
  private static let towns =
    Array("id,city\n1,".utf8) + [0xA3, 0xF3, 0x64, 0x9F] + Array("\n2,Krak".utf8) + [0xF3]
    + Array("w\n3,Praha\n".utf8)

  @Test func lettersOfAGuessDoNotReachALink() throws {
    let result = try job(sheet: Self.towns)
    #expect(result.findings == ["a.csv:2:3 csv-guessed-encoding"])
    #expect(result.list.counts == ["csv-guessed-encoding": 2] && result.list.errorCount == 2)
    #expect(
      result.words[0].hasPrefix("Is this \"Łódź\" or \"£ódŸ\"? The file does not say how"),
      "\(result.words)")
    #expect(result.words[0].contains("encoding=\"windows-1250\" in <rows> for the first"))
    #expect(result.words[0].contains("\"windows-1252\" for the second"))
  }

  /// One or two letters can be UTF-8 by accident: these are `女` in GB18030 and `К№12` in windows-1251.
  @Test(arguments: [[0xC5, 0xAE], [0xCA, 0xB9] + Array("12".utf8)] as [[UInt8]])
  func lettersThatAreUTF8ByAccidentAreAGuess(_ bytes: [UInt8]) throws {
    let result = try job(sheet: Array("id;city\n1;".utf8) + bytes + [0x0A])
    #expect(result.findings == ["a.csv:2:3 csv-guessed-encoding"], "\(result.words)")
    #expect(
      result.words.first?.contains("Write encoding=\"UTF-8\" in <rows> for the first") == true)
    let stated = try job(
      attributes: "encoding=\"UTF-8\"", sheet: Array("id;city\n1;".utf8) + bytes + [0x0A])
    #expect(stated.findings == [])
  }

  @Test(
    arguments: [
      "é", "Ä", "Ägypten", "Zürich", "für", "3×4", "20 °C", "5 §", "12\u{A0}345", "ß", "Ø 5",
      "ul. Łódź",
      "Уфа", "Рим", "№ 5", "–", "Άρτα", "ş", "Šala", "A°", "½",
    ])
  func utf8IsNoGuess(_ text: String) throws {
    let result = try job(sheet: Array("id;city\n1;\(text)\n".utf8))
    #expect(!result.findings.contains { $0.contains("guess") }, "\(result.words)")
  }

  @Test func oneWordIsEnoughToAsk() throws {
    let town = Array("id;city\n1;".utf8) + [0xA3, 0xF3, 0x64, 0x9F, 0x0A]
    let words = try job(sheet: town).words
    #expect(words.count == 1 && words[0].hasPrefix("Is this \"Łódź\" or \"£ódŸ\"? "), "\(words)")
  }

  @Test func lettersOfAGuessDoNotReachIDsAndTexts() throws {
    let asID = try job(link: "https://a.example/{city}", attributes: "", sheet: Self.towns)
    #expect(asID.list.errorCount == 2)
    let text = """
      <job xmlns="urn:tagpress:job:1" id="test"><link>https://a.example/{id}</link>
      <rows from="a.csv" id="{city}"/></job>
      """
    let named = try JobResult(Array(text.utf8), files: ["a.csv": Self.towns])
    #expect(named.findings == ["a.csv:2:3 csv-guessed-encoding"])
    let record = try job(
      link: "https://a.example/{id}", record: "<record text=\"{city}\"/>", sheet: Self.towns)
    #expect(record.findings == ["a.csv:2:3 csv-guessed-encoding"])
  }

  /// It is said beside the findings, and there is nothing to confirm.
  @Test func lettersThatNothingUsesAreNoWarning() throws {
    let result = try job(link: "https://a.example/{id}", sheet: Self.towns)
    #expect(result.findings.isEmpty && result.unusedGuesses == ["a.csv"])
    #expect(result.rows.count == 3)
  }

  @Test func lettersThatOnlyLabelsShowAreAWarningWithBothReadings() throws {
    let text = """
      <job xmlns="urn:tagpress:job:1" id="test"><link>https://a.example/{id}</link>
      <rows from="a.csv" id="{id}" label="{city}"/></job>
      """
    let result = try JobResult(Array(text.utf8), files: ["a.csv": Self.towns])
    #expect(result.findings == ["a.csv:2:3 csv-guessed-label"] && result.list.errorCount == 0)
    #expect(
      result.words[0].hasPrefix(
        "Only label and show use this text. Is this \"Łódź\" or \"£ódŸ\"? "),
      "\(result.words)")
    #expect(result.rows.count == 3)
  }

  @Test func aStatementAnswersTheQuestion() throws {
    let result = try job(attributes: "encoding=\"Windows-1250\"", sheet: Self.towns)
    #expect(
      result.rowTexts == [
        "1 https://a.example/%C5%81%C3%B3d%C5%BA", "2 https://a.example/Krak%C3%B3w",
        "3 https://a.example/Praha",
      ])
    #expect(result.findings == [])
  }

  /// Words of the world in the encodings of the world: a link is right, or there is an error.
  @Test(arguments: CSVEncodingTests.words)
  func noLinkIsSilentlyWrong(name: String, text: String, hex: String) throws {
    let encoding = try #require(CSVEncoding(named: name))
    let sheet = CSVEncodingTests.sheet(encoding, try #require(fromHex(hex)))
    let link = "2 https://a.example/\(percentEncoded(text))"
    let stated = try job(attributes: "encoding=\"\(name)\"", sheet: sheet)
    #expect(stated.rowTexts.contains(link) && stated.findings == [], "\(stated.findings)")
    let plain = try job(sheet: sheet)
    if plain.list.errorCount == 0 {
      #expect(plain.rowTexts.contains(link))
    } else {
      #expect(plain.findings == ["a.csv:3:3 csv-guessed-encoding"])
    }
  }

  private func percentEncoded(_ text: String) -> String {
    text.utf8.map { byte in
      let hex = String(byte, radix: 16, uppercase: true)
      return byte >= 0x80 || byte == UInt8(ascii: " ")
        ? "%\(byte < 0x10 ? "0" : "")\(hex)" : String(Unicode.Scalar(byte))
    }.joined()
  }

  @Test func nothingIsAskedAboutUTF8() throws {
    let result = try job(sheet: Array("id,city\n1,Łódź\n2,東京\n".utf8))
    #expect(result.findings == [] && result.rows.count == 2)
  }

  static let statements: [(attributes: String, findings: [String])] = [
    ("encoding=\"windows-1259\"", ["2:30 unknown-encoding"]),
    ("encoding=\"\"", ["2:30 bad-value"]), ("header=\"0\"", ["2:28 bad-value"]),
    ("header=\"1001\"", ["2:28 bad-value"]), ("header=\"1\"", []),
    ("header=\"9\"", ["a.csv:1:1 csv-no-names"]), ("header=\"3\"", ["a.csv:3:1 csv-no-names"]),
    ("encoding=\"utf-16\"", ["a.csv:1:1 csv-stated-encoding"]),
  ]

  @Test(arguments: statements)
  func statementsAreChecked(attributes: String, findings: [String]) throws {
    let result = try job(attributes: attributes, sheet: Array("id,city\n1,x\n\n2,y\n".utf8))
    #expect(result.findings == findings)
  }

  @Test func statementsAreAboutSpreadsheets() throws {
    let result = try JobResult(
      link: "https://a.example/{number}",
      rows: "<rows count=\"1\" encoding=\"UTF-8\" header=\"1\" id=\"{number}\"/>")
    #expect(result.findings == ["2:17 needs-another", "2:34 needs-another"])
  }

  static let titles: [(sheet: String, attributes: String, rows: [String], findings: [String])] = [
    (
      "Shops 2026\n\nid;city\n1;Bern\n2;Basel\n", "",
      ["1 https://a.example/Bern", "2 https://a.example/Basel"],
      ["a.csv:1:1 csv-title-above-names"]
    ),
    (
      "Shops 2026\n\nid;city\n1;Bern\n", "header=\"3\"", ["1 https://a.example/Bern"], []
    ),
    (
      "\"a\nb\";\nid;city\n1;Bern\n", "header=\"2\"", ["1 https://a.example/Bern"], []
    ),
    (
      "sep=|\nx|y\nid|city\n1|Bern\n", "header=\"2\"", ["1 https://a.example/Bern"], []
    ),
    // What is wrong above the names matters to nobody.
    ("a \"b\" c\nid;city\n1;Bern\n", "header=\"2\"", ["1 https://a.example/Bern"], []),
    (
      "id;city\nname;Bern\n", "header=\"1\"", ["name https://a.example/Bern"], []
    ),
  ]

  @Test(arguments: titles)
  func aTitleIsNoHeader(sheet: String, attributes: String, rows: [String], findings: [String])
    throws
  {
    let result = try job(attributes: attributes, sheet: Array(sheet.utf8))
    #expect(result.rowTexts == rows)
    #expect(result.findings == findings)
  }

  @Test func theCureForATitleNamesTheRow() throws {
    let result = try job(sheet: Array("Shops 2026\n\nid;city\n1;Bern\n".utf8))
    #expect(
      result.words == [
        "\"Shops 2026\" looks like a title, and the names of the columns like those in row 3. If so,"
          + " write header=\"3\" in <rows>; if not, header=\"1\"."
      ])
  }

  static let separators: [(sheet: String, columns: [String], problem: CSVProblem?)] = [
    ("a|b\n1|2\n", ["a", "b"], nil), ("a|b,c|d\n1|2|3\n", ["a", "b,c", "d"], nil),
    ("a,b|c\n1,2|3\n", ["a", "b|c"], nil), ("Shops\na;b\n1,5;2\n", ["a", "b"], nil),
    ("Shops, 2026\na;b\n1;2\n3;4\n", ["a", "b"], nil),
    ("a,b\n\"1;2;3\",x\n\"4;5;6\",y\n", ["a", "b"], nil),
    ("a,b\n5\" pipe,x\n6\" pipe,y\n", ["a", "b"], nil),
    ("a:b\n1:2\n", ["a:b"], .otherSeparator(":")), ("a^b\n1^2\n", ["a^b"], .otherSeparator("^")),
    ("a~b\n1~2\n", ["a~b"], .otherSeparator("~")),
    ("a   b\n1   2\n", ["a   b"], .otherSeparator("  ")),
    ("url\nhttps://a.example\n", ["url"], nil), ("a\n1:2\n", ["a"], nil), ("a:b\n", ["a:b"], nil),
    ("a: b\nhttps://x\n", ["a: b"], nil), ("sep=:\na:b\n1:2\n", ["a", "b"], nil),
    ("sep=;", ["sep=", ""], nil),
  ]

  @Test(arguments: separators)
  func theSeparatorIsThatOfMostLines(sheet: String, columns: [String], problem: CSVProblem?) {
    let outcome = CSVOutcome(sheet)
    #expect(outcome.columns == columns)
    let problems = outcome.findings.map(\.problem).filter { problem in
      if case .otherSeparator = problem { return true }
      return false
    }
    #expect(problems == (problem.map { [$0] } ?? []))
    for size in 1...3 { #expect(CSVOutcome(Array(sheet.utf8), pieces: size) == outcome) }
  }
}
