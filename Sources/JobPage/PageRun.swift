// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
package import BatchFaces
internal import Failures
internal import Glibc
internal import JobLedger
internal import JobWork
internal import PageServer
package import Provisioning
internal import Rehearsal
internal import StrictJSON
internal import TagReading
internal import Threads
internal import Voices

/// One run that a page has started, and how it looks.
///
/// It belongs to the program and not to a page: pages come and go, and see the same.
package final class PageRun: Sendable {
  enum Task: String, CaseIterable {
    case write
    case lock
    case verify
    case rehearse
  }

  enum Phase: String, CaseIterable {
    case running
    case paused
    case stopping
    case ended
  }

  let number: Int
  let file: String
  let task: Task
  package let picture: BatchPicture
  package let commands = BatchCommands()
  /// Who lays virtual tags on the run's readers, and the number of each reader there.
  let hand = Guarded<(hand: OwnHand, readers: [Int])?>(nil)
  private let end = Guarded<End?>(nil)

  private struct End {
    /// Why it came to no good end, if it did.
    let failure: Failure?
    /// What there is to say beside the end: a rehearsal's judgement, or tags that were never seen.
    let outcome: JSONValue?
  }

  /// Some readers have a name for people.
  init(number: Int, file: String, task: Task, readers: [String: String]) {
    (self.number, self.file, self.task) = (number, file, task)
    picture = BatchPicture(Voice.page.cures, readers: readers)
  }

  package var isOver: Bool { end.now != nil }

  func finish(failure: Failure?, outcome: JSONValue?) {
    // Virtual readers are of no use to anyone any more.
    hand.withLock { $0 = nil }
    end.withLock { $0 = End(failure: failure, outcome: outcome) }
    picture.wake()
  }

  var json: JSONValue { told.json }

  /// What pages are told of it, and whether that is its end.
  var told: (json: JSONValue, isOver: Bool) {
    let end = end.now
    let isStopping = commands.stopFlag.isRaised
    var moment = RunMoment()
    moment.rows = commands.rowsOfReaders
    moment.scanned = commands.scannedRow
    moment.wantsScans = commands.wantsScans
    (moment.isStopping, moment.isOver) = (isStopping, end != nil)
    let look = picture.look(during: moment)
    let phase: Phase =
      end != nil ? .ended : isStopping ? .stopping : look.isPausing ? .paused : .running
    let json = JSONValue.object(
      [
        ("number", .integer(number)), ("file", .string(file)), ("task", .string(task.rawValue)),
        ("phase", .string(phase.rawValue)), ("hands", .bool(hand.now != nil)),
        ("scan", moment.scanned?.picture ?? .null), ("wantsScans", .bool(moment.wantsScans)),
      ] + look.members + [("end", end.map { Self.told($0, look.end) } ?? .null)])
    return (json, end != nil)
  }

  private static func told(
    _ end: End, _ batch: [(key: String, value: JSONValue)]?
  ) -> JSONValue {
    let none: [(key: String, value: JSONValue)] =
      [
        ("cause", .string(end.failure == nil ? "stopped" : "failed")),
        ("unfinished", 0), ("isComplete", false),
      ] + (end.failure?.saying(Voice.page.cures) ?? Saying("")).members
    let members = end.failure == nil ? batch ?? none : none
    return .object(members + [("outcome", end.outcome ?? .null)])
  }
}

/// The runs of the program: one at a time, and the last one stays to be looked at.
package final class PageRuns: Sendable {
  private let state = Guarded(State())

  private struct State {
    var current: PageRun?
    var count = 0
    var starting: PageRun?
    var isClosed = false
    /// Stops waiting for a tag without a job.
    var single: StopFlag?

    var isBusy: Bool {
      isClosed || starting != nil || single != nil || current.map { !$0.isOver } ?? false
    }
  }
  private let feed: EventFeed

  /// Pages are told no more often; no eye sees more, and none waits longer.
  private static let pauseMicroseconds: UInt32 = 15_000

  init(feed: EventFeed) { self.feed = feed }

  var current: PageRun? { state.now.current }
  /// The run that goes on or is being prepared.
  package var active: PageRun? {
    state.withLock { $0.starting ?? $0.current.flatMap { $0.isOver ? nil : $0 } }
  }

  /// Begins a run, unless there is one; what it does follows with `follow`.
  func begin(
    _ file: String, _ task: PageRun.Task, readers: [String: String]
  ) throws(Failure) -> PageRun {
    let run = state.withLock { state -> PageRun? in
      guard !state.isBusy else { return nil }
      state.count += 1
      let run = PageRun(number: state.count, file: file, task: task, readers: readers)
      state.starting = run
      return run
    }
    guard let run else { throw .busy }
    return run
  }

  /// Begins work on one tag without a job, unless something else is going on.
  func beginSingle() throws(Failure) -> StopFlag {
    let stop = state.withLock { state -> StopFlag? in
      guard !state.isBusy else { return nil }
      let stop = StopFlag()
      state.single = stop
      return stop
    }
    guard let stop else { throw .busy }
    return stop
  }

  func endSingle() { state.withLock { $0.single = nil } }

  /// Waits for no tag any more; what is being written is written.
  package func stopSingle() { state.now.single?.raise() }

  package var hasSingle: Bool { state.now.single != nil }

  /// Begins no run any more, because the program is about to end.
  package func close() { state.withLock { $0.isClosed = true } }

  /// The run did not come about.
  func cancel(_ run: PageRun) {
    state.withLock { $0.starting = nil }
    run.finish(failure: nil, outcome: nil)
  }

  /// Shows a run that has begun to all pages until it is over, on a thread of its own.
  func follow(_ run: PageRun) {
    state.withLock {
      $0.current = run
      $0.starting = nil
    }
    let feed = feed
    let thread = startThread {
      while true {
        guard run.picture.waitForChange(milliseconds: 500) else { continue }
        let (json, isOver) = run.told
        feed.tell("run", json.compact)
        // Told once more, its end could come after the beginning of the next run.
        if isOver { break }
        usleep(Self.pauseMicroseconds)
      }
    }
    thread?.detach()
    if thread == nil { feed.tell("run", run.json.compact) }
  }
}

extension Failure {
  fileprivate static let busy = refused(
    .busy, "Something else is going on. Stop it first, or wait for its end.")
}
