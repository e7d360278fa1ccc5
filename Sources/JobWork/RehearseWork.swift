// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
package import Failures
internal import JobLedger
package import JobManifest
package import Provisioning
package import Rehearsal
package import VirtualReader

/// A job that is tried out on virtual tags.
package struct RehearseWork {
  package var tags: Int?
  package var faults = FaultOdds()
  package var seed = 1
  package var readers = 1
  package var isRealTime = false
  private let open: OpenJob
  package var job: Job { open.job }

  /// The job has its ledger in a folder of its own.
  package init(_ open: OpenJob) throws(Failure) {
    // A job whose tags no virtual reader has cannot be rehearsed.
    guard open.job.tags.chips.isEmpty || !RehearsalHand.chips(of: open.job).isEmpty else {
      throw Failure(
        name: "chip-not-simulated",
        words:
          "The job takes only ISO 15693 tags, which a virtual reader does not support. Rehearse "
          + "with chips=\"NTAG213\".",
        kind: .differs, file: open.path)
    }
    self.open = open
  }

  /// A simulated operator lays the tags, and their memories are judged afterwards.
  package func run(
    openedBy reader: (Int, VirtualReader) -> BatchReader, obeying commands: BatchCommands,
    telling observer: any BatchObserver, cures: @escaping CureWords
  ) throws(Failure) -> RehearsalReport {
    let virtuals = try virtualReaders(
      readers, isRealTime: isRealTime, faults: faults, seed: UInt64(seed))
    let (report, hand) = try orFail { () throws(LedgerError) in
      let rows = try open.ledger.counts().rows
      let hand = RehearsalHand(
        at: virtuals, for: open.job, rows: rows, tags: tags, obeying: commands, behind: observer)
      let start = ContinuousClock.now
      var run = BatchRun(
        BatchJob(open.job, key: open.key, takesVirtualTags: true, cures: cures),
        ledger: open.ledger)
      run.pace = isRealTime ? .people : .machine
      let opened = virtuals.enumerated().map { reader($0, $1) }
      var end: BatchEnd
      repeat {
        run.limit = tags.map { $0 - hand.judge.rightTags }
        end = try run.run(on: opened, obeying: commands, telling: hand)
      } while try hand.goesOn(after: end, with: open.ledger)
      let took = ContinuousClock.now - start
      try hand.finish(with: open.ledger)
      return (
        RehearsalReport(
          end: end, wanted: hand.wanted, tags: hand.tagCount, judge: hand.judge, took: took,
          counters: hand.counters, seed: seed), hand
      )
    }
    if let failure = hand.failure {
      throw Failure(name: "no-tag", words: failure.description, kind: .couldNotRun)
    }
    return report
  }

  /// Someone else lays the tags, on these readers.
  package func practise(
    on readers: [BatchReader], obeying commands: BatchCommands,
    telling observer: any BatchObserver, cures: @escaping CureWords
  ) throws(Failure) {
    let batch = BatchRun(
      BatchJob(open.job, key: open.key, takesVirtualTags: true, cures: cures), ledger: open.ledger)
    _ = try orFail { () throws(LedgerError) in
      try batch.run(on: readers, obeying: commands, telling: observer)
    }
  }
}

/// Virtual readers, each with faults of its own.
package func virtualReaders(
  _ count: Int, isRealTime: Bool, faults: FaultOdds = FaultOdds(), seed: UInt64 = 0
) throws(Failure) -> [VirtualReader] {
  var virtuals: [VirtualReader] = []
  for number in 0..<count {
    var options = VirtualReaderOptions()
    options.isRealTime = isRealTime
    options.faults = FaultPlan(seed: seed &+ UInt64(number), odds: faults)
    do throws(VirtualReaderError) {
      virtuals.append(try VirtualReader(options))
    } catch {
      throw Failure(name: "no-virtual-reader", words: error.description, kind: .couldNotRun)
    }
  }
  return virtuals
}
