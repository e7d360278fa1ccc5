// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLinux
internal import Glibc
internal import Threads

/// What other threads leave for the server's, and the pipe that wakes it.
final class ServerMail: Sendable {
  /// The end that is polled; only the server's thread closes it.
  let bell: Int32
  private let clapper: Int32
  private let state = Guarded(State())

  private struct State {
    var isRung = false
    var replies: [Reply] = []
    var phase = Phase.open
  }

  private enum Phase { case open, stopping, closed }

  struct Reply: Sendable {
    let ticket: Ticket
    let what: What
  }

  enum What: Sendable {
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
    ring { $0.replies.append(Reply(ticket: ticket, what: what)) }
  }

  func wake() { ring { _ in } }

  func stop() {
    ring { if $0.phase == .open { $0.phase = .stopping } }
  }

  /// Changes something and wakes the server's thread.
  private func ring(_ change: @Sendable (inout State) -> Void) {
    state.withLock { state in
      change(&state)
      guard state.phase != .closed else {
        state.replies = []
        return
      }
      // One byte is enough however many ring, so the pipe never gets full.
      guard !state.isRung else { return }
      state.isRung = true
      var byte: UInt8 = 0
      while write(clapper, &byte, 1) < 0 && errno == EINTR {}
    }
  }

  /// What came since the last call, and whether that was all.
  func takeReplies() -> (replies: [Reply], isStopping: Bool) {
    state.withLock { state in
      if state.isRung {
        var byte: UInt8 = 0
        while read(bell, &byte, 1) < 0 && errno == EINTR {}
        state.isRung = false
      }
      defer { state.replies = [] }
      return (state.replies, state.phase != .open)
    }
  }

  /// After this nothing reaches anyone.
  func close() {
    state.withLock { state in
      guard state.phase != .closed else { return }
      state.phase = .closed
      state.replies = []
      Glibc.close(bell)
      Glibc.close(clapper)
    }
    state.signal()
  }

  func waitUntilClosed() {
    state.withLock(while: { $0.phase != .closed }, then: { _ in })
  }
}
