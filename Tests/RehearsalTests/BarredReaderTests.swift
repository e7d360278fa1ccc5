// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Provisioning
import TagReading
import TestSupport
import Testing

/// A reader that opens each time and is lost at its first look for a tag.
@Suite struct BarredReaderTests {
  @Test(.timeLimit(.minutes(1))) func theRunPausesBeforeItOpensAReaderAgain() throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><rows count="1" id="n{number}"/>"#)
    let hand = PatientHand()
    let reader = BatchReader(name: "barred") { () throws(ReaderOpeningError) in BarredReader() }
    var run = BatchRun(BatchJob(bench.job), ledger: try bench.ledger())
    run.pace = .machine
    let end = try run.run(on: [reader], unless: hand.stop, telling: hand)
    #expect(end.counts.ok == 0)
    // Without a pause there are hundreds before the run comes to a rest by chance.
    #expect((1..<20).contains(hand.losses))
  }
}

/// An operator who ends the run as soon as nothing happens for a moment.
private final class PatientHand: BatchObserver {
  let stop = StopFlag()
  private(set) var losses = 0

  func take(_ event: BatchEvent) {
    if case .readerLost = event { losses += 1 }
  }

  func rest() { stop.raise() }
}

private final class BarredReader: TagReader {
  var identity: ReaderIdentity { ReaderIdentity(name: "barred", model: "barred") }

  func select(_ family: TagFamily, uid: TagUID?) throws(ReaderError) -> TagInField? {
    throw .notPermitted
  }

  func felicaTags() throws(ReaderError) -> [TagInField] { throw .notPermitted }

  func exchange(_ command: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8] {
    throw .notPermitted
  }

  func halt() throws(ReaderError) { throw .notPermitted }

  func switchField(on: Bool) throws(ReaderError) { throw .notPermitted }
}
