// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@Suite("Running a program")
struct ProcessTests {
  @Test("both outputs and the exit code come back")
  func outputs() throws {
    let result = try run("sh", ["-c", "echo out; echo err >&2; exit 3"])
    #expect(
      result
        == ProcessResult(exit: .code(3), stdout: Array("out\n".utf8), stderr: Array("err\n".utf8)))
  }

  @Test("more input and output than a pipe holds does not lock up")
  func largeExchange() throws {
    var random = Splitmix64(seed: 1)
    let input = random.bytes(1_000_000)
    let result = try run("cat", [], input: input)
    #expect(result == ProcessResult(exit: .code(0), stdout: input, stderr: []))
  }

  @Test("a program may leave its input unread")
  func unreadInput() throws {
    let result = try run("true", [], input: [UInt8](repeating: 0, count: 1_000_000))
    #expect(result == ProcessResult(exit: .code(0), stdout: [], stderr: []))
  }

  @Test("arguments, environment and directory arrive as given")
  func surroundings() throws {
    let directory = try TemporaryDirectory()
    let result = try run(
      "/bin/sh", ["-c", "printf '%s|' \"$@\"; echo \"$COLOUR\"; pwd", "sh", "", "a b", "$x"],
      environment: ["COLOUR": "red"], directory: directory.path)
    #expect(result.output == "|a b|$x|red\n\(directory.path)\n")
  }

  @Test("a closed pipe kills a program as in a shell")
  func closedPipe() throws {
    #expect(try run("sh", ["-c", "kill -PIPE $$"]).exit == .signal(13))
  }

  @Test("a program that takes too long is killed with its children")
  func timeLimit() throws {
    let program = try BackgroundProgram(
      "sh", ["-c", "printf 'before\\nkept\\n'; sleep 600 & wait"])
    // Both lines come at once, so with the first one the second is there, too.
    #expect(program.nextLine() == "before")
    let expected = ProcessError.tookTooLong(
      ProcessResult(exit: .signal(9), stdout: Array("kept\n".utf8), stderr: []))
    #expect(throws: expected) { try program.finish(timeLimit: .seconds(1)) }
    #expect(throws: ProcessError.self) {
      try run("sh", ["-c", "exec >&- 2>&-; sleep 600"], timeLimit: .milliseconds(200))
    }
  }

  @Test("a program that does not exist is an error")
  func missingProgram() {
    #expect(throws: ProcessError.noSuchProgram("/nowhere/tool", errno: 2)) {
      try run("/nowhere/tool", [])
    }
  }

  @Test("programs started at the same time do not hold each other's pipes")
  func concurrently() async {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<40 {
        group.addTask {
          (try? run("sh", ["-c", "cat; sleep 0.0\(number % 10)"], input: [1, 2]))?.stdout == [1, 2]
        }
      }
      for await same in group { #expect(same) }
    }
  }
}
