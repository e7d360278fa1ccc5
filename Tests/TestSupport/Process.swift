// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc

/// Why a program could not be run to its end.
package enum ProcessError: Error, Equatable {
  case noPipe(errno: Int32)
  case noSuchProgram(String, errno: Int32)
  /// The program was killed at its time limit; what it had said by then is kept for the test's report.
  case tookTooLong(ProcessResult)
}

/// How a program ended and everything it wrote.
package struct ProcessResult: Equatable, Sendable {
  package enum Exit: Equatable, Sendable {
    case code(Int32)
    case signal(Int32)
  }

  package var exit: Exit
  package var stdout: [UInt8]
  package var stderr: [UInt8]

  package init(exit: Exit, stdout: [UInt8], stderr: [UInt8]) {
    self.exit = exit
    self.stdout = stdout
    self.stderr = stderr
  }

  package var output: String { String(decoding: stdout, as: UTF8.self) }
  package var errorOutput: String { String(decoding: stderr, as: UTF8.self) }
}

/// Runs a program to its end, feeding it `input` and collecting both of its outputs.
///
/// All three pipes are served at once, so neither side can wait for the other forever. The program
/// leads its own process group: what it leaves running is killed when it ends, and all of it at the
/// time limit. A `nil` environment means this process's own; `program` is looked up in `PATH`
/// unless it has a slash. The limit is only for programs that would never end: a busy machine takes
/// long for the others, too.
package func run(
  _ program: String, _ arguments: [String], input: [UInt8] = [],
  environment: [String: String]? = nil, directory: String? = nil,
  timeLimit: Duration = .seconds(300)
) throws(ProcessError) -> ProcessResult {
  let child = try spawn(program, arguments, environment: environment, directory: directory)
  return try result(of: child, input: input, by: .now + timeLimit)
}

/// Serves a program until it ends, or ends it at the deadline.
func result(
  of child: Child, input: [UInt8], by deadline: ContinuousClock.Instant
) throws(ProcessError) -> ProcessResult {
  var exchange = Exchange(input: input, with: child)
  let exit = exchange.finish(by: deadline) ? exit(of: child.process, by: deadline) : nil
  // Also after a normal end: what the program left running would outlive the test.
  kill(-child.process, SIGKILL)
  let result = ProcessResult(
    exit: exit ?? .signal(SIGKILL), stdout: exchange.output, stderr: exchange.errorOutput)
  guard exit != nil else {
    var status: Int32 = 0
    while waitpid(child.process, &status, 0) < 0 && errno == EINTR {}
    throw .tookTooLong(result)
  }
  return result
}

/// Waits for the end of a program that closed its outputs; `nil` when the deadline came first.
private func exit(
  of process: pid_t, by deadline: ContinuousClock.Instant
) -> ProcessResult.Exit? {
  var status: Int32 = 0
  while waitpid(process, &status, WNOHANG) != process {
    guard ContinuousClock.now < deadline else { return nil }
    usleep(500)
  }
  // The macros WIFEXITED and WTERMSIG are not imported: the low seven bits are the signal, zero for none.
  let signal = status & 0x7F
  return signal == 0 ? .code((status >> 8) & 0xFF) : .signal(signal)
}
