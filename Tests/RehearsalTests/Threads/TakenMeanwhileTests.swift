// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import Provisioning
import TagReading
import TestSupport
import Testing
import VirtualReader

@testable import tagpress

/// Another process uses the ledger while a tag is looked at, before the row is claimed for it.
struct TakenMeanwhileTests {
  /// A chip is asked for its version before a row is claimed for it.
  private static let getVersion: UInt8 = 0x60

  private func run(
    _ rows: Int, _ box: TagBox, _ disturb: @escaping @Sendable (Ledger) throws -> Void
  ) throws -> (BatchEnd, BatchBench) {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><rows count="\#(rows)" id="n{number}"/>"#)
    let path = bench.ledgerPath
    let readers = box.readers.map { reader in
      BatchReader(name: reader.name) { () throws(ReaderOpeningError) in
        DisturbedReader(try reader.open(), before: Self.getVersion) {
          try disturb(try Ledger(at: path, job: "bench", now: .now))
        }
      }
    }
    var run = BatchRun(BatchJob(bench.job, cures: Door("write").cures), ledger: try bench.ledger())
    run.pace = .machine
    return (try run.run(on: readers, unless: box.stop, telling: box), bench)
  }

  /// Begins a row on a tag, as another station does.
  @Sendable private static func begin(_ id: String, on uid: [UInt8], in ledger: Ledger) throws {
    let row = try #require(try ledger.row(id: id))
    _ = try ledger.begin(
      row, on: Presentation(uid: uid, chip: "NTAG213", reader: "other", began: .now),
      content: JobLedger.TagContent(
        link: row.link, messageHash: [UInt8](repeating: 0, count: 32)))
  }

  /// The ledger of another program, which lives as long as that does.
  private final class OtherProgram: @unchecked Sendable {
    var ledger: Ledger?
  }

  /// Two tags with one UID, at two programs: the second is not told OK for the row of the first.
  @Test func aTagThatAnotherProgramIsWritingIsAskedForAgain() throws {
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    let other = OtherProgram()
    // When the tag is put on the reader again, the other program has ended without an outcome.
    box.afterResult = { other.ledger = nil }
    let (end, bench) = try run(1, box) { ledger in
      try Self.begin("n1", on: uid(0), in: ledger)
      other.ledger = ledger
    }
    #expect(box.log == ["n1 AGAIN possible-copy", "n1 OK "])
    #expect(box.alarms.count == 1)
    #expect(end.cause == .noRowLeft && end.counts.ok == 1)
    #expect(try bench.ledger().claim(ofTag: uid(0))?.state == .done)
  }

  @Test func aTagWhoseRowWasTakenGetsTheNextOne() throws {
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    let (end, bench) = try run(2, box) { try Self.begin("n1", on: uid(800), in: $0) }
    #expect(box.log == ["n2 OK "])
    #expect(end.cause == .noRowLeft && end.counts.ok == 1)
    #expect(try bench.ledger().claim(ofTag: uid(800))?.rowID == "n1")
    #expect(try bench.ledger().claim(ofTag: uid(0))?.rowID == "n2")
  }

  @Test func aTagWhoseRowWasTheLastOneGetsNone() throws {
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    let (end, bench) = try run(1, box) { try Self.begin("n1", on: uid(800), in: $0) }
    #expect(box.log == ["- PUT ASIDE no-row-left"])
    #expect(end.cause == .noRowLeft && end.counts.putAside == 1)
    #expect(box.results.first?.effort.pages == 0 && box.results.first?.isFailure == false)
    #expect(try bench.ledger().claim(ofTag: uid(0)) == nil)
  }

  @Test func aTagThatGotAnotherRowKeepsThat() throws {
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    let (end, bench) = try run(2, box) { try Self.begin("n2", on: uid(0), in: $0) }
    #expect(box.log == ["n2 OK ", "n1 OK "])
    #expect(end.cause == .noRowLeft && end.isComplete)
    #expect(
      try bench.doneLinks() == [
        "\(try #require(TagUID(uid(0))))": "https://go.example.com/s/2",
        "\(try #require(TagUID(uid(1))))": "https://go.example.com/s/1",
      ])
  }

  /// A changed manifest waits for a decision: nothing is written before that.
  @Test func aLedgerThatTakesNoClaimsEndsTheRun() throws {
    let first = try TagBox { chip(.ntag213, UInt16($0)) }
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><rows count="2" id="n{number}"/>"#)
    #expect(try bench.run(first, limit: 1).cause == .enough)
    let box = try TagBox { chip(.ntag213, UInt16($0 + 1)) }
    box.beforeTag = { box, _ in
      box.beforeTag = { _, _ in }
      bench.changeLinks(rows: 2)
    }
    let end = try bench.run(box)
    #expect(box.log == ["n2 AGAIN ledger"])
    guard case .ledger(let error) = end.cause else {
      Issue.record("\(end.cause)")
      return
    }
    #expect(error.fault == .undecided(rows: 1))
    #expect(box.results.first?.effort.pages == 0)
    #expect(try bench.ledger().claim(ofTag: uid(1)) == nil)
  }
}
