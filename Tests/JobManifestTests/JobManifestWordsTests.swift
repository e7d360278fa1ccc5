// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

@testable import JobManifest
@testable import WebLink
@testable import Workbook

struct JobManifestWordsTests {
  @Test func saysPlaceReasonAndCure() {
    let finding = Finding(
      Problem.notXML(.bareAmpersand), file: "spring.xml", at: TextPosition(line: 3, column: 17))
    #expect(
      finding.description
        == "spring.xml:3:17: error: A bare & is not allowed in XML. Write &amp; for each & in a link."
        + " (bare-ampersand)")
  }

  @Test func namesTheCureForWhatCannotBeRead() {
    #expect(
      Problem.cannotRead("a", errno: EACCES).description
        == "a: Permission denied. Change its permissions so that you can read it."
    )
    #expect(
      Problem.cannotRead("a", errno: ENOENT).description
        == "a: There is no such file. Check the name.")
  }

  private static let first = EarlierRow(file: "b", position: TextPosition(), id: "n1")

  static let problems: [Problem] =
    [
      .cannotRead("a", errno: 2), .encoding(nil), .encoding("x"), .doctype, .tooDeep,
      .markupTooLong,
      .tooManyAttributes, .namespace(found: nil), .namespace(found: "x"), .notAJob("x"),
      .unknownElement("x", within: "job", suggestion: nil),
      .unknownAttribute("x", of: "job", suggestion: nil), .missingAttribute(["a", "b"], of: "app"),
      .missingElement("link"), .repeatedElement("link"), .behindRows("token"), .strayText("job"),
      .unknownEncoding("a", suggestion: nil),
      .conflict("a", with: "b"), .needs("a", with: "b"), .secret("password"), .noRows,
      .tooMany("app", limit: 2), .tooManyTags, .tooManyShown(limit: 16), .linkTooLong,
      .braces, .unknownVariable("a", among: ["store"], mayBeToken: true),
      .unknownAnswer("a", among: ["store"]), .badVariableName("a"),
      .reservedVariable("a"), .onlyInLinks("a", attribute: "text"), .nameInValue("a", of: "b"),
      .sameApp("a", as: TextPosition()), .patternBesideAll,
      .repeatedVariable("a"), .unusedValue("a"), .outsideFolder("a"), .noID, .badID("a"),
      .missingValue("a"), .controlCharacter("a"), .spaceAtEnd("a", value: "b "), .mirrorTwice,
      .mirrorCut,
      .valueInHost("tag.uid"),
      .mirrorApart,
      .placeholderLost("a"), .oneIDForAll, .sameID("a", as: first), .sameLink("a", as: first),
      .sameIDButCase("a", other: "A", first), .sameLinkButCase("a", other: "A", first),
      .sameIDButLook("a", other: "\u{430}", first), .noSuchColumn("a", among: ["shop"]),
      .sameColumnName("a_b", headings: ["a b", "a-b"]),
      .valueAsName("1", column: 1, row: 1, isUsed: true), .tableBeside(column: "C"),
      .headingInBraces("ß", inLink: true),
      .hiddenColumn("a"),
      .otherTarget("https://a.example/2", column: "a", value: "https://a.example/1"),
      .linkBehindText("https://a.example/2", column: "a", value: "Shop"),
      .damagedLabel("#REF!", column: "a"),
      .cellWithoutName("a", columns: ["C"]), .cellWithoutName("a", columns: ["C", "D"]),
      .strayRow(.namesAgain), .strayRow(.nameAsValue("a")),
      .strayRow(.total("a")), .strayRow(.almostEmpty("a")), .strayRow(.explanation("a")),
      .strayRow(.otherNames("a")),
    ] + damages.map { .damaged($0, column: "a", value: "v") }
    + columns.map { .damagedColumn($0, column: "a", value: "v") } + faults.map { .notXML($0) }
    + csv.map { .csv($0) }
    + expected.map { .badValue("v", attribute: "a", expected: $0) }

  static let damages: [DamagedValue] = [
    .errorWord(isCertain: true), .formula(isCertain: true), .shortenedNumber(isCertain: true),
    .shortenedNumber(isCertain: false), .roundedNumber, .dateWithoutYear, .dayOfNothing,
    .noValue, .apostrophe, .lostLetter, .misread("b"), .entity, .unseen(0xA0), .looseAccent,
    .mixedScripts, .encodedTwice, .linkInPath, .escape, .otherHyphen(0x2010),
  ]

  static let columns =
    ([
      .lostZeros(digits: 5), .decimals, .thousands, .numberAmongDates, .rounded, .noValue,
      .lookAlikes,
    ] as [DamagedColumn.Kind]).flatMap { kind in
      [1, 2, 7].map {
        DamagedColumn(kind: kind, count: $0, places: [ValuePlace(position: TextPosition())])
      }
    }

  static let faults: [XMLFault] = [
    .empty, .truncated, .bareAmpersand, .unknownEntity("x"), .mismatchedTag, .repeatedAttribute,
    .missingQuotes, .missingSpace, .badName, .hyphensInComment,
    .lessThanInAttribute, .invalidUTF8, .invalidCharacter, .undeclaredPrefix,
    .behindTheEnd, .unsupportedEncoding, .other(7),
  ]

  private static let reading = EncodedReading(encoding: .windows1252, text: "a")

  static let csv: [CSVProblem] = [
    .empty, .guessedEncoding(GuessedText(first: reading, second: reading)),
    .guessedEncoding(GuessedText(first: reading, second: nil)),
    .guessedLabel(GuessedText(first: reading, second: nil)),
    .statedEncoding(.windows1252, found: .utf8), .missingConverter(.windows1252),
    .badCharacter(.utf8), .badCharacter(.windows1252), .titleAboveNames("a", row: 3),
    .noNames(row: 3), .otherSeparator(":"), .otherSeparator("  "),
    .repeatedColumnName("a", first: 1, second: 2), .tooManyColumns, .tooManyFields(3, columns: 2),
    .missingFields(1, columns: 2), .fieldTooLong, .rowTooLong, .unclosedQuote, .textAfterQuote,
    .strayQuote,
  ]

  static let expected: [ExpectedValue] = [
    .jobID, .oneOf(["a", "b"]), .number(1...2), .names, .text, .appleIdentifier, .packageName,
    .certificates, .entitlements, .filters, .variable, .language,
    .rowNumber(1...2, or: "none"),
  ]

  @Test(arguments: problems)
  func everyProblemHasARuleAndACure(problem: Problem) {
    let words = problem.description
    #expect(words.hasSuffix("."))
    #expect(words.contains(". "))
    // An attribute or a file may come first, but no other small letter.
    #expect(words.first?.isLowercase == false || ["a=\"", "a: "].contains { words.hasPrefix($0) })
    #expect(problem.rule.allSatisfy { $0.isLowercase || $0 == "-" || $0.isNumber })
  }

  /// What German says of it has the same facts.
  @Test func everyProblemIsSaidInOtherLanguages() throws {
    let german = try SaidWords("finding")
    for problem in Self.problems {
      #expect(german.troubles(of: problem.told, problem.description) == [])
    }
    for problem in Self.more {
      #expect(german.troubles(of: problem.told, problem.description) == [])
    }
    for fault in Self.workbooks {
      #expect(
        german.troubles(of: Problem.workbook(fault).told, Problem.workbook(fault).description) == []
      )
    }
    for cell in Self.cells {
      let problem = Problem.cell(cell, column: "a", value: "1.5")
      #expect(german.troubles(of: problem.told, problem.description) == [])
    }
    for damage in Self.moreDamages {
      let problem = Problem.damaged(damage, column: "a", value: "v")
      #expect(german.troubles(of: problem.told, problem.description) == [])
    }
    for text in Self.badLinks {
      do throws(WebLinkError) {
        _ = try WebLink(text)
        Issue.record("\(text) is a link")
      } catch {
        let problem = Problem.link(error, in: text)
        #expect(german.troubles(of: problem.told, problem.description) == [])
      }
    }
    for text in Self.badTemplates {
      do throws(URITemplateError) {
        _ = try URITemplate(text)
        Issue.record("\(text) is a template")
      } catch {
        #expect(
          german.troubles(of: Problem.template(error).told, Problem.template(error).description)
            == [])
      }
    }
    let error = URITemplateError(.variableName, atByte: 3, in: "{a,")
    #expect(
      german.troubles(of: Problem.template(error).told, Problem.template(error).description) == [])
    // Nothing is left that no problem says.
    let rules =
      ManifestRule.allCases.map(\.rawValue) + URITemplateError.Rule.allCases.map(\.rawValue)
      + WebLinkError.Rule.allCases.map { "link-\($0.rawValue)" }
    let parts = ["expected", "heading-in-braces", "link-encoded", "meant", "known", "allowed"]
    #expect(german.unsaid(Set(rules + parts)) == [])
  }

  /// Further sentences of the same kinds.
  static let more: [Problem] = [
    .cannotRead("a", errno: EACCES), .cannotRead("a", errno: EISDIR), .cannotRead("a", errno: EIO),
    .cannotRead("a", errno: ESPIPE), .unknownElement("rows", within: "job", suggestion: "row"),
    .unknownAttribute("x", of: "rows", suggestion: "y"),
    .unknownVariable("uid", among: [], mayBeToken: true),
    .unknownVariable("stor", among: ["store"], mayBeToken: true),
    .headingInBraces("a b", inLink: false), .damagedLabel("", column: "a"),
    .sameLink("a", as: EarlierRow(file: "b", position: TextPosition())),
    .sameLinkButCase("a", other: "A", EarlierRow(file: "b", position: TextPosition())),
    .severalSheets(read: "a", others: ["b", "c"]), .hiddenRows(1), .hiddenRows(20),
    .sheetOfText("a"),
  ]

  static let workbooks: [WorkbookFault] = [
    .encrypted, .oldFormat, .binaryFormat, .notAWorkbook(.numbers), .notAWorkbook(.notAZip),
    .tooLarge(.rows), .tooLarge(.columns), .tooLarge(.cells), .tooLarge(.hyperlinks),
    .damaged(.init(part: "a", line: 3, cause: .xml)),
    .damaged(.init(part: nil, line: nil, cause: .zip)), .noSuchSheet("a", sheets: ["aa", "b"]),
    .notASheetOfCells("a"), .noSheets, .noMemory, .libraryMissing, .cannotRead(errno: EIO),
    .noTemporaryFile(errno: EIO),
  ]

  static let cells: [CellProblem] = [
    .errorValue, .formulaWithoutValue, .dateOfLanguage, .earlyDate, .conditionalFormat("0.0"),
    .numberFormat("0.0"), .decimal, .inexact, .truthValue, .brokenReference, .covered(by: "C4"),
  ]

  static let moreDamages: [DamagedValue] = [
    .errorWord(isCertain: false), .formula(isCertain: false), .midnight, .questionMark,
    .unseen(0x200B),
  ]

  static let badLinks = [
    "", "example.com", "a@example.com", "030 1234", "htps://example.com", "javascript:a",
    " https://a.example", "https://a.example/\u{7}", "https://a.example/\u{200B}",
    "https://a.example/\u{FFFF}", "https://a.example\\b", "https://a.example/%zz",
    "https://https://a.example", "tel:", "tel:12 x", "https:///a", "https://a:b@c.example",
    "https://a_b!.example", "https://a..example", "https://xn--a.example", "https://1.2.3",
    "https://a.example:99999", "https%3A%2F%2Fa.example",
    "https://" + String(repeating: "a", count: 300) + ".example",
    "https://a.example/" + String(repeating: "a", count: 9000),
  ]

  static let badTemplates = [
    "https://a.example/{", "https://a.example/}", "https://a.example/{}",
    "https://a.example/{=a}", "https://a.example/{a b}", "https://a.example/{a:0}",
    "https://a.example/<", "https://a.example/%zz", "https://a.example/{a,}",
    "https://a.example/{a",
    String(repeating: "a", count: 9000), (0..<300).map { "{a\($0)}" }.joined(),
  ]

  @Test func rulesHaveDifferentNames() {
    let rules = Self.problems.filter { problem in
      if case .badValue = problem { return false }
      return true
    }.map(\.rule)
    // Three kinds of encoding, two of namespace, two of the same id, two of reserved and two of
    // unknown names are one rule each; so are two guesses, bad characters, other separators and
    // columns without names. Of damaged values that is so for two shortened numbers, dates, signs
    // from a source and letters of two alphabets; and there are three of each kind of column.
    #expect(Set(rules).count == rules.count - 10 - 4 - 14)
  }

  @Test func showsNothingThatSteersATerminal() {
    let words = Problem.badID("a\u{1B}[2J\u{9B}" + String(repeating: "x", count: 500)).description
    #expect(!words.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x9B })
    #expect(words.utf8.count < 300)
  }
}
