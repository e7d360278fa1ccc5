// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Failures
internal import JobSites
internal import SiteFetch
internal import Terminal
internal import Voices

/// `tagpress site probe`: what is wrong with the association files that hosts really serve.
struct SiteProbe: Command {
  var hosts: [String] = []
  var job: String?
  var against: String?
  var authorities: String?
  var routes: [String] = []
  var proxy: String?
  var seconds = 20
  var outside = false
  var cdn = false
  var json = false

  static let name = ["site", "probe"]
  static let table = CommandTable<SiteProbe>(
    summary: "Check the association files that a host really serves",
    discussion: """
      Asks for both files as Apple and Google do: over https, with the certificate verified, and \
      without following redirects, over IPv4 and over IPv6. What the server sends is checked, compared with the generated \
      files, and matched with every link of the job. Nothing else is asked of anyone, unless you \
      add --cdn. HOST may have a port, HOST:PORT, and you can name several; without a HOST, the \
      hosts of the job's links are probed.
      """,
    examples: [
      "tagpress site probe go.example.com": "Checks both files of the host.",
      "tagpress site probe --job spring.xml --against well-known":
        "Checks that each host of the job serves the generated files, and checks every link.",
      "tagpress site probe --ca test.pem --resolve go.example.com:443:10.0.0.7 go.example.com":
        "Checks a staging server at the address that you give.",
    ],
    exitCodes: [
      .differs: "a file is served wrongly, has an error, or opens no app for a link",
      .couldNotRun:
        "a host was not reached or gave no whole answer, or the job or a file could not be read",
    ],
    meaningless: ["resolve": "proxy"], onlyBeside: ["outside": "job"],
    parameters: [
      .positional(.text("HOST"), to: \.hosts, help: "The hosts to probe"),
      .option("job", .file("JOB"), to: \.job, help: "The job whose links should open apps"),
      .option(
        "against", .directory("DIR"), to: \.against,
        help: "Where the generated files are; several hosts have a folder each, with their names"),
      .option(
        "ca", .file("FILE"), to: \.authorities,
        help: "Trust the certificate authorities in this file instead of the system's"),
      .option(
        "resolve", .text("HOST:PORT:ADDRESS"), to: \.routes,
        help: "Use this address instead of asking the DNS; once for IPv4 and once for IPv6"),
      .option(
        "proxy", .text("URL"), to: \.proxy,
        help: "Ask through this proxy; those in the environment are not used"),
      .option(
        "timeout", .integer("SECONDS", in: 1...300), to: \.seconds,
        help: "How long an answer may take; 20 by default"),
      .flag("outside", to: \.outside, help: "Allow spreadsheets outside the job's folder"),
      .flag("cdn", to: \.cdn, help: "Also ask for Apple's copy, and for what Google sees"),
      .flag("json", to: \.json, help: "Print one JSON object"),
    ])

  func run(in console: Console) -> ExitCode {
    do throws(Failure) {
      var probing = SiteProbing()
      (probing.job, probing.against) = (job, against)
      (probing.outside, probing.asksOthers) = (outside, cdn)
      probing.fetcher = try fetcher()
      probing.hosts = try namedHosts()
      let report = try probing.run(Self.voice.cures, tell: console.say)
      if json { console.write(report.json) } else { console.write(report.page) }
      console.say(report.summary)
      return report.exitCode
    } catch {
      return console.report(error, "site probe", json: json)
    }
  }

  private func fetcher() throws(Failure) -> Fetcher {
    var fetcher = Fetcher()
    fetcher.authorityFile = authorities
    fetcher.proxy = proxy
    fetcher.limits = FetchLimits(whole: .seconds(seconds))
    for text in routes {
      guard let route = Route(text) else {
        throw Failure(
          name: "usage",
          words: "'\(text)' is not HOST:PORT:ADDRESS. Write it like go.example.com:443:10.0.0.7.",
          kind: .usage)
      }
      fetcher.routes.append(route)
    }
    return fetcher
  }

  private func namedHosts() throws(Failure) -> [ProbedHost] {
    guard !hosts.isEmpty || job != nil else {
      throw Failure(
        name: "usage", words: "Name a host, or a job with --job to probe the hosts of its links.",
        kind: .usage)
    }
    var named: [ProbedHost] = []
    for text in hosts {
      guard let host = ProbedHost(text) else {
        throw Failure(
          name: "usage", words: "'\(text)' is not a host name. Write one like go.example.com.",
          kind: .usage)
      }
      if !named.contains(host) { named.append(host) }
    }
    return named
  }
}

extension ProbeReport {
  fileprivate var exitCode: ExitCode {
    switch verdict {
    case .unanswered: .couldNotRun
    case .wrong: .differs
    case .right: .done
    }
  }
}
