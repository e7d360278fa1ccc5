// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

/// Association files as people really publish them.
@Suite(
  .enabled(if: SharedFacts.have("data/association-corpus/index.json"), "\(SharedFacts.areMissing)"))
struct SharedCorpusTests {
  /// The files that are not JSON, by the commit at the end of their names, with what is wrong first.
  static let refused: [String: JSONRule] = [
    "87a63638": .wrongBracket, "abc7d7d3": .unquotedKey, "69e10a13": .emptyText,
    "40adb662": .emptyText, "0e952301": .missingColon, "b2701b0b": .rtfText,
    "06722126": .emptyText, "0a6a4b74": .comment, "dfea6ca9": .emptyText,
  ]

  private func files() throws -> [(name: String, bytes: [UInt8])] {
    let index = try SharedFacts.json("data/association-corpus/index.json")
    return try (index["files"]?.elements ?? []).compactMap { $0["file"]?.string }.map { name in
      (name, try contents(of: SharedFacts.path(of: "data/association-corpus/\(name)")))
    }
  }

  @Test func tellsWhichFilesAreJSON() throws {
    var found: [String: JSONRule] = [:]
    for (name, bytes) in try files() {
      let lint = JSONLint(bytes)
      if let first = lint.findings.first { found[String(name.suffix(8))] = first.rule }
      let isStrict = (try? JSONDocument(reading: bytes)) != nil
      #expect(isStrict == lint.findings.isEmpty, "\(name)")
      for finding in lint.findings { #expect(!finding.description.isEmpty) }
    }
    #expect(found == Self.refused)
  }

  @Test func everyFileCanBeEditedAndWrittenBack() throws {
    for (name, bytes) in try files() {
      guard let document = JSONLint(bytes).document else { continue }
      let value = document.root.value
      if JSONLint(bytes).findings.isEmpty {
        let again = try JSONDocument(reading: Array(value.pretty.utf8)).root.value
        #expect(again == value, "\(name)")
      }
      let edited =
        document.root.elements == nil
        ? try document.appending(members: [("tagpress", 1)], to: [])
        : try document.appending(elements: [1], to: [])
      let root = document.root
      let last = root.members?.last?.value ?? root.elements?.last
      let kept = last?.range.upperBound ?? root.range.lowerBound + 1
      #expect(edited.starts(with: bytes[..<kept]), "\(name)")
      #expect(
        edited.suffix(bytes.count - root.range.upperBound + 1)
          == bytes[(root.range.upperBound - 1)...])
      #expect(JSONLint(edited).document != nil, "\(name)")
    }
  }
}
