// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain
internal import SiteAssociation
internal import SiteFetch
internal import TagKeys

extension ProbeReport {
  /// The report as people read it.
  var page: String {
    var pages = probes.map(\.page)
    if otherLinks > 0 {
      pages.append(
        "\(count(otherLinks, "link")) of the job not checked, because their host was "
          + "not probed\n")
    }
    return pages.joined(separator: "\n")
  }
}

extension HostProbe {
  fileprivate var page: String {
    var lines = [head] + table + links
    for finding in findings {
      let inside = finding.line.flatMap { line in finding.column.map { ":\(line):\($0)" } } ?? ""
      lines.append(
        "  \(finding.severity.word) \(finding.rule) \(place(of: finding.file))\(inside): "
          + visible(finding.message))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The host, who answered in its name, and for how long its certificate is valid.
  private var head: String {
    guard case .success(let reply) = outcomes[.apple] ?? outcomes[.android] else {
      return host.text
    }
    let expiry = reply.certificate?.expiry.map { ", certificate until \(visible($0))" } ?? ""
    return "\(host.text)  \(visible(reply.address))\(expiry)"
  }

  /// A line for each answer: status, type, size, the beginning of its hash, and which file it is.
  private var table: [String] {
    let rows = AskedFile.allCases.compactMap { file -> [String]? in
      guard case .success(let reply) = outcomes[file] else { return nil }
      let types = reply.contentTypes.prefix(3).joined(separator: " + ")
      let comparison =
        judgement.served(file.kind)?.file == file ? judgement.comparisons[file.kind] : nil
      return [
        String(reply.status), types.isEmpty ? "no type" : shortened(visible(types)),
        "\(reply.isCut ? "> " : "")\(count(reply.body.count, "byte"))",
        sha256(reply.body).map { String(hex($0).prefix(16)) } ?? "",
        place(of: file) + (comparison.map { ", \($0.words)" } ?? ""),
      ]
    }
    let widths = (0..<5).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.indices.dropLast().map { row[$0].padded(to: widths[$0]) }
      return "  " + (cells + [row[4]]).joined(separator: "  ")
    }
  }

  /// What becomes of the job's links.
  private var links: [String] {
    guard hasJob else { return [] }
    let platforms = [(AssociationKind.apple, "iOS"), (.android, "Android")]
    let numbers = platforms.compactMap { kind, name in
      survey.tallies[kind].map { "\($0.opened) open an app on \(name)" }
    }
    return ["  " + ([count(survey.linkCount, "link")] + numbers).joined(separator: ", ")]
  }

  private func place(of file: AskedFile) -> String {
    switch file {
    case .apple: "/.well-known/apple-app-site-association"
    case .appleAtRoot: "/apple-app-site-association"
    case .appleAsBot: "/.well-known/apple-app-site-association (as AASA-Bot)"
    case .android: "/.well-known/assetlinks.json"
    case .appleCopy: "Apple's copy"
    case .googleView: "Google's view"
    }
  }

  private func shortened(_ text: String) -> String {
    let width = 40
    return text.count > width ? text.prefix(width - 1) + "…" : text
  }
}

extension FileComparison {
  fileprivate var words: String {
    switch self {
    case .equal: "as generated"
    case .sameJSON: "as generated, except for the exact bytes"
    case .different: "not as generated"
    }
  }
}
