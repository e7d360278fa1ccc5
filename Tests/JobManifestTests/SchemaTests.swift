// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import CLibXML2
import TestSupport
import Testing

@testable import JobManifest

/// The schema for editors and the reader judge the same files, and may not differ.
struct SchemaTests {
  private static let folder = "\(packageRoot)/Tests/Fixtures/Jobs"

  /// Each wrong manifest, with the place and the rule of every error that the reader finds.
  static let wrong: [(name: String, findings: String)] = {
    let bytes = (try? contents(of: "\(folder)/findings.txt")) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
      let words = line.split(separator: ":", maxSplits: 1)
      return (String(words[0]), words[1].trimmingPrefix(" ").description)
    }
  }()

  static func isValid(_ path: String) throws -> Bool {
    let parser = try #require(xmlRelaxNGNewParserCtxt("\(packageRoot)/Templates/job.rng"))
    defer { xmlRelaxNGFreeParserCtxt(parser) }
    let schema = try #require(xmlRelaxNGParse(parser))
    defer { xmlRelaxNGFree(schema) }
    let validator = try #require(xmlRelaxNGNewValidCtxt(schema))
    defer { xmlRelaxNGFreeValidCtxt(validator) }
    xmlRelaxNGSetValidStructuredErrors(validator, { _, _ in }, nil)
    let document = try #require(xmlReadFile(path, nil, Int32(XML_PARSE_NONET.rawValue)))
    defer { xmlFreeDoc(document) }
    return xmlRelaxNGValidateDoc(validator, document) == 0
  }

  private func findings(_ path: String) -> String {
    JobReader(path: path).read(begin: { _ in }).findings.findings.map { finding in
      "\(finding.position.line):\(finding.position.column) \(finding.problem.rule)"
    }.joined(separator: ", ")
  }

  @Test(arguments: ["shortest", "everything", "counted", "lock"])
  func bothTakeWhatIsRight(name: String) throws {
    let path = "\(Self.folder)/valid/\(name).xml"
    #expect(try Self.isValid(path))
    #expect(findings(path) == "")
  }

  @Test func thereIsAFileForEveryKindOfMistake() {
    #expect(Self.wrong.count > 60)
  }

  @Test(arguments: wrong)
  func bothRefuseWhatIsWrong(name: String, expected: String) throws {
    let path = "\(Self.folder)/invalid/\(name).xml"
    #expect(try !Self.isValid(path))
    #expect(findings(path) == expected)
  }

  @Test(arguments: [
    "one-link", "spreadsheet", "numbers", "tokens", "app-clip", "password", "uid-mirror",
  ])
  func everyTemplatePassesAtOnce(name: String) throws {
    let path = "\(packageRoot)/Templates/\(name).xml"
    #expect(try Self.isValid(path))
    #expect(findings(path) == "")
  }
}
