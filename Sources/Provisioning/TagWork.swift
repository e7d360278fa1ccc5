// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobLedger
internal import JobManifest
internal import TagKeys
internal import TagMemory
internal import TagReading

/// Carries out on one tag what the machine asks for, and answers it.
final class TagWork {
  private let batch: BatchJob
  private let desk: RowDesk
  private let checker: SignatureChecker
  private let reader: CountedReader
  private let tag: TagInField
  private let began = Moment.now
  private let number: ReaderNumber

  /// The row that the reader took for its next tag; nil once a tag has it.
  private(set) var next: PlannedRow?
  /// Why the ledger could not keep what happened, which ends the run.
  private(set) var ledgerError: LedgerError?

  private var row: PlannedRow?
  private var claim: Claim?
  private var attempt: AttemptID?
  private var opened: (any WritableTag)?
  private var chip: String?
  private var link: PlannedLink?
  private var order: TagOrder?
  private var content: JobLedger.TagContent?
  private var signature: SignatureFinding?
  private var proven: [ProtectionStep] = []
  private var locked: LockExtent?
  private var pages = 0
  private var obstacle: Obstacle?

  init(
    _ tag: TagInField, on reader: any TagReader, number: ReaderNumber, next: PlannedRow?,
    batch: BatchJob, desk: RowDesk, checker: SignatureChecker
  ) {
    self.tag = tag
    self.reader = CountedReader(reader)
    self.number = number
    self.next = next
    self.batch = batch
    self.desk = desk
    self.checker = checker
  }

  /// Goes through the whole presentation.
  func run() -> TagResult {
    guard desk.beginWork(on: tag.uid) else {
      obstacle = .onAnotherReader
      return result(of: .again)
    }
    defer { desk.endWork(on: tag.uid) }
    var machine = Attempt(steps: batch.steps)
    var action = machine.first
    while true {
      if case .tell(let ending) = action {
        settle(ending)
        return result(of: ending)
      }
      action = machine.next(answer(action))
    }
  }

  private func answer(_ action: Attempt.Action) -> Attempt.Event {
    do throws(Obstacle) {
      return try carryOut(action)
    } catch {
      if case .ledger(let reason) = error {
        ledgerError = reason
        obstacle = error
        return .ledgerFailed
      }
      // What a look finds out does not change why it was needed.
      if obstacle == nil || action != .look { obstacle = error }
      return .failed(error.failure)
    }
  }

  private func carryOut(_ action: Attempt.Action) throws(Obstacle) -> Attempt.Event {
    switch action {
    case .lookUp: return try lookUp()
    case .chooseRow: return try chooseRow()
    case .examine(let finishing):
      try examine(finishing: finishing)
      return .fits
    case .claim(let finishing): return try claim(finishing: finishing)
    case .write:
      let (tag, order) = try ready()
      _ = try onTag { () throws(TagError) in try tag.put(order) }
      return .written
    case .beginStep(let step):
      guard let attempt else { throw .unexpected }
      try onLedger { (ledger) throws(LedgerError) in
        try ledger.begin(step, in: attempt, at: .now)
      }
      return .stepBegun
    case .perform(let step):
      try perform(step)
      proven.append(step)
      return .stepDone
    case .look: return .shows(try look())
    case .store(let ending):
      try store(ending)
      return .stored
    case .tell: throw .unexpected
    }
  }

  // MARK: Before anything is written

  private func lookUp() throws(Obstacle) -> Attempt.Event {
    let uid = tag.uid.bytes
    claim = try onLedger { (ledger) throws(LedgerError) in try ledger.claim(ofTag: uid) }
    guard let claim, claim.isLive else { return .isKnown(.stranger) }
    row = try onLedger { (ledger) throws(LedgerError) in try ledger.row(claim.row) }
    link = PlannedLink(claim.link)
    return .isKnown(claim.state == .done ? .done : .begun)
  }

  private func chooseRow() throws(Obstacle) -> Attempt.Event {
    // A row that was examined already and is to be chosen again was taken by another process.
    if let taken = row {
      desk.settle(taken, .taken)
      if taken.key == next?.key { next = nil }
      row = nil
    }
    if next == nil {
      do throws(LedgerError) {
        if case .row(let row) = try desk.reserve() { next = row }
      } catch {
        throw .ledger(error)
      }
    }
    row = next
    guard row != nil else {
      obstacle = .noRowLeft
      return .noRowLeft
    }
    return .rowChosen
  }

  private func examine(finishing: Bool) throws(Obstacle) {
    guard let row else { throw .unexpected }
    let tag = try open()
    if !finishing {
      try batch.requireChip(tag)
      signature = try batch.signature(of: tag, by: checker)
    }
    let link = PlannedLink(row.link).of(uid: self.tag.uid.description)
    let order = try batch.order(link, further: row.further, finishing: finishing)
    try onTag { () throws(TagError) in
      // A blank tag has no password of ours, and another's is no business of ours.
      if finishing || batch.job.tags.content != .blank { try tag.authenticate(for: order) }
    }
    if !finishing {
      let found = try onTag { () throws(TagError) in
        try tag.content(forMessageOf: order.message.count)
      }
      try batch.requireExpected(found)
    }
    _ = try onTag { () throws(TagError) in try tag.prepare(order) }
    guard let hash = sha256(order.message) else { throw .noHash }
    self.link = link
    self.order = order
    content = JobLedger.TagContent(link: link.text, messageHash: hash)
  }

