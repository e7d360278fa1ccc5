// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import NDEF
import TestSupport
import Testing
import WebLink

@testable import JobManifest

struct RowPlacesTests {
  /// A file whose rows are made as they are written, so that no test holds it in memory.
  private func write(_ folder: TemporaryDirectory, rows: Int, _ row: (Int) -> String) throws
    -> String
  {
    let path = folder.path(of: "job.xml")
    let file = try #require(fopen(path, "w"))
    defer { fclose(file) }
    let head =
      "<job xmlns=\"urn:tagpress:job:1\" id=\"a\"><link>https://a.example/{c}</link><rows>\n"
    fputs(head, file)
    for number in 1...rows { fputs(row(number), file) }
    fputs("</rows></job>\n", file)
    return path
  }

  @Test func lineAndColumnAreExactAtTheLastOfManyRows() throws {
    let folder = try TemporaryDirectory()
    // Above 65,535, where lines end that other interfaces of the parser give; and a million of them
    // when there is time.
    let last = environmentVariable("TAGPRESS_SOAK") == nil ? 100_000 : 1_000_000
    let path = try write(folder, rows: last) { number in
      // The last row is the only one without a value, after a comment with an umlaut.
      number == last
        ? " <!-- ü --><row id=\"r\(number)\" d=\"é\" c=\"\"/>\n"
        : "<row id=\"r\(number)\" c=\"\(number)\"/>\n"
    }
    let width = "r\(last)".utf8.count
    let outcome = JobReader(path: path).read(begin: { _ in })
    #expect(
      outcome.findings.findings.map {
        "\($0.position.line):\($0.position.column) \($0.problem.rule)"
      }
        == [
          "\(last + 1):\(width + 23) unused-value", "\(last + 1):\(width + 32) missing-value",
        ])
    #expect(outcome.rowCount == last - 1 && outcome.sourceRowCount == last)
  }

  @Test func rowsOnOneLineHaveTheirColumns() throws {
    let folder = try TemporaryDirectory()
    let path = try write(folder, rows: 20_000) { "<row id=\"é\($0)\"\t c=\"\($0)\" />" }
    var column = 1
    var isExact = true
    _ = JobReader(path: path).read(
      begin: { _ in },
      visit: { row in
        isExact = isExact && row.position == TextPosition(line: 2, column: column)
        column +=
          "<row id=\"é\"\t c=\"\" />".unicodeScalars.count + 2
          * (row.idText.unicodeScalars.count - 1)
        return true
      })
    #expect(isExact && column > 400_000)
  }

  @Test func tagsOverSeveralLinesHaveTheirPlaces() throws {
    let result = try JobResult(
      link: "https://a.example/{c}",
      rows: "<rows\n id='{x}'\n ><row\n\n  c\n =\n  'ü'\tx='1'/> <row c='2'\n x='' />\n</rows>")
    #expect(result.rows.map(\.position) == [TextPosition(line: 4, column: 3)])
    #expect(result.findings == ["9:5 missing-value"])
  }

  @Test func messagesHaveTheTagsOwnValues() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(
      "<job xmlns=\"urn:tagpress:job:1\" id=\"a\">"
        + "<link>HTTPS://Bücher.example/{t}/{tag.uid:4}?{tag.uid}&amp;{mirror.uid}x{mirror.counter}</link>"
        + "<record android=\"com.example\"/>"
        + "<rows count=\"1\"><token name=\"t\" length=\"4\"/></rows></job>", to: "job.xml")
    let host = "https://xn--bcher-kva.example"
    var checked = 0
    let outcome = JobReader(path: path).read(
      begin: { _ in },
      visit: { row in
        #expect(row.linkText == "\(host)/0000/0000?00000000000000&00000000000000x000000")
        #expect(row.tokens.map(\.name) == ["t"] && row.tokens.map(\.length) == [4])
        #expect(row.places(of: .tagUID).map(\.count) == [4, 14])
        #expect(row.places(of: .token(0)).map(\.count) == [4])
        let uid = "04B8313A307380"
        let link = "\(host)/k9Xz/04B8?04B8313A307380&00000000000000x000000"
        #expect(row.link(uid: uid, tokens: ["k9Xz"]) == link)
        let message = try? row.message(uid: uid, tokens: ["k9Xz"])
        #expect(message?.bytes.count == row.messageSize)
        // Both lie at the end of the first record, after which comes the app.
        let end = row.messageSize - 29
        let texts = [ChipText(.uid, at: end - 21), ChipText(.counter, at: end - 6)]
        #expect(message?.chipTexts == texts)
        // An eight-byte identifier makes the link longer.
        #expect(row.link(uid: "0102030405060708").utf8.count == link.utf8.count + 2)
        checked += 1
        return true
      })
    #expect(outcome.findings.findings == [] && checked == 1)
  }
}
