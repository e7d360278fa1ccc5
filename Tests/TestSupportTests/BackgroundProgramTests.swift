// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

@Suite("A program beside the test")
struct BackgroundProgramTests {
  @Test("its lines come one by one, and its end with the rest")
  func lines() throws {
    let program = try BackgroundProgram("sh", ["-c", "echo one; echo two; echo three; exit 4"])
    #expect(program.nextLine() == "one")
    #expect(program.nextLine() == "two")
    #expect(
      try program.finish()
        == ProcessResult(exit: .code(4), stdout: Array("three\n".utf8), stderr: []))
  }

  @Test("silence and the end are no line")
  func noLine() throws {
    let silent = try BackgroundProgram("sleep", ["60"])
    #expect(silent.nextLine(timeLimit: .milliseconds(10)) == nil)
    #expect(try BackgroundProgram("true", []).nextLine() == nil)
  }

  @Test("letting go kills it and what it started")
  func letGo() throws {
    var program: BackgroundProgram? = try BackgroundProgram(
      "sh", ["-c", "sleep 600 & echo $!; wait"])
    let text = try #require(program?.nextLine())
    let grandchild = try #require(pid_t(text))
    #expect(kill(grandchild, 0) == 0)
    program = nil
    // An orphan is gone once the init process has waited for it.
    let deadline = ContinuousClock.now + .seconds(60)
    while isAlive(grandchild), ContinuousClock.now < deadline { usleep(1000) }
    #expect(!isAlive(grandchild))
  }

  /// A zombie, which only its new parent can bury, is dead.
  private func isAlive(_ process: pid_t) -> Bool {
    guard let status = try? contents(of: "/proc/\(process)/stat") else { return false }
    return !String(decoding: status, as: UTF8.self).contains(") Z ")
  }
}
