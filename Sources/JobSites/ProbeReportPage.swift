// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import Plain
internal import SiteAssociation
internal import SiteFetch
internal import TagKeys

extension ProbeReport {
  /// The report as people read it.
  package var page: String {
    var pages = probes.map { $0.page(cures) }
    if otherLinks > 0 {
      pages.append(
        "\(count(otherLinks, "link")) of the job not checked, because their host was "
          + "not probed\n")
    }
    return pages.joined(separator: "\n")
  }
}

extension HostProbe {
  fileprivate func page(_ cures: CureWords) -> String {
    let unasked = unaskedAddresses.map {
      "  \($0.asked) of \($0.all) \($0.family.word) addresses were asked"
    }
    var lines = [head] + unasked + AnswerTable(self).lines + links
    for finding in findings(cures) {
      let inside = finding.line.flatMap { line in finding.column.map { ":\(line):\($0)" } } ?? ""
      lines.append(
        "  \(finding.severity.word) \(finding.rule) \(place(of: finding.file))\(inside): "
          + visible(finding.message))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The host, its addresses, and how long its certificate is valid.
  private var head: String {
    let facts =
      addresses.map { visible($0) }
      + (certificateExpiry.map { ["certificate until \(visible($0))"] } ?? [])
    return host.text + (facts.isEmpty ? "" : "  \(facts.joined(separator: ", "))")
  }

  var addresses: [String] {
    let replies = answers.origins.flatMap { $0.outcomes.values }.compactMap { try? $0.get() }
    let proxied = answers.proxied == nil ? nil : replies.first?.address
    return answers.origins.compactMap { $0.address?.text } + (proxied.map { [$0] } ?? [])
  }

  var certificateExpiry: String? {
    (judgement.judgedReply(.apple) ?? judgement.judgedReply(.android))?.certificate?.expiry
  }

  /// Only some addresses are asked if a host has very many.
  var unaskedAddresses: [(family: AddressFamily, asked: Int, all: Int)] {
    AddressFamily.allCases.compactMap { family in
      guard let answers = answers.families[family], !answers.asked.isEmpty,
        answers.asked.count < answers.addressCount
      else { return nil }
      return (family, answers.asked.count, answers.addressCount)
    }
  }

  /// What happens to the job's links, a column for each side.
  private var links: [String] {
    guard hasJob else { return [] }
    let head = "  \(count(survey.linkCount, "link"))"
    guard AssociationKind.allCases.contains(where: { survey.tally(ofHost: $0) != nil }) else {
      return [head]
    }
    var rows = [[head] + judgement.views.map(\.title)]
    for (kind, name) in [(AssociationKind.apple, "  iPhone"), (.android, "  Android")]
    where survey.tally(ofHost: kind) != nil {
      rows.append([name] + judgement.views.map { cell($0, kind) })
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    var lines = rows.map { row in
      zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ").trimmedAtEnd
    }
    for (app, conditions) in survey.conditions {
      lines += conditions.map { "  \(visible(app.name)) opens them if \(visible($0.description))" }
    }
    return lines
  }

  private func cell(_ view: HostView, _ kind: AssociationKind) -> String {
    switch linkAnswer(view, kind) {
    case .never: "–"
    case .seesIt: "sees it"
    case .differs: "differs"
    case .noAddress: "no address"
    case .notAsked: "not asked"
    case .unknown: "unknown"
    case .none: "none"
    case .links(let tally):
      [(tally.opened, "open"), (tally.shut, "shut"), (tally.unknown, "unknown")]
        .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
  }

  func place(of file: AskedFile) -> String {
    switch file {
    case .apple: "/.well-known/apple-app-site-association"
    case .appleAtRoot: "/apple-app-site-association"
    case .appleAsBot: "/.well-known/apple-app-site-association (as AASA-Bot)"
    case .android: "/.well-known/assetlinks.json"
    case .appleCopy: "Apple's copy"
    case .googleView: "Google's view"
    }
  }
}

extension String {
  fileprivate var trimmedAtEnd: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
