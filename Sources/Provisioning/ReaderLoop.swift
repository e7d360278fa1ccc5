// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
internal import JobLedger
internal import TagKeys
internal import TagReading

/// What the readers of one run share.
struct BatchRoom: Sendable {
  let task: BatchTask
  let batch: BatchJob
  let desk: RowDesk
  let progress: BatchProgress
  let events: EventQueue
  let pace: BatchPace
  let checker = SignatureChecker()
  /// Raised when no more tags may be begun.
  var halt = StopFlag()
  /// The user's requests; no reader waits to be told about them, because showing the last tag may
  /// take a long time.
  let commands: BatchCommands

  var mayBegin: Bool { !halt.isRaised && !commands.stopFlag.isRaised }

  /// How many tags of a job were begun and may come back to be finished.
  var unfinished: Int {
    if case .write = task { desk.unfinishedCount } else { 0 }
  }
}

/// One reader's work, on its own thread: wait for a tag, carry it through, wait until it is gone.
struct ReaderLoop {
  let number: ReaderNumber
  let source: BatchReader
  let room: BatchRoom

  enum Leaving: Error {
    case done
    case lost(ReaderError)
  }

  func run() {
    defer { room.events.removeSender() }
    var wasOpen = false
    var isRefused = false
    var hindrance = Hindrance()
    while true {
      do throws(ReaderOpeningError) {
        let reader = try source.open()
        if !wasOpen || isBack(reader) {
          room.events.send(
            wasOpen ? .readerBack(number) : .readerOpened(number, reader.identity))
          wasOpen = true
          guard case .lost(let error) = serve(reader) else { return }
          hindrance = Hindrance(after: error)
          room.events.send(.readerLost(number, error))
        }
      } catch {
        if !wasOpen, !isRefused {
          room.events.send(.readerRefused(number, error))
          // The job goes on with its other readers, and with this one as soon as it is there.
          guard error.mayPass else { return }
          isRefused = true
        } else if hindrance.isNews(error) {
          room.events.send(.readerHindered(number, error))
        }
      }
      if !room.mayBegin { return }
      // Looking at a bus or a port is cheap, and a person needs longer than this to plug a reader in;
      // a reader that opens but does nothing else must not be reopened all the time.
      usleep(200_000)
    }
  }

  /// Whether a lost reader that opens again lets us look for tags; trouble with a tag is not the
  /// reader's.
  private func isBack(_ reader: any TagReader) -> Bool {
    do throws(ReaderError) {
      _ = try reader.select(.typeA)
      return true
    } catch {
      switch error {
      case .severalTags, .unknownCard, .tagGone, .tagSwapped, .silent, .unclear, .corrupted:
        return true
      default: return false
      }
    }
  }

  /// Processes one tag after another until the reader is lost or nothing is left to do.
  private func serve(_ reader: any TagReader) -> Leaving {
    var next: PlannedRow?
    var lying: (tag: TagInField, word: OutcomeWord)?
    var last: Departure?
    // Of a job that takes any chip, the next tag is mostly of the kind of the last one.
    let named = room.batch.families
    var expected = named
    defer { if let next { room.desk.settle(next, .unused, on: number) } }
    do throws(Leaving) {
      while room.mayBegin {
        // With nothing left to do, there is no need to wait until the last tag is removed.
        let waiting: Waiting =
          if let next { Waiting(.ready(number, next: next)) } else {
            try reserve { () throws(Leaving) in
              guard let tag = lying else { return nil }
              guard try isGone(tag.tag, from: reader) else { return false }
              last = departure(of: tag)
              lying = nil
              return true
            }
          }
        if case .ready(_, let row) = waiting.event { next = row }
        // Meanwhile the hand takes the tag away; afterwards it would wait for this with the next one.
        room.desk.foldLedger()
        if let lying {
          try waitForRemoval(of: lying.tag, from: reader)
          last = departure(of: lying)
        }
        lying = nil
        room.events.send(waiting.event)
        let found = try nextTag(on: reader, notAgain: last, waiting, expecting: expected)
        guard let (tag, isTwin) = found else { continue }
        if named.isEmpty { expected = [tag.technology.family] }
        guard room.mayBegin else { break }
        let result = try work(on: tag, reader, isTwin: isTwin, &next)
        // Someone may put it back before enough looks have missed it.
        if result.isTagGone { last = nil } else { lying = (tag, result.word) }
      }
      return .done
    } catch {
      return error
    }
  }

  /// The tag that has just left.
  struct Departure {
    let uid: TagUID
    let word: OutcomeWord
    let left: ContinuousClock.Instant
  }

  /// Remembers which tag has just left; one that must be put on the reader again may return at once.
  private func departure(of lying: (tag: TagInField, word: OutcomeWord)) -> Departure? {
    lying.word == .again ? nil : Departure(uid: lying.tag.uid, word: lying.word, left: .now)
  }

  func waitForRemoval(
    of tag: TagInField, from reader: any TagReader
  ) throws(Leaving) {
    var isTold = false
    while true {
      let isGone = try onReader { () throws(ReaderError) in
        try reader.waitForRemoval(
          of: tag, unless: room.halt, looks: room.pace.looksUntilGone,
          rest: room.pace.betweenLooks, atMost: room.pace.looksUntilAnother)
      }
      if isGone { return }
      let other = try another(beside: tag, on: reader)
      if let other, !isTold { room.events.send(.twoTags(number, tag.uid, other)) }
      if other == nil, isTold { room.events.send(.finishedTagThere(number)) }
      isTold = other != nil
    }
  }

