// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobLedger
internal import TagKeys
internal import TagMemory
internal import TagReading

/// Judges one tag on a reader, without changing the tag or the ledger.
final class VerifyWork: SeenTag {
  private let shown: PresentedTag
  private let verification: Verification
  private(set) var ledgerError: LedgerError?
  /// Whether a finished tag of the job was seen for the first time.
  private(set) var isNewlySeen = false

  var uid: TagUID { shown.tag.uid }

  init(_ shown: PresentedTag, _ verification: Verification) {
    self.shown = shown
    self.verification = verification
  }

  func run() -> TagResult {
    do throws(Obstacle) {
      try shown.lookUp()
      var found = try verification.faults(
        of: self, claim: shown.claim, row: shown.row, rowShowing: shown.row(showing:),
        ownerElsewhere: shown.ownerElsewhere)
      var row = shown.row?.key
      // If someone gives a tag up meanwhile, its row goes to another one.
      if found.isEmpty {
        try shown.lookUp()
        if let claim = shown.claim, !claim.isLive {
          (found, row) = ([.givenUp(row: claim.rowID)], nil)
        }
      }
      let faults = verification.note(uid, row, found)
      isNewlySeen = shown.claim?.state == .done && !faults.contains(.seenTwice)
      // Finding wrong tags is the purpose, so the run continues however many there are.
      return shown.result(
        faults.isEmpty ? .ok : .putAside, reason: Reason(faults, shown.batch.cures),
        isFailure: false, found: faults.first?.found)
    } catch {
      if case .ledger(let reason) = error { ledgerError = reason }
      return shown.result(error.isPassing ? .again : .putAside, error)
    }
  }

  func content(for demand: TagDemand?) throws(Obstacle) -> TagMemory.TagContent {
    let tag = try shown.open()
    return try shown.onTag { () throws(TagError) in
      if let demand { try tag.authenticate(for: demand.order) }
      return try tag.content(forMessageOf: demand?.order.message.count ?? 0)
    }
  }

  func protectionFault(_ demand: TagDemand) throws(Obstacle) -> TagFault? {
    let tag = try shown.open()
    var order = demand.order
    if order.chipTexts.isEmpty {
      // The message is right, even if its records came from a resolver or an older manifest.
      guard case .message(let bytes) = try content(for: demand) else { throw .unexpected }
      order.message = bytes
    }
    let plan = try shown.onTag { () throws(TagError) in try tag.prepare(order) }
    if plan.message > 0 { return .mirrorDiffers }
    if plan.protection > 0 { return tag.isAuthenticated ? .protectedOtherwise : .notProtected }
    return plan.locks > 0 ? .notLocked : nil
  }

  func signature(by checker: SignatureChecker) throws(Obstacle) -> SignatureFinding {
    let tag = try shown.open()
    return SignatureFinding(
      try shown.onTag { () throws(TagError) in try tag.signatureVerdict(by: checker) })
  }
}
