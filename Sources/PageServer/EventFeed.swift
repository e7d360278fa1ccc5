// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Threads

/// What is told to all pages, by any thread; one server at a time passes it on.
package final class EventFeed: @unchecked Sendable {
  // The monitor guards both.
  private let monitor = Monitor()
  private var ring: EventRing
  private var listener: ServerMail?

  package init(_ ring: EventRing = EventRing(countMax: 10_000, byteMax: 4 << 20)) {
    self.ring = ring
  }

  package func tell(_ name: String, _ data: String) {
    let listener = monitor.inside {
      ring.append(name, data)
      return self.listener
    }
    listener?.wake()
  }

  /// Comes with what a page loads, so that it then asks for what came after that.
  ///
  /// Ask for it first: an event that comes meanwhile is then told twice, and not never.
  package var lastID: String { monitor.inside { ring.lastID } }

  func place(after id: String?) -> Int? { monitor.inside { ring.place(after: id) } }

  func events(after place: Int?, upTo byteMax: Int) -> (bytes: [UInt8], place: Int) {
    monitor.inside { ring.events(after: place, upTo: byteMax) }
  }

  func wakes(_ mail: ServerMail) { monitor.inside { listener = mail } }

  /// Another server may have taken its place meanwhile.
  func wakesNoLonger(_ mail: ServerMail) {
    monitor.inside { if listener === mail { listener = nil } }
  }
}
