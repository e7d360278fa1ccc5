// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobLedger
internal import TagReading

/// What a report says of one row, the same in every format.
struct RowFacts {
  /// What became of a row; the words are in every format and never change.
  enum State: String, CaseIterable {
    /// Everything on its tag was read back.
    case done
    /// Done, but the manifest has another link now and nobody has said which is right.
    case undecided
    /// Its tag may carry the link and was not read back to the end.
    case begun
    /// No tag yet; the last one was put aside.
    case failed
    /// No tag yet; the last one was given up.
    case void
    /// No tag yet.
    case free
    /// The manifest has the row no more, but a tag carries it.
    case retired
  }

  let id: String
  let state: State
  /// The link on the tag, or the one that is planned.
  let link: String
  let uid: String?
  let chip: String?
  /// The bytes of the message, and of the largest one that the tag could hold.
  let messageSize: Int?
  let capacity: Int?
  let protection: String?
  let signature: String?
  let begun: Moment?
  let done: Moment?
  let attempts: Int
  let station: String?
  let reader: String?
  /// The hash of the manifest by which the tag was written, or will be.
  let manifest: String?
  let why: String?

  fileprivate init(
    _ reported: ReportedRow, in ledger: Ledger, _ manifests: [Int: String]
  ) throws(LedgerError) {
    let (row, claim) = (reported.row, reported.claim)
    id = row.id
    state = State(reported)
    link = claim.flatMap { $0.isLive ? $0.link : nil } ?? row.link
    uid = claim.map { uidText($0.uid) }
    chip = claim?.chip
    messageSize = claim?.messageSize
    capacity = claim?.capacity
    signature = claim?.signature
    begun = claim?.since
    done = claim?.done
    attempts = reported.attempts
    station = claim?.station
    reader = claim?.reader
    manifest = manifests[claim?.manifest ?? row.manifest]
    protection =
      if let claim, claim.isLive { try ledger.protection(of: claim) } else { nil }
    why =
      if let claim, claim.state == .begun {
        try ledger.lastAttempt(of: claim.id)?.reason?.words
      } else {
        claim?.why
      }
  }
}

extension RowFacts.State {
  fileprivate init(_ reported: ReportedRow) {
    if reported.row.place == nil {
      self = .retired
      return
    }
    switch reported.claim?.state {
    case nil: self = .free
    case .begun: self = .begun
    case .done: self = reported.claim?.isUndecided == true ? .undecided : .done
    case .failed: self = .failed
    case .void: self = .void
    }
  }
}

extension Ledger {
  /// Hands over the rows of the manifest in their order and, behind them, those that it has no more
  /// though a tag carries them; false stops.
  func forEachFact(_ visit: (RowFacts) -> Bool) throws(LedgerError) {
    var hashes: [Int: String] = [:]
    for manifest in try manifests() { hashes[manifest.number] = hex(manifest.hash) }
    var trouble: LedgerError?
    var isStopped = false
    func take(_ reported: ReportedRow) -> Bool {
      do throws(LedgerError) {
        isStopped = !visit(try RowFacts(reported, in: self, hashes))
      } catch {
        trouble = error
      }
      return !isStopped && trouble == nil
    }
    try forEachRow(take)
    if !isStopped, trouble == nil { try forEachRetiredRow(take) }
    if let trouble { throw trouble }
  }

  /// What keeps others from changing the tag of a live claim.
  func protection(of claim: Claim) throws(LedgerError) -> String {
    let steps = try steps(of: claim.id)
    var words: [String] = []
    for (step, word) in [(ProtectionStep.password, "password"), (.freeze, "frozen")] {
      if let isProven = steps[step] { words.append(isProven ? word : "\(word) unproven") }
    }
    if let lock = claim.lock {
      switch LockExtent(rawValue: lock) {
      case .partly: words.append("partly locked")
      case .declared: words.append("read-only by its own word")
      case .whole, nil: words.append("locked")
      }
    } else if steps[.lock] == false {
      words.append("lock unproven")
    }
    return words.isEmpty ? "nothing" : words.joined(separator: " and ")
  }
}
