// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

/// Campaigns of one host, some with excludes, in any order, one after another or at once: a link that
/// opened its app does so after every run that ended well.
struct CampaignsTests {
  private struct Campaign {
    let name: String
    let package: String
    let link: String
    let rules: String

    init(_ number: Int, _ random: inout Splitmix64) {
      name = "c\(number)"
      package = ["org.example.one", "org.example.two"].randomElement(using: &random) ?? ""
      let folder = ["/s/", "/s/a", "/t/", "/t/s/", "/"].randomElement(using: &random) ?? "/"
      link = "https://go.tagtag.shop\(folder){id}"
      let opens = ["", "<open path=\"\(folder)*\"/>", "<open path=\"*\"/>"]
      let excludes = ["/s/*", "/s/b?*", "/t/*", "/*/x", "/s/n3", "/t/s/?*", "/s/x*", "/*n2"]
      var rules = opens.randomElement(using: &random) ?? ""
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        rules += "<exclude path=\"\(excludes.randomElement(using: &random) ?? "/x")\"/>"
      }
      self.rules = rules
    }

    var manifest: String {
      """
      <job xmlns="urn:tagpress:job:1" id="\(name)">
        <link>\(link)</link>
        <app ios="QWERTY7890.\(package)">\(rules)</app>
        <app android="\(package)" certificate="\(fingerprint)">\(rules)</app>
        <rows count="4" id="n{number}"/>
      </job>
      """
    }

    var links: [String] {
      (1...4).map { link.replacing("{id}", with: "n\($0)") }
    }

    /// What opens if all is well: each link in both apps.
    var openings: [String] {
      ["QWERTY7890.\(package)", package].flatMap { app in links.map { "\(app) \($0)" } }
    }
  }

  @Test(arguments: try wantedSeeds("TAGPRESS_CAMPAIGNS", orElse: 12))
  func whatOpenedStaysOpen(seed: UInt64) throws {
    var random = Splitmix64(seed: seed)
    let folder = try TemporaryDirectory()
    let campaigns = (1...4).map { Campaign($0, &random) }
    for campaign in campaigns { try folder.write(campaign.manifest, to: "\(campaign.name).xml") }
    var left = campaigns.shuffled(using: &random)
    var made: [Campaign] = []
    var open: Set<String> = []
    while !left.isEmpty {
      let atOnce = Array(left.prefix(Int.random(in: 1...2, using: &random)))
      left.removeFirst(atOnce.count)
      let runs = try atOnce.map { campaign in
        try BackgroundProgram(
          builtTool, ["site", "make", "-o", "site", "\(campaign.name).xml"],
          directory: folder.path)
      }
      var refusals: [String] = []
      for (campaign, program) in zip(atOnce, runs) {
        let result = try program.finish()
        switch result.exit {
        case .code(0): made.append(campaign)
        // Refused because of what it would shut, or its own exclude shuts a link of it.
        case .code(1):
          #expect(!(result.errorOutput + result.output).isEmpty)
          refusals.append(result.errorOutput)
        default: Issue.record("seed \(seed): \(result)")
        }
      }
      let now = try opened(of: made, in: folder)
      let lost = open.subtracting(now).sorted()
      #expect(
        lost.isEmpty,
        """
        seed \(seed): \(atOnce.map(\.name)) shut \(lost); \(refusals)
        \(campaigns.map(\.manifest).joined(separator: "\n"))
        """)
      // What a run has ended well for opens.
      for campaign in atOnce where made.contains(where: { $0.name == campaign.name }) {
        for opening in campaign.openings {
          #expect(
            now.contains(opening),
            """
            seed \(seed): \(campaign.name) \(opening); \(refusals)
            \(campaigns.map(\.manifest).joined(separator: "\n"))
            """)
        }
      }
      open = now
    }
  }

  /// The links that open the apps of their campaigns, each behind its app.
  private func opened(of campaigns: [Campaign], in folder: TemporaryDirectory) throws -> Set<String>
  {
    guard !campaigns.isEmpty else { return [] }
    let links = Set(campaigns.flatMap(\.links)).sorted()
    let wanted = Set(campaigns.flatMap(\.openings))
    let explained = try run(
      builtTool, ["site", "explain", "--json", "--association", "site"] + links,
      directory: folder.path)
    var open: Set<String> = []
    for line in explained.output.split(separator: "\n") {
      let root = try JSONDocument(reading: Array(line.utf8)).root
      let link = try #require(root["url"]?.string)
      for app in root["apps"]?.elements ?? [] where app["verdict"]?.string == "opens" {
        open.insert("\(app["app"]?.string ?? "") \(link)")
      }
    }
    return open.intersection(wanted)
  }
}
