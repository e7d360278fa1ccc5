// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Threads

/// A server for pages in the browsers of this machine: HTTP/1.1 as browsers speak it, on 127.0.0.1.
///
/// It keeps its handler until it is stopped or let go; a handler that keeps the server has to stop it.
package final class PageServer: Sendable {
  /// Where it listens: the port that was asked for, or the one that the system chose.
  package let port: UInt16
  /// The other ports that were asked for and were free.
  package let otherPorts: [UInt16]
  private let mail: ServerMail
  private let thread: StartedThread

  /// Begins to serve; without a port, the system chooses one that is free.
  ///
  /// The other ports are served as well if they are free.
  package init(
    port wanted: UInt16? = nil, others: [UInt16] = [], keys: any PageKeys, feed: EventFeed,
    handler: any PageHandler, limits: PageLimits = PageLimits()
  ) throws(PageServerError) {
    let mail = try ServerMail()
    // First, so that the system chooses none of them.
    let otherListeners = others.filter { $0 != wanted }.compactMap {
      try? LoopbackListener(port: $0)
    }
    let listener: LoopbackListener
    do throws(PageServerError) {
      listener = try LoopbackListener(port: wanted)
    } catch {
      for listener in otherListeners { listener.close() }
      throw error
    }
    let listeners = [listener] + otherListeners
    let rules = ServerRules(
      access: PageAccess(keys: keys), limits: limits, handler: handler, feed: feed, mail: mail)
    guard let thread = startThread({ PollLoop(listeners, rules).run() }) else {
      for listener in listeners { listener.close() }
      throw .noThread
    }
    port = listener.port
    otherPorts = otherListeners.map(\.port)
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
