// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
internal import TagReading

/// The process in which a reader's driver runs, as the program sees it.
///
/// The caller gets the answer in time, or learns how the process ended.
final class DriverProcess {
  /// How it ended; nil while it runs.
  private(set) var end: DriverEnd?
  private let process: pid_t
  private let socket: MessageSocket

  /// What a process may take that has lost its channel already.
  private static let dyingMilliseconds = 1000

  /// The program must be one that calls `hostReader` first of all.
  init(_ program: String) throws(DriverNotStarted) {
    // Programs that another thread starts just now must not get it.
    let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw DriverNotStarted(code: errno) }
    defer { close(ends[1]) }
    do {
      process = try startDriver(program, socket: ends[1])
    } catch {
      close(ends[0])
      throw error
    }
    socket = MessageSocket(descriptor: ends[0])
  }

  deinit {
    giveUp(.unknown)
    close(socket.descriptor)
  }

  func ask(_ request: ReaderRequest, within limit: Duration) throws(DriverEnd) -> ReaderReply {
    if let end { throw end }
    let deadline = ContinuousClock.now + limit
    guard socket.send(request.bytes) else { throw collect() }
    guard let answer = socket.receive(until: deadline) else {
      throw giveUp(.stuck(seconds: Int(limit / .seconds(1))))
    }
    guard !answer.isEmpty else { throw collect() }
    guard let reply = ReaderReply(bytes: answer) else { throw giveUp(.nonsense) }
    return reply
  }

  /// Has the reader given back, and waits for the end.
  func giveBack(within limit: Duration) {
    // It answers nothing to this; what comes is the end of the channel.
    guard end == nil, socket.send(ReaderRequest.close.bytes) else { return }
    if socket.receive(until: .now + limit) != nil { collect() }
  }

  /// Ends the process, if it runs, and says why.
  @discardableResult
  func giveUp(_ reason: DriverEnd) -> DriverEnd {
    if let end { return end }
    kill(process, SIGKILL)
    _ = status(options: 0)
    end = reason
    return reason
  }

  /// Finds out how a process ended that has closed its channel.
  @discardableResult
  private func collect() -> DriverEnd {
    for _ in 0..<Self.dyingMilliseconds {
      if let ending = status(options: WNOHANG) {
        end = ending
        return ending
      }
      usleep(1000)
    }
    return giveUp(.unknown)
  }

  /// How the process ended; nil while it runs.
  private func status(options: Int32) -> DriverEnd? {
    var status: Int32 = 0
    while true {
      let found = waitpid(process, &status, options)
      if found == process { break }
      if found == 0 { return nil }
      // A program that was started so that no one waits for its children is told nothing.
      if errno != EINTR { return .unknown }
    }
    // The low seven bits are the signal, zero for none.
    let signal = status & 0x7F
    return signal == 0 ? .code(status >> 8 & 0xFF) : .signal(signal)
  }
}
