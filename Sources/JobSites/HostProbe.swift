// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import SiteAssociation
package import SiteFetch

/// What one host was asked, what it answered, and what is wrong with that.
package struct HostProbe {
  package let host: ProbedHost
  package let answers: HostAnswers
  package let wishes: HostWishes
  package let judgement: HostJudgement
  /// The job's links of this host, as far as they were looked at.
  package var survey: LinkSurvey
  package let hasJob: Bool
  /// Whether the job names an app that its links should open.
  package let hasApps: Bool

  /// Asks a host, one file after the other.
  package init(
    _ host: ProbedHost, _ inquiry: HostInquiry, _ wishes: HostWishes, asksOthers: Bool,
    _ apps: [MeantApp]?
  ) {
    self.host = host
    self.wishes = wishes
    answers = inquiry.ask(host.name, port: host.port, asksOthers: asksOthers)
    judgement = HostJudgement(answers, wishes)
    survey = LinkSurvey(judgement, host: host.name, apps: apps ?? [])
    hasJob = apps != nil
    hasApps = apps?.isEmpty == false
  }
}

/// One answer, and from where it came.
package struct ProbedAnswer {
  /// Nil if no address could be asked.
  package let view: HostView?
  package let address: HostAddress?
  package let outcome: FetchOutcome
}

extension HostProbe {
  /// Every answer to one question, IPv4 first.
  package func answers(to file: AskedFile) -> [ProbedAnswer] {
    if let outcome = answers.elsewhere[file] {
      let view: HostView = file == .appleCopy ? .appleCopy : .googleView
      return [ProbedAnswer(view: view, address: nil, outcome: outcome)]
    }
    return answers.origins.compactMap { origin in
      origin.outcomes[file].map { outcome in
        let view =
          origin.address.map { HostView($0.family) } ?? (answers.proxied == nil ? nil : .proxy)
        return ProbedAnswer(view: view, address: origin.address, outcome: outcome)
      }
    }
  }
}
