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

/// Someone says that a tag is lost while it is on the reader.
struct GivenUpTagTests {
  @Test(arguments: ["", #"<protect with="lock" when="written"/>"#])
  func aTagThatIsGivenUpWhileItIsWrittenIsPutAside(_ protect: String) throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link>"# + protect
        + #"<rows count="2" id="n{number}"/>"#)
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    let path = bench.ledgerPath
    let readers = box.readers.map { reader in
      BatchReader(name: reader.name) { () throws(ReaderOpeningError) in
        DisturbedReader(try reader.open(), before: 0xA2) {
          let ledger = try Ledger(at: path, job: "bench", now: .now)
          try ledger.void(row: "n1", why: "lost", at: .now)
        }
      }
    }
    var run = BatchRun(BatchJob(bench.job, cures: Voice("write").cures), ledger: try bench.ledger())
    run.pace = .machine
    let end = try run.run(on: readers, unless: box.stop, telling: box)
    #expect(box.log == ["n1 PUT ASIDE given-up", "n1 OK ", "n2 OK "])
    #expect(end.cause == .noRowLeft && end.isComplete)
    #expect(try bench.ledger().claim(ofTag: uid(0))?.state == .void)
  }

  /// Its row is another tag's from then on, so it must not get into the box for it; the run writes that
  /// row, too, although it was passed.
  @Test func aTagThatIsGivenUpWhileItIsLookedAtIsNotDone() throws {
    let (bench, states) = try Self.written(rows: 2, limit: 1)
    let box = try TagBox { number in
      number == 0 ? try? VirtualType2Chip(state: states[0]) : chip(.ntag213, UInt16(number))
    }
    let end = try bench.run(box, on: Self.givingUp(bench, box))
    #expect(box.log == ["n1 PUT ASIDE given-up", "n2 OK ", "n1 OK "])
    #expect(box.alarms == [])
    #expect(end.cause == .noRowLeft && end.isComplete)
  }

  @Test func aTagThatIsGivenUpWhileItIsVerifiedIsNotRight() throws {
    let (bench, states) = try Self.written(rows: 2, limit: nil)
    let box = try TagBox {
      states.indices.contains($0) ? try? VirtualChipFile.read(states[$0]) : nil
    }
    let verification = try Verification(
      BatchJob(bench.job, cures: Voice("verify").cures), associations: [], wantsSignature: false)
    _ = try bench.run(box, task: .verify(verification), on: Self.givingUp(bench, box))
    #expect(box.log == ["n1 PUT ASIDE given-up", "n2 OK "])
    #expect(verification.counts == (right: 1, wrong: 1))
  }

  /// A job with some of its rows written, and what their tags hold.
  private static func written(rows: Int, limit: Int?) throws -> (BatchBench, [[UInt8]]) {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><rows count="\#(rows)" id="n{number}"/>"#)
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    _ = try bench.run(box, limit: limit)
    return (
      bench,
      try box.tags.sorted { $0.key < $1.key }.map { _, laid in
        try #require(laid.1.state(of: laid.0))
      }
    )
  }

  /// The readers of a box, at the first of whose commands someone gives up the tag of row n1.
  private static func givingUp(_ bench: BatchBench, _ box: TagBox) -> [BatchReader] {
    let path = bench.ledgerPath
    return box.readers.map { reader in
      BatchReader(name: reader.name) { () throws(ReaderOpeningError) in
        DisturbedReader(try reader.open(), before: 0x60) {
          let ledger = try Ledger(at: path, job: "bench", now: .now)
          try ledger.void(row: "n1", why: "lost", at: .now)
        }
      }
    }
  }
}
