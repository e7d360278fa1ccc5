// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain
package import SiteAssociation
package import StrictJSON

/// What becomes of a link on all platforms, in the forms in which it is printed.
package struct LinkAnswers {
  let link: String
  /// nil: no file of the link's host was named.
  package let judgement: LinkJudgement?
  private let files: [LintedFile]
  private let filesOfHosts: [String: [LintedFile]]
  /// The host whose files they are taken to be, if only the link says so.
  package let assumedHost: String?
  private let otherHosts: [String]

  init(
    link: String, judgement: LinkJudgement, files: [LintedFile],
    filesOfHosts: [String: [LintedFile]] = [:], assumedHost: String?
  ) {
    self.link = link
    self.filesOfHosts = filesOfHosts
    self.judgement = judgement
    self.files = files
    self.assumedHost = assumedHost
    otherHosts = []
  }

  init(link: String, otherHosts: [String]) {
    self.link = link
    self.otherHosts = otherHosts
    judgement = nil
    files = []
    filesOfHosts = [:]
    assumedHost = nil
  }

  /// What all platforms together make of it; a file without apps opens nothing.
  package var verdict: PhoneVerdict {
    guard let judgement else { return .unknown }
    return judgement.verdict
  }

  /// The verdict on each app with its reason and conditions, and below it every rule that was asked
  /// before.
  package var page: String {
    let apps = judgement?.apps ?? []
    let width = apps.map { visible($0.app.name).count }.max() ?? 0
    var lines = [visible(link)]
    for app in apps {
      lines.append(
        "  \(head(of: app, appWidth: width))  \(path(for: app)): \(visible(app.why.description))")
      lines += app.conditions.clauses.map { "             \(visible($0))" }
      if app.why.isDecidedByRules {
        lines += app.explanation?.earlierRules.map { "      \(visible($0.description))" } ?? []
      }
    }
    if let winner = judgement?.winner {
      lines.append("  An iPhone that has all of these apps opens \(visible(winner)).")
    }
    if judgement == nil { lines.append("  unknown  \(otherFiles)") }
    lines += withoutApp.map { "  \($0): \(reason($1))" }
    return lines.map { $0 + "\n" }.joined()
  }

  /// A line for each app: its verdict, the place of the rule, and the link.
  package var lines: String {
    var lines = withoutApp.map { line, _ in "\(line)  \(visible(link))\n" }
    if judgement == nil { lines.append("unknown  \(otherFiles)  \(visible(link))\n") }
    for app in judgement?.apps ?? [] {
      var place = path(for: app)
      if let position = app.why.position { place += ":\(position.line):\(position.column)" }
      lines.append("\(head(of: app, appWidth: 0))  \(place)  \(visible(link))\n")
    }
    return lines.joined()
  }

  /// One object; a rule is named by its indexes in the file, which begin at 0.
  package func json(withEarlierRules: Bool) -> JSONValue {
    let apps = (judgement?.apps ?? []).map { app -> JSONValue in
      var members: [(key: String, value: JSONValue)] = [
        ("platform", .string(app.app.platform.phone.rawValue)),
        ("app", .string(app.app.name)), ("verdict", .string(app.verdict.rawValue)),
        ("match", .optional(app.match)),
        ("detail", .optional(app.explanation?.rule?.entry)),
        ("component", .optional(app.explanation?.rule?.rule)),
        ("reason", .string(app.why.description)),
        ("conditions", .array(app.conditions.map { .string($0.description) })),
      ]
      if withEarlierRules {
        let earlier = (app.explanation?.earlierRules ?? []).map { earlier -> JSONValue in
          [
            "detail": .integer(earlier.rule.entry), "component": .integer(earlier.rule.rule),
            "reason": .string(earlier.description),
          ]
        }
        members.append(("earlier", .array(earlier)))
      }
      return .object(members)
    }
    return [
      "url": .string(link), "verdict": .string(verdict.rawValue),
      "ios": .optional((judgement?.verdict(on: .iOS) ?? judgement?.verdict(on: .clip))?.rawValue),
      "android": .optional(judgement?.verdict(on: .android)?.rawValue),
      "winner": .optional(judgement?.winner), "apps": .array(apps),
      "without_app": .array(
        (judgement?.filesWithoutApp ?? []).map { file in
          [
            "platform": .string(file.kind == .android ? "android" : "ios"),
            "verdict": .string(file.verdict.rawValue), "reason": .string(reason(file)),
          ]
        }),
    ]
  }

  private func head(of app: AppJudgement, appWidth: Int) -> String {
    head(app.verdict, app.app.platform.phone) + "  "
      + visible(app.app.name).padded(to: appWidth)
  }

  private func head(_ verdict: PhoneVerdict, _ phone: LinkExplanation.Platform) -> String {
    "\(verdict.rawValue.padded(to: 7))  \(phone.rawValue.padded(to: 7))"
  }

  private func path(for app: AppJudgement) -> String {
    path(of: app.app.platform.kind, among: app.base.flatMap { filesOfHosts[$0] } ?? files)
  }

  private func path(of kind: AssociationKind, among files: [LintedFile]) -> String {
    visible(files.first { $0.lint.kind == kind }?.path ?? kind.fileName)
  }

  private var otherFiles: String {
    let hosts = otherHosts.map { visible($0) }.joined(separator: ", ")
    return "The files named here are those of \(hosts). Name those of the link's host."
  }

  /// The files that name no app, in place of the apps.
  private var withoutApp: [(line: String, FileWithoutApp)] {
    (judgement?.filesWithoutApp ?? []).map { file in
      let head = head(file.verdict, file.kind == .android ? .android : .iOS)
      return ("\(head)  no app  \(path(of: file.kind, among: files))", file)
    }
  }

  private func reason(_ file: FileWithoutApp) -> String {
    let lint = files.first { $0.lint.kind == file.kind }?.lint
    return lint?.onlySharesPasswords == true
      ? "The file only shares passwords with apps, and names none that opens links."
      : visible(file.why.description)
  }
}