  private func claim(finishing: Bool) throws(Obstacle) -> Attempt.Event {
    guard let row, let content else { throw .unexpected }
    let presentation = presentation
    if finishing {
      guard let claim else { throw .unexpected }
      attempt = try onLedger { (ledger) throws(LedgerError) in
        try ledger.resume(claim.id, with: presentation, content: content)
      }
      return .claimed
    }
    let beginning = try onLedger { (ledger) throws(LedgerError) in
      try ledger.begin(row, on: presentation, content: content)
    }
    switch beginning {
    case .begun(_, let attempt):
      self.attempt = attempt
      return .claimed
    case .rowTaken: return .rowTaken
    case .tagTaken:
      self.row = nil
      return .tagTaken
    }
  }

  // MARK: On the tag

  private func open() throws(Obstacle) -> any WritableTag {
    if let opened { return opened }
    let tag = try onTag { () throws(TagError) in try openTag(self.tag, on: reader) }
    opened = tag
    chip = tag.chipName
    return tag
  }

  private func ready() throws(Obstacle) -> (any WritableTag, TagOrder) {
    guard let opened, let order else { throw .unexpected }
    return (opened, order)
  }

  private func perform(_ step: ProtectionStep) throws(Obstacle) {
    let (tag, order) = try ready()
    switch step {
    case .password: try onTag { () throws(TagError) in try tag.protect(order) }
    case .lock: locked = try onTag { () throws(TagError) in try tag.lock() }
    // What the chip shows is put on the tag with the message; the job format freezes nothing.
    case .mirror, .freeze: throw .unexpected
    }
  }

  /// Reads the tag anew, so that nothing of what a failure left in memory is believed.
  private func look() throws(Obstacle) -> Attempt.Showing {
    guard let link else { throw .unexpected }
    if let opened {
      pages += opened.pagesWritten
      self.opened = nil
      do throws(ReaderError) {
        try reader.reselect(tag)
      } catch {
        throw .reader(error)
      }
    }
    let tag = try open()
    if obstacle == nil, batch.guardsReading {
      let order = try batch.order(link, further: row?.further, finishing: true)
      try onTag { () throws(TagError) in try tag.authenticate(for: order) }
    }
    let found = try onTag { () throws(TagError) in try tag.content(forMessageOf: 0) }
    let showing = link.showing(found)
    if obstacle == nil, showing != .link { obstacle = .changedSinceDone }
    return showing
  }

  // MARK: Afterwards

  private func store(_ ending: Attempt.Ending) throws(Obstacle) {
    let reason = (obstacle ?? .unexpected).reason
    let outcome: Outcome
    switch ending {
    case .ok: outcome = .done(lock: locked?.rawValue)
    case .putAside(.givenUp): outcome = .failed(reason)
    case .putAside: outcome = .putAside(reason)
    case .again, .alreadyDone, .noRowLeft, .ledgerFailed: outcome = .again(reason)
    }
    let (presentation, effort, proven) = (presentation, effort, proven)
    let (claim, row, attempt) = (claim, row, attempt)
    try onLedger { (ledger) throws(LedgerError) in
      if let attempt {
        try ledger.finish(attempt, outcome, effort: effort, proven: proven, at: .now)
      } else if let claim, claim.state == .begun {
        let content = JobLedger.TagContent(link: claim.link, messageHash: claim.messageHash)
        let attempt = try ledger.resume(claim.id, with: presentation, content: content)
        try ledger.finish(attempt, outcome, effort: effort, at: .now)
      } else {
        try ledger.refuse(presentation, for: row?.key, reason, effort: effort, at: .now)
      }
    }
  }

  /// Tells the desk what became of the row.
  private func settle(_ ending: Attempt.Ending) {
    guard let row else { return }
    let isClaimed = attempt != nil || claim?.state == .begun
    let fate: RowDesk.Fate? =
      switch ending {
      case .ok: .done
      case .putAside(.givenUp): .free
      case .putAside(.kept): .kept
      case .again, .ledgerFailed: isClaimed ? .unfinished : nil
      case .putAside(.unclaimed), .alreadyDone, .noRowLeft: nil
      }
    // Without a claim the reader keeps the row for its next tag.
    guard let fate else { return }
    desk.settle(row, fate)
    if next?.key == row.key { next = nil }
  }

  private func result(of ending: Attempt.Ending) -> TagResult {
    let word: OutcomeWord =
      switch ending {
      case .ok: .ok
      case .again, .ledgerFailed: .again
      case .putAside, .noRowLeft: .putAside
      case .alreadyDone: .alreadyDone
      }
    let isGood = word == .ok || word == .alreadyDone
    return TagResult(
      reader: number, uid: tag.uid, chip: chip ?? claim?.chip, row: row, link: link?.text,
      word: word, reason: isGood ? nil : (obstacle ?? .unexpected).reason, began: began,
      ended: .now, effort: effort, isFailure: !isGood && ending != .noRowLeft)
  }

  private var presentation: Presentation {
    Presentation(
      uid: tag.uid.bytes, chip: chip ?? "unknown", signature: signature?.rawValue,
      reader: reader.identity.name, station: batch.station, began: began)
  }

  private var effort: Effort {
    Effort(pages: pages + (opened?.pagesWritten ?? 0), exchanges: reader.exchanges)
  }

  private func onTag<Result>(_ body: () throws(TagError) -> Result) throws(Obstacle) -> Result {
    do throws(TagError) {
      return try body()
    } catch {
      throw .tag(error)
    }
  }

  private func onLedger<Result: Sendable>(
    _ body: (Ledger) throws(LedgerError) -> Result
  ) throws(Obstacle) -> Result {
    do throws(LedgerError) {
      return try desk.withLedger(body)
    } catch {
      throw .ledger(error)
    }
  }
}
