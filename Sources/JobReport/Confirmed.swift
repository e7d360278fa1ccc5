// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobLedger
internal import Plain
internal import StrictJSON
internal import Voices

// Who approved the links of a job, and who confirmed its warnings.

extension JobSummary {
  /// What was said last about links and about warnings, each with the name of its line.
  var confirmed: [(name: String, words: String)] {
    var lines: [(name: String, words: String)] = []
    if let (approval, isOlder) = approval {
      lines.append(
        (
          "approved",
          "\(count(grouped: approval.count, "link")) by \(approval.person), "
            + "\(approval.at.words) UTC\(isOlder ? "; the files changed since" : "")"
        ))
    }
    if let said = saidOfWarnings {
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

  /// Only the files say what they ask for now; the ledger knows whether they are others.
  fileprivate var approval: (said: JobStatement, isOlder: Bool)? {
    confirmations.last { $0.kind == .approved }.map { said in
      (said, manifests.last.map { $0.at > said.at } ?? false)
    }
  }

  fileprivate var saidOfWarnings: JobStatement? { confirmations.last(where: \.isAboutWarnings) }
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
  mutating func addConfirmed(_ summary: JobSummary, _ words: LanguageTexts) {
    if let (approval, isOlder) = summary.approval {
      addStatement(approval, words("approved", n: approval.count, ["by": approval.person]))
      if isOlder { text("; \(words("approved.older"))") }
      markup("</p>\n")
    }
    if let said = summary.saidOfWarnings {
      let key = said.kind == .confirmed ? "confirmed" : "shown"
      addStatement(said, words(key, n: said.count, ["by": said.person]))
      markup("</p>\n")
    }
  }

  private mutating func addStatement(_ statement: JobStatement, _ words: String) {
    markup("<p>")
    text("\(words) ")
    time(statement.at)
  }
}
