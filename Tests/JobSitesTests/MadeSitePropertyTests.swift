// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobManifest
import JobSites
import SiteAssociation
import StrictJSON
import TestSupport
import Testing

private let fingerprints = ["AB", "CD"].map {
  Array(repeating: $0, count: 32).joined(separator: ":")
}
private let relationOfLinks = "delegate_permission/common.handle_all_urls"

/// A job at random, as its manifest is read, with the links of its rows.
private struct RandomJob {
  let manifest: String
  let job: Job
  let links: [String]
  /// Whether a value in the middle of the path has a slash, link by link.
  var slashes: [Bool] = []

  private static let paths = [
    "/s/{code}", "/{code}", "/s/{code}/x", "/café/s/{code}", "/s/{code}?k={k}",
    "/s?k={k}&amp;c={code}",
    "/s/{code}#{k}", "/t-{code}", "/s/{code}{?k}", "/x%20y/{code}", "/s;v=1/{code}?ort=München",
    "/Ä/ö?k={k}#a%20b", "?k={code}", "/s/{+code}", "/é/{k}/{code}", "/s/{code}?a=1&amp;b=%26{k}",
  ]
  private static let signs = [
    "a", "B", "7", " ", "%", "/", "é", "😀", "&amp;", "#", "+", "&quot;", "'", "?", "=", ";", "*",
    "$", "~",
    ".", "&lt;", "ß", "(", ":", "@", "%2F",
  ]

  /// Under a folder, so that the links of two jobs differ; if asked for, with apps of both platforms.
  init(
    using random: inout Splitmix64, under folderName: String = "", hasBoth: Bool = false
  ) throws {
    let hosts = ["go.shop.org", "rome.shop.org", "bonn.shop.org"]
      .prefix(.random(in: 1...3, using: &random))
    let path = Self.paths.randomElement(using: &random) ?? "/"
    var apps = ""
    for number in 0..<Int.random(in: hasBoth ? 1...2 : 0...2, using: &random) {
      apps += #"<app ios="A1B2C3D4E5.org.shop.app\#(number)"/>"#
    }
    for number in 0..<Int.random(in: hasBoth || apps.isEmpty ? 1...2 : 0...2, using: &random) {
      let prints = fingerprints.prefix(.random(in: 1...2, using: &random)).joined(separator: " ")
      let whole = Int.random(in: 0..<4, using: &random) == 0 ? #" links="all""# : ""
      apps += #"<app android="org.shop.app\#(number)" certificate="\#(prints)"\#(whole)/>"#
    }
    var rows = ""
    var slashes: [Bool] = []
    for number in 0..<6 {
      func value() -> String {
        (0..<Int.random(in: 1...4, using: &random)).map { _ in
          Self.signs.randomElement(using: &random) ?? ""
        }.joined()
      }
      let (code, k) = (value(), value())
      let host = (hosts.randomElement(using: &random) ?? "").prefix { $0 != "." }
      rows += "<row id=\"\(number)\" h=\"\(host)\""
      rows += " code=\"c\(number)\(code)\" k=\"_\(k)z\(number)\"/>"
      let middle = path.hasSuffix("{code}/x") ? code : path.contains("{k}/{code}") ? k : ""
      slashes.append(middle.contains("/"))
    }
    manifest = """
      <job xmlns="urn:tagpress:job:1" id="test"><link>https://{h}.shop.org\(folderName)\(path)</link>\(apps)
      <rows>\(rows)</rows></job>
      """
    let folder = try TemporaryDirectory()
    let file = try folder.write(Array(manifest.utf8), to: "job.xml")
    var read: Job?
    var links: [String] = []
    let outcome = JobReader(path: file).read {
      read = $0
    } visit: { row in
      links.append(row.linkText)
      return true
    }
    #expect(outcome.findings.errorCount == 0, "\(manifest): \(outcome.findings.findings)")
    job = try #require(read)
    self.links = links
    self.slashes = slashes
  }

  var site: JobSite { JobSite(job) }

  func own(_ kind: AssociationKind) throws -> OwnFile? {
    let text = try site.file(of: kind)
    return text.map { OwnFile(made: Array($0.utf8), kind: kind) }
  }
}

private func host(of link: String) -> String {
  String((link.split(separator: "/").dropFirst().first ?? "").prefix { !"?#".contains($0) })
}

