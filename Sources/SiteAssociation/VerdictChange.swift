// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON

/// A link that would fare otherwise with another file of the same host.
package struct VerdictChange: Equatable, Sendable {
  package let app: String
  package let link: String
  package let before: PhoneVerdict
  package let after: PhoneVerdict

  /// What is spent on two files: no real ones come near.
  private static let sampleCount = 2_000

  /// How the apps of one file would fare with another one, for links made from their own rules.
  package static func all(
    from old: [UInt8], to new: [UInt8], kind: AssociationKind, host: String
  ) -> [VerdictChange] {
    let before = ServedFile(old, kind: kind)
    let after = ServedFile(new, kind: kind)
    var judge = SiteJudge(host: host, files: files(before))
    var other = SiteJudge(host: host, files: files(after), apps: judge.apps)
    var changes: [VerdictChange] = []
    for link in samples(of: before, host: host).prefix(sampleCount) {
      judge.judge(Array(link.utf8))
      other.judge(Array(link.utf8))
      for (number, app) in judge.apps.enumerated() {
        let (was, becomes) = (judge.verdicts[number], other.verdicts[number])
        let change = VerdictChange(app: app.name, link: link, before: was, after: becomes)
        if was != becomes, !changes.contains(change) { changes.append(change) }
      }
    }
    return changes
  }

  private static func files(_ file: ServedFile) -> HostFiles {
    file.kind == .apple ? HostFiles(apple: .file(file)) : HostFiles(android: .file(file))
  }

  /// Links that the rules are about, and one that is about nothing else.
  private static func samples(of file: ServedFile, host: String) -> [String] {
    guard let document = file.lint.document else { return [] }
    var links = ["https://\(host)/"]
    switch file.kind {
    case .apple:
      let association = AppleAssociation(document)
      let variables = PatternVariables(defined: association.variables)
      for rule in association.entries.flatMap(\.rules) {
        links += SampleLinks.links(of: rule, variables: variables, host: host)
      }
    case .android:
      for statement in AndroidAssociation(document).statements {
        guard case .list(let rules) = statement.rules else { continue }
        for rule in rules { links += SampleLinks.links(of: rule, host: host) }
      }
    }
    return links
  }
}
