// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import Provisioning
import TagReading
import Testing
import VirtualReader

/// Tags that come back to two readers at once.
@Suite struct VerifyRunTests {
  private let bench: BatchBench
  /// What the tags of the job hold when they are done.
  private let states: [[UInt8]]

  init() throws {
    bench = try BatchBench(
      "<link>https://go.example.com/s/{number}</link>" + #"<rows count="8" id="n{number}"/>"#)
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    #expect(try bench.run(box).counts.ok == 8)
    states = box.tags.values.compactMap { $1.state(of: $0) }
    try #require(states.count == 8)
  }

  private func verify(_ box: TagBox) throws -> (BatchEnd, Verification) {
    let job = BatchJob(bench.job)
    let verification = try Verification(job, associations: [], wantsSignature: false)
    var run = BatchRun(job, ledger: try bench.ledger())
    run.task = .verify(verification)
    run.pace = .machine
    return (try run.run(on: box.readers, unless: box.stop, telling: box), verification)
  }

  @Test func everyTagIsSeenOnceByOneOfThem() throws {
    // Whoever has no tag of the job left lays a stranger down.
    let box = try TagBox(readers: 2) { [states] number in
      states.indices.contains(number)
        ? try? VirtualType2Chip(state: states[number]) : chip(.ntag213, UInt16(900 + number))
    }
    let (end, verification) = try verify(box)
    #expect(end.cause == .noRowLeft && end.unfinished == 0)
    #expect(verification.counts.right == 8)
    #expect(Set(box.results.filter { $0.word == .ok }.map(\.uid)).count == 8)
    try bench.ledger().forEachRow { reported in
      #expect(verification.hasSeen(reported.row.key))
      return true
    }
  }

  @Test func aCopyIsFoundOnWhicheverReaderItLies() throws {
    // Every tag has a copy, which may lie on the other reader at the same time or later.
    let box = try TagBox(readers: 2) { [states] number in
      states.indices.contains(number / 2) ? try? VirtualType2Chip(state: states[number / 2]) : nil
    }
    let (_, verification) = try verify(box)
    #expect(verification.counts.right == 8)
    #expect(box.results.contains { $0.reason?.code == "seen-twice" })
  }
}
