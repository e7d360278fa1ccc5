// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport

/// Readers that work at the same time, and the memory of the process while they do.
final class Crew {
  /// What the readers may add after a fifth of the work: their transcripts are still filling then,
  /// 8,192 lines of some hundred bytes each at most.
  static let growthMax = 8 << 20

  private let workers: [Worker]
  /// The workers and the one who looks at the memory wait for each other at two points.
  private let meeting = UnsafeMutablePointer<pthread_barrier_t>.allocate(capacity: 1)

  init(readers: Int, tags: Int) {
    pthread_barrier_init(meeting, nil, UInt32(readers + 1))
    workers = (0..<readers).map { [meeting] in Worker(number: $0, tags: tags, meeting: meeting) }
  }

  deinit {
    pthread_barrier_destroy(meeting)
    meeting.deallocate()
  }

  var failures: [String] { workers.compactMap(\.failure) }
  var tagsDone: Int { workers.map(\.tagsDone).reduce(0, +) }

  /// Does all the work; returns the resident bytes after a fifth of it and at its end.
  func work() throws -> (early: Int, atEnd: Int) {
    let threads = workers.map { $0.start() }
    defer { for thread in threads { pthread_join(thread, nil) } }
    pthread_barrier_wait(meeting)
    let early = try residentBytes()
    // One more meeting point, so that no one continues while the memory is read.
    pthread_barrier_wait(meeting)
    pthread_barrier_wait(meeting)
    let atEnd = try residentBytes()
    pthread_barrier_wait(meeting)
    return (early, atEnd)
  }
}

/// The memory of this process that is in use, as the kernel counts it.
private func residentBytes() throws -> Int {
  let fields = String(decoding: try contents(of: "/proc/self/statm"), as: UTF8.self)
    .split(separator: " ")
  return (Int(fields[1]) ?? 0) * Int(getpagesize())
}
