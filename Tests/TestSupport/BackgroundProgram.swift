// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc

/// A program that runs beside the test; it is killed when the test lets go of it.
package final class BackgroundProgram {
  private let child: Child
  private var isRunning = true

  package init(
    _ program: String, _ arguments: [String], directory: String? = nil
  ) throws(ProcessError) {
    child = try spawn(program, arguments, environment: nil, directory: directory)
  }

  deinit {
    guard isRunning else { return }
    kill(-child.process, SIGKILL)
    var status: Int32 = 0
    while waitpid(child.process, &status, 0) < 0 && errno == EINTR {}
    for end in [child.stdin, child.stdout, child.stderr] { end.close() }
  }

  /// The next line of its output, or nil when it ended, or said nothing in time.
  package func nextLine(timeLimit: Duration = .seconds(60)) -> String? {
    let deadline = ContinuousClock.now + timeLimit
    var line: [UInt8] = []
    while ContinuousClock.now < deadline {
      var waiting = pollfd(fd: child.stdout.number, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 100) > 0 else { continue }
      var byte: UInt8 = 0
      guard read(child.stdout.number, &byte, 1) == 1 else { return nil }
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return nil
  }

  /// Waits for its end and gives what it had not said before.
  package func finish(timeLimit: Duration = .seconds(60)) throws(ProcessError) -> ProcessResult {
    isRunning = false
    return try result(of: child, input: [], by: .now + timeLimit)
  }
}
