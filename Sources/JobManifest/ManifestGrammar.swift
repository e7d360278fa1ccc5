// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The elements of a manifest, their parents and their attributes.
///
/// `Templates/job.rng` says the same for editors, and a test compares the two.
enum Element: String, CaseIterable {
  case job
  case link
  case tags
  case protect
  case approval
  case record
  case app
  case open
  case exclude
  case rows
  case column
  case token
  case row
  /// A refused element; its content is skipped.
  case refused

  var children: [Element] {
    switch self {
    case .job: [.link, .tags, .protect, .approval, .record, .app, .rows]
    case .app: [.open, .exclude]
    case .rows: [.column, .token, .row]
    case .link, .tags, .protect, .approval, .record, .open, .exclude, .column, .token, .row,
      .refused:
      []
    }
  }

  /// A row may have any others as well: they are its values.
  var attributes: [String] {
    switch self {
    case .job: ["id", "title"]
    case .tags: ["chips", "content", "genuine", "format"]
    case .protect: ["with", "when", "keys", "reading"]
    case .approval: ["needed"]
    case .record: ["android", "text", "language"]
    case .app:
      ["ios", "clip", "android", "certificate", "entitlements", "filters", "links"]
    case .open, .exclude: ["path", "query", "fragment"]
    case .rows:
      [
        "id", "from", "sheet", "encoding", "header", "count", "start", "digits", "copies",
        "duplicates", "trim", "nfc", "label", "show",
      ]
    case .column: ["name", "as", "take"]
    case .token: ["name", "length"]
    case .row: ["id", "copies"]
    case .link, .refused: []
    }
  }

  /// How many a job may have, or columns and tokens in one source of rows.
  var countMax: Int {
    switch self {
    case .job, .link, .tags, .protect, .approval: 1
    case .record: JobLimits.recordsMax
    case .app: JobLimits.appsMax
    case .open, .exclude: JobLimits.patternsMax
    case .column: JobLimits.columnsMax
    case .token: JobLimits.tokensMax
    case .rows, .row, .refused: .max
    }
  }

  static let namespace: StaticString = "urn:tagpress:job:1"
}

/// Variables whose value comes from the tag.
package enum ReservedVariable: String, CaseIterable, Sendable {
  case tagUID = "tag.uid"
  case mirrorUID = "mirror.uid"
  case mirrorCounter = "mirror.counter"

  /// How many characters the value will have: seven bytes of UID, three of counter.
  package var length: Int { self == .mirrorCounter ? 6 : 14 }

  /// The one that is meant by another name for something that only the tag knows.
  package init?(everydayName name: String) {
    switch name.lowercased() {
    case "uid": self = .tagUID
    case "counter": self = .mirrorCounter
    default: return nil
    }
  }

  /// As it is in a link.
  package var inBraces: String { "{\(rawValue)}" }
}
