// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
internal import JobLedger
internal import TagKeys
package import TagReading

/// A reader of a batch: its name, and how its own thread opens it, also after it was unplugged.
package struct BatchReader: Sendable {
  package let name: String
  package let open: @Sendable () throws(ReaderOpeningError) -> any TagReader

  package init(
    name: String, open: @escaping @Sendable () throws(ReaderOpeningError) -> any TagReader
  ) {
    self.name = name
    self.open = open
  }
}

/// What the readers of one run share.
struct BatchRoom: Sendable {
  let batch: BatchJob
  let desk: RowDesk
  let progress: BatchProgress
  let events: EventQueue
  let pace: BatchPace
  let checker = SignatureChecker()
  /// Raised when no further tag is to be begun.
  let halt = StopFlag()
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
        room.events.send(
          wasOpen ? .readerBack(number) : .readerOpened(number, reader.identity))
        wasOpen = true
        guard case .lost(let error) = serve(reader) else { return }
        room.events.send(.readerLost(number, error))
      } catch {
        guard wasOpen else {
          room.events.send(.readerRefused(number, error))
          return
        }
        // A look at a bus or a port is cheap, and a person needs longer than this for a plug.
        usleep(200_000)
      }
      if room.halt.isRaised { return }
    }
  }

  /// Takes one tag after the other until the reader is lost or nothing is left to do.
  private func serve(_ reader: any TagReader) -> Leaving {
    var next: PlannedRow?
    var last: (uid: TagUID, left: ContinuousClock.Instant)?
    defer { if let next { room.desk.settle(next, .unused) } }
    do throws(Leaving) {
      while !room.halt.isRaised {
        if next == nil { next = try reserve() }
        if let next { room.events.send(.ready(number, next: next)) }
        let tag = try waitForTag(on: reader, notAgain: last)
        let result = try work(on: tag, reader, &next)
        try onReader { () throws(ReaderError) in
          try reader.waitForRemoval(
            of: tag, unless: room.halt, looks: room.pace.looksUntilGone,
            rest: room.pace.betweenLooks)
        }
        // A tag that is to be laid down again may come back at once.
        last = result.word == .again ? nil : (tag.uid, .now)
      }
      return .done
    } catch {
      return error
    }
  }

  private func reserve() throws(Leaving) -> PlannedRow? {
    let reservation: RowDesk.Reservation
    do throws(LedgerError) {
      reservation = try room.desk.reserve()
    } catch {
      room.progress.end(.ledger(error))
      room.halt.raise()
      throw .done
    }
    switch reservation {
    case .row(let row): return row
    case .onlyUnfinished(let tags):
      room.events.send(.waitingForUnfinished(number, tags: tags))
      return nil
    case .nothing(let isLastReader):
      room.progress.end(room.desk.isWholeJob ? .noRowLeft : .enough)
      if isLastReader { room.halt.raise() }
      throw .done
    }
  }

  /// Waits for a tag that lies alone on the reader.
  private func waitForTag(
    on reader: any TagReader, notAgain last: (uid: TagUID, left: ContinuousClock.Instant)?
  ) throws(Leaving) -> TagInField {
    while true {
      let tag = try onReader { () throws(ReaderError) in
        try reader.waitForTag(
          of: TagFamily.allCases, unless: room.halt, rest: room.pace.betweenLooks)
      }
      if let last, last.uid == tag.uid, ContinuousClock.now - last.left < room.pace.bounce {
        try onReader { () throws(ReaderError) in
          try reader.waitForRemoval(of: tag, unless: room.halt, looks: room.pace.looksUntilGone)
        }
        continue
      }
      do throws(ReaderError) {
        try reader.requireNoneBeside(tag)
        return tag
      } catch {
        switch error {
        case .severalTags(let one, let other): try waitUntilOneIsGone(one, other, tag, reader)
        // It was only passing by, or was taken away at once.
        case .tagGone, .tagSwapped, .silent, .unclear, .corrupted: continue
        default: throw leaving(error)
        }
      }
    }
  }

  private func waitUntilOneIsGone(
    _ one: TagUID, _ other: TagUID, _ tag: TagInField, _ reader: any TagReader
  ) throws(Leaving) {
    room.events.send(.twoTags(number, one, other))
    try onReader { () throws(ReaderError) in
      while !room.halt.isRaised {
        for uid in [one, other] where try reader.select(tag.technology.family, uid: uid) == nil {
          return
        }
        try reader.halt()
        usleep(50_000)
      }
      throw .cancelled
    }
  }

  private func work(
    on tag: TagInField, _ reader: any TagReader, _ next: inout PlannedRow?
  ) throws(Leaving) -> TagResult {
    room.events.send(.tagSeen(number, tag.uid))
    let work = TagWork(
      tag, on: reader, number: number, next: next, batch: room.batch, desk: room.desk,
      checker: room.checker)
    let result = work.run()
    next = work.next
    let counts = room.progress.note(result)
    room.events.send(.finished(result, counts))
    if let error = work.ledgerError { room.progress.end(.ledger(error)) }
    if room.progress.isOver { room.halt.raise() }
    return result
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
