// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Threads

/// What is told to all pages, by any thread; one server at a time passes it on.
package final class EventFeed: Sendable {
  private struct State {
    var ring: EventRing
    var listener: ServerMail?
  }

  private let state: Guarded<State>

  package init(_ ring: EventRing = EventRing(countMax: 10_000, byteMax: 4 << 20)) {
    state = Guarded(State(ring: ring))
  }

  package func tell(_ name: String, _ data: String) {
    let listener = state.withLock { state in
      state.ring.append(name, data)
      return state.listener
    }
    listener?.wake()
  }

  /// Comes with what a page loads, so that it then asks for what came after that.
  ///
  /// Ask for it first: an event that comes meanwhile is then told twice, and not never.
  package var lastID: String { state.withLock { $0.ring.lastID } }

  func place(after id: String?) -> Int? { state.withLock { $0.ring.place(after: id) } }

  func events(after place: Int?, upTo byteMax: Int) -> (bytes: [UInt8], place: Int) {
    state.withLock { $0.ring.events(after: place, upTo: byteMax) }
  }

  func wakes(_ mail: ServerMail) { state.withLock { $0.listener = mail } }

  /// Another server may have taken its place meanwhile.
  func wakesNoLonger(_ mail: ServerMail) {
    state.withLock { if $0.listener === mail { $0.listener = nil } }
  }
}
