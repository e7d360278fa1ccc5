// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Provisioning
internal import Threads

/// Runs programs of the user one after the other, on a thread of its own: neither the screen nor a
/// wish to stop has to wait for a slow one.
///
/// A console belongs to one thread, so what there is to say is kept until that one asks.
final class ProgramQueue: @unchecked Sendable {
  /// A call of a program, which gives what is to be said of it.
  typealias Call = @Sendable () -> [String]

  /// Wakes the thread from time to time even if no one rings.
  private static let patienceMilliseconds = 1000

  private let monitor = Monitor()
  // What follows is only touched inside the monitor.
  private var waiting: [Call] = []
  private var words: [String] = []
  private var isCalling = false
  private var isEnding = false
  /// Belongs to the thread that adds calls.
  private var thread: StartedThread?

  /// Queues a call after those that wait, or in place of them.
  func add(inPlaceOfOthers: Bool = false, _ call: @escaping Call) {
    monitor.inside {
      if inPlaceOfOthers { waiting = [] }
      waiting.append(call)
      monitor.ring()
    }
    if thread == nil { thread = startThread { self.work() } }
    // A system without another thread still runs the program, while everyone waits.
    if thread == nil, let call = next(mayWait: false) { say(call()) }
  }

  /// What came of the calls since this was asked last.
  func takeWords() -> [String] {
    monitor.inside {
      defer { words = [] }
      return words
    }
  }

  /// Waits until every call is over, but not much longer than this; returns how many are not.
  func callsLeft(afterMilliseconds patience: Int) -> Int {
    let deadline = ContinuousClock.now + .milliseconds(patience)
    return monitor.inside {
      while callCount > 0, ContinuousClock.now < deadline {
        monitor.waitInside(milliseconds: patience)
      }
      return callCount
    }
  }

  /// Asked inside the monitor.
  private var callCount: Int { waiting.count + (isCalling ? 1 : 0) }

  /// Waits until every call is over.
  func finish() {
    monitor.inside {
      isEnding = true
      monitor.ring()
    }
    thread?.join()
    thread = nil
    monitor.inside { isEnding = false }
  }

  private func work() {
    while let call = next(mayWait: true) { say(call()) }
  }

  /// The call that waits longest; nil when none will come.
  private func next(mayWait: Bool) -> Call? {
    monitor.inside {
      while mayWait, waiting.isEmpty, !isEnding {
        monitor.waitInside(milliseconds: Self.patienceMilliseconds)
      }
      isCalling = !waiting.isEmpty
      return isCalling ? waiting.removeFirst() : nil
    }
  }

  private func say(_ lines: [String]) {
    monitor.inside {
      words += lines
      isCalling = false
      monitor.ring()
    }
  }
}
