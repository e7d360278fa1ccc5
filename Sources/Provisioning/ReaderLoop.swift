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
  /// Raised when no further tag is to be begun.
  let halt = StopFlag()
  /// What the user wishes, which no reader waits to be told about: showing the last tag may take a
  /// long time.
  let commands: BatchCommands

  var mayBegin: Bool { !halt.isRaised && !commands.stopFlag.isRaised }

  /// How many tags of a job that is written were begun and may come back.
  var unfinished: Int {
    if case .write = task { desk.unfinishedCount } else { 0 }
  }
}

/// One reader's work, on its own thread: wait for a tag, carry it through, wait until it is gone.
struct ReaderLoop {
  let number: ReaderNumber
  let source: BatchReader
  let room: BatchRoom

  private enum Leaving: Error {
    case done
    case lost(ReaderError)
  }

  func run() {
    defer { room.events.removeSender() }
    var wasOpen = false
    while true {
      do throws(ReaderOpeningError) {
        let reader = try source.open()
        if !wasOpen || isBack(reader) {
          room.events.send(
            wasOpen ? .readerBack(number) : .readerOpened(number, reader.identity))
          wasOpen = true
          guard case .lost(let error) = serve(reader) else { return }
          room.events.send(.readerLost(number, error))
        }
      } catch {
        guard wasOpen else {
          room.events.send(.readerRefused(number, error))
          return
        }
      }
      if !room.mayBegin { return }
      // A look at a bus or a port is cheap, and a person needs longer than this for a plug; a reader
      // that opens and does nothing else must not be opened all the time.
      usleep(200_000)
    }
  }

  /// Whether a reader that was lost and opens again lets us look for tags; trouble with a tag is none of
  /// its own.
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

  /// Takes one tag after the other until the reader is lost or nothing is left to do.
  private func serve(_ reader: any TagReader) -> Leaving {
    var next: PlannedRow?
    var lying: (tag: TagInField, word: OutcomeWord)?
    var last: Departure?
    defer { if let next { room.desk.settle(next, .unused, on: number) } }
    do throws(Leaving) {
      while room.mayBegin {
        // A reader that has nothing left to do need not wait until the last tag is taken away.
        let waiting: BatchEvent =
          if let next { .ready(number, next: next) } else {
            try reserve { () throws(Leaving) in
              guard let tag = lying else { return nil }
              guard try isGone(tag.tag, from: reader) else { return false }
              last = departure(of: tag)
              lying = nil
              return true
            }
          }
        if case .ready(_, let row) = waiting { next = row }
        if let lying {
          try waitForRemoval(of: lying.tag, from: reader)
          last = departure(of: lying)
        }
        lying = nil
        room.events.send(waiting)
        room.desk.foldLedger()
        let (tag, isTwin) = try nextTag(on: reader, notAgain: last, waiting: waiting)
        guard room.mayBegin else { break }
        let result = try work(on: tag, reader, isTwin: isTwin, &next)
        // Someone may put it back sooner than the looks are over that find a tag gone.
        if result.isTagGone { last = nil } else { lying = (tag, result.word) }
      }
      return .done
    } catch {
      return error
    }
  }

  /// The tag that has left just now.
  private struct Departure {
    let uid: TagUID
    let word: OutcomeWord
    let left: ContinuousClock.Instant
  }

  /// Which tag has left just now; one that is to be put on the reader again may come back at once.
  private func departure(of lying: (tag: TagInField, word: OutcomeWord)) -> Departure? {
    lying.word == .again ? nil : Departure(uid: lying.tag.uid, word: lying.word, left: .now)
  }

