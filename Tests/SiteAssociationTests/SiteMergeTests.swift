// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SiteAssociation
import StrictJSON
import TestSupport
import Testing

private let plan = shopPlan([LinkRule(LinkShape(path: [.literal("/s/"), .variable]))])

private func mergedApple(_ file: String) throws -> String {
  let merged = try plan.merged(intoApple: Array(file.utf8))
  #expect(try plan.merged(intoApple: merged) == merged, "merging twice is merging once")
  return String(decoding: merged, as: UTF8.self)
}

private func mergedAndroid(_ file: String) throws -> String {
  let merged = try plan.merged(intoAndroid: Array(file.utf8))
  #expect(try plan.merged(intoAndroid: merged) == merged, "merging twice is merging once")
  return String(decoding: merged, as: UTF8.self)
}

@Test func `our entry goes after the others, and their bytes stay`() throws {
  let theirs = #"""
    {
      "applinks": {   "apps" : [],
        "details": [
          {"appID": "ZZZZZZZZZZ.org.other",   "paths": [ "*" ]}
        ]
      },
      "somethingElse": { "a": 1.0 }
    }

    """#
  let merged = try mergedApple(theirs)
  #expect(
    merged == #"""
      {
        "applinks": {   "apps" : [],
          "details": [
            {"appID": "ZZZZZZZZZZ.org.other",   "paths": [ "*" ]},
            {"appIDs": ["A1B2C3D4E5.org.shop.app"],   "components": [{"/": "/s/?*"}]}
          ]
        },
        "somethingElse": { "a": 1.0 }
      }

      """#)
}

@Test func `what is missing on the way to our entry is made`() throws {
  for file in [
    "{}", #"{"applinks":{}}"#, #"{"applinks":{"details":[]}}"#, #"{"appclips":{"apps":[]}}"#,
  ] {
    let merged = try mergedApple(file)
    #expect(
      AssociationLint(Array(merged.utf8), kind: .apple).findings.allSatisfy {
        $0.rule == .uselessAppClips
      })
    #expect(
      try JSONDocument(reading: Array(merged.utf8)).root["applinks"]?["details"]?.elements?.count
        == 1)
  }
}

@Test func `an entry that says the same already is enough`() throws {
  let file =
    #"{"applinks":{"details":[{"components":[{"/":"/s/?*"}],"appIDs":["ZZZZZZZZZZ.a.b","A1B2C3D4E5.org.shop.app"]}]}}"#
  #expect(try mergedApple(file) == file)
}

@Test func `nothing is added where the app opens the links already`() throws {
  func entry(_ components: String) -> String {
    #"{"applinks":{"details":[{"appIDs":["A1B2C3D4E5.org.shop.app"],"components":\#(components)}]}}"#
  }
  for wide in [
    #"[{"/":"*"}]"#, #"[{"/":"/s/*"}]"#, #"[{"/":"/x"},{"/":"/?/*"}]"#,
    // Behind a wider rule, another one decides nothing, whatever is excluded before.
    #"[{"/":"/s/no","exclude":true},{"/":"/s/*"}]"#,
  ] {
    #expect(try mergedApple(entry(wide)) == entry(wide))
  }
  // What only seems to open them all does not keep the entry out.
  for other in [
    #"[{"/":"/s/a*"}]"#, #"[{"/":"/s/*","?":{"k":"?*"}}]"#,
  ] {
    #expect(try mergedApple(entry(other)) != entry(other))
  }
  let ours = try #require(try plan.androidFile())
  let wide = ours.replacing("/s/?*", with: "/s/*")
  #expect(try mergedAndroid(wide) == wide)
  let narrow = ours.replacing("/s/?*", with: "/s/a*")
  #expect(try mergedAndroid(narrow).contains(#""/": "/s/?*""#))
}

@Test func `only the rules that an app lacks are added`() throws {
  let two = shopPlan([LinkRule(path: "/s/?*"), LinkRule(path: "/t/?*")])
  let file =
    #"{"applinks":{"details":[{"appIDs":["A1B2C3D4E5.org.shop.app"],"components":[{"/":"/s/*"}]}]}}"#
  let apple = String(decoding: try two.merged(intoApple: Array(file.utf8)), as: UTF8.self)
  #expect(
    apple
      == file.replacing(
        "]}}",
        with: #",{"appIDs":["A1B2C3D4E5.org.shop.app"],"components":[{"/":"/t/?*"}]}]}}"#))
  let wide = try #require(try shopPlan([LinkRule(path: "/s/*")]).androidFile())
  let android = String(decoding: try two.merged(intoAndroid: Array(wide.utf8)), as: UTF8.self)
  #expect(android.contains(#""/t/?*""#) && !android.contains(#""/s/?*""#))
}

@Test func `the rules of campaigns stand in one order, and an exclude behind what was there`()
  throws
{
  let plans = ["/s/?*", "/a/?*", "/t/?*"].map { shopPlan([LinkRule(path: $0)]) }
  let start = androidFile(nil)
  func merged(_ plans: [SitePlan]) throws -> [UInt8] {
    try plans.reduce(Array(start.utf8)) { try $1.merged(intoAndroid: $0) }
  }
  #expect(try merged(plans) == merged(plans.reversed()))
  let exclude = shopPlan([LinkRule(path: "/s/no", excludes: true), LinkRule(path: "/s/?*")])
  let both = String(decoding: try merged([plans[1], exclude]), as: UTF8.self)
  let places = ["/a/?*", "/s/no", "/s/?*"].compactMap { both.firstRange(of: $0)?.lowerBound }
  #expect(places.count == 3 && places == places.sorted(), "\(both)")
}

/// Rules of the file's own in any order, and a job's rules for the same app.
@Test func `no link that opened stays shut after a merge, and the job's own links open`() throws {
  let seed: UInt64 = 0x31_13
  var random = Splitmix64(seed: seed)
  let paths = ["/s/*", "/s/?*", "/s/b?*", "/a/*", "/*", "/s/x", "/a/b"]
  let rests = ["", "", ##","#":"f""##, #","?":{"k":"1"}"#]
  let links = ["/s/x", "/s/bc", "/s/1", "/a/b", "/a/x", "/x", "/s/x?k=1", "/a/b#f", "/s/bc?k=1#f"]
    .map { Array("https://go.shop.org\($0)".utf8) }
  func judged(_ file: [UInt8], _ links: [[UInt8]]) -> [PhoneVerdict] {
    var judge = SiteJudge(
      host: "go.shop.org", files: HostFiles(android: .file(ServedFile(file, kind: .android))),
      apps: [MeantApp(.android, "org.shop.app")])
    return links.map { link in
      judge.judge(link)
      return judge.verdicts[0]
    }
  }
  var openCount = 0
  for round in 0..<200 {
    let rules = (0...Int.random(in: 0..<4, using: &random)).map { _ in
      let exclude = Int.random(in: 0..<4, using: &random) == 0 ? #","exclude":true"# : ""
      let (path, rest) = (paths.randomElement(using: &random), rests.randomElement(using: &random))
      return #"{"/":"\#(path ?? "")"\#(rest ?? "")\#(exclude)}"#
    }
    let file = androidFile("[\(rules.joined(separator: ","))]")
      .replacing("com.example.app", with: "org.shop.app")
    let job = shopPlan([
      LinkRule(path: paths.randomElement(using: &random) ?? "", excludes: true),
      LinkRule(path: "/j/?*"),
    ])
    guard let merged = try? job.merged(intoAndroid: Array(file.utf8)) else { continue }
    let (before, after) = (judged(Array(file.utf8), links), judged(merged, links))
    for number in links.indices where before[number] == .opens {
      openCount += 1
      #expect(after[number] == .opens, "round \(round): \(rules) \(links[number])")
    }
    // What excludes every path takes the job's own links, too, and such a merge is refused elsewhere.
    if !rules.contains(where: { $0.hasPrefix(#"{"/":"/*""#) && $0.contains("exclude") }) {
      let own = judged(merged, [Array("https://go.shop.org/j/1".utf8)])
      #expect(own == [.opens], "round \(round): \(rules)")
    }
  }
  #expect(openCount > 200)
}

@Test func `many rules come into a long list in one order`() throws {
  let there = (0..<200).map { "/there/\($0 + 10_000)/*" }
  let ours = (0..<30).map { "/ours/\($0 + 10_000)/?*" }
  let file = androidFile("[\(there.map { #"{"/":"\#($0)"}"# }.joined(separator: ","))]")
    .replacing("com.example.app", with: "org.shop.app")
  // Some of them are covered.
  let plan = shopPlan(
    (ours.reversed() + there.prefix(20).map { $0.replacing("*", with: "?*") }).map {
      LinkRule(path: $0)
    })
  let merged = try plan.merged(intoAndroid: Array(file.utf8))
  let rules = try JSONDocument(reading: merged).root.elements?[0]["relation_extensions"]?[
    "delegate_permission/common.handle_all_urls"]?["dynamic_app_link_components"]?.elements
  #expect(rules?.compactMap { $0["/"]?.string } == ours + there)
  #expect(try plan.merged(intoAndroid: merged) == merged)
}

@Test func `in a large file the apps that differ are all seen`() throws {
  let entries = (0..<600).map {
    #"{"appIDs":["A1B2C3D4E5.org.a\#($0)"],"components":[{"/":"/p\#($0)/*"}]}"#
  }
  func file(_ entries: [String]) -> [UInt8] {
    Array(#"{"applinks":{"details":[\#(entries.joined(separator: ","))]}}"#.utf8)
  }
  var other = entries
  other[597] = other[597].replacing(#"{"/":"/p597/*"}"#, with: #"{"/":"/q"},{"/":"/x"}"#)
  let changes = VerdictChange.all(
    from: file(entries), to: file(other), kind: .apple, host: "example.com")
  #expect(Set(changes.map(\.app)) == ["A1B2C3D4E5.org.a597"])
  #expect(changes.allSatisfy { $0.before == .opens && $0.after == .shut })
}

@Test func `a statement goes after the others, unless it is there`() throws {
  let ours = try #require(try plan.androidFile())
  #expect(try mergedAndroid(ours) == ours)
  let theirs = androidFile(nil)
  let merged = try mergedAndroid(theirs)
  #expect(merged.hasPrefix(theirs.prefix(theirs.utf8.count - 2)))
  #expect(try JSONDocument(reading: Array(merged.utf8)).root.elements?.count == 2)
}

@Test func `a file to which nothing can be added is refused in words`() throws {
  func error(_ merge: () throws(SiteMergeError) -> [UInt8]) -> String? {
    do throws(SiteMergeError) {
      _ = try merge()
      return nil
    } catch {
      return "\(error)"
    }
  }
  let old = Array(#"{"applinks":{"details":{"A1B2C3D4E5.a":{"paths":[]}}}}"#.utf8)
  #expect(
    error { () throws(SiteMergeError) in try plan.merged(intoApple: old) }
      == "Line 1, column 24: \"details\" has the form of 2015, to which nothing can be added. Make it a list."
  )
  #expect(
    error { () throws(SiteMergeError) in try plan.merged(intoApple: Array("[]".utf8)) }
      == "Line 1, column 1: Members can be added only to an object. Make this one.")
  #expect(
    error { () throws(SiteMergeError) in try plan.merged(intoApple: Array("{,}".utf8)) } != nil)
  let bare = androidFile(nil).replacing("com.example.app", with: "org.shop.app")
  #expect(
    error { () throws(SiteMergeError) in try plan.merged(intoAndroid: Array(bare.utf8)) }?
      .hasSuffix("Write links=\"all\" in its <app>.") == true)
  var whole = plan
  whole.androidApps = [
    AndroidApp(package: "org.shop.app", fingerprints: [shopFingerprint], opensWholeHost: true)
  ]
  let listed = androidFile(#"[{"/":"/a"}]"#).replacing("com.example.app", with: "org.shop.app")
  #expect(
    error { () throws(SiteMergeError) in try whole.merged(intoAndroid: Array(listed.utf8)) }?
      .contains("links=\"all\" would not hold") == true)
}

@Test func `the rules of two jobs for one app become one list`() throws {
  let other = androidFile(#"[{"/":"/a"}]"#).replacing("com.example.app", with: "org.shop.app")
  let merged = try mergedAndroid(other)
  let statements = AndroidAssociation(try JSONDocument(reading: Array(merged.utf8))).statements
  #expect(statements.count == 1)
  guard case .list(let rules) = statements.first?.rules else {
    Issue.record("there is no list")
    return
  }
  #expect(rules.count > 1 && rules.first?.path?.value == "/a")
  #expect(
    VerdictChange.all(
      from: Array(other.utf8), to: Array(merged.utf8), kind: .android, host: "example.com"
    ).isEmpty)
}

@Test func `a file that our entry would make too large for phones is refused`() throws {
  let full = #"{"note":"\#(String(repeating: "x", count: 131_000))"}"#
  let entry = try mergedApple(#"{"note":"x"}"#).utf8.count - #"{"note":"x"}"#.utf8.count
  #expect(throws: SiteMergeError.plan(.tooLarge(byteCount: full.utf8.count + entry))) {
    try plan.merged(intoApple: Array(full.utf8))
  }
}

@Test(
  .enabled(if: SharedFacts.have("data/association-labels.json"), "addition: the association corpus")
)
func `merging into every valid file of the corpus only puts something in at one place`() throws {
  var changed = 0
  for file in CorpusFile.all where (try? JSONDocument(reading: file.bytes)) != nil {
    do throws(SiteMergeError) {
      let merged =
        file.kind == .apple
        ? try plan.merged(intoApple: file.bytes) : try plan.merged(intoAndroid: file.bytes)
      #expect((try? JSONDocument(reading: merged)) != nil, "\(file.name)")
      let before = zip(file.bytes, merged).prefix { $0 == $1 }.count
      let behind = zip(file.bytes.reversed(), merged.reversed()).prefix { $0 == $1 }.count
      #expect(before + behind >= file.bytes.count, "\(file.name)")
      changed += merged == file.bytes ? 0 : 1
    } catch {
      #expect(!"\(error)".isEmpty)
    }
  }
  #expect(changed > 80)
}
