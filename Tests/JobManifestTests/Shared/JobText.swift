// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import JobManifest

/// A row as a test compares it.
struct SeenRow: Equatable, CustomStringConvertible {
  var id: String
  var link: String
  var size: Int
  var position: TextPosition

  init(_ row: borrowing JobRow) {
    id = row.idText
    link = row.linkText
    size = row.messageSize
    position = row.position
  }

  var description: String { "\(id) \(link) \(size) \(position.line):\(position.column)" }
}

/// What came of a job that a test writes into a folder of its own.
struct JobResult {
  var job: Job?
  var rows: [SeenRow] = []
  var messages: [[UInt8]] = []
  /// Rule and place of every finding, with the file unless it is the manifest.
  var findings: [String] = []
  var words: [String] = []
  var list = FindingList<Problem>()
  var rowCount = 0
  var unusedGuesses: [String] = []

  init(
    _ manifest: [UInt8], files: [String: [UInt8]] = [:], mayLeaveFolder: Bool = false
  ) throws {
    let folder = try TemporaryDirectory()
    for (name, bytes) in files { try folder.write(bytes, to: name) }
    let path = try folder.write(manifest, to: "job.xml")
    var found: Job?
    var seen: [SeenRow] = []
    var built: [[UInt8]] = []
    let outcome = JobReader(path: path, mayLeaveFolder: mayLeaveFolder).read(
      begin: { found = $0 },
      visit: { row in
        seen.append(SeenRow(row))
        built.append((try? row.message(uid: "04B8313A307380").bytes) ?? [])
        return true
      })
    (job, rows, messages) = (found, seen, built)
    list = outcome.findings
    rowCount = outcome.rowCount
    unusedGuesses = outcome.unusedGuesses.map { String($0.dropFirst(folder.path.utf8.count + 1)) }
    findings = outcome.findings.findings.map { finding in
      let place = "\(finding.position.line):\(finding.position.column) \(finding.problem.rule)"
      let file = String(finding.file.dropFirst(folder.path.utf8.count + 1))
      return file == "job.xml" ? place : "\(file):\(place)"
    }
    words = outcome.findings.findings.map(\.problem.description)
  }

  init(_ manifest: String, files: [String: String] = [:]) throws {
    try self.init(Array(manifest.utf8), files: files.mapValues { Array($0.utf8) })
  }

  /// A job with this link and these rows, which are in line 2.
  init(link: String, rows: String, head: String = "", files: [String: String] = [:]) throws {
    try self.init(
      link: link, rows: rows, head: head, bytes: files.mapValues { Array($0.utf8) })
  }

  init(link: String, rows: String, head: String = "", bytes: [String: [UInt8]]) throws {
    let text = """
      <job xmlns="urn:tagpress:job:1" id="test"><link>\(link)</link>\(head)
      \(rows)</job>
      """
    try self.init(Array(text.utf8), files: bytes)
  }

  var rowTexts: [String] { rows.map { "\($0.id) \($0.link)" } }
}
