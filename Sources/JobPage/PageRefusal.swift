// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import Failures
internal import JobManifest

/// Why the page did not do something, by the names for which each language has words.
enum PageRefusal: String, CaseIterable {
  case `app-in-file`, `app-not-online`, `app-signing`, `app-text`, `bad-name`, `bad-numbers`,
    `bad-value`, busy, `cell-elsewhere`, `copies-fixed`
  case `empty-file`, `foreign-file`
  case `job-has-errors`, `key-file`, `key-lost`, `key-needed`
  case `name-away`
  case `no-desktop`, `no-former`, `no-hand`, `no-hosts`, `no-list`, `no-name`
  case `no-reader`, `no-reason`, `no-room`
  case `no-run`, `no-sheet`, `no-such-job`, `no-such-reader`, `no-such-row`, `no-tag`
  case `no-upload`, `not-a-list`, `not-awaited`, `not-scanned`, `not-typed`, `nothing-to-lock`
  case `nothing-to-print`, `nothing-written`, `other-run`, `other-tags`, `password-fixed`
  case pdf, `printed-links`, `single-braces`, `single-changed`, `single-known`, `single-link`,
    `single-locked`, `single-nowhere`
  case `single-password`, site, `site-changed`, `site-zip`, `tag-is-back`, `too-many`
  case `too-many-hosts`
  case workbook
}

extension Failure {
  /// What is wrong with a file, which goes by the name that its owner gave it.
  init(_ problem: Problem, in name: String? = nil) {
    self.init(
      name: problem.rule, words: (name.map { "\($0): " } ?? "") + problem.description,
      kind: .differs, told: problem.told)
  }

  /// The same with a file's own name, where it has another one for a moment.
  func naming(_ name: String, insteadOf path: String) -> Failure {
    let replaced = { (text: String) in text.replacing(path, with: name) }
    return Failure(
      name: self.name, words: replaced(words), kind: kind, cure: cure, uid: uid, file: file,
      rule: rule,
      told: told.map { Told($0.key, $0.texts.mapValues(replaced), numbers: $0.numbers) },
      details: details)
  }

  static func refused(
    _ refusal: PageRefusal, _ words: String, _ facts: [String: String] = [:],
    numbers: [String: Int] = [:], part: String = ""
  ) -> Failure {
    refused(refusal.rawValue, words, facts, numbers: numbers, part: part)
  }
}
