// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A file that was looked at, but names no app of which something could be said.
package struct FileWithoutApp: Equatable, Sendable {
  package let kind: AssociationKind
  package let verdict: PhoneVerdict
  package let why: Why

  package init(kind: AssociationKind, verdict: PhoneVerdict, why: Why) {
    self.kind = kind
    self.verdict = verdict
    self.why = why
  }
  /// The files among those of a host that name none of the apps.
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
