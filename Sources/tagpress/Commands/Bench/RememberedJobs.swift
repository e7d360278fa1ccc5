// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Failures
internal import Files
internal import JobLedger
internal import JobWork
internal import Plain
internal import StrictJSON
internal import Terminal

/// The jobs whose progress the user's programs remember, so that no copy of a job writes its rows
/// again.
struct RememberedJobs {
  private static let shownMax = 10

  private let register: JobRegister?
  private let entries: [RegisterEntry]

  init() {
    register = .ofUser
    entries = (register?.entries ?? []).sorted { ($0.noted, $1.path) > ($1.noted, $0.path) }
  }

  var lines: [String] {
    guard let register else { return ["  none: \(noStateFolder)"] }
    if let trouble {
      return ["  not known: \(visible(register.folder)) cannot be read (\(trouble))"]
    }
    guard !entries.isEmpty else { return ["  none"] }
    let more = entries.count - Self.shownMax
    return entries.prefix(Self.shownMax).map {
      "  \(visible($0.job))  \(visible($0.path))\(isAbsent($0.path) ? ", which is gone" : "")"
    }
      + (more > 0 ? ["  and \(grouped(more)) more; --json has them all"] : [])
      + ["  They are remembered in \(visible(register.folder))."]
  }

  private var trouble: String? { register?.trouble }

  var json: JSONValue {
    .array(entries.map { ["job": .string($0.job), "ledger": .string($0.path)] })
  }

  /// `tagpress doctor --forget JOB`.
  func forget(_ job: String, in console: Console, json: Bool) -> ExitCode {
    let place = RegisterEntry.place(of: Ledger.path(besideManifest: job))
    if let register, let trouble {
      return console.report(
        Failure(
          name: "register", words: "\(visible(register.folder)) cannot be read (\(trouble)).",
          kind: .couldNotRun), "doctor", json: json)
    }
    let meant = entries.filter { $0.path == place }
    guard let register, !meant.isEmpty else {
      return console.report(
        Failure(
          name: "not-remembered",
          words: "Nothing is remembered of \(visible(place)). 'tagpress doctor' lists what is.",
          kind: .differs), "doctor", json: json)
    }
    if let reason = meant.compactMap({ register.forget($0) }).first {
      return console.report(
        Failure(
          name: "register",
          words: "Nothing can be forgotten in \(visible(register.folder)) (\(reason)).",
          kind: .couldNotRun), "doctor", json: json)
    }
    if json {
      console.writeLine(["forgotten": .string(place)])
    } else {
      console.writeLine(
        "How far \(visible(place)) had come is forgotten. Nothing else was changed; from now on, an "
          + "older copy of the job is not recognised by that.")
    }
    return .done
  }
}
