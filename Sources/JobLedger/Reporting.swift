// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The progress of a job.
package struct LedgerCounts: Hashable, Sendable {
  /// The rows of the current manifest.
  package var rows = 0
  package var done = 0
  package var begun = 0
  /// Claims of rows that are no longer in the current manifest, begun or done.
  package var retired = 0
  package var failed = 0
  package var void = 0
  package var undecided = 0
  package var attempts = 0

  /// The rows without a tag.
  package var free: Int { rows - done - begun }
}

/// A manifest that was taken over.
package struct ImportedManifest: Hashable, Sendable {
  package let number: Int
  /// SHA-256 over the manifest and its spreadsheets.
  package let hash: [UInt8]
  package let at: Moment
  /// The job's title for people.
  package let title: String?
  /// Nil when an earlier TagPress took it over.
  package let protection: WantedProtection?
}

/// A row and its outcome.
package struct ReportedRow: Hashable, Sendable {
  package let row: PlannedRow
  /// The live claim, or else the last one.
  package let claim: Claim?
  /// The steps of the claim, and whether each is verified.
  package let steps: [ProtectionStep: Bool]
  /// The sentence at the end of the claim's last attempt.
  package let lastWords: String?
  /// Its name, of which other languages have words of their own.
  package let lastReason: String?
  package let attempts: Int

  /// What a tag that was given up had is no fact about its row.
  package var liveClaim: Claim? { claim.flatMap { $0.isLive ? $0 : nil } }
}

/// An attempt as recorded in the ledger.
package struct RecordedAttempt: Hashable, Sendable {
  /// The result for the tag at the end; `again` leaves its row begun.
  package enum Result: String, Hashable, Sendable, CaseIterable {
    case done
    case again
    case failed
    case putAside = "put-aside"
    /// Put aside before anything was claimed.
    case refused
  }

  package let id: AttemptID
  package let claim: ClaimID?
  package let rowID: String?
  package let tag: Presentation
  /// Nil while it runs, and forever if the process ended before the attempt did.
  package let ended: Moment?
  package let result: Result?
  package let reason: Reason?
  package let effort: Effort
}

/// How often something happened.
package struct ReasonCount: Hashable, Sendable {
  package let result: RecordedAttempt.Result
  package let code: String
  package let count: Int
}
