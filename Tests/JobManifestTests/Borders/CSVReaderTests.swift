// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import JobManifest

/// What a reader made of a file.
struct CSVOutcome: Equatable {
  var columns: [String]?
  var rows: [[String]] = []
  var places: [[TextPosition]] = []
  var findings: [CSVFinding] = []
  var encoding = CSVEncoding.utf8
  var separator: UInt8?
  var candidates: [CSVEncoding]?
  var firstLetter: TextPosition?
  var likelyHeader: Int?

  init(
    _ bytes: [UInt8], pieces: Int = .max, encoding stated: CSVEncoding? = nil, header: Int? = nil
  ) {
    var reader = CSVReader(encoding: stated, header: header.map { .row($0) })
    func keep(_ row: borrowing CSVRow) -> Bool {
      rows.append(row.fields.indices.map { row.text($0) })
      places.append(row.fields.map(\.position))
      return true
    }
    var rest = bytes[...]
    while !rest.isEmpty {
      reader.push(Array(rest.prefix(pieces)).span) { keep($0) }
      rest = rest.dropFirst(pieces)
    }
    reader.finish { keep($0) }
    columns = reader.columns
    findings = reader.findings
    encoding = reader.encoding
    separator = reader.separator
    candidates = reader.guess?.candidates
    firstLetter = reader.firstLetter
    likelyHeader = reader.likelyHeader
  }

  init(_ text: String) {
    self.init(Array(text.utf8))
  }
}

