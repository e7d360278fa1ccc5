// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Files
import Glibc
import TestSupport
import Testing

@testable import ChildPrograms

/// Programs that leave their group or their session, and what they take along.
struct RunawayProgramTests {
  private let folder: TemporaryDirectory

  init() throws {
    // As the program itself does; whether another test did before is chance.
    signal(SIGPIPE, SIG_IGN)
    folder = try TemporaryDirectory()
  }

  /// What keeps running after the program, and holds its pipes.
  static let runaways = [
    "setsid sleep NAP &",
    "(setsid sh -c 'sleep NAP & wait' &)",
    "setsid sh -c 'trap \"\" TERM HUP INT; while :; do sleep NAP; done' &",
    "set -m; sleep NAP &",
    // A daemon as the books have it: fork, setsid, fork.
    "perl -e 'use POSIX; exit if fork; setsid; exit if fork; sleep NAP'",
    "env -i /usr/bin/setsid /bin/sleep NAP &",
  ]

  @Test(arguments: runaways)
  func whatHoldsAPipeEndsWithTheLimit(_ lines: String) throws {
    let command = try script("\(lines.replacing("NAP", with: nap))\nexit 0", in: folder)
    #expect(throws: ChildProgramError.tooSlow("/bin/sh", seconds: 1)) {
      try ChildProgram(command).finish(with: [], within: 1)
    }
    #expect(throws: ChildProgramError.tooSlow("/bin/sh", seconds: 1)) {
      _ = try ChildProgram(command).answer(to: Array("?\n".utf8), within: 1)
    }
    #expect(survivors == [])
  }

  /// The program itself in our group: a program that ends its own group would wait for it forever.
  @Test(arguments: ["", "close STDOUT; "])
  func aProgramThatJoinsAnotherGroupEndsToo(_ begin: String) throws {
    try folder.write("setpgrp(0, getpgrp(getppid)); \(begin)sleep \(nap);", to: "runaway.pl")
    #expect(throws: ChildProgramError.self) {
      try ChildProgram("perl \(folder.path)/runaway.pl").finish(with: [], within: 2)
    }
    #expect(survivors == [])
  }

  /// A service that a program starts, and that releases the pipes, is not ours to end.
  @Test func aServiceStaysWhenTheProgramIsDone() throws {
    let command = try script(
      "setsid sleep \(nap) </dev/null >/dev/null 2>&1 &\necho $! >\(folder.path)/pid", in: folder)
    try ChildProgram(command).finish(with: [], within: 60)
    let text = String(decoding: try folder.read("pid"), as: UTF8.self)
    let service = try #require(Int32(text.filter(\.isNumber)))
    #expect(kill(service, SIGKILL) == 0)
  }

  @Test func oneProgramsEndIsNotAnothers() throws {
    let answering = try ChildProgram(
      try script("while read -r question; do echo $question; done", in: folder))
    #expect(try answering.answer(to: Array("1\n".utf8), within: 60) == Array("1".utf8))
    let other = try TemporaryDirectory()
    #expect(throws: ChildProgramError.tooSlow("/bin/sh", seconds: 1)) {
      try ChildProgram(try script("setsid sleep \(nap)", in: other)).finish(with: [], within: 1)
    }
    #expect(try answering.answer(to: Array("2\n".utf8), within: 60) == Array("2".utf8))
  }

  @Test func aProgramHasNoOtherFileOfOurs() throws {
    // What a library opens without a word about programs, such as a pipe with both ends.
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let program = try ChildProgram(
      try script("read question; echo $(ls -l /proc/self/fd | cut -d'>' -f2)", in: folder))
    let answer = String(decoding: try program.answer(to: [0x0A], within: 60), as: UTF8.self)
    // The three pipes, and the folder that is listed.
    let files = answer.split(separator: " ").filter { $0.hasPrefix("pipe:") || $0.hasPrefix("/") }
    #expect(files.count == 4 && files.filter { $0.hasPrefix("pipe:") }.count == 3, "\(answer)")
  }

  @Test func aProgramThatClosesItsStdinMayAnswerAllTheSame() throws {
    let program = try ChildProgram(
      try script("head -c 1 >/dev/null; exec 0<&-; echo done; sleep \(nap)", in: folder))
    let question = [UInt8](repeating: UInt8(ascii: "?"), count: 1 << 20) + [0x0A]
    #expect(try program.answer(to: question, within: 60) == Array("done".utf8))
  }

  @Test func howItEndedIsKnown() throws {
    for (lines, ending) in [
      ("exit 7", ChildProgramError.Ending.code(7)), ("kill -TERM $$", .signal(SIGTERM)),
      ("exec >&-; sleep \(nap)", .signal(SIGKILL)),
    ] {
      #expect(throws: ChildProgramError.ended("/bin/sh", ending)) {
        try ChildProgram(try script(lines, in: folder)).finish(with: [], within: 60)
      }
    }
    #expect(throws: ChildProgramError.cannotStart("/none", errno: ENOENT)) {
      _ = try ChildProgram("/none")
    }
    #expect(throws: ChildProgramError.cannotStart(folder.path, errno: EACCES)) {
      _ = try ChildProgram(folder.path)
    }
  }

  /// How long everything sleeps that this test starts, by which it is known.
  private var nap: String {
    var number: UInt64 = 0
    for byte in folder.path.utf8 { number = (number &* 31 &+ UInt64(byte)) % 900_000 }
    return String(number + 100_000)
  }

  /// What sleeps so long when all that was killed has had the time to go; the rest stays for a day.
  private var survivors: [String] {
    let end = ContinuousClock.now + .seconds(60)
    while !sleepers.isEmpty, ContinuousClock.now < end { usleep(10_000) }
    return sleepers
  }

  /// The command lines of what sleeps so long.
  private var sleepers: [String] {
    (folderNames("/proc") ?? []).filter { Int($0) != nil }.compactMap { number in
      guard let bytes = try? contents(of: "/proc/\(number)/cmdline") else { return nil }
      return String(decoding: bytes.map { $0 == 0 ? 0x20 : $0 }, as: UTF8.self)
    }.filter { $0.contains("sleep \(nap)") }
  }
}