  private func waitForRemoval(
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

  /// Whether a tag has left; asked once, by as many looks as that takes.
  private func isGone(_ tag: TagInField, from reader: any TagReader) throws(Leaving) -> Bool {
    try onReader { () throws(ReaderError) in
      try reader.waitForRemoval(
        of: tag, unless: room.halt, looks: room.pace.looksUntilGone,
        rest: room.pace.betweenLooks, atMost: 1)
    }
  }

  /// A tag that was put beside one whose work is over.
  private func another(
    beside tag: TagInField, on reader: any TagReader
  ) throws(Leaving) -> TagUID? {
    do throws(ReaderError) {
      try reader.requireNoneBeside(tag)
      return nil
    } catch {
      switch error {
      case .severalTags(let one, let other): return one == tag.uid ? other : one
      // Whether the tag and the reader are still there is for the next looks.
      case .tagGone, .tagSwapped, .silent, .unclear, .corrupted, .unknownCard, .heldElsewhere,
        .nothingSelected, .readerSilent:
        return nil
      default: throw leaving(error)
      }
    }
  }

  /// Takes the next row, and says what the reader waits for.
  ///
  /// A reader that finds every row taken stays idle until one comes back or all are used. Meanwhile
  /// it asks whether its last tag has left, and says that the next one has to wait.
  private func reserve(
    hasLeft: () throws(Leaving) -> Bool?
  ) throws(Leaving) -> BatchEvent {
    var isTold = false
    while room.mayBegin {
      switch try reservation() {
      case .row(let row): return .ready(number, next: row)
      case .onlyUnfinished(let tags): return .waitingForUnfinished(number, tags: tags)
      case .finished(let tags):
        if case .verify = room.task { return .waitingToVerify(number, tags: tags) }
        return .waitingToLock(number, tags: tags)
      case .nothing:
        room.progress.end(room.desk.causeOfEnd)
        room.halt.raise()
      case .nothingYet:
        // Without a tag on it, it says so once.
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

  /// Waits for a tag to work on; one that comes while the batch pauses is begun when the batch
  /// continues.
  private func nextTag(
    on reader: any TagReader, notAgain last: Departure?, waiting: BatchEvent
  ) throws(Leaving) -> (TagInField, isTwin: Bool) {
    while true {
      while room.commands.isPausing, room.mayBegin { usleep(50_000) }
      let found = try waitForTag(on: reader, notAgain: last, waiting: waiting)
      if !room.commands.isPausing || !room.mayBegin { return found }
    }
  }

  /// Waits for a tag that is alone on the reader.
  ///
  /// When two tags have left, or a finished one that came back, it says again what it waits for.
  ///
  /// - Returns: a tag, and whether it is another one with the UID of the last.
  private func waitForTag(
    on reader: any TagReader, notAgain last: Departure?, waiting: BatchEvent
  ) throws(Leaving) -> (TagInField, isTwin: Bool) {
    var told: Set<TagUID> = []
    var isBlocked = false
    var misses = 0
    while true {
      if room.halt.isRaised { throw .done }
      let tag: TagInField
      do throws(ReaderError) {
        // A card that is unknown or in use elsewhere is no tag either, so a look does not see it.
        if !told.isEmpty, !isBlocked, try seesNothing(reader) {
          misses += 1
          guard misses >= room.pace.looksUntilGone else { continue }
          told = []
          room.events.send(waiting)
        }
        misses = 0
        tag = try reader.waitForTag(
          of: TagFamily.allCases, unless: room.halt, rest: room.pace.betweenLooks)
        if isBlocked { room.events.send(.readerBack(number)) }
        isBlocked = false
        guard let last, last.uid == tag.uid, ContinuousClock.now - last.left < room.pace.bounce
        else {
          try reader.requireNoneBeside(tag)
          return (tag, false)
        }
        // A UID is no proof: the last word still stands there, and is said of no tag that was not read.
        if last.word == .ok || last.word == .alreadyDone {
          guard let isSame = isAsItWas(tag, on: reader) else { continue }
          if !isSame {
            try reader.requireNoneBeside(tag)
            return (tag, true)
          }
        }
      } catch {
        switch error {
        case .severalTags(let one, let other):
          // Said once; then it is for the operator to take one of them away.
          if told.isDisjoint(with: [one, other]) {
            room.events.send(.twoTags(number, one, other))
            told = [one, other]
          }
          usleep(50_000)
        // The reader says it once, and takes the next tag as soon as this one is gone or free.
        case .unknownCard, .heldElsewhere:
          room.events.send(.readerLost(number, error))
          isBlocked = true
          usleep(50_000)
        // It was only passing by, or was taken away at once.
        case .tagGone, .tagSwapped, .silent, .unclear, .corrupted: break
        default: throw leaving(error)
        }
        continue
      }
      room.events.send(.finishedTagThere(number))
      try waitForRemoval(of: tag, from: reader)
      room.events.send(waiting)
    }
  }

  /// Whether a tag with the UID of a finished one holds what that one must; nil when it was not heard.
  private func isAsItWas(_ tag: TagInField, on reader: any TagReader) -> Bool? {
    let shown = PresentedTag(
      tag, on: reader, number: number, batch: room.batch, desk: room.desk)
    do throws(Obstacle) {
      return try shown.holdsItsMessage()
    } catch {
      return error.isPassing ? nil : false
    }
  }

  private func seesNothing(_ reader: any TagReader) throws(ReaderError) -> Bool {
    for family in TagFamily.allCases where try reader.select(family) != nil {
      return false
    }
    return true
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

  /// What the ledger says about a tag, for observers; the work itself asks again, and also tells
  /// what is wrong with the ledger.
  private func known(_ uid: TagUID) -> KnownTag? {
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

  private func leaving(_ error: ReaderError) -> Leaving {
    error == .cancelled ? .done : .lost(error)
  }
}
