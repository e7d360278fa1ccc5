// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import Provisioning
import TagReading
import TestSupport
import Testing
import VirtualReader
import Voices

@testable import tagpress

/// Two programs at one ledger: what the one was started for holds until its end, whatever the other
/// does.
struct TakenOverMeanwhileTests {
  private static func bench(rows: Int) throws -> BatchBench {
    try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><rows count="\#(rows)" id="n{number}"/>"#)
  }

  /// Takes a manifest over in which only the first of three rows has the link that it had.
  @Sendable private static func takeOver(at path: String) {
    do {
      let ledger = try Ledger(at: path, job: "bench", now: .now)
      let hash = [UInt8](repeating: 7, count: 32)
      let rows = try #require(try ledger.importRows(of: hash, at: .now))
      for number in 1...3 {
        try rows.add(ImportedRow(id: "n\(number)")) { _ in
          "https://go.example.com/\(number == 1 ? "s" : "t")/\(number)"
        }
      }
      _ = try rows.commit()
    } catch {
      Issue.record("\(error)")
    }
  }

  private static func run(
    _ bench: BatchBench, _ box: TagBox, on readers: [BatchReader]? = nil,
    obeying commands: BatchCommands? = nil
  ) throws -> BatchEnd {
    let ledger = try bench.ledger()
    // A program begins with the manifest that it has looked at, which another one may have taken over.
    let present = try #require(try ledger.manifest()?.hash)
    #expect(try ledger.importRows(of: present, at: .now) == nil)
    var run = BatchRun(BatchJob(bench.job, cures: Voice("write").cures), ledger: ledger)
    run.pace = .machine
    return try run.run(
      on: readers ?? box.readers, obeying: commands ?? BatchCommands(stop: box.stop), telling: box)
  }

  /// Its row is read afresh, from a manifest that no one has looked at in this run.
  @Test(arguments: [true, false])
  func aBegunTagAndAScannedRowGetNoLinkThatNoOneLookedAt(_ isBegun: Bool) throws {
    let bench = try Self.bench(rows: 3)
    if isBegun { try bench.begin("n2", on: uid(0)) }
    let box = try TagBox { $0 == 0 ? chip(.ntag213, 0) : nil }
    let commands = BatchCommands(stop: box.stop)
    box.beforeTag = { box, _ in
      box.beforeTag = { _, _ in }
      Self.takeOver(at: bench.ledgerPath)
      guard !isBegun else { return }
      let answer = try? commands.scan("n3")
      guard case .next(let row)? = answer, row.link.hasSuffix("/t/3") else {
        Issue.record(
          "the row is not taken from the present manifest: \(String(describing: answer))")
        return
      }
    }
    let end = try Self.run(bench, box, obeying: commands)
    #expect(end.cause == .manifestChanged && end.counts.ok == 0)
    #expect(box.results.allSatisfy { $0.effort.pages == 0 }, "\(box.log)")
    let claim = try bench.ledger().claim(ofTag: uid(0))
    #expect(claim?.link == (isBegun ? "https://go.example.com/s/2" : nil))
    #expect(claim?.state == (isBegun ? Claim.State.begun : nil))
  }

  /// The other program is there before the first byte is written, and after the row was claimed.
  @Test func theTagInHandIsFinishedAndNoOtherIsBegun() throws {
    let bench = try Self.bench(rows: 3)
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    let path = bench.ledgerPath
    let readers = box.readers.map { reader in
      BatchReader(name: reader.name) { () throws(ReaderOpeningError) in
        DisturbedReader(try reader.open(), before: 0xA2) { Self.takeOver(at: path) }
      }
    }
    let end = try Self.run(bench, box, on: readers)
    #expect(box.log == ["n1 OK "])
    #expect(end.cause == .manifestChanged && end.counts.ok == 1 && !end.isComplete)
    #expect(try Array(bench.doneLinks().values) == ["https://go.example.com/s/1"])
  }
}