private func hasEmptyPath(_ link: String) -> Bool {
  link.dropFirst("https://".count).first { "/?#".contains($0) } != "/"
}

private func served(_ apple: [UInt8]?, _ android: [UInt8]?) -> HostFiles {
  HostFiles(
    apple: apple.map { .file(ServedFile($0, kind: .apple)) } ?? .absent,
    android: android.map { .file(ServedFile($0, kind: .android)) } ?? .absent)
}

@Test func `every link of a job opens with the files that are made for it`() throws {
  let count = Int(try wantedNumber("TAGPRESS_SEEDS") ?? 40)
  var (opened, limited) = (0, 0)
  for seed in 0..<UInt64(count) {
    var random = Splitmix64(seed: 0x517E + seed)
    let job = try RandomJob(using: &random)
    let apple = try job.own(.apple)?.bytes
    let android = try job.own(.android)?.bytes
    let limits = job.site.limitsOnAndroid
    for (number, link) in job.links.enumerated() {
      let place: Comment = "seed \(seed): \(link) \(job.manifest)"
      var judge = SiteJudge(
        host: host(of: link), files: served(apple, android), apps: job.job.meantApps)
      judge.judge(Array(link.utf8))
      for (app, verdict) in zip(judge.apps, judge.verdicts) {
        guard app.platform == .android, let android else {
          #expect(verdict == .opens, place)
          let reading = try AppleReading(try #require(apple, place))
          #expect(reading.verdict(of: app.name, on: link) == .opens, place)
          opened += 1
          continue
        }
        let text = String(decoding: android, as: UTF8.self)
        let readings = try [true, false].map {
          try AndroidReading(text, package: app.name, decodes: $0)
        }
        let isRead = readings.allSatisfy { !$0.hasRules || $0.opens(link) }
        // These are said not to be had, and nothing else.
        let isLimited =
          readings[0].hasRules
          && limits.contains { limit in
            switch limit {
            case .slashInValue: job.slashes[number]
            case .emptyPath: hasEmptyPath(link)
            default: false
            }
          }
        if isLimited {
          limited += 1
          #expect(!isRead || verdict != .shut, place)
        } else {
          opened += 1
          #expect(isRead && verdict == .opens, place)
        }
      }
    }
  }
  #expect(opened > count * 5 && limited > 0, "\(opened) opened, \(limited) limited")
}

/// In files of our own always, and in those of others if their links differ.
///
/// If not, the order changes bytes, and never what becomes of a link.
@Test func `two campaigns give the same bytes in either order`() throws {
  let count = Int(try wantedNumber("TAGPRESS_SEEDS") ?? 40)
  let theirs: [AssociationKind: String] = [
    .apple: #"""
    {"applinks": {"details": [
      {"appIDs": ["F1B2C3D4E5.org.news"], "components": [{"/": "/news/*"}]}
    ]}, "note": 1}
    """#,
    .android: #"""
    [{"relation": ["\#(relationOfLinks)"], "target": {"namespace": "android_app",
      "package_name": "org.news", "sha256_cert_fingerprints": ["\#(fingerprints[0])"]}}]
    """#,
  ]
  var (mergeCount, overlapCount) = (0, 0)
  for seed in 0..<UInt64(count) {
    var random = Splitmix64(seed: 0xCA3 + seed)
    let folders = [["/a", "/b"], ["/a", "/a"], ["", "/s"]][Int(seed % 3)]
    let jobs = try folders.map { try RandomJob(using: &random, under: $0, hasBoth: true) }
    let areApart = folders == ["/a", "/b"]
    for kind in AssociationKind.allCases {
      let place: Comment = "seed \(seed): \(jobs.map(\.manifest))"
      let files = try jobs.compactMap { try $0.own(kind) }
      guard files.count == 2 else { continue }
      func united(_ files: [OwnFile]) -> [UInt8]? {
        var all = files[0]
        do throws(SiteMergeError) { try all.formUnion(files[1]) } catch { return nil }
        return all.bytes
      }
      #expect(united(files) == united(files.reversed()), place)
      func merged(_ jobs: [RandomJob]) -> [UInt8]? {
        var bytes = Array((theirs[kind] ?? "").utf8)
        for job in jobs {
          do throws(SiteMergeError) {
            bytes =
              try job.site.merged(into: bytes, of: kind)
          } catch {
            return nil
          }
        }
        return bytes
      }
      let orders = [merged(jobs), merged(jobs.reversed())]
      mergeCount += orders[0] == nil ? 0 : 1
      if areApart { #expect(orders[0] == orders[1], place) }
      #expect((orders[0] == nil) == (orders[1] == nil), place)
      guard let first = orders[0], let second = orders[1], first != second else { continue }
      overlapCount += 1
      for job in jobs {
        let apps = job.job.meantApps.filter { ($0.platform == .android) == (kind == .android) }
        for link in job.links {
          let verdicts = [first, second].map { bytes in
            var judge = SiteJudge(
              host: host(of: link),
              files: kind == .apple ? served(bytes, nil) : served(nil, bytes), apps: apps)
            judge.judge(Array(link.utf8))
            return judge.verdicts
          }
          #expect(verdicts[0] == verdicts[1], "\(place): \(link)")
          if kind == .apple {
            #expect(verdicts[0].allSatisfy { $0 == .opens }, "\(place): \(link)")
          }
        }
      }
    }
  }
  #expect(
    mergeCount > count && overlapCount > 0,
    "\(mergeCount) merges, \(overlapCount) of them not the same in the other order")
}

private let corpus = "data/association-corpus"

/// A merge into a real file is refused, or leaves all apps of it as they were, by the second readings.
@Test(
  .enabled(if: SharedFacts.have("\(corpus)/index.json"), "addition: the association corpus"))
func `no verdict of an app in a real file changes by a merge`() throws {
  let index = try SharedFacts.json("\(corpus)/index.json")
  let names = (index["files"]?.elements ?? []).compactMap { $0["file"]?.string }
  #expect(names.count > 100)
  var (merges, questions) = (0, 0)
  for (number, name) in names.enumerated() {
    let old = try contents(of: SharedFacts.path(of: "\(corpus)/\(name)"))
    let kind: AssociationKind = name.hasPrefix("aasa/") ? .apple : .android
    var random = Splitmix64(seed: UInt64(number))
    let site = try RandomJob(using: &random, hasBoth: true).site
    var merged: [UInt8]?
    do throws(SiteMergeError) {
      merged =
        try site.merged(into: old, of: kind)
    } catch {
      continue
    }
    guard let new = merged, new != old,
      VerdictChange.all(from: old, to: new, kind: kind, host: "go.shop.org").isEmpty
    else { continue }
    merges += 1
    let root = try JSONDocument(reading: old).root
    let links = sampleLinks(of: root)
    switch kind {
    case .apple:
      let (before, after) = (try AppleReading(old), try AppleReading(new))
      for app in before.apps.sorted() {
        for link in links {
          questions += 1
          #expect(
            before.verdict(of: app, on: link) == after.verdict(of: app, on: link),
            "\(name): \(app) \(link)")
        }
      }
    case .android:
      let texts = [old, new].map { String(decoding: $0, as: UTF8.self) }
      let packages = (root.elements ?? []).compactMap { $0["target"]?["package_name"]?.string }
      for package in Set(packages).sorted() {
        for decodes in [true, false] {
          let readings = try texts.map {
            try AndroidReading($0, package: package, decodes: decodes)
          }
          #expect(readings[0].hasRules == readings[1].hasRules, "\(name): \(package)")
          for link in links {
            questions += 1
            #expect(
              readings[0].opens(link) == readings[1].opens(link), "\(name): \(package) \(link)")
          }
        }
      }
    }
  }
  #expect(merges > 60 && questions > 600, "\(merges) merges, \(questions) questions")
}

/// Links from every pattern in a file, with words in the place of wildcards.
private func sampleLinks(of root: JSONNode) -> [String] {
  var paths: [String] = ["/", "/x"]
  func walk(_ node: JSONNode) {
    for member in node.members ?? [] {
      if member.key == "/", let path = member.value.string { paths.append(path) }
      if member.key == "paths" { paths += member.value.elements?.compactMap(\.string) ?? [] }
      walk(member.value)
    }
    for element in node.elements ?? [] { walk(element) }
  }
  walk(root)
  return Array(
    Set(
      paths.prefix(100).flatMap { path -> [String] in
        let path = path.hasPrefix("NOT ") ? String(path.dropFirst(4)) : path
        return ["x", "", "a/b"].map { word in
          let text = path.replacing("*", with: word).replacing("?", with: "x")
          return "https://go.shop.org" + (text.hasPrefix("/") ? "" : "/") + text
        }
      }
    )
  ).sorted()
}
