// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import SiteAssociation
internal import SiteFetch

/// What one host was asked, what it answered, and what is wrong with that.
struct HostProbe {
  let host: ProbedHost
  let outcomes: [AskedFile: FetchOutcome]
  let wishes: HostWishes
  let judgement: HostJudgement
  /// The job's links of this host, as far as they were looked at.
  var survey: LinkSurvey
  let hasJob: Bool

  /// Asks a host, one file after the other.
  init(
    _ host: ProbedHost, _ fetcher: Fetcher, _ wishes: HostWishes, asksOthers: Bool,
    _ apps: WantedApps?
  ) {
    self.host = host
    self.wishes = wishes
    outcomes = Self.ask(host, fetcher, asksOthers: asksOthers)
    judgement = HostJudgement(outcomes, wishes)
    survey = LinkSurvey(judgement, host: host.name, wanted: apps ?? WantedApps())
    hasJob = apps != nil
  }

  private static func ask(
    _ host: ProbedHost, _ fetcher: Fetcher, asksOthers: Bool
  ) -> [AskedFile: FetchOutcome] {
    // An authority of one's own signs one's own servers and not those of Apple and Google.
    var publicFetcher = fetcher
    publicFetcher.authorityFile = nil
    var outcomes: [AskedFile: FetchOutcome] = [:]
    for file in AskedFile.allCases {
      if file.isElsewhere && !asksOthers { continue }
      if let first = outcomes[.apple], case .failure(let error) = first {
        // A host that cannot be spoken to needs to be told only once, and a bot's name changes
        // nothing.
        if !file.isElsewhere && error.isForAllFiles || file == .appleAsBot { continue }
      }
      let asker = file.isElsewhere ? publicFetcher : fetcher
      // Others know a host by its name alone, as apps do.
      let name = file.isElsewhere ? host.name : host.text
      outcomes[file] = ask(for: file.url(host: name), as: file.userAgent, asker)
    }
    return outcomes
  }

  private static func ask(
    for url: String, as userAgent: String, _ fetcher: Fetcher
  ) -> FetchOutcome {
    do throws(FetchError) {
      return .success(try fetcher.fetch(url, as: userAgent))
    } catch {
      return .failure(error)
    }
  }
}
