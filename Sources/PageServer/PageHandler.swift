// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Whoever knows what to answer.
///
/// The server asks on its own thread, so each call has to return at once; what takes longer goes on
/// elsewhere and answers later.
package protocol PageHandler: Sendable {
  /// How many bytes the body of a request for this path may have.
  func bodyMax(at path: String) -> Int

  /// Answers a request from one that may ask, now or later, from any thread.
  func answer(_ request: PageRequest, _ reply: PageReply)
}

/// A request with its whole body.
package struct PageRequest: Hashable, Sendable {
  package let head: RequestHead
  package let body: [UInt8]
  /// The port of the server that was asked.
  package let port: UInt16
  /// Lets the system say whose program asks.
  package let peerPort: UInt16
  /// The connection on which it came; no two have one number.
  package let connection: Int
}

/// Where the answer to one request goes; only the first counts.
///
/// If it is let go without an answer, the page is told that something failed.
package final class PageReply: Sendable {
  private let mail: ServerMail
  private let ticket: ServerMail.Ticket
  private let lastEventID: String?

  init(_ mail: ServerMail, _ ticket: ServerMail.Ticket, lastEventID: String?) {
    self.mail = mail
    self.ticket = ticket
    self.lastEventID = lastEventID
  }

  deinit { answer(PageAnswer(.failed)) }

  package func answer(_ answer: PageAnswer) { mail.post(.answer(answer), for: ticket) }

  /// Answers with the events from the one on that the page has had last.
  package func stream() { mail.post(.stream(after: lastEventID), for: ticket) }
}

/// How much of everything there may be.
package struct PageLimits: Sendable {
  package var connections = 64
  /// The bytes of requests that are not whole, of all connections.
  package var bodies = 160 << 20
  /// From the first byte of a head to its last, and from a new connection to its first head.
  package var head = Duration.seconds(10)
  package var body = Duration.seconds(30)
  /// Between two requests on a connection.
  package var idle = Duration.seconds(60)
  /// How long the other side may take nothing of what is sent to it.
  package var stalled = Duration.seconds(30)
  /// How often a stream says something, if only that it is there.
  package var comment = Duration.seconds(15)
  /// How long is thrown away what comes after a last answer.
  package var lingering = Duration.seconds(1)

  package init() {}
}
