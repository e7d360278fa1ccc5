// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice

/// Why some tags failed, and how many.
package struct FailureReason: Hashable, Sendable {
  /// As the ledger has it.
  package let code: String
  package let count: Int

  package init(code: String, count: Int) {
    self.code = code
    self.count = count
  }

  /// The reasons of some tags, the most frequent first.
  static func counted(_ codes: [String]) -> [FailureReason] {
    Dictionary(grouping: codes) { $0 }
      .map { FailureReason(code: $0.key, count: $0.value.count) }
      .sorted { ($1.count, $0.code) < ($0.count, $1.code) }
  }

  /// Such as `4 not blank`.
  package var words: String { "\(count) \(reasonName(code))" }
}

/// What people call a reason that ledgers and scripts know by its code, such as `not-blank`.
///
/// Most codes are plain words with hyphens between them; the others have a name here.
package func reasonName(_ code: String) -> String {
  ReasonCode(rawValue: code).flatMap { names[$0] } ?? code.replacing("-", with: " ")
}

private let names: [ReasonCode: String] = [
  .`answer-corrupted`: "answer damaged on the way",
  .`answer-unclear`: "answer not understood",
  .`card-unformatted`: "card not formatted",
  .`changed-since-done`: "changed since it was done",
  .`configuration-frozen`: "settings frozen",
  .`attempt-limited`: "password tries used up",
  .`felica-without-ndef`: "FeliCa card without NDEF",
  .foreign: "not in the ledger",
  .`key-needed`: "protected with a password",
  .ledger: "trouble with the ledger",
  .message: "message cannot be made",
  .`message-too-large`: "link too long for the chip",
  .`mirror-apart`: "mirrors not side by side",
  .`no-memory`: "not enough memory",
  .`no-ndef`: "not made for NDEF",
  .`no-resolver`: "no resolver was given",
  .`no-room`: "no room for the link",
  .`not-of-this-job`: "not a tag of this job",
  .`on-another-reader`: "still on another reader",
  .`other-rows-link`: "link of another row",
  .`password-refused`: "password refused",
  .`protected-otherwise`: "protected in another way",
  .`random-uid`: "UID changes each time",
  .resolver: "resolver gave no values",
  .`same-link`: "link of another tag",
  .`tag-gone`: "taken away too early",
  .`tag-refused`: "refused a command",
  .`tag-silent`: "did not answer",
  .`tag-swapped`: "swapped for another tag",
  .unprotected: "not protected",
  .`unprotected-since-done`: "protection removed",
  .`write-access-closed`: "read-only",
  .`wrong-content`: "shows something else",
]
