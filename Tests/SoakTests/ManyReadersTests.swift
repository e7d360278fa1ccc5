// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import LibNFCReader
import TagReading
import TestSupport
import Testing
import VirtualReader

/// Many readers in one process, each on a thread of its own, with as many tags as a campaign has.
///
/// It runs in a process of its own, because other tests open files and use memory at the same time.
@Suite struct ManyReadersTests {
  @Test func eightReadersStayWholeAndSmall() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      for line in try soak() { print("soak: \(line)") }
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(
      output.split(separator: "\n").filter { $0.hasPrefix("soak: ") } == [
        "soak: \(8 * tagsEach) tags done"
      ])
  }
}

/// `make test-all` asks for a thousand; otherwise it is to take seconds.
private var tagsEach: Int { environmentVariable("TAGPRESS_SOAK").flatMap { Int($0) } ?? 50 }

/// Lets the crew work, and says what was done and everything that is wrong afterwards.
private func soak() throws -> [String] {
  let filesBefore = try openFiles()
  let crew = Crew(readers: 8, tags: tagsEach)
  let used = try crew.work()
  var report = crew.failures
  let filesLeft = try openFiles() - filesBefore
  if filesLeft > 0 { report.append("\(filesLeft) files were left open") }
  let growth = used.atEnd - used.early
  // Sanitizers keep what was freed, to catch its use.
  if growth > Crew.growthMax, !isSanitized { report.append("memory grew by \(growth) bytes") }
  return report + ["\(crew.tagsDone) tags done"]
}

/// The names in /proc/self/fd; the one that lists them is among them each time.
private func openFiles() throws -> Int {
  let directory = try #require(opendir("/proc/self/fd"))
  defer { closedir(directory) }
  var count = 0
  while readdir(directory) != nil { count += 1 }
  return count
}

/// Whether this build is one for the address or the thread sanitizer.
private var isSanitized: Bool {
  let program = dlopen(nil, RTLD_NOW)
  return dlsym(program, "__asan_init") != nil || dlsym(program, "__tsan_init") != nil
}
