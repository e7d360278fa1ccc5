// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import Failures
internal import SiteAssociation
internal import SiteFetch
package import StrictJSON

extension ProbeReport {
  /// The report as names and facts, which the page says in each language.
  package var answerInFacts: JSONValue {
    [
      "answer": .string(answer.rawValue), "errors": .integer(number(of: .error)),
      "warnings": .integer(number(of: .warning)), "otherLinks": .integer(otherLinks),
      "open": .array(openQuestions.map(\.facts)), "hosts": .array(probes.map { $0.facts(cures) }),
    ]
  }
}

extension ProbeReport.OpenQuestion {
  fileprivate var facts: JSONValue {
    switch self {
    case .links(let number): ["name": "links", "n": .integer(number)]
    case .unknown(let view): ["name": "unknown", "view": .string(view.rawValue)]
    case .notAsked(let view): ["name": "not-asked", "view": .string(view.rawValue)]
    }
  }
}

extension HostProbe {
  /// A file with more mistakes than this is another file.
  private static let findingsMax = 200

  fileprivate func facts(_ cures: CureWords) -> JSONValue {
    let all = findings(cures)
    return [
      "host": .string(host.text), "addresses": .array(addresses.map { .string($0) }),
      "certificateUntil": .optional(certificateExpiry),
      "unasked": .array(
        unaskedAddresses.map {
          [
            "family": .string($0.family.word), "asked": .integer($0.asked), "all": .integer($0.all),
          ]
        }),
      "views": .array(judgement.views.map { .string($0.rawValue) }),
      "files": .array(files), "links": links,
      "conditions": .array(
        survey.conditions.map { app, conditions in
          [
            "app": .string(app.name),
            "conditions": .array(conditions.map { Saying($0.description, [$0.told]).json }),
          ]
        }),
      "findings": .array(all.prefix(Self.findingsMax).map(\.facts)),
      "more": .integer(max(0, all.count - Self.findingsMax)),
    ]
  }

  private var files: [JSONValue] {
    let table = AnswerTable(self)
    return AskedFile.allCases.filter { !$0.isElsewhere && !answers(to: $0).isEmpty }.map { file in
      let reply = judgement.judgedReply(file)
      return [
        "file": .string(file.rawValue),
        "answers": .array(
          judgement.views.map { .array(table.answers($0, file).map(\.facts)) }),
        "types": .array((reply?.contentTypes ?? []).prefix(3).map { .string($0) }),
        "bytes": .optional(reply?.body.count), "isCut": .bool(reply?.isCut == true),
      ]
    }
  }

  private var links: JSONValue {
    let phones = [(AssociationKind.apple, "iPhone"), (.android, "Android")].filter {
      survey.tally(ofHost: $0.0) != nil
    }
    return [
      "count": .integer(survey.linkCount),
      "phones": .array(
        phones.map { kind, phone in
          [
            "phone": .string(phone),
            "answers": .array(judgement.views.map { linkAnswer($0, kind).facts }),
          ]
        }),
    ]
  }
}

extension TableAnswer {
  fileprivate var facts: JSONValue {
    switch self {
    case .noAddress: ["name": "no-address"]
    case .unknown: ["name": "unknown"]
    case .notAsked: ["name": "not-asked"]
    case .noConnection: ["name": "no-connection"]
    case .noAnswer: ["name": "no-answer"]
    case .status(let status, let isOther):
      ["name": isOther ? "other" : "status", "status": .string("\(status)")]
    case .none: ["name": "none"]
    case .apps(let number): ["name": "apps", "n": .integer(number)]
    }
  }
}

extension LinkAnswer {
  fileprivate var facts: JSONValue {
    guard case .links(let tally) = self else { return ["name": .string(name)] }
    return [
      "name": .string(name), "open": .integer(tally.opened), "shut": .integer(tally.shut),
      "unknown": .integer(tally.unknown),
    ]
  }
}

extension ProbeFinding {
  fileprivate var facts: JSONValue {
    .object(
      [
        ("file", .string(file.rawValue)), ("severity", .string(severity.rawValue)),
        ("rule", .string(rule)), ("line", .optional(line)), ("column", .optional(column)),
      ] + Saying(message, told).members)
  }
}
