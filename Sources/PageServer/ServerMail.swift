// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLinux
internal import Glibc
internal import Threads

/// What other threads leave for the server's, and the pipe that wakes it.
final class ServerMail: @unchecked Sendable {
  /// The end that is polled; only the server's thread closes it.
  let bell: Int32
  // The monitor guards all of these.
  private let monitor = Monitor()
  private let clapper: Int32
  private var isRung = false
  private var replies: [Reply] = []
  private var state = State.open

  private enum State { case open, stopping, closed }

  struct Reply {
    let ticket: Ticket
    let what: What
  }

  enum What {
    case answer(PageAnswer)
    case stream(after: String?)
  }

  /// One request on one connection; neither number comes again.
  struct Ticket: Hashable, Sendable {
    let connection: Int
    let request: Int
  }

  init() throws(PageServerError) {
    var ends: [Int32] = [-1, -1]
    guard tagpress_pipe(&ends) == 0 else { throw .cannotListen(errno: errno) }
    (bell, clapper) = (ends[0], ends[1])
  }

  deinit { close() }

  func post(_ what: What, for ticket: Ticket) {
    monitor.inside {
      replies.append(Reply(ticket: ticket, what: what))
      ring()
    }
  }

  func wake() { monitor.inside { ring() } }

  func stop() {
    monitor.inside {
      if state == .open { state = .stopping }
      ring()
    }
  }

  /// Inside only.
  private func ring() {
    guard state != .closed else {
      replies = []
      return
    }
    // One byte is enough however many ring, so the pipe never gets full.
    guard !isRung else { return }
    isRung = true
    var byte: UInt8 = 0
    while write(clapper, &byte, 1) < 0 && errno == EINTR {}
  }

  /// What came since the last call, and whether that was all.
  func take() -> (replies: [Reply], isStopping: Bool) {
    monitor.inside {
      if isRung {
        var byte: UInt8 = 0
        while read(bell, &byte, 1) < 0 && errno == EINTR {}
        isRung = false
      }
      defer { replies = [] }
      return (replies, state != .open)
    }
  }

  /// After this nothing reaches anyone.
  func close() {
    monitor.inside {
      guard state != .closed else { return }
      state = .closed
      replies = []
      Glibc.close(bell)
      Glibc.close(clapper)
      monitor.ring()
    }
  }

  func waitUntilClosed() {
    monitor.inside {
      while state != .closed { monitor.waitInside(milliseconds: 1000) }
    }
  }
}
