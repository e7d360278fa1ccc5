// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain
internal import SiteAssociation
internal import StrictJSON

/// What becomes of a link on all platforms, in the forms in which it is printed.
struct LinkAnswers {
  let link: String
  let answers: [SiteMatcher.Answer]

  /// Whether by each of the files an app opens the link.
  var opensEverywhere: Bool { answers.allSatisfy(\.opens) }

  /// The verdict on each app with its reason, and below it every rule that was asked before.
  var page: String {
    let rows = answers.flatMap { answer in answer.explanations.map { (answer.path, $0) } }
    let width = rows.map { visible($0.1.app).count }.max() ?? 0
    var lines = [visible(link)]
    for (path, explanation) in rows {
      lines.append(
        "  \(head(of: explanation, appWidth: width))  \(visible(path)): "
          + visible(explanation.reasonInWords))
      lines += explanation.earlierRules.map { "      \(visible($0.description))" }
    }
    for answer in answers where answer.explanations.isEmpty {
      lines.append("  no app: \(answer.withoutAppInWords)")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// A line for each app: its verdict, the place of the rule, and the link.
  var lines: String {
    answers.flatMap { answer in
      if answer.explanations.isEmpty {
        return ["no app: \(answer.withoutAppInWords)  \(visible(link))\n"]
      }
      return answer.explanations.map { explanation in
        var place = visible(answer.path)
        if case .rule(let position) = explanation.reason {
          place += ":\(position.line):\(position.column)"
        }
        return "\(head(of: explanation, appWidth: 0))  \(place)  \(visible(link))\n"
      }
    }.joined()
  }

  /// One object; a rule is named by its indexes in the file, which begin at 0.
  func json(withEarlierRules: Bool) -> JSONValue {
    let apps = answers.flatMap(\.explanations).map { explanation -> JSONValue in
      var members: [(key: String, value: JSONValue)] = [
        ("platform", .string(explanation.platform.rawValue)), ("app", .string(explanation.app)),
        ("verdict", .string(explanation.verdict.rawValue)),
        ("detail", .optional(explanation.rule?.entry)),
        ("component", .optional(explanation.rule?.rule)),
        ("reason", .string(explanation.reasonInWords)),
      ]
      if withEarlierRules {
        let earlier = explanation.earlierRules.map { earlier -> JSONValue in
          [
            "detail": .integer(earlier.rule.entry), "component": .integer(earlier.rule.rule),
            "reason": .string(earlier.description),
          ]
        }
        members.append(("earlier", .array(earlier)))
      }
      return .object(members)
    }
    return ["url": .string(link), "apps": .array(apps)]
  }

  private func head(of explanation: LinkExplanation, appWidth: Int) -> String {
    let verdict = explanation.verdict == .none ? "no rule" : explanation.verdict.rawValue
    let app = visible(explanation.app).padded(to: appWidth)
    return "\(verdict.padded(to: 10))  \(explanation.platform.rawValue.padded(to: 7))  \(app)"
  }
}

extension SiteMatcher.Answer {
  /// What the file is for, if no app that opens links is in it.
  fileprivate var withoutAppInWords: String {
    sharesPasswords
      ? "\(visible(path)) only shares passwords with apps, and names none that opens links"
      : "\(visible(path)) names none"
  }
}
