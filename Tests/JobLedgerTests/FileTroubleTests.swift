// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import JobLedger

/// Ledger and witness as files that people, disks and backups do things to, between runs and after
/// crashes, while a job of eight rows is written.
///
/// `FileTrial` is one such job, with an operator who does what the refusals say; here are the seeds.
@Suite(.serialized) struct FileTroubleTests {
  @Test func noFileTroublePutsARowOnASecondTag() async throws {
    let alone = UInt64(environmentVariable("TAGPRESS_FILE_SEED") ?? "")
    let seeds = try alone.map { $0...$0 } ?? wantedSeeds("TAGPRESS_FILE_SEEDS", orElse: 100)
    let threads: UInt64 = 2
    var (total, failures) = (FileTrial.Figures(), [String]())
    try await withThrowingTaskGroup(of: (FileTrial.Figures, [String]).self) { group in
      for thread in 0..<threads {
        group.addTask {
          var (total, failures) = (FileTrial.Figures(), [String]())
          for seed in seeds where seed % threads == thread {
            let trial = try FileTrial(seed)
            trial.go()
            total.add(trial.figures)
            if alone != nil { for line in trial.story { print("soak: \(line)") } }
            guard let mistake = trial.mistake else { continue }
            let replay = "seed \(seed), which TAGPRESS_FILE_SEED=\(seed) runs alone: \(mistake)"
            failures.append(([replay] + trial.story).joined(separator: "\n"))
          }
          return (total, failures)
        }
      }
      for try await part in group {
        total.add(part.0)
        failures += part.1
      }
    }
    print(
      "soak: files: seeds \(seeds.lowerBound) to \(seeds.upperBound), \(total), "
        + "\(failures.count) failures")
    for failure in failures.prefix(10) { Issue.record(Comment(rawValue: failure)) }
    #expect(failures.isEmpty)
    // A soak without trouble proves nothing.
    if seeds.count >= 100 {
      #expect(total.refusals.count >= 8 && total.rebuilt > 0 && total.beyondRepair > 0)
    }
  }
}
