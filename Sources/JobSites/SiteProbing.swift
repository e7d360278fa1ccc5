// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
package import Failures
internal import SiteAssociation
package import SiteFetch

/// Which hosts are asked for their association files, and what these have to say.
package struct SiteProbing {
  /// Nil for the hosts of the job's links.
  package var hosts: [ProbedHost] = []
  package var job: String?
  /// The folder with the generated files.
  package var against: String?
  package var outside = false
  /// Whether Apple's copy and Google's view are looked at, too.
  package var asksOthers = false
  package var fetcher = Fetcher()

  package init() {}

  /// What was found, after asking one host after the other.
  package func run(
    _ cures: @escaping CureWords, tell: (String) -> Void
  ) throws(Failure) -> ProbeReport {
    // Reported before the hosts, which may be fine.
    guard Fetcher.isPossible else {
      throw Failure(
        name: "no-library", words: FetchError.noLibrary.whatIsWrong, kind: .couldNotRun)
    }
    let inquiry = HostInquiry(fetcher)
    let job = try self.job.map { path throws(Failure) in
      try ProbedJob(path, mayLeaveFolder: outside, tell: tell)
    }
    var tasks: [(host: ProbedHost, wishes: HostWishes)] = []
    for host in hosts.isEmpty ? try job?.hosts() ?? [] : hosts {
      tasks.append((host, try wishes(for: host, job)))
    }
    var probes: [HostProbe] = []
    for (host, wishes) in tasks {
      tell("Asking \(host.text) …")
      probes.append(HostProbe(host, inquiry, wishes, asksOthers: asksOthers, job?.apps))
    }
    let otherLinks = try job?.forEachLink { link, host in
      var isWanted = false
      // If a host is asked at several ports, every answer has to open the link.
      for index in probes.indices where probes[index].host.name == host {
        probes[index].survey.note(link)
        isWanted = true
      }
      return isWanted
    }
    return ProbeReport(probes: probes, otherLinks: otherLinks ?? 0, cures: cures)
  }

  private func wishes(for host: ProbedHost, _ job: ProbedJob?) throws(Failure) -> HostWishes {
    var wishes = HostWishes()
    // A job without apps needs no files.
    wishes.platforms = job.flatMap { $0.apps.isEmpty ? nil : $0.apps.platforms }
    guard let against else { return wishes }
    wishes.files = try host.generatedFiles(in: against)
    // A generated file is meant to be deployed, whatever the job's apps are now.
    wishes.platforms = (wishes.platforms ?? []).union(wishes.files.keys)
    return wishes
  }
}
