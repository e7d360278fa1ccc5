// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Provisioning
import TagReading
import TestSupport
import Testing
import Threads
import Voices

@testable import tagpress

/// A reader that opens each time, and fails whenever it looks for a tag.
struct BarredReaderTests {
  /// It is lost once, and stays so: that it opens does not mean that it is back.
  @Test(.timeLimit(.minutes(10))) func aReaderThatOnlyOpensIsNotBack() throws {
    let hand = try Self.run(.notPermitted)
    #expect(hand.losses == 1 && hand.returns == 0)
  }

  /// What does not say what it is leaves the reader open, and is not asked all the time.
  @Test(.timeLimit(.minutes(10))) func theRunPausesAfterSomethingUnknown() throws {
    let before = ContinuousClock.now
    let hand = try Self.run(.unknownCard, mayRest: true)
    #expect(hand.losses >= PatientHand.mostLosses)
    #expect(ContinuousClock.now - before >= .milliseconds(50 * (PatientHand.mostLosses - 1)))
  }

  /// A reader that was reopened would forget that it said so.
  @Test(.timeLimit(.minutes(10))) func aTagThatAnotherProgramHasIsNamedOnce() throws {
    let hand = PatientHand(mayRest: true)
    let (looks, stop) = (Guarded(0), hand.stop)
    try Self.run(for: hand) {
      HeldReader {
        let count = looks.withLock { count in
          count += 1
          return count
        }
        if count == 200 { stop.raise() }
      }
    }
    #expect(hand.losses == 1 && hand.returns == 0)
  }

  private static func run(_ error: ReaderError, mayRest: Bool = false) throws -> PatientHand {
    let hand = PatientHand(mayRest: mayRest)
    try run(for: hand) { BarredReader(error: error) }
    return hand
  }

  private static func run(
    for hand: PatientHand, _ reader: @escaping @Sendable () -> any TagReader
  ) throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><rows count="1" id="n{number}"/>"#)
    let reader = BatchReader(name: "barred") { () throws(ReaderOpeningError) in reader() }
    var run = BatchRun(BatchJob(bench.job, cures: Voice("write").cures), ledger: try bench.ledger())
    run.pace = .machine
    let end = try run.run(on: [reader], unless: hand.stop, telling: hand)
    #expect(end.counts.ok == 0)
  }
}

/// An operator who ends the run as soon as nothing happens for a moment after a loss, or the same again
/// and again.
private final class PatientHand: BatchObserver {
  static let mostLosses = 10
  let stop = StopFlag()
  /// Whether nothing may happen for as long as it likes.
  private let mayRest: Bool
  private(set) var losses = 0
  private(set) var returns = 0
  private var rests = 0

  init(mayRest: Bool = false) {
    self.mayRest = mayRest
  }

  func receive(_ event: BatchEvent) {
    switch event {
    case .readerLost:
      losses += 1
      if losses >= Self.mostLosses { stop.raise() }
    case .readerBack: returns += 1
    default: break
    }
  }

  func rest() {
    rests += 1
    // Before the first loss the machine may just be slow. A run that does not end on its own is ended.
    if (!mayRest && losses > 0) || rests == 3_000 { stop.raise() }
  }
}

/// A reader with a tag that another program has: it finds none, and says why at its twentieth look.
private final class HeldReader: TagReader {
  let identity = ReaderIdentity(name: "held", model: "held")
  private let atEachLook: () -> Void
  private var looks = 0

  init(atEachLook: @escaping () -> Void) {
    self.atEachLook = atEachLook
  }

  func select(_ family: TagFamily, uid: TagUID?) throws(ReaderError) -> TagInField? {
    atEachLook()
    looks += 1
    if looks == 20 { throw .heldElsewhere }
    return nil
  }

  func felicaTags() throws(ReaderError) -> [TagInField] { [] }
  func exchange(_ command: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8] {
    throw .nothingSelected
  }
  func halt() throws(ReaderError) {}
  func switchField(on: Bool) throws(ReaderError) {}
}

private final class BarredReader: TagReader {
  var identity: ReaderIdentity { ReaderIdentity(name: "barred", model: "barred") }
  private let error: ReaderError

  init(error: ReaderError) {
    self.error = error
  }

  func select(_ family: TagFamily, uid: TagUID?) throws(ReaderError) -> TagInField? {
    throw error
  }

  func felicaTags() throws(ReaderError) -> [TagInField] { throw error }

  func exchange(_ command: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8] {
    throw error
  }

  func halt() throws(ReaderError) { throw error }

  func switchField(on: Bool) throws(ReaderError) { throw error }
}
