// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Threads

/// What the readers' threads tell the thread that runs the batch.
final class EventQueue: @unchecked Sendable {
  private let monitor = Monitor()
  private var events: [BatchEvent] = []
  private var senders = 0

  /// Counts a thread that will send events.
  func addSender() {
    monitor.inside { senders += 1 }
  }

  func removeSender() {
    monitor.inside { senders -= 1 }
    monitor.ring()
  }

  func send(_ event: BatchEvent) {
    monitor.inside { events.append(event) }
    // A thread that is woken inside would only wait again, for the lock.
    monitor.ring()
  }

  /// What came since the last call, after waiting for it a while; nil when no one is left to send.
  func next(milliseconds: Int) -> [BatchEvent]? {
    monitor.inside {
      if events.isEmpty, senders > 0 { monitor.waitInside(milliseconds: milliseconds) }
      guard !events.isEmpty || senders > 0 else { return nil }
      defer { events.removeAll() }
      return events
    }
  }
}
