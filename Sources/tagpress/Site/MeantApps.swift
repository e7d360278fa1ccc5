// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Failures
internal import JobManifest
internal import Provisioning
internal import SiteAssociation
internal import Terminal

extension MeantApp {
  /// The apps that a job means, with all that it says of them.
  static func all(
    of path: String, mayLeaveFolder: Bool, on console: Console
  ) throws(Failure) -> [MeantApp] {
    var apps: [MeantApp] = []
    let outcome = JobReader(path: path, mayLeaveFolder: mayLeaveFolder).read { job in
      apps = job.meantApps
    } visit: { _ in
      false
    }
    try Failure.unlessCorrect(outcome, path, on: console)
    guard !apps.isEmpty else {
      throw Failure(
        name: "no-apps",
        words: "The job names no app. Add <app ios=\"…\"/> or <app android=\"…\"/>.",
        kind: .differs, file: path)
    }
    return apps
  }
}
