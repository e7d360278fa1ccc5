// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import BatchFaces
internal import Glibc
internal import PageServer
internal import Provisioning
internal import StrictJSON
internal import TagReading
internal import Threads

/// One run that a page has started, and how it looks.
///
/// It belongs to the program and not to a page: pages come and go, and see the same.
final class PageRun: Sendable {
  enum Task: String {
    case write
    case lock
    case verify
    case rehearse

    /// The cures of a run are about its page, except that a rehearsal knows no tags of anyone.
    var changesLedger: Bool { self == .write || self == .lock }
  }

  let number: Int
  let file: String
  let task: Task
  let picture = BatchPicture(Door.page.cures)
  let commands = BatchCommands()
  /// What the run is waiting for a scanned code to be laid down; only written through `scan`.
  private let end = SharedValue<End?>(nil)

  private struct End {
    /// Why it came to no good end, if it did.
    let failure: String?
    /// What there is to say beside the end: a rehearsal's judgement, or tags that were never seen.
    let page: String?
  }

  init(number: Int, file: String, task: Task) {
    (self.number, self.file, self.task) = (number, file, task)
  }

  var isOver: Bool { end.now != nil }

  func finish(failure: String?, page: String?) {
    end.change { $0 = End(failure: failure, page: page) }
    picture.wake()
  }

  var json: JSONValue {
    let end = end.now
    var members = picture.members()
    let isPausing = members.contains { $0.key == "isPausing" && $0.value == .bool(true) }
    members.removeAll { $0.key == "isPausing" }
    let phase =
      end != nil
      ? "ended" : commands.stopFlag.isRaised ? "stopping" : isPausing ? "paused" : "running"
    members = members.map { member in
      guard member.key == "end" else { return member }
      return ("end", end.map { Self.told($0, member.value) } ?? .null)
    }
    return .object(
      [
        ("number", .integer(number)), ("file", .string(file)), ("task", .string(task.rawValue)),
        ("phase", .string(phase)),
      ] + members)
  }

  private static func told(_ end: End, _ event: JSONValue) -> JSONValue {
    if let failure = end.failure {
      return [
        "cause": "failed", "words": .string(failure), "unfinished": 0, "isComplete": false,
        "page": .optional(end.page),
      ]
    }
    guard case .object(let members) = event else {
      return [
        "cause": "stopped", "words": "", "unfinished": 0, "isComplete": false,
        "page": .optional(end.page),
      ]
    }
    return .object(members + [("page", .optional(end.page))])
  }
}

/// The runs of the program: one at a time, and the last one stays to be looked at.
final class PageRuns: Sendable {
  private let state = SharedValue<(current: PageRun?, count: Int, isStarting: Bool)>(
    (nil, 0, false))
  private let feed: EventFeed

  /// Pages are told no more often; no eye sees more, and none waits longer.
  private static let pauseMicroseconds: UInt32 = 15_000

  init(feed: EventFeed) { self.feed = feed }

  var current: PageRun? { state.now.current }
  var active: PageRun? { current.flatMap { $0.isOver ? nil : $0 } }

  /// Begins a run, unless there is one; what it does follows with `follow`.
  func begin(_ file: String, _ task: PageRun.Task) throws(Failure) -> PageRun {
    let run = state.change { state -> PageRun? in
      guard !state.isStarting, state.current.map(\.isOver) ?? true else { return nil }
      state.count += 1
      state.isStarting = true
      return PageRun(number: state.count, file: file, task: task)
    }
    guard let run else {
      throw .refused("busy", "Another run is going on. Stop it first, or wait for its end.")
    }
    return run
  }

  /// The run did not come about.
  func cancel() { state.change { $0.isStarting = false } }

  /// Shows a run that has begun to all pages until it is over, on a thread of its own.
  func follow(_ run: PageRun) {
    state.change {
      $0.current = run
      $0.isStarting = false
    }
    let feed = feed
    let thread = startThread {
      while true {
        let isOver = run.isOver
        if run.picture.waitForChange(milliseconds: 500) || isOver {
          feed.tell("run", run.json.compact)
        }
        if isOver { break }
        usleep(Self.pauseMicroseconds)
      }
    }
    if thread == nil { feed.tell("run", run.json.compact) }
  }
}