struct CSVReaderTests {
  static func utf16(_ text: String, littleEndian: Bool, mark: Bool = true) -> [UInt8] {
    ((mark ? [0xFEFF] : []) + Array(text.utf16)).flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return littleEndian ? bytes.reversed() : bytes
    }
  }

  static let readable: [(text: String, columns: [String], rows: [[String]])] = [
    ("a,b\n1,2\n", ["a", "b"], [["1", "2"]]),
    ("a,b\r\n1,2\r\n3,4", ["a", "b"], [["1", "2"], ["3", "4"]]),
    ("a;b\r1;2\r", ["a", "b"], [["1", "2"]]),
    ("a\tb\n1,5\t2;3\n", ["a", "b"], [["1,5", "2;3"]]),
    ("a;b,c;d\n1;2;3\n", ["a", "b,c", "d"], [["1", "2", "3"]]),
    ("\"a,x\";b\n1;2\n", ["a,x", "b"], [["1", "2"]]),
    ("sep=;\r\na,b;c\r\n1,0;2\r\n", ["a,b", "c"], [["1,0", "2"]]),
    ("sep=|\na|b\n1|2\n", ["a", "b"], [["1", "2"]]),
    ("name\nx\n\ny\n", ["name"], [["x"], ["y"]]),
    ("a,b\n,\n1,\n,,\n", ["a", "b"], [["1", ""]]),
    ("a,b\n1,2,,\n", ["a", "b"], [["1", "2"]]),
    (" a , b \n 1 , 2 \n", ["a", "b"], [[" 1 ", " 2 "]]),
    ("a,b\n\"x \"\"y\"\", z\",\"\"\n", ["a", "b"], [["x \"y\", z", ""]]),
    ("a,b\n\"one\ntwo\r\nthree\",2\n", ["a", "b"], [["one\ntwo\r\nthree", "2"]]),
    ("a,b\n\"1\",\"2\"", ["a", "b"], [["1", "2"]]),
    ("a,b\n1,", ["a", "b"], [["1", ""]]),
    ("a\u{20AC},b\nü,😀\n", ["a€", "b"], [["ü", "😀"]]),
  ]

  @Test(arguments: readable)
  func readsWhatSpreadsheetsWrite(text: String, columns: [String], rows: [[String]]) {
    for bytes in [
      Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8),
      Self.utf16(text, littleEndian: true), Self.utf16(text, littleEndian: false),
    ] {
      let outcome = CSVOutcome(bytes)
      #expect(outcome.columns == columns)
      #expect(outcome.rows == rows)
      #expect(outcome.findings == [])
    }
  }

  @Test func knowsTheEncoding() {
    let text = "Straße,Ort\nä,ö\n"
    #expect(CSVOutcome(text).encoding == .utf8)
    #expect(CSVOutcome(Self.utf16(text, littleEndian: true)).encoding == .utf16LittleEndian)
    #expect(CSVOutcome(Self.utf16(text, littleEndian: false)).encoding == .utf16BigEndian)
    for littleEndian in [true, false] {
      let bare = CSVOutcome(Self.utf16("abc,def\n1,😀\n", littleEndian: littleEndian, mark: false))
      #expect(bare.rows == [["1", "😀"]])
      #expect(bare.findings == [])
    }
  }

  @Test func onlyGuessesWhatIsNotUTF8() {
    let bytes = Array("a,b\nx,Stra".utf8) + [0xDF] + Array("e\n".utf8) + [0x80, 0x2C, 0xFC, 0x0A]
    let outcome = CSVOutcome(bytes)
    #expect(outcome.rows == [["x", "Straße"], ["€", "ü"]])
    #expect(outcome.encoding == .windows1252)
    #expect(outcome.candidates?.first == .windows1252)
    #expect(outcome.firstLetter == TextPosition(line: 2, column: 7))
    #expect(outcome.findings == [])
    // The very last byte may be the one that tells.
    #expect(CSVOutcome([0x61, 0x0A, 0xE9]).rows == [["é"]])
  }

  static let faulty: [(bytes: [UInt8], problem: CSVProblem, line: Int, column: Int)] = [
    ([], .empty, 1, 1), ([0xEF, 0xBB, 0xBF], .empty, 1, 1), (Array("\n\n".utf8), .empty, 1, 1),
    ([0xEF, 0xBB, 0xBF] + Array("a\nü".utf8) + [0xFF, 0x0A], .badCharacter(.utf8), 2, 2),
    ([0xEF, 0xBB, 0xBF] + Array("a\nü".utf8) + [0xC3], .badCharacter(.utf8), 2, 2),
    ([0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0x61, 0, 0, 0xDC], .badCharacter(.utf16LittleEndian), 2, 2),
    ([0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0x61], .badCharacter(.utf16LittleEndian), 2, 1),
    (Array("a,b\n1,2,3\n".utf8), .tooManyFields(3, columns: 2), 2, 5),
    (Array("a,b,c\n1,2\n".utf8), .missingFields(2, columns: 3), 2, 1),
    (Array("a,b, a\n".utf8), .repeatedColumnName("a", first: 1, second: 3), 1, 5),
    (Array("a,b\nü,\"x\ny".utf8), .unclosedQuote, 2, 3),
    (Array("a,b\nü,\"x\" y\n".utf8), .textAfterQuote, 2, 6),
    (Array("a,b\nü,5\" pipe\n".utf8), .strayQuote, 2, 4),
  ]

  @Test(arguments: faulty)
  func namesWhatIsWrong(bytes: [UInt8], problem: CSVProblem, line: Int, column: Int) {
    let finding = CSVFinding(
      problem: problem, position: TextPosition(line: line, column: column))
    #expect(CSVOutcome(bytes).findings == [finding])
  }

  @Test func undefinedLettersOfWindows1252AreNamed() {
    let outcome = CSVOutcome([0x61, 0x0A, 0xE9, 0x81], encoding: .windows1252)
    #expect(outcome.findings.map(\.problem) == [.badCharacter(.windows1252)])
    #expect(outcome.rows == [["é\u{FFFD}"]])
  }

  @Test func continuesAfterABrokenRow() {
    let outcome = CSVOutcome("a,b\n1,2,3\n\"x\"y,2\n3\n4,5\n")
    #expect(outcome.rows == [["3", ""], ["4", "5"]])
    #expect(outcome.findings.map(\.position.line) == [2, 3, 4])
  }

  @Test func knowsThePlaceOfEveryField() {
    let outcome = CSVOutcome("a;b;c\r\nü;\"x\r\n;y\";z\r\n1;2;3")
    #expect(
      outcome.places == [
        [.init(line: 2, column: 1), .init(line: 2, column: 3), .init(line: 3, column: 5)],
        [.init(line: 4, column: 1), .init(line: 4, column: 3), .init(line: 4, column: 5)],
      ])
  }

  @Test func hasLimits() {
    let long = String(repeating: "x", count: CSVLimits.fieldBytesMax)
    #expect(CSVOutcome("a\n\(long)\n").rows == [[long]])
    #expect(CSVOutcome("a\n\"\(long)\"\n").rows == [[long]])
    let longer = CSVOutcome("a\n\(long)x\nnext\n")
    #expect(longer.findings.map(\.problem) == [.fieldTooLong] && longer.rows == [["next"]])
    let swallowed = CSVOutcome("a\n\"\(long)\n\nnext\n")
    #expect(swallowed.findings.map(\.problem) == [.unclosedQuote] && swallowed.rows == [])
    let wide = Array(repeating: long, count: 9).joined(separator: ",")
    let rowTooLong = CSVOutcome("a\n\(wide)\nnext\n")
    #expect(rowTooLong.findings.map(\.problem) == [.rowTooLong] && rowTooLong.rows == [["next"]])
    let commas = String(repeating: ",", count: CSVLimits.columnCountMax - 1)
    #expect(CSVOutcome("a\(commas)\n").columns?.count == CSVLimits.columnCountMax)
    #expect(CSVOutcome("a,\(commas)\n").findings.map(\.problem).contains(.tooManyColumns))
  }

  @Test func stopsWhenToldTo() {
    var reader = CSVReader()
    var seen = 0
    func see(_ row: borrowing CSVRow) -> Bool {
      seen += 1
      return seen < 2
    }
    reader.push(Array("a\n1\n2\n3\n".utf8).span) { see($0) }
    reader.push(Array("4\n".utf8).span) { see($0) }
    reader.finish { see($0) }
    #expect(seen == 2 && reader.findings.isEmpty)
  }

  @Test func readsTheSameInPiecesOfEverySize() {
    let text = "sep=;\r\nä;\"b\"\"\r\nc\"\r\nü;😀\r\n\"x\"y;1\r1;2;3\n5;"
    for bytes in [
      Array(text.utf8), Self.utf16(text, littleEndian: true), Self.utf16(text, littleEndian: false),
      Array("a,b\r\nx,Stra".utf8) + [0xDF, 0x65, 0x81, 0x0D, 0x0A, 0x22],
    ] {
      let whole = CSVOutcome(bytes)
      for size in 1...7 { #expect(CSVOutcome(bytes, pieces: size) == whole) }
      for end in bytes.indices { _ = CSVOutcome(Array(bytes[..<end])) }
    }
  }

  @Test func readsBackWhatWasWritten() {
    var random = Splitmix64(seed: 0xC5F_4180)
    let alphabet = Array("ab\",;\t\r\n ü😀")
    for _ in 0..<300 {
      let width = Int.random(in: 1...4, using: &random)
      let rows = (0..<6).map { _ in
        (0..<width).map { _ in
          "x" + String((0..<5).map { _ in alphabet.randomElement(using: &random) ?? "a" })
        }
      }
      let header = (0..<width).map { "column\($0)" }
      let written = ([header] + rows).map { row in
        row.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",")
      }.joined(separator: "\r\n")
      let outcome = CSVOutcome(Array(written.utf8), pieces: Int.random(in: 1...40, using: &random))
      #expect(outcome.rows == rows && outcome.findings == [], "\(outcome.findings)")
    }
  }
}
