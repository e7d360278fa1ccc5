// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Threads

/// What the readers' threads tell the thread that runs the batch.
final class EventQueue: Sendable {
  private struct State {
    var events: [BatchEvent] = []
    var senders = 0
  }

  private let state = Guarded(State())

  /// Counts a thread that will send events.
  func addSender() {
    state.withLock { $0.senders += 1 }
  }

  func removeSender() {
    state.withLock { $0.senders -= 1 }
    state.signal()
  }

  func send(_ event: BatchEvent) {
    state.withLock { $0.events.append(event) }
    // Signalled while the lock is held, a thread would wake only to wait for it.
    state.signal()
  }

  /// The events since the last call, after waiting a while for some; nil when no sender is left.
  func next(milliseconds: Int) -> [BatchEvent]? {
    state.withLock(
      afterAtMost: milliseconds, while: { $0.events.isEmpty && $0.senders > 0 },
      then: { state in
        guard !state.events.isEmpty || state.senders > 0 else { return nil }
        defer { state.events = [] }
        return state.events
      })
  }
}
