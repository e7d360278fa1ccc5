// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import JobManifest

/// A manifest that is parsed on a thread of its own says the same as one that is not.
struct ReadAheadTests {
  /// All that comes of reading.
  private struct Reading: Equatable {
    var rows: [String] = []
    var findings: [String] = []
    var rowCount = 0
    var sourceRowCount = 0
    var job: String?

    init(_ path: String, readAheadSize: Int, limit: Int = .max) {
      var reader = JobReader(path: path)
      reader.readAheadSize = readAheadSize
      var seen: [String] = []
      let outcome = reader.read(
        begin: { _ in },
        visit: { row in
          seen.append("\(row.idText) \(row.linkText) \(row.position)")
          return seen.count < limit
        })
      rows = seen
      findings = outcome.findings.findings.map(\.description)
      (rowCount, sourceRowCount) = (outcome.rowCount, outcome.sourceRowCount)
      job = outcome.job?.id
    }
  }

  private func compare(_ text: String, limit: Int = .max) throws {
    let folder = try TemporaryDirectory()
    try folder.write("id,n\n1,2\n", to: "a.csv")
    let path = try folder.write(text, to: "job.xml")
    let alone = Reading(path, readAheadSize: .max, limit: limit)
    let ahead = Reading(path, readAheadSize: 0, limit: limit)
    #expect(alone == ahead, "\(text.prefix(2_000))")
  }

  private static let head =
    "<job xmlns=\"urn:tagpress:job:1\" id=\"a\"><link>https://a.example/{id}{?n}</link>\n"

  static let texts: [String] = [
    "", "<", "<job/>", head, "\(head)<rows/></job>", "\(head)<rows><row id=\"1\"/></rows></job>",
    "\(head)<rows>x<row id=\"1\"/>y<row id=\"2\"/>z</rows></job>",
    "\(head)<rows><row id=\"1\"><b/></row><row id=\"2\">x</row><row id=\"3\"/></rows></job>",
    "\(head)<rows><row id=\"1\"/></rows><rows><row id=\"1\"/><row id=\"&amp;&lt;2\"/></rows></job>",
    "\(head)<rows><row id=\"1\" n=\"&#252;&amp;x\"/><row id=\"2\" n=\"\tx\ny\"/></rows></job>",
    "\(head)<rows><row id='1' m='2'/>\n\n  <row  n = 'x'\n id='1'/><row id=''/><row/></rows></job>",
    "\(head)<rows><row id=\"1\"/><!-- x --><row id=\"2\"/><?a b?><row id=\"3\"/></rows></job>",
    "\(head)<rows><row id=\"1\"/><row id=\"2\"</rows></job>",
    "\(head)<rows><row id=\"1\"/><token name=\"a\" length=\"4\"/><row id=\"2\"/></rows></job>",
    "\(head)<rows from=\"a.csv\"><row id=\"1\"/><row id=\"2\"/></rows><rows count=\"2\"/></job>",
    "\(head)<rows copies=\"3\"><row id=\"1\"/><row id=\"2\" copies=\"0\"/></rows></job>x",
    "\(head)<rows><row id=\"1\"/>&x;<row id=\"2\"/></rows></job>",
    "\(head)<x><row id=\"1\"/><row id=\"2\"/></x><rows><row id=\"3\"/></rows></job>",
    "\(head)<rows><row xmlns=\"b\" id=\"1\"/><row id=\"2\"/></rows></job>",
  ]

  @Test(arguments: texts)
  func saysTheSame(text: String) throws {
    try compare(text)
    for limit in [1, 2] { try compare(text, limit: limit) }
  }

  /// More rows than a batch holds, and a tag that is longer than most.
  @Test func manyRowsComeInTheirOrder() throws {
    var text = Self.head + "<rows>\n"
    for number in 0..<20_000 {
      text += "<row id=\"n\(number)\" n=\"\(number % 7 == 0 ? "ü&amp;" : "x")\(number)\"/>\n"
      if number == 9_000 {
        text += "<row id=\"big\" n=\"\(String(repeating: "y", count: 5_000))\"/>"
      }
    }
    try compare(text + "</rows></job>")
    try compare(text + "</rows></job>", limit: 12_345)
    try compare(text)
  }

  @Test(arguments: 1...10)
  func aChangedManifestSaysTheSame(seed: UInt64) throws {
    var random = Splitmix64(seed: seed)
    for _ in 0..<20 {
      var bytes = Array((Self.texts.randomElement(using: &random) ?? "").utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
        let index = Int.random(in: bytes.indices, using: &random)
        bytes[index] = "<>/\"&= x\n\u{1}".utf8.randomElement(using: &random) ?? 0
      }
      try compare(String(decoding: bytes, as: UTF8.self))
    }
  }
}
