// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON

/// What a host serves, or will serve, as one of its association files.
package struct ServedFile: Sendable {
  let lint: AssociationLint
  private let byteCount: Int
  /// The types of the answer; nil if no server has sent it yet.
  private let contentTypes: [String]?

  package init(_ bytes: [UInt8], kind: AssociationKind, contentTypes: [String]? = nil) {
    self.init(
      AssociationLint(bytes, kind: kind), byteCount: bytes.count, contentTypes: contentTypes)
  }

  /// A file that was linted already.
  package init(_ lint: AssociationLint, byteCount: Int, contentTypes: [String]? = nil) {
    self.lint = lint
    self.byteCount = byteCount
    self.contentTypes = contentTypes
  }

  var kind: AssociationKind { lint.kind }

  /// Why phones cannot, or may not be able to, use the file at all.
  var trouble: (verdict: PhoneVerdict, why: Why)? {
    if let trouble = troubleWithType { return trouble }
    let broken = lint.findings.first { $0.rule == .notJSON || $0.rule == .emptyFile }
    guard broken == nil, let root = lint.document?.root else {
      return (.shut, .notJSON(broken?.message ?? "", at: broken?.position ?? .start))
    }
    if kind == .apple ? root.members == nil : root.elements == nil {
      return (.shut, .wrongRoot(kind))
    }
    if kind == .apple, byteCount > AssociationLint.cautiousByteCount {
      let isSure = byteCount > AssociationLint.appleByteCount
      return (isSure ? .shut : .unknown, .tooLarge(byteCount: byteCount))
    }
    for finding in lint.findings {
      switch finding.rule {
      case .byteOrderMark: return (.unknown, .byteOrderMark)
      case .duplicateKey: return (.unknown, .duplicateKey(finding.position))
      default: break
      }
    }
    return nil
  }

  /// Mistakes in the statements of Android's file whose effect on phones is unknown, by the number of
  /// the statement.
  var mistakesInStatements: [Int: LintFinding] {
    guard kind == .android, let document = lint.document else { return [:] }
    var mistakes: [Int: LintFinding] = [:]
    var findings = lint.findings.filter(\.isMistakeInStatement)[...]
    for (index, node) in (document.root.elements ?? []).enumerated() {
      findings = findings.drop { $0.position.offset < node.range.lowerBound }
      guard let first = findings.first else { break }
      if first.position.offset < node.range.upperBound { mistakes[index] = first }
    }
    return mistakes
  }

  private var troubleWithType: (verdict: PhoneVerdict, why: Why)? {
    guard let contentTypes else { return nil }
    if contentTypes.count > 1 { return (.unknown, .contentTypes(contentTypes)) }
    let type = contentTypes.first.map { type in
      type.prefix { $0 != ";" && $0 != " " }.lowercased()
    }
    // Apple's systems accept what many sites send; Android accepts only the type for JSON.
    let isTaken = kind == .apple ? type != "text/html" : type == "application/json"
    return isTaken ? nil : (.shut, .contentTypes(contentTypes))
  }
}

/// The files of one host; nil for a file that nobody asked for.
package struct HostFiles: Sendable {
  package enum Answer: Sendable {
    case file(ServedFile)
    /// The host has none.
    case absent
  }

  package var apple: Answer?
  package var android: Answer?

  package init(apple: Answer? = nil, android: Answer? = nil) {
    self.apple = apple
    self.android = android
  }

  /// The files of a host that has neither.
  package static let absent = HostFiles(apple: .absent, android: .absent)

  package subscript(kind: AssociationKind) -> Answer? {
    get { kind == .apple ? apple : android }
    set { if kind == .apple { apple = newValue } else { android = newValue } }
  }
}

extension LintFinding {
  /// Whether the effect on the statement is unknown.
  ///
  /// Other errors invalidate the statement, or make its patterns match other links than
  /// intended.
  fileprivate var isMistakeInStatement: Bool {
    switch rule {
    case .misspeltKey, .notAnObject, .misplacedExtension, .malformedDynamicRule: true
    default: false
    }
  }
}

/// A file that was read, but names no app that can be judged.
package struct FileWithoutApp: Equatable, Sendable {
  package let kind: AssociationKind
  package let verdict: PhoneVerdict
  package let why: Why

  package init(kind: AssociationKind, verdict: PhoneVerdict, why: Why) {
    self.kind = kind
    self.verdict = verdict
    self.why = why
  }
  /// Those of a host's files that name none of the apps.
  static func all(
    among files: HostFiles, _ apps: [MeantApp], _ android: AndroidAssociation?
  ) -> [FileWithoutApp] {
    AssociationKind.allCases.compactMap { kind in
      guard case .file(let file) = files[kind],
        !apps.contains(where: { $0.platform.kind == kind })
      else { return nil }
      if let trouble = file.trouble {
        return FileWithoutApp(kind: kind, verdict: trouble.verdict, why: trouble.why)
      }
      return kind == .android && android?.hasIncludes == true
        ? FileWithoutApp(kind: kind, verdict: .unknown, why: .included)
        : FileWithoutApp(kind: kind, verdict: .shut, why: .namesNoApp(kind))
    }
  }
}