/// The conditions of a whole list of links, of which each is said once.
package struct ListedConditions {
  private var conditions: [(app: String, conditions: [OpeningCondition])] = []
  /// Whether there are more than are kept.
  package private(set) var hasMore = false

  package init() {}

  package mutating func note(_ answers: LinkAnswers) {
    for app in answers.judgement?.apps ?? [] where !app.conditions.isEmpty {
      let isKnown = conditions.contains {
        $0.app == app.app.name && $0.conditions == app.conditions
      }
      // A list has few hosts, or it is no list of one site.
      if !isKnown {
        if conditions.count < Self.countMax {
          conditions.append((app.app.name, app.conditions))
        } else {
          hasMore = true
        }
      }
    }
  }

  private static let countMax = 100

  package var sentences: [String] {
    conditions.map { app, conditions in
      let clauses = conditions.clauses.map { visible($0) }
      return "\(visible(app)): \"opens\" holds \(clauses.joined(separator: ", "))."
    }
  }
}

extension AppJudgement {
  /// What the rules alone say, by an older name.
  fileprivate var match: String? {
    explanation?.verdict.rawValue
  }
}

extension Why {
  /// Whether the rules that were asked before matter.
  fileprivate var isDecidedByRules: Bool {
    switch self {
    case .rule, .excluded, .noRuleMatches, .doubt: true
    default: false
    }
  }
}

extension AssociationLint {
  /// Whether the file lets apps use the passwords of the site, and nothing else.
  fileprivate var onlySharesPasswords: Bool {
    guard let document else { return false }
    return kind == .apple
      ? !AppleAssociation(document).webCredentials.isEmpty
      : AndroidAssociation(document).sharesPasswords
  }
}
