// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

@testable import ChildPrograms

struct ChildProgramTests {
  @Test func aProgramThatClosesItsStderrIsWaitedForAtRest() throws {
    let folder = try TemporaryDirectory()
    let program = try ChildProgram(
      script("exec 2>&-; read question; sleep 1; echo done; read question", in: folder))
    let before = usedTime()
    #expect(try program.answer(to: Array("?\n".utf8), within: 60) == Array("done".utf8))
    // A program that asks again and again uses the whole second, or all of it that the machine has
    // to give; at rest it uses less than a thousandth, and a busy machine does not make that more.
    #expect(usedTime() - before < .milliseconds(200))
  }

  @Test func aProgramThatGetsNothingIsToldSoAtOnce() throws {
    // It reads to the end of its input.
    try ChildProgram("cat").finish(with: [], within: 60)
  }

  @Test func aProgramThatOnlyComplainsIsEndedToo() throws {
    let folder = try TemporaryDirectory()
    let program = try ChildProgram(
      script("head -c 2000000 /dev/zero >&2; exec sleep 600", in: folder))
    let name = "/bin/sh"
    #expect(throws: ChildProgramError.tooMuch(name, limit: ChildProgram.outputMax)) {
      try program.finish(with: [], within: 300)
    }
  }

  /// How long this thread has kept a processor busy.
  private func usedTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
