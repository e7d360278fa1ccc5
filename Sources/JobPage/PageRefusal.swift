// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Failures

/// Why the page did not do something, by the names for which each language has words.
enum PageRefusal: String, CaseIterable {
  case `bad-name`, `bad-numbers`, `bad-value`, busy, `cell-elsewhere`, `empty-file`, `foreign-file`
  case `job-has-errors`, `key-file`, `no-desktop`, `no-former`, `no-hand`, `no-list`, `no-name`
  case `no-reader`, `no-reason`
  case `no-run`, `no-sheet`, `no-such-job`, `no-such-reader`, `no-such-row`, `no-tag`
  case `no-upload`, `not-a-list`, `not-scanned`, `not-typed`, `nothing-to-lock`
  case `nothing-to-print`, `nothing-written`, `other-run`, `other-tags`, pdf, site, `too-many`
  case workbook
}

extension Failure {
  static func refused(_ refusal: PageRefusal, _ words: String) -> Failure {
    refused(refusal.rawValue, words)
  }
}
