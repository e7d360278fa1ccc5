// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Provisioning
import TagReading
import Testing
import VirtualReader
import Voices

@testable import tagpress

/// Readers of a run that cannot be opened at all.
struct AbsentReaderTests {
  private static let absent = BatchReader(name: "absent") { () throws(ReaderOpeningError) in
    throw .noSuchPort("/dev/ttyUSB7")
  }

  @Test func withoutAnyReaderTheRunEnds() throws {
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    let end = try Self.run(box, [Self.absent, Self.absent])
    #expect(box.log == ["refused no-such-port", "refused no-such-port"])
    #expect(end.cause == .noReader && end.counts == BatchCounts(rows: 2))
  }

  @Test func theOtherReaderContinuesWithoutOneThatIsNotThere() throws {
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    let end = try Self.run(box, [try #require(box.readers.first), Self.absent])
    #expect(box.log.filter { $0 != "refused no-such-port" } == ["n1 OK ", "n2 OK "])
    #expect(box.log.count == 3 && end.cause == .noRowLeft)
  }

  private static func run(_ box: TagBox, _ readers: [BatchReader]) throws -> BatchEnd {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><rows count="2" id="n{number}"/>"#)
    var run = BatchRun(BatchJob(bench.job, cures: Voice("write").cures), ledger: try bench.ledger())
    run.pace = .machine
    return try run.run(on: readers, unless: box.stop, telling: box)
  }
}
