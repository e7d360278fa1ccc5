// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobLedger
internal import Plain
internal import StrictJSON

// Who approved the links of a job, and who confirmed its warnings.

extension JobSummary {
  /// What was said last about links and about warnings, each with the name of its line.
  var confirmed: [(name: String, words: String)] {
    var lines: [(name: String, words: String)] = []
    if let approval = confirmations.last(where: { $0.kind == .approved }) {
      // Only the files say what they ask for now; the ledger knows whether they are others.
      let isOlder = manifests.last.map { $0.at > approval.at } ?? false
      lines.append(
        (
          "approved",
          "\(count(grouped: approval.count, "link")) by \(approval.person), "
            + "\(approval.at.words) UTC\(isOlder ? "; the files changed since" : "")"
        ))
    }
    if let said = confirmations.last(where: \.isAboutWarnings) {
      let warnings = count(grouped: said.count, "warning")
      lines.append(
        (
          "warnings",
          said.kind == .confirmed
            ? "\(warnings) confirmed by \(said.person), \(said.at.words) UTC"
            : "\(warnings) shown to \(said.person) and not confirmed, \(said.at.words) UTC"
        ))
    }
    return lines
  }
}

extension JobStatement {
  var json: JSONValue {
    [
      "kind": .string(kind.rawValue), "by": .string(person), "at": .string(at.text),
      "count": .integer(count), "hash": .string(hex(hash)),
    ]
  }
}

extension HTMLText {
  /// A line for each.
  mutating func addConfirmed(_ summary: JobSummary) {
    for (name, words) in summary.confirmed {
      markup("<p>")
      text(name == "approved" ? "Approved: \(words)" : words)
      markup("</p>\n")
    }
  }
}
