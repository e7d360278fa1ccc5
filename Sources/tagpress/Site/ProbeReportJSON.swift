// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import JobSites
internal import JobWork
internal import Plain
internal import SiteAssociation
internal import SiteFetch
internal import StrictJSON
internal import TagKeys
internal import Voices

extension ProbeReport {
  /// The report as programs read it.
  var json: JSONValue {
    [
      "hosts": .array(probes.map(\.json)), "otherLinks": .integer(otherLinks),
      "errors": .integer(number(of: .error)), "warnings": .integer(number(of: .warning)),
      "summary": .string(summary),
    ]
  }
}

extension HostProbe {
  fileprivate var json: JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("host", .string(host.text)),
      (
        "files",
        .array(
          AskedFile.allCases.flatMap { file in
            answers(to: file).map { .object(answer($0.outcome, to: file, in: $0.view, $0.address)) }
          })
      ),
      ("views", .array(judgement.views.map(object))),
    ]
    if hasJob { members.append(("links", links)) }
    members.append(("findings", .array(findings(SiteProbe.voice.cures).map(object))))
    return .object(members)
  }

  private func answer(
    _ outcome: FetchOutcome, to file: AskedFile, in view: HostView?, _ address: HostAddress?
  ) -> [(key: String, value: JSONValue)] {
    let members: [(key: String, value: JSONValue)] = [
      ("file", .string(file.rawValue)), ("url", .string(url(of: file))),
      ("view", .optional(view?.rawValue)),
    ]
    switch outcome {
    case .failure(let error):
      return members + [
        ("address", .optional(address?.text)),
        ("error", .string(error.words(SiteProbe.voice.cures))),
      ]
    case .success(let reply):
      return members + facts(of: reply) + comparison(of: file, reply)
    }
  }

  /// One side, how many addresses it has, and what is seen there.
  private func object(_ view: HostView) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [("view", .string(view.rawValue))]
    if let family = view.family, let family = answers.families[family] {
      members += [
        ("addresses", .array(family.asked.map { .optional($0.address?.text) })),
        ("addressCount", .integer(family.addressCount)),
      ]
    }
    for (kind, name) in [(AssociationKind.apple, "ios"), (.android, "android")] {
      guard let seen = judgement.seen(view, kind) else { continue }
      members.append((name, ["state": .string(seen.word), "reason": .optional(seen.reason)]))
    }
    return .object(members)
  }

  private func facts(of reply: Reply) -> [(key: String, value: JSONValue)] {
    [
      ("status", .integer(reply.status)),
      ("location", .optional(reply.values(of: "location").first)),
      ("contentTypes", .array(reply.contentTypes.map { .string($0) })),
      ("contentEncoding", .optional(reply.values(of: "content-encoding").first)),
      ("contentLength", .optional(reply.values(of: "content-length").first)),
      ("bytes", .integer(reply.body.count)), ("isCut", .bool(reply.isCut)),
      ("sha256", digest(reply.body)), ("address", .string(reply.address)),
      ("certificateUntil", .optional(reply.certificate?.expiry)),
      ("milliseconds", .integer(Int(reply.duration / .milliseconds(1)))),
    ]
  }

  private func comparison(
    of file: AskedFile, _ reply: Reply
  ) -> [(key: String, value: JSONValue)] {
    // Only the judged answer was compared.
    guard judgement.served(file.kind)?.file == file, judgement.judgedReply(file) == reply,
      let comparison = judgement.comparisons[file.kind], let wanted = wishes.files[file.kind]
    else { return [] }
    return [("comparison", .string(comparison.rawValue)), ("generatedSHA256", digest(wanted))]
  }

  private var links: JSONValue {
    var members: [(key: String, value: JSONValue)] = [("count", .integer(survey.linkCount))]
    for (kind, name) in [(AssociationKind.apple, "ios"), (.android, "android")] {
      if let tally = survey.tally(ofHost: kind) { members.append((name, object(tally))) }
    }
    let views = judgement.views.flatMap { view in
      AssociationKind.allCases.compactMap { kind in
        survey.tally(view, kind).map { (view, kind, $0) }
      }
    }
    members.append(
      (
        "views",
        .array(
          views.map { view, kind, tally in
            [
              "view": .string(view.rawValue),
              "platform": .string(kind == .apple ? "ios" : "android"), "links": object(tally),
            ]
          })
      ))
    members.append(
      (
        "conditions",
        .array(
          survey.conditions.map { app, conditions in
            [
              "app": .string(app.name),
              "conditions": .array(conditions.map { .string($0.description) }),
            ]
          })
      ))
    return .object(members)
  }

  private func object(_ tally: LinkSurvey.Tally) -> JSONValue {
    [
      "opens": .integer(tally.opened), "excluded": .integer(tally.excluded),
      "none": .integer(tally.unmatched), "unknown": .integer(tally.unknown),
    ]
  }

  private func object(_ finding: ProbeFinding) -> JSONValue {
    [
      "file": .string(finding.file.rawValue), "url": .string(url(of: finding.file)),
      "line": .optional(finding.line),
      "column": .optional(finding.column),
      "severity": .string(finding.severity.rawValue), "rule": .string(finding.rule),
      "message": .string(finding.message),
    ]
  }
}

private func digest(_ bytes: [UInt8]) -> JSONValue {
  .optional(sha256(bytes).map { hex($0) })
}

extension SeenFile {
  /// Its name for programs.
  fileprivate var word: String {
    switch self {
    case .file, .statements: "seen"
    case .absent: "absent"
    case .noAddress: "no-address"
    case .notAsked: "not-asked"
    case .unknown: "unknown"
    }
  }

  fileprivate var reason: String? {
    switch self {
    case .absent(let problem), .unknown(let problem): problem.words(SiteProbe.voice.cures)
    case .notAsked(.others): "Add --cdn to ask."
    case .notAsked(.noAddressGiven(let family)): "No \(family.word) address was given."
    case .file, .statements, .noAddress: nil
    }
  }
}
