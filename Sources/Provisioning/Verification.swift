// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger
internal import JobManifest
package import JobSites
internal import SiteAssociation
internal import TagKeys
internal import TagMemory
internal import TagReading
internal import Threads
internal import WebLink

/// Judges the tags of a job as they come back, in any order, from readers or from dump files.
///
/// It changes neither the tags nor the ledger.
package final class Verification: Sendable {
  let batch: BatchJob
  let checker = SignatureChecker()
  /// Whether every tag must have the signature of a genuine chip.
  let wantsGenuine: Bool

  private let state: Guarded<State>

  private struct State {
    var apps: AppMatching
    var tagsSeen: Set<TagUID> = []
    var rowsSeen: Set<RowKey> = []
    var right = 0
    var wrong = 0
  }

  /// Matches the links with these files, or with those that the job's own apps require.
  package init(
    _ batch: BatchJob, associations files: [AssociationFile], wantsSignature: Bool
  ) throws(PreflightFinding) {
    self.batch = batch
    wantsGenuine = wantsSignature || batch.job.tags.genuine == .require
    let associations =
      files.isEmpty
      ? Associations(of: batch.job, file: "")
      : Associations(files, hostOfJob: JobLinks(batch.job.link).host)
    if let finding = associations.findings.first { throw finding }
    state = Guarded(State(apps: AppMatching(associations.sites, of: batch.job)))
  }

  /// How many tags were right and wrong so far; a tag that comes twice counts twice.
  package var counts: (right: Int, wrong: Int) { state.withLock { ($0.right, $0.wrong) } }

  package func hasSeen(_ row: RowKey) -> Bool { state.withLock { $0.rowsSeen.contains(row) } }

  /// Everything that is wrong with a tag; throws when it could not be seen well enough to judge.
  func faults(
    of tag: any SeenTag, claim: Claim?, row: PlannedRow?,
    rowShowing: (String) throws(Obstacle) -> ShownRow?,
    ownerElsewhere: @autoclosure () -> TagOwner?
  ) throws(Obstacle) -> [TagFault] {
    guard let claim else {
      guard let row = try strangerShows(tag, rowShowing) else {
        return [.foreign(ownerElsewhere())]
      }
      return [row.hasTag ? .foreign(TagOwner(row: row.id, job: nil)) : .ofFreeRow(row.id)]
    }
    guard claim.isLive, let row else { return [.givenUp(row: claim.rowID)] }
    guard claim.state == .done else { return [.notFinished] }
    var faults: [TagFault] = claim.isUndecided ? [.undecided] : []
    let demand = try batch.demand(tag.uid, claim, row)
    do throws(Obstacle) {
      switch demand.fault(of: try tag.content(for: demand)) {
      case .otherLink(let link):
        let other = try rowShowing(link)
        faults.append(other.map { .otherRowsLink(link, row: $0.id) } ?? .otherLink(link))
      case let fault?: faults.append(fault)
      case nil:
        if let fault = try tag.protectionFault(demand) { faults.append(fault) }
      }
      if wantsGenuine {
        let finding = try tag.signature(by: checker)
        if finding != .genuine { faults.append(.notGenuine(finding)) }
      }
    } catch {
      guard case .tag(let reason) = error, !error.isPassing else { throw error }
      faults.append(.refused(reason))
    }
    if let problem = appProblem(demand.link.storedText) { faults.append(.opensNoApp(problem)) }
    return faults
  }

  /// Records a judged tag; one that was seen before gets one more fault.
  func note(_ uid: TagUID, _ row: RowKey?, _ faults: [TagFault]) -> [TagFault] {
    state.withLock { state in
      var faults = faults
      if !state.tagsSeen.insert(uid).inserted { faults.append(.seenTwice) }
      if let row { state.rowsSeen.insert(row) }
      if faults.isEmpty { state.right += 1 } else { state.wrong += 1 }
      return faults
    }
  }

  /// The row of the job whose link a strange tag shows, if it shows one.
  private func strangerShows(
    _ tag: any SeenTag, _ rowShowing: (String) throws(Obstacle) -> ShownRow?
  ) throws(Obstacle) -> ShownRow? {
    let content: TagMemory.TagContent
    do throws(Obstacle) {
      content = try tag.content(for: nil)
    } catch {
      // A foreign tag that refuses to show something is still foreign.
      guard case .tag = error, !error.isPassing else { throw error }
      return nil
    }
    guard case .message(let bytes) = content, let link = firstLink(in: bytes) else { return nil }
    return try rowShowing(link)
  }

  private func appProblem(_ link: String) -> PreflightProblem? {
    let misses = state.withLock { $0.apps.match(Array(link.utf8), tellsWhy: true) }
    return misses.first.map { .opensNoApp(link, $0.platform, $0.verdict, $0.why) }
  }
}

/// The row that a link is of, and whether the ledger knows a tag of it.
struct ShownRow {
  let id: String
  let hasTag: Bool
}

/// A tag as a reader or a dump file shows it.
protocol SeenTag {
  var uid: TagUID { get }
  /// What is on the tag; it is asked for only after the password has been proven.
  func content(for demand: TagDemand?) throws(Obstacle) -> TagMemory.TagContent
  func protectionFault(_ demand: TagDemand) throws(Obstacle) -> TagFault?
  func signature(by checker: SignatureChecker) throws(Obstacle) -> SignatureFinding
}

extension BatchJob {
  /// What the ledger's claim says must be on a tag.
  func demand(
    _ uid: TagUID, _ claim: Claim, _ row: PlannedRow
  ) throws(Obstacle) -> TagDemand {
    let link = PlannedLink(claim.link)
    var order = try order(link, further: row.further, finishing: false)
    order.lock = order.lock || claim.lock != nil
    order.permissions = []
    return TagDemand(
      uid: uid, link: link, messageHash: claim.messageHash, order: order,
      wantsPassword: steps.contains(.password))
  }
}

extension Ledger {
  /// The row whose tag shows this link, or is to show it.
  ///
  /// Walks through all rows, so it is only called for a tag that is already wrong.
  func row(showing link: String) throws(LedgerError) -> ShownRow? {
    var found: ShownRow?
    try forEachRow { reported in
      let planned = PlannedLink(reported.claim?.link ?? reported.row.link)
      if planned.text == link || (planned.text.contains("{") && planned.matches(link)) {
        found = ShownRow(id: reported.row.id, hasTag: reported.claim != nil)
      }
      return found == nil
    }
    return found
  }
}
