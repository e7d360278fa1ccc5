// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger

/// What a person does next with a job of which tags can be written.
package struct LedgerStep: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// Finished rows have another link now, and a person decides about them.
    case decide
    /// A rebuilt ledger knows tags, and reads the manifest when writing begins.
    case read
    case write
    case goOn = "go-on"
    case unfinished
    case lock
    case report
  }

  package let kind: Kind
  /// How many rows or tags it is about.
  package let count: Int
}

extension Ledger {
  /// Nothing that is said of its files keeps programs from writing.
  package func nextStep() throws(LedgerError) -> LedgerStep {
    let counts = try counts()
    let manifest = try manifests().last
    guard counts.undecided == 0 else { return LedgerStep(kind: .decide, count: counts.undecided) }
    guard manifest?.isRead ?? true else { return LedgerStep(kind: .read, count: counts.rows) }
    guard counts.attempts > 0 else { return LedgerStep(kind: .write, count: counts.free) }
    guard counts.begun == 0 else { return LedgerStep(kind: .unfinished, count: counts.begun) }
    guard counts.free == 0 else { return LedgerStep(kind: .goOn, count: counts.free) }
    var unlocked = 0
    if manifest?.protection == .lock {
      try forEachClaim(in: .done) { claim in
        if claim.lock == nil { unlocked += 1 }
        return true
      }
    }
    return LedgerStep(kind: unlocked > 0 ? .lock : .report, count: unlocked)
  }
}

extension ImportedManifest {
  /// Whether it is known which rows there are; a rebuilt ledger knows only tags until it reads the
  /// manifest.
  var isRead: Bool { hash.contains { $0 != 0 } }
}
