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
struct ManyReadersTests {
  @Test func eightReadersStayWholeAndSmall() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      for line in try soak() { print("soak: \(line)") }
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    let told = output.split(separator: "\n").filter { $0.hasPrefix("soak: ") }.map(String.init)
    let due = ["soak: \(8 * tagsEach) tags done"]
    #expect(told == due)
  }
}

/// `make proof` asks for a thousand; otherwise it is to take seconds.
private var tagsEach: Int { environmentVariable("TAGPRESS_SOAK").flatMap { Int($0) } ?? 50 }

/// Lets the crew work, and says what was done and everything that is wrong afterwards.
private func soak() throws -> [String] {
  let filesBefore = try openFiles()
  let crew = Crew(readers: 8, tags: tagsEach)
  let used = try crew.work()
  var report = crew.failures
  for (number, target) in try openFiles() where filesBefore[number] == nil {
    // The testing library's own timers come and go as they like.
    if target.hasPrefix("anon_inode:") { continue }
    report.append("file \(number) was left open: \(target)")
  }
  let growth = used.atEnd - used.early
  // Sanitizers keep what was freed, to catch its use.
  if growth > Crew.growthMax, !isSanitized { report.append("memory grew by \(growth) bytes") }
  return report + ["\(crew.tagsDone) tags done"]
}

/// What this process has open, by number; the look itself is not among it.
private func openFiles() throws -> [String: String] {
  let directory = try #require(opendir("/proc/self/fd"))
  defer { closedir(directory) }
  var files: [String: String] = [:]
  while let entry = readdir(directory) {
    let number = withUnsafeBytes(of: entry.pointee.d_name) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    guard let descriptor = Int32(number), descriptor != dirfd(directory) else { continue }
    var target = [CChar](repeating: 0, count: 256)
    _ = readlink("/proc/self/fd/\(number)", &target, target.count - 1)
    files[number] = String(
      decoding: target.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
  return files
}