  /// Whether a tag has left, after as many looks as that takes.
  private func isGone(_ tag: TagInField, from reader: any TagReader) throws(Leaving) -> Bool {
    try onReader { () throws(ReaderError) in
      try reader.waitForRemoval(
        of: tag, unless: room.halt, looks: room.pace.looksUntilGone,
        rest: room.pace.betweenLooks, atMost: 1)
    }
  }

  /// A tag that was laid beside a finished one.
  private func another(
    beside tag: TagInField, on reader: any TagReader
  ) throws(Leaving) -> TagUID? {
    do throws(ReaderError) {
      try reader.requireNoneBeside(tag)
      return nil
    } catch {
      switch error {
      case .severalTags(let one, let other): return one == tag.uid ? other : one
      // The next looks tell whether the tag and the reader are still there.
      case .tagGone, .tagSwapped, .silent, .unclear, .corrupted, .unknownCard, .heldElsewhere,
        .nothingSelected, .readerSilent:
        return nil
      default: throw leaving(error)
      }
    }
  }

  /// Reserves the next row, and reports what the reader waits for.
  ///
  /// A reader that finds every row reserved stays idle until one comes back or all are used.
  /// Meanwhile it checks whether its last tag has left, and reports that the next one has to wait.
  private func reserve(
    hasLeft: () throws(Leaving) -> Bool?
  ) throws(Leaving) -> Waiting {
    var isTold = false
    while room.mayBegin {
      switch try reservation() {
      case .row(let row): return Waiting(.ready(number, next: row))
      case .torn(let tag, let isOver):
        return Waiting(.waitingForSame(number, tag), for: tag, until: isOver)
      case .onlyUnfinished(let tags): return Waiting(.waitingForUnfinished(number, tags: tags))
      case .finished(let tags):
        if case .verify = room.task { return Waiting(.waitingToVerify(number, tags: tags)) }
        return Waiting(.waitingToLock(number, tags: tags))
      case .nothing:
        room.progress.end(room.desk.causeOfEnd)
        room.halt.raise()
      case .nothingYet:
        // Without a tag on it, the reader reports this once.
        if try hasLeft() ?? !isTold {
          room.events.send(.noRowYet(number))
          isTold = true
        }
        usleep(50_000)
      }
    }
    throw .done
  }

  private func reservation() throws(Leaving) -> RowDesk.Reservation {
    do throws(LedgerError) {
      if case .write = room.task { return try room.desk.reserve(for: number) }
      return room.desk.awaited
    } catch {
      room.progress.end(for: error)
      room.halt.raise()
      throw .done
    }
  }

  private func work(
    on tag: TagInField, _ reader: any TagReader, isTwin: Bool, _ next: inout PlannedRow?
  ) throws(Leaving) -> TagResult {
    room.events.send(.tagSeen(number, tag.uid, known(tag.uid)))
    let shown = PresentedTag(
      tag, on: reader, number: number, batch: room.batch, desk: room.desk)
    shown.isTwin = isTwin
    var (result, trouble) = carryThrough(shown, &next)
    var counts = room.progress.note(result)
    counts.unfinished = room.unfinished
    room.events.send(.finished(result, counts))
    do throws(LedgerError) {
      if let alarm = try shown.alarm(result, noting: room.task) { room.events.send(.alarm(alarm)) }
    } catch {
      trouble = trouble ?? error
    }
    if let trouble { room.progress.end(for: trouble) }
    if room.progress.isOver { room.halt.raise() }
    return result
  }

  /// What the ledger says about a tag, for observers; the work itself asks again, and also reports
  /// errors of the ledger.
  func known(_ uid: TagUID) -> KnownTag? {
    guard case .write = room.task else { return nil }
    return try? room.desk.withLedger { (ledger) throws(LedgerError) in
      guard let claim = try ledger.claim(ofTag: uid.bytes), claim.isLive else { return nil }
      let label = try ledger.row(claim.row)?.label
      return KnownTag(row: claim.rowID, label: label, isDone: claim.state == .done)
    }
  }

  private func carryThrough(
    _ shown: PresentedTag, _ next: inout PlannedRow?
  ) -> (TagResult, LedgerError?) {
    guard room.desk.beginWork(on: shown.tag.uid, at: number) else {
      // It may be the same tag, moved while the other reader still waits for its answer.
      return (shown.result(.again, .onAnotherReader), nil)
    }
    defer { shown.wasElsewhere = room.desk.endWork(on: shown.tag.uid, at: number) }
    switch room.task {
    case .write:
      let work = TagWork(shown, next: next, checker: room.checker)
      let result = work.run()
      next = work.next
      return (result, work.ledgerError)
    case .lock(let tags):
      let work = LockWork(shown, mayLock: tags.claims)
      let result = work.run()
      // Another program may have locked it.
      if result.word == .ok || result.word == .alreadyDone, let claim = shown.claim {
        room.desk.noteAwaited(claim.id)
      }
      return (result, work.ledgerError)
    case .verify(let verification):
      let work = VerifyWork(shown, verification)
      let result = work.run()
      if work.isNewlySeen, let claim = shown.claim { room.desk.noteAwaited(claim.id) }
      return (result, work.ledgerError)
    }
  }

  private func onReader<Result>(
    _ body: () throws(ReaderError) -> Result
  ) throws(Leaving) -> Result {
    do throws(ReaderError) {
      return try body()
    } catch {
      throw leaving(error)
    }
  }

  func leaving(_ error: ReaderError) -> Leaving {
    error == .cancelled ? .done : .lost(error)
  }
}
