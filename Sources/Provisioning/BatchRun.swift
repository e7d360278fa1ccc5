// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger
internal import JobManifest
package import TagReading
internal import Threads

/// What a run does with each tag.
package enum BatchTask: Sendable {
  case write
  /// Permanently locks the tags that a person was told about, and no others, even if they are done.
  case lock(LockableTags)
  /// Looks at tags that come back, and changes nothing.
  case verify(Verification)
}

/// Writes, locks or verifies a job: every reader takes one tag after the other, and all share one
/// ledger.
///
/// It does not know the terminal or libnfc: its caller provides readers and observes what happens.
package struct BatchRun {
  private let batch: BatchJob
  private let ledger: Ledger
  package var task = BatchTask.write
  package var selection = RowSelection.all
  /// Stops when this many tags are OK.
  package var limit: Int?
  package var pace = BatchPace.people

  /// After how many quiet milliseconds the observer is called; a stop request may go unnoticed
  /// for as long.
  private static let restMilliseconds = 100

  package init(_ batch: BatchJob, ledger: Ledger) {
    self.batch = batch
    self.ledger = ledger
  }

  /// Runs until every row has its tag, the user wants to stop, or something is wrong.
  ///
  /// While a changed manifest waits for a decision, the ledger refuses claims; settle that first.
  /// A stop request ends the waiting at once, but a tag that is being written is finished and
  /// stored first.
  package func run(
    on readers: [BatchReader], unless stop: StopFlag, telling observer: any BatchObserver
  ) throws(LedgerError) -> BatchEnd {
    try run(on: readers, obeying: BatchCommands(stop: stop), telling: observer)
  }

  /// The same, with commands that may arrive during the run.
  package func run(
    on readers: [BatchReader], obeying commands: BatchCommands, telling observer: any BatchObserver
  ) throws(LedgerError) -> BatchEnd {
    let stop = commands.stopFlag
    let counts = try ledger.counts()
    let halt = StopFlag()
    let room = BatchRoom(
      task: task, batch: batch,
      desk: try RowDesk(ledger, task, selection, limit: limit, halt: halt),
      progress: BatchProgress(task, counts), events: EventQueue(), pace: pace, halt: halt,
      commands: commands)
    if case .write = task { commands.serve(room.desk) }
    defer {
      room.desk.close()
      commands.serve(nil)
    }
    observer.receive(
      .began(
        BatchOverview(
          task: task, job: batch.job.id, title: batch.job.title, readers: readers.map(\.name),
          ledger: counts, awaited: room.desk.awaitedCount, unfinished: room.unfinished)))
    var refused: Set<ReaderNumber> = []
    var threads: [StartedThread] = []
    for (number, reader) in readers.enumerated() {
      room.events.addSender()
      let loop = ReaderLoop(number: number, source: reader, room: room)
      if let thread = startThread({ loop.run() }) {
        threads.append(thread)
      } else {
        room.events.removeSender()
        refused.insert(number)
      }
    }
    var isPausing = false
    while let events = room.events.next(milliseconds: Self.restMilliseconds) {
      endIfRequested(stop, in: room)
      if commands.isPausing != isPausing {
        isPausing.toggle()
        observer.receive(isPausing ? .paused : .wentOn)
      }
      for event in events {
        switch event {
        case .readerRefused(let number, _): refused.insert(number)
        case .readerOpened(let number, _): refused.remove(number)
        default: break
        }
        observer.receive(event)
      }
      if refused.count == readers.count {
        room.progress.end(.noReader)
        room.halt.raise()
      }
      if commands.takeGivingUp() {
        room.progress.end(room.desk.causeOfEnd)
        room.halt.raise()
      }
      if events.isEmpty {
        observer.rest()
        endVainWaiting(in: room)
      }
    }
    // The readers may have seen the request first and stopped already.
    endIfRequested(stop, in: room)
    // If a thread still held the ledger when the process ends, its log would be left beside it.
    for thread in threads { thread.join() }
    if refused.count == readers.count { room.progress.end(.noReader) }
    // Another process may have finished tags of the job, too; the readers' threads have ended by now.
    room.desk.close()
    try? room.desk.forgetWhatOthersEnded()
    if case .lock = task { try? room.desk.forgetLockedElsewhere() }
    if case .write = task, let counts = try? ledger.counts() { room.progress.note(counts) }
    let end = room.progress.end(
      unfinished: room.desk.unfinishedCount, isComplete: (try? room.desk.isComplete()) ?? false)
    observer.receive(.ended(end))
    return end
  }

  private func endIfRequested(_ stop: StopFlag, in room: BatchRoom) {
    guard stop.isRaised, !room.halt.isRaised else { return }
    room.progress.end(.stopped)
    room.halt.raise()
  }

  /// Ends what readers wait for in vain because another process has finished it or given it up.
  private func endVainWaiting(in room: BatchRoom) {
    do throws(LedgerError) {
      if case .write = room.task {
        try room.desk.withLedger { (ledger) throws(LedgerError) in try ledger.requireTaken() }
        try room.desk.forgetTornElsewhere()
      }
      guard try room.desk.isFinishedElsewhere() else { return }
      room.progress.end(room.desk.causeOfEnd)
    } catch {
      room.progress.end(for: error)
    }
    room.halt.raise()
  }
}
