// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Provisioning
internal import Threads

/// Runs programs of the user one after the other, on a thread of its own: neither the screen nor a
/// wish to stop has to wait for a slow one.
///
/// A console belongs to one thread, so what there is to say is kept until that one asks.
final class ProgramQueue: Sendable {
  /// A call of a program, which gives what is to be said of it.
  typealias Call = @Sendable () -> [String]

  private struct State {
    var waiting: [Call] = []
    var words: [String] = []
    var isCalling = false
    var isEnding = false
    var thread: StartedThread?

    var callCount: Int { waiting.count + (isCalling ? 1 : 0) }

    /// The call that waits longest.
    mutating func begin() -> Call? {
      isCalling = !waiting.isEmpty
      return isCalling ? waiting.removeFirst() : nil
    }
  }

  private let state = Guarded(State())

  /// Queues a call after those that wait, or in place of them.
  func add(inPlaceOfOthers: Bool = false, _ call: @escaping Call) {
    let hasThread = state.withLock { state in
      if inPlaceOfOthers { state.waiting = [] }
      state.waiting.append(call)
      if state.thread == nil { state.thread = startThread { self.work() } }
      return state.thread != nil
    }
    state.signal()
    // A system without another thread still runs the program, while everyone waits.
    if !hasThread, let call = state.withLock({ $0.begin() }) { say(call()) }
  }

  /// What came of the calls since this was asked last.
  func takeWords() -> [String] {
    state.withLock { state in
      defer { state.words = [] }
      return state.words
    }
  }

  /// Waits until every call is over, but not much longer than this; returns how many are not.
  func callsLeft(afterMilliseconds patience: Int) -> Int {
    state.withLock(afterAtMost: patience, while: { $0.callCount > 0 }, then: { $0.callCount })
  }

  /// Waits until every call is over.
  func finish() {
    let thread = state.withLock { state in
      state.isEnding = true
      return state.thread
    }
    state.signal()
    thread?.join()
    state.withLock { ($0.thread, $0.isEnding) = (nil, false) }
  }

  private func work() {
    while let call = next() { say(call()) }
  }

  /// The call that waits longest; nil when none will come.
  private func next() -> Call? {
    state.withLock(while: { $0.waiting.isEmpty && !$0.isEnding }, then: { $0.begin() })
  }

  private func say(_ lines: [String]) {
    state.withLock { state in
      state.words += lines
      state.isCalling = false
    }
    state.signal()
  }
}
