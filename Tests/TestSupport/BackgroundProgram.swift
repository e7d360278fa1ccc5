// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc

/// A program that runs alongside the test; it is killed when the test releases it.
package final class BackgroundProgram {
  private let child: Child
  private var isRunning = true
  /// The bytes of a line that has not ended yet.
  private var begun: [UInt8] = []

  package init(
    _ program: String, _ arguments: [String], environment: [String: String]? = nil,
    directory: String? = nil
  ) throws(ProcessError) {
    child = try spawn(program, arguments, environment: environment, directory: directory)
  }

  deinit {
    guard isRunning else { return }
    kill(-child.process, SIGKILL)
    var status: Int32 = 0
    while waitpid(child.process, &status, 0) < 0 && errno == EINTR {}
    for end in [child.stdin, child.stdout, child.stderr] { end.close() }
  }

  /// What a program has said when someone listened to it for a while.
  package enum Heard: Equatable {
    case line(String)
    case nothing
    /// It closed its output.
    case end
  }

  /// The ends of its pipes, for who talks to it otherwise than by lines, while he holds it.
  package var pipes: (input: Int32, output: Int32) { (child.stdin.number, child.stdout.number) }

  /// The group of the program and of all that it starts.
  package var group: Int32 { child.process }

  /// Sends a signal to the program and to what it started, unless its end was waited for.
  package func send(_ signal: Int32) {
    if isRunning { kill(-child.process, signal) }
  }

  /// Listens until there is a line, or for so long.
  package func listen(for time: Duration) -> Heard {
    let deadline = ContinuousClock.now + time
    while true {
      let left = max(.zero, deadline - .now) / .milliseconds(1)
      var waiting = pollfd(fd: child.stdout.number, events: Int16(POLLIN), revents: 0)
      // A part of a millisecond is a whole one, so that no one asks without a pause.
      guard poll(&waiting, 1, Int32(clamping: Int(left.rounded(.up)))) > 0 else {
        if ContinuousClock.now < deadline { continue }
        return .nothing
      }
      var byte: UInt8 = 0
      guard read(child.stdout.number, &byte, 1) == 1 else { return .end }
      guard byte == UInt8(ascii: "\n") else {
        begun.append(byte)
        continue
      }
      defer { begun.removeAll(keepingCapacity: true) }
      return .line(String(decoding: begun, as: UTF8.self))
    }
  }

  /// The next line of its output, or nil when it ended, or said nothing in time.
  package func nextLine(timeLimit: Duration = .seconds(300)) -> String? {
    if case .line(let line) = listen(for: timeLimit) { line } else { nil }
  }

  /// Waits for its end and gives what it had not said before.
  package func finish(timeLimit: Duration = .seconds(300)) throws(ProcessError) -> ProcessResult {
    isRunning = false
    var result = try result(of: child, input: [], by: .now + timeLimit)
    result.stdout = begun + result.stdout
    return result
  }
}
