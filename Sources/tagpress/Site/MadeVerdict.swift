// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain
internal import Provisioning
internal import SiteAssociation
internal import StrictJSON

/// What becomes of a job's links on one host with the files that were made for it.
struct MadeVerdict {
  let host: String
  /// A link as the job makes them.
  let link: String
  private let judgement: LinkJudgement
  private let limits: [AndroidLimit]

  init?(of job: JobHosts, on host: String, with files: HostFiles) {
    guard let link = job.links[host] else { return nil }
    self.host = host
    self.link = link
    var judge = SiteJudge(host: host, files: files, apps: job.apps)
    judgement = judge.explain(Array(link.utf8), listsEarlierRules: false)
    limits = job.site.limitsOnAndroid
  }

  var opens: Bool { judgement.verdict == .opens }

  /// A line for each app, and one for each thing that rules for Android cannot do.
  var lines: [String] {
    lines(of: judgement.apps)
      + limits.map {
        visible("\(host): for Android, this cannot be had:") + "\n  " + visible("\($0)")
      }
  }

  /// The lines of those that do not open on a platform where none does.
  var closedLines: [String] {
    lines(
      of: judgement.apps.filter { app in
        judgement.verdict(on: app.app.platform).map { $0 != .opens } ?? false
      })
  }

  var json: [JSONValue] {
    judgement.apps.map { app in
      [
        "host": .string(host), "url": .string(link), "app": .string(app.app.name),
        "verdict": .string(app.verdict.rawValue), "reason": .string(app.why.description),
        "conditions": .array(app.conditions.map { .string($0.description) }),
      ]
    }
  }

  /// What rules for Android cannot do.
  var limitsInJSON: [JSONValue] {
    limits.map {
      ["host": .string(host), "limit": .string($0.name), "message": .string($0.description)]
    }
  }

  private func lines(of apps: [AppJudgement]) -> [String] {
    apps.map { app in
      let place = app.app.platform == .android ? "on Android" : "on an iPhone"
      let verdict =
        switch app.verdict {
        case .opens: "opens"
        case .shut: "stays shut"
        case .unknown: "may open or not"
        }
      let head = visible("\(host): \(app.app.name) \(verdict) \(place)")
      guard app.verdict == .opens else { return "\(head).\n  \(visible(app.why.description))" }
      let conditions = app.conditions.map { visible($0.description) }
      return conditions.isEmpty
        ? head : "\(head),\n  if " + conditions.joined(separator: ",\n  and if ")
    }
  }
}
