// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SiteAssociation
import StrictJSON
import TestSupport
import Testing

/// With the entry that version 0.1 could add for iOS 12, if there is one.
private func made(
  _ plan: SitePlan, _ kind: AssociationKind, paths: [String] = []
) throws -> OwnFile {
  let text = kind == .apple ? try plan.appleFile() : try plan.androidFile()
  var file = OwnFile(made: Array(try #require(text).utf8), kind: kind)
  guard kind == .apple, !paths.isEmpty else { return file }
  let list = paths.map { "\"\($0)\"" }.joined(separator: ",")
  let entry = #"{"appID": "A1B2C3D4E5.org.shop.app", "paths": [\#(list)]}"#
  try file.formUnion(
    OwnFile(made: Array(#"{"applinks": {"details": [\#(entry)]}}"#.utf8), kind: .apple))
  return file
}

private func united(_ files: [OwnFile]) throws -> OwnFile {
  var all = files[0]
  for file in files.dropFirst() { try all.formUnion(file) }
  return all
}

@Test func `what we write is told from everything else by its bytes`() throws {
  var plan = shopPlan([LinkRule(path: "/s/*"), LinkRule(path: "/s/x", excludes: true)])
  plan.appClips = ["A1B2C3D4E5.org.shop.app.Clip"]
  plan.sharesPasswords = true
  for kind in AssociationKind.allCases {
    let ours = try made(plan, kind, paths: ["NOT /s/x", "/s/*"]).bytes
    #expect(OwnFile(existing: ours, kind: kind)?.bytes == ours)
    let text = String(decoding: ours, as: UTF8.self)
    // Another path is a file of ours, too, if it is in its place.
    let other = text.replacing("/s/x", with: "/s/y")
    #expect(other != text && OwnFile(existing: Array(other.utf8), kind: kind) != nil)
    for other in [
      "hello", "", "[]", "{}", text + " ", text + "\n", String(text.dropLast()),
      text.replacing("  ", with: " "),
      // Out of order, covered by the rule before it, twice, and with what we never write.
      text.replacing("\"/s/*\"", with: "\"/r/*\"").replacing("\"exclude\": true", with: "\"x\": 1"),
      text.replacing("\"exclude\": true", with: "\"comment\": \"x\""),
      text.replacing("/s/x", with: "/s/*"),
      text.replacing("A1B2C3D4E5.org.shop.app\"\n", with: "A1B2C3D4E5.org.shop.app\",\n\"x\"\n")
        .replacing("\"android_app\"", with: "\"web\""),
    ] {
      #expect(OwnFile(existing: Array(other.utf8), kind: kind) == nil, "\(other)")
    }
    let foreign =
      kind == .apple
      ? text.replacing("\"appclips\"", with: "\"activitycontinuation\"")
      : text.replacing("\"namespace\"", with: "\"site\": \"x\", \"namespace\"")
    #expect(OwnFile(existing: Array(foreign.utf8), kind: kind) == nil)
  }
}

@Test func `rules and none cannot stand together on Android`() throws {
  var whole = shopPlan([LinkRule(path: "/s/*")])
  whole.androidApps = [
    AndroidApp(package: "org.shop.app", fingerprints: [shopFingerprint], opensWholeHost: true)
  ]
  let files = [try made(whole, .android), try made(shopPlan([LinkRule(path: "/t/*")]), .android)]
  for pair in [files, files.reversed()] {
    #expect(throws: SiteMergeError.rulesAndNone(package: "org.shop.app")) { try united(pair) }
  }
  #expect(try united([files[0], files[0]]) == files[0])
  #expect(!files[0].includes(files[1]) && !files[1].includes(files[0]))
}

@Test func `only what is named is left out`() throws {
  let plan = shopPlan([
    LinkRule(path: "/s/?*"), LinkRule(path: "/t/x"), LinkRule(path: "/u/*"),
  ])
  for kind in AssociationKind.allCases {
    func paths(_ dropped: String...) throws -> [String] {
      var file = try made(plan, kind)
      for path in dropped { file.leaveOut(DroppedPath(path)) }
      let text = String(decoding: file.bytes, as: UTF8.self)
      return ["/s/", "/t/", "/u/"].filter { text.contains("\"\($0)") }
    }
    #expect(try paths() == ["/s/", "/t/", "/u/"])
    #expect(try paths("/s") == ["/s/", "/t/", "/u/"])
    #expect(try paths("/s/*") == ["/t/", "/u/"])
    #expect(try paths("/t/x/") == ["/s/", "/u/"])
    #expect(try paths("/u/*", "/t/x") == ["/s/"])
    #expect(try paths("*") == [])
    var file = try made(plan, kind)
    file.leaveOut(app: kind == .apple ? "A1B2C3D4E5.org.shop.app" : "org.shop.app")
    #expect(file.isEmpty)
  }
}

@Test func `campaigns come together in any order, and nothing that opened stays shut`() throws {
  let seed: UInt64 = 0x0F1E
  var random = Splitmix64(seed: seed)
  let paths = ["/s/?*", "/s/*", "/t", "/t/?*/x", "/", "/u/a-?*", "*", "/caf%C3%A9/?*", "/s/?*/y"]
  let print = String(repeating: "AB:", count: 31) + "AB"
  for round in 0..<60 {
    let plans = (0..<3).map { _ in
      var plan = shopPlan(
        (0...Int.random(in: 0..<3, using: &random)).map { _ in
          LinkRule(path: paths.randomElement(using: &random) ?? "/")
        })
      if Bool.random(using: &random) { plan.appleApps.append("B1B2C3D4E5.org.other") }
      if Bool.random(using: &random) {
        plan.androidApps[0] = AndroidApp(
          package: "org.shop.app", fingerprints: [print, shopFingerprint])
      }
      plan.sharesPasswords = Bool.random(using: &random)
      return plan
    }
    let older = plans.map { plan in
      Bool.random(using: &random) ? plan.rules.map(\.path) : []
    }
    for kind in AssociationKind.allCases {
      let files = try zip(plans, older).map { try made($0, kind, paths: $1) }
      let all = try united(files)
      let place = "seed \(seed), round \(round)"
      #expect(try united(files.reversed()).bytes == all.bytes, "\(place)")
      #expect(try united([files[1], files[2], files[0]]).bytes == all.bytes, "\(place)")
      // One after the other, each reading what the one before it has left.
      var standing = try #require(OwnFile(existing: files[0].bytes, kind: kind), "\(place)")
      for file in files.dropFirst() {
        try standing.formUnion(file)
        standing = try #require(OwnFile(existing: standing.bytes, kind: kind), "\(place)")
      }
      #expect(standing.bytes == all.bytes, "\(place)")
      for file in files {
        #expect(all.includes(file), "\(place)")
        let changes = VerdictChange.all(
          from: file.bytes, to: all.bytes, kind: kind, host: "shop.org")
        #expect(!changes.contains { $0.before == .opens }, "\(place): \(changes)")
      }
      #expect(!AssociationLint(all.bytes, kind: kind).hasErrors, "\(place)")
    }
  }
}

/// What one campaign opens and an exclude of another one takes is seen, whichever link it is: by its path,
/// its query, its fragment, or all together.
@Test(arguments: AssociationKind.allCases)
func `no link is lost to the exclude of another campaign unseen`(kind: AssociationKind) throws {
  let seed: UInt64 = 0x31_12
  var random = Splitmix64(seed: seed)
  let opens = ["/s/?*", "/s/*", "/s/a?*", "*", "/t/?*", "/", "/s/??"]
  let excludes = ["/s/*", "/s/b?*", "/s/a*", "/?/*", "/t/*", "/s/?b", "/t/a", "/s"]
  let queries: [[LinkRule.QueryItem]] = [
    [], [], [.init(name: "k", pattern: "1")], [.init(name: "k", pattern: "?*")],
    [.init(name: "m", pattern: "a*")],
  ]
  func rule(_ paths: [String], excludes: Bool = false) -> LinkRule {
    LinkRule(
      path: paths.randomElement(using: &random) ?? "/",
      query: queries.randomElement(using: &random) ?? [],
      fragment: [nil, nil, "f*"].randomElement(using: &random) ?? nil, excludes: excludes)
  }
  let paths = ["/", "/s", "/s/a", "/s/ab", "/s/b", "/s/bc", "/s/abc", "/t/a", "/t/ab", "/x"]
  let links = paths.flatMap { path in
    ["", "?k=1", "?k=2", "?m=ab", "?k=1&m=a"].flatMap { query in
      ["", "#f"].map { Array("https://go.shop.org\(path)\(query)\($0)".utf8) }
    }
  }
  func judge(_ file: OwnFile) -> SiteJudge {
    let served = HostFiles.Answer.file(ServedFile(file.bytes, kind: kind))
    return SiteJudge(
      host: "go.shop.org",
      files: kind == .apple ? HostFiles(apple: served) : HostFiles(android: served))
  }
  var lossCount = 0
  for round in 0..<150 {
    let first = try made(shopPlan([rule(opens), rule(opens)]), kind)
    let plan = shopPlan([rule(excludes, excludes: true), LinkRule(path: "/u/?*")])
    // One that excludes its own links, too, is refused.
    guard let second = try? made(plan, kind) else { continue }
    let all = try united([first, second])
    var (before, after) = (judge(first), judge(all))
    let lost = links.filter { link in
      before.judge(link)
      after.judge(link)
      return before.verdicts == [.opens] && after.verdicts == [.shut]
    }
    guard !lost.isEmpty else { continue }
    lossCount += 1
    let changes = VerdictChange.all(
      from: first.bytes, to: all.bytes, kind: kind, host: "go.shop.org")
    #expect(
      changes.contains { $0.before == .opens && $0.after == .shut },
      """
      seed \(seed), round \(round): \(String(decoding: lost[0], as: UTF8.self))
      \(String(decoding: all.bytes, as: UTF8.self))
      """)
  }
  #expect(lossCount > 20)
}
