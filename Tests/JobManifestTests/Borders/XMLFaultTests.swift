// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

@testable import JobManifest

/// Where a file stops being XML, and what would make a careless parser fetch, blow up or hang.
struct XMLFaultTests {
  static let start = "<job xmlns=\"urn:tagpress:job:1\" id=\"a\">"

  static let broken: [(text: String, finding: String)] = [
    ("", "1:1 empty"), ("hello", "1:1 empty"), ("\(start)", "1:40 truncated"),
    ("\(start)\n<link>https://a.example/?a=1&b=2</link>", "2:29 bare-ampersand"),
    ("\(start)\n<link>ü? a=1 & b=2</link>", "2:14 bare-ampersand"),
    ("\(start)\n<rows><row id=\"ü\" url=\"?a=1&b=2\"/>", "2:28 bare-ampersand"),
    ("\(start)\n<rows><row id=\"ü\" url=\"?a&\"/>", "2:26 bare-ampersand"),
    ("\(start)\n <link>&uuml;</link>", "2:14 unknown-entity"),
    ("\(start)\n <link>a</lnk>", "2:15 mismatched-tag"),
    ("\(start)\n <tags a=\"1\" a=\"2\"/>", "2:19 repeated-attribute"),
    ("\(start)\n <tags a=b/>", "2:10 missing-quotes"),
    ("\(start)\n <tags a/>", "2:9 missing-quotes"),
    ("\(start)\n <tags a=\"<\"/>", "2:11 bare-less-than"),
    ("\(start)\n <x:tags/>", "2:9 undeclared-prefix"),
    ("\(start)\n \u{1}", "2:2 invalid-character"),
    ("\(start)\n<link>a</link><rows count=\"1\"/></job>x", "2:38 behind-the-end"),
    ("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n\(start)", "1:1 encoding"),
    ("<?xml version=\"1.0\" encoding=\"KLINGON\"?>\n\(start)", "1:1 encoding"),
    ("\n\n  <jobs\n/>", "3:3 not-a-job"), ("<!--ü--> <jobs>", "1:10 not-a-job"),
    ("<!-- x -->\n <!DOCTYPE job>\n\(start)", "2:2 doctype"),
    ("<!DOCTYPE job SYSTEM \"job.dtd\">\n\(start)", "1:1 doctype"),
  ]

  @Test(arguments: broken)
  func namesThePlace(text: String, finding: String) throws {
    let result = try JobResult(text)
    #expect(result.findings.last == finding)
  }

  @Test func refusesOtherEncodingsByName() throws {
    let text = "\(Self.start)<link>https://a.example</link></job>"
    for littleEndian in [true, false] {
      for mark in [true, false] {
        let bytes = CSVReaderTests.utf16(text, littleEndian: littleEndian, mark: mark)
        #expect(try JobResult(bytes).findings == ["1:1 encoding"])
      }
    }
    let marked = [0xEF, 0xBB, 0xBF] + Array("\(Self.start)<rows count=\"1\"/></job>".utf8)
    #expect(try JobResult(marked).findings == ["1:1 missing-element"])
  }

  @Test func namesBytesThatAreNotUTF8() throws {
    let bytes = Array("\(Self.start)\n<link>https://a.example/".utf8) + [0xE9, 0x3C]
    #expect(try JobResult(bytes).findings == ["2:25 invalid-utf-8"])
    let value = Array("\(Self.start)\n<tags chips=\"".utf8) + [0xFC, 0x22, 0x2F, 0x3E]
    #expect(try JobResult(value).findings == ["2:14 invalid-utf-8"])
  }

  @Test func refusesEntitiesThatBlowUp() throws {
    let lol = (1...9).map { level in
      "<!ENTITY l\(level) \"\(String(repeating: "&l\(level - 1);", count: 10))\">"
    }
    let laughs =
      "<!DOCTYPE job [<!ENTITY l0 \"ha\">\(lol.joined())]>\(Self.start)<link>&l9;</link></job>"
    let quadratic =
      "<!DOCTYPE job [<!ENTITY a \"\(String(repeating: "a", count: 50_000))\">]>\(Self.start)<link>"
      + String(repeating: "&a;", count: 50_000) + "</link></job>"
    for text in [laughs, quadratic] {
      let result = try JobResult(text)
      #expect(result.findings == ["1:1 doctype"])
      #expect(result.job == nil)
    }
  }

  @Test(arguments: ["file:///etc/passwd", "http://127.0.0.1:9/x"])
  func fetchesNothing(address: String) throws {
    let text =
      "<!DOCTYPE job [<!ENTITY x SYSTEM \"\(address)\"><!ENTITY % p SYSTEM \"\(address)\"> %p;]>"
      + "\(Self.start)<link>&x;</link></job>"
    #expect(try JobResult(text).findings == ["1:1 doctype"])
  }

  @Test func hasLimits() throws {
    let long = String(repeating: "a", count: 10_000_000)
    #expect(
      try JobResult("\(Self.start)\n<tags chips=\"\(long)\"/>").findings == ["2:1 markup-too-long"])
    #expect(try JobResult("\(Self.start)\n<!--\(long)-->").findings == ["2:1 markup-too-long"])
    #expect(try JobResult("\(Self.start)<link>\(long)</link>").findings.count == 1)
    let deep = String(repeating: "<a>", count: 100_000)
    #expect(
      try JobResult("\(Self.start)\(deep)").findings == [
        "1:40 unknown-element", "1:85 too-deep",
      ])
    let many = (0...JobLimits.attributesMax).map { "a\($0)=\"\"" }.joined(separator: " ")
    #expect(try JobResult("\(Self.start)<tags \(many)/>").findings == ["1:40 too-many-attributes"])
  }

  @Test func keepsAHundredFindingsOfAKind() throws {
    let rows = String(repeating: "<row/>", count: 250)
    let result = try JobResult(link: "https://a.example", rows: "<rows>\(rows)</rows>")
    #expect(result.findings.count == 100)
    #expect(result.list.counts == ["no-row-id": 250] && result.list.errorCount == 250)
    #expect(result.list.omitted.map(\.rule) == ["no-row-id"])
    #expect(result.list.omitted.map(\.count) == [150])
  }

  @Test func everyTruncationHasAFinding() throws {
    let text = """
      \(Self.start)<link>https://a.example/{id}</link><!-- é --><rows>
      <row id="ü&amp;"/><row id='b'></row></rows></job>
      """
    let bytes = Array(text.utf8)
    #expect(try JobResult(bytes).findings == [])
    for end in bytes.indices { #expect(try !JobResult(Array(bytes[..<end])).findings.isEmpty) }
  }

  @Test func readsTheSameThroughEverySizeOfPiece() throws {
    // The reader takes 64 KiB at a time: comments of every length move the rows over that border.
    for length in (65_536 - 160)...(65_536 - 40) {
      let filler = String(repeating: "x", count: length)
      let result = try JobResult(
        "<!--\(filler)-->\(Self.start)<link>https://a.example/{id}</link><rows>\n  <row id=\"é\"/></rows></job>"
      )
      #expect(result.findings == [])
      #expect(result.rows.map(\.position) == [TextPosition(line: 2, column: 3)])
    }
  }

  @Test func namesWhatCannotBeRead() throws {
    let folder = try TemporaryDirectory()
    let pipe = folder.path(of: "pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [folder.path(of: "none.xml"), folder.path, pipe] {
      let outcome = JobReader(path: path).read(begin: { _ in })
      #expect(outcome.findings.findings.map(\.problem.rule) == ["cannot-read"])
    }
  }
}
