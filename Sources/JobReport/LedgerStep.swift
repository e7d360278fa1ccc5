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

extension LedgerStep {
  /// By what a ledger counts that tags can be written with; how many finished tags can still be locked is
  /// asked only when it matters.
  package init<Fault>(
    after counts: LedgerCounts, of manifest: ImportedManifest?, unlocked: () throws(Fault) -> Int
  ) throws(Fault) {
    if counts.undecided > 0 {
      self.init(kind: .decide, count: counts.undecided)
    } else if manifest?.isRead == false {
      self.init(kind: .read, count: counts.rows)
    } else if counts.attempts == 0 {
      self.init(kind: .write, count: counts.free)
    } else if counts.begun > 0 {
      self.init(kind: .unfinished, count: counts.begun)
    } else if counts.free > 0 {
      self.init(kind: .goOn, count: counts.free)
    } else {
      let unlocked = manifest?.protection == .lock ? try unlocked() : 0
      self.init(kind: unlocked > 0 ? .lock : .report, count: unlocked)
    }
  }
}

extension ImportedManifest {
  /// Whether it is known which rows there are; a rebuilt ledger knows only tags until it reads the
  /// manifest.
  var isRead: Bool { hash.contains { $0 != 0 } }
}
