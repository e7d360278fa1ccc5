// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import JobLedger
internal import JobManifest
internal import TagReading

/// One tag on one reader while it is being worked on, with all that is known about it so far.
final class PresentedTag {
  let tag: TagInField
  let reader: CountedReader
  let number: ReaderNumber
  let batch: BatchJob
  let desk: RowDesk
  let began = Moment.now

  /// What the ledger says about the tag.
  private(set) var claim: Claim?
  var row: PlannedRow?
  var link: PlannedLink?
  var signature: SignatureFinding?
  /// The ledger's number for this presentation, once something was begun on the tag.
  var attempt: AttemptID?
  /// Whether the tag shows something else than the tag with its UID should.
  var isSuspect = false
  /// Whether another tag with its UID was at the same place less than a second before.
  var isTwin = false
  /// Whether another reader saw a tag with this UID meanwhile.
  var wasElsewhere = false
  private(set) var chip: String?
  private var opened: (any WritableTag)?
  private var pages = 0

  init(
    _ tag: TagInField, on reader: any TagReader, number: ReaderNumber, batch: BatchJob,
    desk: RowDesk
  ) {
    self.tag = tag
    self.reader = CountedReader(reader)
    self.number = number
    self.batch = batch
    self.desk = desk
  }

  /// Asks the ledger about the tag.
  func lookUp() throws(Obstacle) {
    let uid = tag.uid.bytes
    claim = try onLedger { (ledger) throws(LedgerError) in try ledger.claim(ofTag: uid) }
    guard let claim, claim.isLive else { return }
    row = try onLedger { (ledger) throws(LedgerError) in try ledger.row(claim.row) }
    link = PlannedLink(claim.link)
  }

  /// The id of the row that has this link.
  func row(showing link: String) throws(Obstacle) -> ShownRow? {
    try onLedger { (ledger) throws(LedgerError) in try ledger.row(showing: link) }
  }

  /// The tag's owner, if it belongs to another job.
  var ownerElsewhere: TagOwner? {
    TagOwner(ofTag: tag.uid, in: desk.ledgersBeside)
  }

  /// The tag as its type sees it; found out at the first call.
  func open() throws(Obstacle) -> any WritableTag {
    if let opened { return opened }
    let isOnRecord = claim.map { $0.chip != Presentation.unknownChip } ?? false
    let tag = try onTag { () throws(TagError) in
      try openTag(self.tag, on: reader, chipIsOnRecord: isOnRecord)
    }
    opened = tag
    chip = tag.chipName
    return tag
  }

  /// Forgets what was read, because a failure may have left wrong bytes in memory.
  func forget() throws(Obstacle) {
    guard let opened else { return }
    pages += opened.pagesWritten
    self.opened = nil
    do throws(ReaderError) {
      try reader.reselect(tag)
    } catch {
      throw .tag(.reader(error))
    }
  }

  /// As the ledger records it.
  var presentation: Presentation {
    Presentation(
      uid: tag.uid.bytes, chip: chip ?? claim?.chip ?? Presentation.unknownChip,
      signature: signature?.rawValue,
      reader: reader.identity.name, station: batch.station, began: began)
  }

  var effort: Effort {
    Effort(pages: pages + (opened?.pagesWritten ?? 0), exchanges: reader.exchanges)
  }

  func result(_ word: OutcomeWord, _ obstacle: Obstacle?) -> TagResult {
    let isGood = word == .ok || word == .alreadyDone
    // A tag that was taken away while it was only being read is not a bad tag.
    let isHarmless = attempt == nil && obstacle?.isContactLost == true
    var result = result(
      word, reason: isGood ? nil : (obstacle ?? .unexpected).reason(batch.cures),
      isFailure: !isGood && !isHarmless && obstacle?.isNoOnesFault != true, found: obstacle?.found)
    result.isTagGone = obstacle?.isTagGone == true
    return result
  }

  func result(
    _ word: OutcomeWord, reason: Reason?, isFailure: Bool, found: FoundTag? = nil
  ) -> TagResult {
    TagResult(
      reader: number, uid: tag.uid, chip: chip ?? claim?.chip, row: row, link: link?.text,
      word: word, reason: reason, began: began, ended: .now, effort: effort, isFailure: isFailure,
      found: found)
  }

  func onTag<Result>(_ body: () throws(TagError) -> Result) throws(Obstacle) -> Result {
    try rethrowing(as: Obstacle.tag, body)
  }

  func onLedger<Result: Sendable>(
    _ body: (Ledger) throws(LedgerError) -> Result
  ) throws(Obstacle) -> Result {
    do throws(LedgerError) {
      return try desk.withLedger(body)
    } catch {
      // A problem of this tag alone does not end the run.
      switch error.fault {
      case .linkTaken(let row): throw .linkTaken(row: row)
      case .notOpen: throw .givenUp
      case .runsElsewhere: throw .inAnotherProgram
      default: throw .ledger(error)
      }
    }
  }
}
