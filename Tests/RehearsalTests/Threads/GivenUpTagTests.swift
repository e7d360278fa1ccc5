// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import Provisioning
import TagReading
import TestSupport
import Testing
import VirtualReader

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
    var run = BatchRun(BatchJob(bench.job, cures: Door("write").cures), ledger: try bench.ledger())
    run.pace = .machine
    let end = try run.run(on: readers, unless: box.stop, telling: box)
    #expect(box.log == ["n1 PUT ASIDE given-up", "n1 OK ", "n2 OK "])
    #expect(end.cause == .noRowLeft && end.isComplete)
    #expect(try bench.ledger().claim(ofTag: uid(0))?.state == .void)
  }
}
