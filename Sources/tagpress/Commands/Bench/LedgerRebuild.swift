// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Failures
internal import Glibc
internal import JobLedger
internal import JobWork
internal import Plain
internal import Provisioning
internal import StrictJSON
internal import Terminal

/// `tagpress doctor --rebuild`: a ledger from its witness, or a witness from its ledger.
struct LedgerRebuild {
  let job: String
  let moved: Bool
  let json: Bool

  func run(in console: Console) -> ExitCode {
    do throws(Failure) {
      let path = Ledger.path(besideManifest: job)
      guard access(path, F_OK) == 0 || access(Ledger.witnessPath(ofLedger: path), F_OK) == 0 else {
        try JobRegister.refuseLost(at: path)
        throw Failure(
          name: "ledger",
          words: """
            Neither \(path) nor its witness exists. Check the path, or write the first tag of the \
            job.
            """,
          kind: .couldNotRun)
      }
      let (rebuilt, counts) = try rebuild(path, on: console)
      tell(rebuilt, counts, path, on: console)
      return .done
    } catch {
      return console.report(error, "doctor", json: json)
    }
  }

  private func rebuild(
    _ path: String, on console: Console
  ) throws(Failure) -> (RebuiltLedger, TagCounts) {
    // For a hundred thousand tags, this takes a while.
    var next = ContinuousClock.now + .seconds(2)
    do throws(LedgerError) {
      let rebuilt = try Ledger.rebuild(at: path, moved: moved, register: .ofUser, now: .now) {
        percent in
        guard !json, ContinuousClock.now >= next else { return }
        next = .now + .seconds(2)
        console.say("Rebuilding: \(percent)% of the witness is read.")
      }
      var counts = TagCounts()
      // The rows of the manifest are not in it until they are taken over again.
      try Ledger(reading: path).forEachClaim {
        if $0.state == .done { counts.done += 1 }
        if $0.state == .begun { counts.begun += 1 }
        return true
      }
      return (rebuilt, counts)
    } catch {
      throw Failure(error)
    }
  }

  private func tell(
    _ rebuilt: RebuiltLedger, _ counts: TagCounts, _ path: String, on console: Console
  ) {
    let witness = Ledger.witnessPath(ofLedger: path)
    let (what, from, aside, bytesBehind): (String?, String, [String], Int) =
      switch rebuilt {
      case .nothing, .older: (nil, "", [], 0)
      case .ledger(let aside, let bytes): (path, witness, aside, bytes)
      case .witness(let aside): (witness, path, aside, 0)
      }
    if json {
      console.writeLine(
        .object([
          ("rebuilt", .optional(what)), ("from", .optional(what.map { _ in from })),
          ("putAside", .array(aside.map { .string($0) })),
          ("bytesBehindWitness", .integer(bytesBehind)), ("done", .integer(counts.done)),
          ("begun", .integer(counts.begun)),
        ]))
      return
    }
    guard let what else {
      console.writeLine(
        rebuilt == .older
          ? "\(visible(path)) is intact. An earlier TagPress made it, without a witness; it gets one "
            + "with the next tag. Nothing was changed."
          : "The ledger and witness of \(visible(path)) are intact; nothing was changed.")
      return
    }
    let tags = count(grouped: counts.done, "tag")
    console.writeLine(
      "\(visible(what)) was rebuilt from \(visible(from)): \(tags) "
        + "\(counts.done == 1 ? "is" : "are") done, \(grouped(counts.begun)) begun. "
        + "Continue with 'tagpress write JOB'.")
    if bytesBehind > 0 {
      console.writeLine(
        "Behind its last line, the witness had \(count(grouped: bytesBehind, "byte")) that are none of "
          + "its lines; they are only in the kept file now.")
    }
    if !aside.isEmpty {
      let names = aside.map { visible($0) }.joined(separator: ", ")
      console.writeLine("The old files are kept as \(names).")
    }
  }
}

private struct TagCounts {
  var done = 0
  var begun = 0
}
