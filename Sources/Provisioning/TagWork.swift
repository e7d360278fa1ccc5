// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import JobLedger
internal import JobManifest
internal import NDEF
internal import StrictJSON
internal import TagKeys
internal import TagMemory
internal import TagReading

/// Carries out on one tag what the state machine asks for, and answers it.
final class TagWork {
  let shown: PresentedTag
  private let checker: SignatureChecker
  var batch: BatchJob { shown.batch }
  private var desk: RowDesk { shown.desk }

  /// The row that the reader reserved for its next tag; nil once a tag has it.
  private(set) var next: PlannedRow?
  /// Why the ledger could not record what happened, which ends the run.
  private(set) var ledgerError: LedgerError?

  private var order: TagOrder?
  private var content: JobLedger.TagContent?
  /// What identifies the tag again if this presentation is interrupted.
  private var image: TagImage?
  /// What the interruption damaged on a begun tag, counted from the first unit of its plan.
  var damaged: [Int] = []
  /// What the tag contained before those of its begun writes that it has confirmed.
  var replaced: [TagImage.Change] = []
  private var proven: [ProtectionStep] = []
  private var locked: LockExtent?
  var obstacle: Obstacle?

  init(_ shown: PresentedTag, next: PlannedRow?, checker: SignatureChecker) {
    self.shown = shown
    self.next = next
    self.checker = checker
  }

