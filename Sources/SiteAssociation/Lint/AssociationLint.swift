// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import StrictJSON

/// The platform of an association file.
package enum AssociationKind: CaseIterable, Sendable {
  case apple
  case android

  /// The file name that phones ask for.
  package var fileName: String {
    switch self {
    case .apple: "apple-app-site-association"
    case .android: "assetlinks.json"
    }
  }

  /// The kind for a file name; nil for other names.
  package init?(fileName: String) {
    let name = fileName.lowercased()
    if name.contains("site-association") || name.hasPrefix("aasa") {
      self = .apple
    } else if name.contains("assetlink") || name.contains("asset-link") {
      self = .android
    } else {
      return nil
    }
  }
}

/// All findings about an association file.
package struct AssociationLint: Sendable {
  /// Apple's limit for a file since iOS 9.3.1, uncompressed.
  package static let appleByteCount = 128 * 1024
  /// Documented as 128 KB; a cautious reader accepts no more than this.
  static let cautiousByteCount = 128_000

  package let kind: AssociationKind
  /// The file, if it can be read at all.
  package let document: JSONDocument?
  /// Those about the JSON first, then in the order of the file.
  package let findings: [LintFinding]
  /// Whether one of the findings is an error.
  package var hasErrors: Bool { findings.contains { $0.severity == .error } }

  /// Checks a file; without a kind, its content decides which it is.
  ///
  /// The name is the last part of its path; without one, names are not checked.
  package init(_ bytes: [UInt8], kind: AssociationKind? = nil, fileName: String? = nil) {
    let lint = JSONLint(bytes)
    let isArray = lint.document?.root.elements != nil
    let kind =
      kind ?? fileName.flatMap { AssociationKind(fileName: $0) } ?? (isArray ? .android : .apple)
    self.kind = kind
    document = lint.document
    var findings = lint.findings.map { LintFinding($0) }
    findings += Self.aboutFile(bytes, kind: kind, fileName: fileName)
    if let document {
      switch kind {
      case .apple:
        var linter = AppleLinter(document)
        linter.lint()
        findings += linter.findings.all
      case .android:
        var linter = AndroidLinter(document)
        linter.lint()
        findings += linter.findings.all
      }
    }
    self.findings = findings.enumerated().sorted {
      ($0.element.position.offset, $0.offset) < ($1.element.position.offset, $1.offset)
    }.map(\.element)
  }

  private static func aboutFile(
    _ bytes: [UInt8], kind: AssociationKind, fileName: String?
  ) -> [LintFinding] {
    var findings: [LintFinding] = []
    if kind == .apple && bytes.count > cautiousByteCount {
      let rule = bytes.count > appleByteCount ? LintRule.tooLarge : .nearlyTooLarge
      var finding = LintFinding(rule, at: .start)
      finding.byteCount = bytes.count
      findings.append(finding)
    }
    // Only names that were meant to be right: a draft may have any name.
    if let fileName, fileName != kind.fileName {
      let stem = fileName.split(separator: ".").first.map { $0.lowercased() } ?? ""
      let wanted = kind == .apple ? kind.fileName : "assetlinks"
      if stem == wanted || Spelling.isNear(stem, to: wanted) {
        var finding = LintFinding(.wrongFileName, at: .start)
        finding.text = fileName
        finding.suggestion = kind.fileName
        findings.append(finding)
      }
    }
    return findings
  }
}

extension LintFinding {
  fileprivate init(_ finding: JSONFinding) {
    let rule: LintRule =
      switch finding.rule {
      case .emptyText: .emptyFile
      case .byteOrderMark: .byteOrderMark
      case .duplicateKey: .duplicateKey
      default: .notJSON
      }
    self.init(rule, at: finding.position)
    json = finding
  }
}
