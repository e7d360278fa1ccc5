// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import JobManifest

struct SourceExcerptTests {
  /// A place in a file, and what is before and after it.
  @Test(arguments: [
    ("one\ntwo\nthree", 2, 2, "t|wo"), ("one\ntwo\nthree", 3, 1, "|three"),
    ("one\r\ntwo\r\nthree", 3, 6, "three|"), ("one", 1, 9, "one|"), ("\n\n", 2, 1, "|"),
    ("ä漢\u{1F600}x\ny", 1, 4, "ä漢\u{1F600}|x"),
    (String(repeating: "é", count: 250) + "\nx", 1, 126, "…100|101…"),
    (String(repeating: "é", count: 250), 1, 250, "…100|é"),
  ])
  func showsTheLineAroundAPlace(text: String, line: Int, column: Int, shown: String) throws {
    #expect(try excerpt(Array(text.utf8), line, column, spreadsheet: nil) == shown)
  }

  @Test func readsSpreadsheetsAsTheirReaderDoes() throws {
    #expect(try excerpt(Array("a\rb\rc;d".utf8), 3, 3, spreadsheet: .utf8) == "c;|d")
    let western: [UInt8] = [0x61, 0x0A, 0xFC, 0x3B, 0x80]
    #expect(try excerpt(western, 2, 2, spreadsheet: .windows1252) == "ü|;€")
    let central = try #require(CSVEncoding(named: "cp1250"))
    let town: [UInt8] = [0x61, 0x0A, 0xA3, 0xF3, 0x64, 0x9F]
    #expect(try excerpt(town, 2, 2, spreadsheet: central) == "Ł|ódź")
    let wide: [UInt8] = [0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0x62, 0, 0x63, 0]
    #expect(try excerpt(wide, 2, 2, spreadsheet: .utf16LittleEndian) == "b|c")
  }

  @Test func findsManyPlacesInOnePass() throws {
    let folder = try TemporaryDirectory()
    let line = String(repeating: "x", count: 300_000)
    let path = try folder.write(Array("\(line)\ny\n\(line)z".utf8), to: "a")
    let places = [(1, 1), (1, 150), (1, 300_000), (2, 1), (3, 300_001), (9, 1)]
      .map { TextPosition(line: $0, column: $1) }
    let excerpts = SourceExcerpt.all(of: path, at: places, spreadsheet: nil)
    let counts: [[Int]?] = places.map { place in
      excerpts[place].map { [$0.before.count, $0.after.count] }
    }
    #expect(counts == [[0, 101], [100, 101], [100, 1], [0, 1], [100, 1], nil])
  }

  private func excerpt(
    _ bytes: [UInt8], _ line: Int, _ column: Int, spreadsheet: CSVEncoding?
  ) throws -> String? {
    let folder = try TemporaryDirectory()
    let path = try folder.write(bytes, to: "a")
    let place = TextPosition(line: line, column: column)
    let found = SourceExcerpt.all(of: path, at: [place], spreadsheet: spreadsheet)[place]
    return found.map { found in
      func shown(_ text: String) -> String { text.count < 50 ? text : "\(text.count)" }
      return (found.isCutBefore ? "…" : "") + shown(found.before) + "|" + shown(found.after)
        + (found.isCutAfter ? "…" : "")
    }
  }
}