  /// Carries out the whole presentation.
  func run() -> TagResult {
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
    case .claim(let finishing):
      let (event, wait) = try timing { () throws(Obstacle) in try claim(finishing: finishing) }
      if case .claimed = event, wait > Self.longWait { try requireSamePlan() }
      return event
    case .write:
      let (tag, order) = try ready()
      do throws(Obstacle) {
        _ = try shown.onTag { () throws(TagError) in try tag.put(order) }
      } catch {
        // A blank copy of an interrupted tag has none of these; a tag that refused or lied was restored.
        if error.isPassing { image = image.map { $0.advanced(to: tag.confirmedUnits(of: $0)) } }
        throw error
      }
      // The following steps may be interrupted too, but they leave the message as it is.
      image = image?.done
      return .written
    case .beginStep(let step):
      guard let attempt = shown.attempt else { throw .unexpected }
      let key = step == .password ? batch.key?.id.description : nil
      let (_, wait) = try timing { () throws(Obstacle) in
        try shown.onLedger { (ledger) throws(LedgerError) in
          try ledger.begin(step, key: key, in: attempt, at: .now)
        }
      }
      // Anything but the written tag gets no password, and is not locked permanently.
      if wait > Self.longWait {
        try requireSameTag(ready().1)
        let (tag, order) = try ready()
        _ = try shown.onTag { () throws(TagError) in try tag.prepare(order) }
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
    try shown.lookUp()
    guard let claim = shown.claim, claim.isLive else { return .isKnown(.stranger) }
    guard claim.state == .begun else { return .isKnown(.done) }
    if let row = shown.row {
      guard desk.exchange(forBegun: row, on: shown.number) else { throw .noPlaceLeft }
      next = nil
    }
    return .isKnown(.begun)
  }

  private func chooseRow() throws(Obstacle) -> Attempt.Event {
    // The examined row was taken by another process if it must be chosen again.
    if let taken = shown.row {
      let wasScanned = desk.settle(taken, .taken, on: shown.number)
      if taken.key == next?.key { next = nil }
      shown.row = nil
      if wasScanned {
        obstacle = .scannedRowTaken(row: taken.called)
        return .noRowLeft
      }
    }
    do throws(LedgerError) {
      switch try desk.choose(forTagOn: shown.number, planned: next) {
      case .row(let row): next = row
      case .scannedRowGone(let row, let own):
        next = own
        obstacle = .scannedRowTaken(row: row.called)
        return .noRowLeft
      case .unscanned:
        obstacle = .unscanned
        return .noRowLeft
      }
      if next == nil, case .row(let row) = try desk.reserve(for: shown.number) { next = row }
    } catch {
      throw .ledger(error)
    }
    shown.row = next
    guard next != nil else {
      obstacle = .noRowLeft
      return .noRowLeft
    }
    return .rowChosen
  }

  private func examine(finishing: Bool) throws(Obstacle) {
    guard let row = shown.row else { throw .unexpected }
    var tag = try shown.open()
    if !finishing {
      try batch.requireChip(tag)
      shown.signature = try batch.signature(of: tag, by: checker)
    }
    let asked = ContinuousClock.now
    let message = try message(of: row, on: tag)
    if ContinuousClock.now - asked > Self.longWait {
      // While the resolver worked, another tag with this UID may have taken the place of this one.
      try shown.forget()
      tag = try shown.open()
      if !finishing { try batch.requireChip(tag) }
    }
    let link = message.link.of(uid: shown.tag.uid.description)
    let order = try batch.order(link, further: message.further, finishing: finishing)
    try shown.onTag { () throws(TagError) in
      // A blank tag has no password of ours, and a foreign one is not our business.
      if finishing || batch.job.tags.content != .blank { try tag.authenticate(for: order) }
    }
    if finishing { try recogniseBegun(tag) }
    if !finishing {
      let found = try shown.onTag { () throws(TagError) in
        try tag.content(forMessageOf: order.message.count)
      }
      try shown.requireNotGivenUp(found)
      try batch.requireExpected(found, of: shown)
    }
    _ = try shown.onTag { () throws(TagError) in try tag.prepare(order) }
    guard let hash = sha256(order.message) else { throw .noHash }
    shown.link = link
    self.order = order
    var content = JobLedger.TagContent(
      link: link.text, messageHash: hash, messageSize: order.message.count, capacity: tag.capacity)
    content.comparesLink = message.comparesLink
    image = try shown.onTag { () throws(TagError) in try tag.plannedImage(for: order) }
    image?.forget(damaged)
    image?.add(replaced: replaced)
    content.image = image?.encoded
    self.content = content
  }

  /// The row's content for a tag; a resolver is asked for this very tag.
  ///
  /// The ledger checks a link that was made only now, unless it contains a unique value.
  private func message(
    of row: PlannedRow, on tag: any WritableTag
  ) throws(Obstacle) -> (link: PlannedLink, further: [UInt8]?, comparesLink: Bool) {
    guard let inputs = row.inputs else { return (PlannedLink(row.link), row.further, false) }
    guard let late = batch.late else { throw .noResolver }
    let found = try shown.onTag { () throws(TagError) in try tag.content(forMessageOf: 0) }
    var present: String?
    if case .message(let bytes) = found { present = firstLink(in: bytes) }
    let document = try? JSONDocument(reading: Array(inputs.utf8))
    let made = try late.row(
      for: ResolverQuestion(
        uid: shown.tag.uid, chip: tag.chipName, content: found.machineName, link: present,
        row: row.id, values: ResolverValues(document?.root)?.values ?? []))
    let further = try rethrowing(as: Obstacle.message) { () throws(NDEFError) in
      try made.furtherMessage()
    }
    return (made.plannedLink(), further, !made.hasUniqueValue)
  }

  private func claim(finishing: Bool) throws(Obstacle) -> Attempt.Event {
    guard let row = shown.row, let content else { throw .unexpected }
    let presentation = shown.presentation
    if finishing {
      guard let claim = shown.claim else { throw .unexpected }
      let attempt = try shown.onLedger { (ledger) throws(LedgerError) -> AttemptID? in
        do throws(LedgerError) {
          return try ledger.resume(claim.id, of: row, with: presentation, content: content)
        } catch {
          guard case .finishedElsewhere = error.fault else { throw error }
          return nil
        }
      }
      shown.attempt = attempt
      guard attempt == nil else { return .claimed }
      // Another program has just finished this tag, or a different one with its UID.
      desk.settle(row, .taken, on: shown.number)
      (shown.row, order, self.content, image) = (nil, nil, nil, nil)
      (damaged, replaced) = ([], [])
      try shown.forget()
      return .tagTaken
    }
    let beginning = try shown.onLedger { (ledger) throws(LedgerError) in
      try ledger.begin(row, on: presentation, content: content)
    }
    switch beginning {
    case .begun(_, let attempt):
      shown.attempt = attempt
      return .claimed
    case .rowTaken: return .rowTaken
    case .tagTaken:
      shown.row = nil
      return .tagTaken
    }
  }

  // MARK: On the tag

  private func ready() throws(Obstacle) -> (any WritableTag, TagOrder) {
    guard let order else { throw .unexpected }
    return (try shown.open(), order)
  }

  private func perform(_ step: ProtectionStep) throws(Obstacle) {
    let (tag, order) = try ready()
    switch step {
    case .password: try shown.onTag { () throws(TagError) in try tag.protect(order) }
    case .lock:
      locked = try shown.onTag { () throws(TagError) in try tag.lock() }
      try requireSameTag(order)
    }
  }

  /// No one can swap tags in less time.
  static let longWait = Duration.milliseconds(500)

  /// Reads the basis of the plan once more: while we waited for the ledger, another tag with this
  /// UID may have taken the place of the one that was read.
  private func requireSamePlan() throws(Obstacle) {
    guard let row = shown.row, let order, let image else { return }
    try shown.forget()
    let tag = try shown.open()
    let found = try shown.onTag { () throws(TagError) -> TagImage? in
      if batch.guardsReading { try tag.authenticate(for: order) }
      _ = try tag.prepare(order)
      return try tag.plannedImage(for: order)
    }
    guard found?.before.count == image.before.count,
      zip(found?.before ?? [], image.before).allSatisfy({ $0 == $1 || $1 == TagImage.anything })
    else { throw .possibleCopy(row: row.id) }
  }

  /// Reads the message once more: while we waited for the ledger, another tag with this UID may have
  /// taken the place of the one that was written.
  private func requireSameTag(_ order: TagOrder) throws(Obstacle) {
    guard let row = shown.row, let link = shown.link else { throw .unexpected }
    try shown.forget()
    let tag = try shown.open()
    let found = try shown.onTag { () throws(TagError) in
      if batch.guardsReading { try tag.authenticate(for: order) }
      return try tag.content(forMessageOf: order.message.count)
    }
    guard link.showing(found) == .link else { throw .possibleCopy(row: row.id) }
  }

  // MARK: Afterwards

  private func store(_ ending: Attempt.Ending) throws(Obstacle) {
    let reason = (obstacle ?? .unexpected).reason(shown.batch.cures)
    let outcome: Outcome
    switch ending {
    case .ok: outcome = .done(lock: locked?.rawValue)
    case .putAside(.givenUp): outcome = .failed(reason)
    case .putAside: outcome = .putAside(reason)
    case .again, .alreadyDone, .noRowLeft, .ledgerFailed: outcome = .again(reason)
    }
    let (presentation, effort, proven) = (shown.presentation, shown.effort, proven)
    let image = image?.encoded
    let (claim, row, attempt) = (shown.claim, shown.row, shown.attempt)
    // The claim belongs to the other program for now.
    let isElsewhere = obstacle == .inAnotherProgram
    try shown.onLedger { (ledger) throws(LedgerError) in
      if let attempt {
        try ledger.finish(
          attempt, outcome, effort: effort, proven: proven, image: image, at: .now)
      } else if let claim, claim.state == .begun, !isElsewhere {
        let attempt = try ledger.resume(claim.id, with: presentation)
        try ledger.finish(attempt, outcome, effort: effort, at: .now)
      } else {
        try ledger.refuse(presentation, for: row?.key, reason, effort: effort, at: .now)
      }
    }
  }

  /// Tells the desk what became of the row.
  private func settle(_ ending: Attempt.Ending) {
    // A tag that got no place is unchanged: this run does not wait for it.
    guard let row = shown.row, obstacle != .noPlaceLeft else { return }
    let isClaimed = shown.attempt != nil || shown.claim?.state == .begun
    let fate: RowDesk.Fate? =
      switch ending {
      case .ok: .done
      case .putAside(.givenUp): .free
      // The run still waits for the right one.
      case .putAside(.kept): obstacle?.failure == .suspect ? .unfinished : .kept
      case .again where obstacle != .inAnotherProgram: isClaimed ? .torn(shown.tag.uid) : nil
      case .again, .ledgerFailed: isClaimed ? .unfinished : nil
      case .putAside(.unclaimed), .alreadyDone, .noRowLeft: nil
      }
    // Without a claim, the reader keeps the row for its next tag.
    guard let fate else { return }
    desk.settle(row, fate, on: shown.number)
    if next?.key == row.key { next = nil }
  }

  private func result(of ending: Attempt.Ending) -> TagResult {
    let isDone = shown.claim?.state == .done && ending == .putAside(.unclaimed)
    shown.isSuspect =
      obstacle?.failure == .suspect || obstacle == .inAnotherProgram
      || (isDone && obstacle?.isOfAnotherTag == true)
    let word: OutcomeWord =
      switch ending {
      case .ok: .ok
      case .again, .ledgerFailed: .again
      // With its code it gets a row.
      case .noRowLeft where obstacle == .unscanned: .again
      case .putAside, .noRowLeft: .putAside
      case .alreadyDone: .alreadyDone
      }
    return shown.result(word, obstacle)
  }
}

/// Does something, and returns how long it took.
func timing<Result>(
  _ body: () throws(Obstacle) -> Result
) throws(Obstacle) -> (Result, Duration) {
  let start = ContinuousClock.now
  return (try body(), ContinuousClock.now - start)
}
