// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Glibc
internal import JobLedger
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
        throw Failure(
          name: "ledger",
          words: """
            Neither \(path) nor its witness exists. Check the path, or write the first tag of the \
            job.
            """,
          code: .couldNotRun)
      }
      let (rebuilt, counts) = try rebuild(path)
      tell(rebuilt, counts, path, on: console)
      return .done
    } catch {
      return console.report(error, "doctor", json: json)
    }
  }

  private func rebuild(_ path: String) throws(Failure) -> (RebuiltLedger, TagCounts) {
    do throws(LedgerError) {
      let rebuilt = try Ledger.rebuild(at: path, moved: moved, now: .now)
      var counts = TagCounts()
      // The rows of the manifest are not in it before they are taken over again.
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
    let (what, from, aside): (String?, String, [String]) =
      switch rebuilt {
      case .nothing: (nil, "", [])
      case .ledger(let aside): (path, witness, aside)
      case .witness(let aside): (witness, path, aside)
      }
    if json {
      console.writeLine(
        .object([
          ("rebuilt", .optional(what)), ("from", .optional(what.map { _ in from })),
          ("putAside", .array(aside.map { .string($0) })), ("done", .integer(counts.done)),
          ("begun", .integer(counts.begun)),
        ]))
      return
    }
    guard let what else {
      console.writeLine(
        "The ledger and witness of \(visible(path)) are intact; nothing was changed.")
      return
    }
    let tags = count(grouped: counts.done, "tag")
    console.writeLine(
      "\(visible(what)) was rebuilt from \(visible(from)): \(tags) "
        + "\(counts.done == 1 ? "is" : "are") done, \(grouped(counts.begun)) begun. "
        + "Continue with 'tagpress write JOB'.")
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
