// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Threads

/// A server for pages in the browsers of this machine: HTTP/1.1 as browsers speak it, on 127.0.0.1.
///
/// It keeps its handler until it is stopped or let go; a handler that keeps the server has to stop it.
package final class PageServer: Sendable {
  /// Where it listens: the port that was asked for, or the one that the system chose.
  package let port: UInt16
  private let mail: ServerMail
  private let thread: StartedThread

  /// Begins to serve; without a port, the system chooses one that is free.
  package init(
    port wanted: UInt16? = nil, keys: any PageKeys, feed: EventFeed, handler: any PageHandler,
    limits: PageLimits = PageLimits()
  ) throws(PageServerError) {
    let mail = try ServerMail()
    let listener = try LoopbackListener(port: wanted)
    let rules = ServerRules(
      access: PageAccess(port: listener.port, keys: keys), limits: limits, handler: handler,
      feed: feed, mail: mail)
    guard let thread = startThread({ PollLoop(listener, rules).run() }) else {
      listener.close()
      throw .noThread
    }
    port = listener.port
    self.thread = thread
    self.mail = mail
  }

  deinit {
    stop()
    thread.join()
  }

  /// Asks it to close everything; any thread may, a handler's too.
  ///
  /// What has been answered by then is still sent, as far as that needs no waiting.
  package func stop() { mail.stop() }

  /// Waits until everything is closed; not on the server's thread, which would wait for itself.
  package func waitForEnd() { mail.waitUntilClosed() }
}
