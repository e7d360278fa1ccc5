// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Testing

/// What several jobs need of a host, and what others wrote, in one file: nothing of it is lost.
struct SiteMakeTogetherTests {
  /// The apps of a job with elements inside of them.
  private static func apps(_ elements: String) -> String {
    """
    <app ios="A1B2C3D4E5.org.shop.app">\(elements)</app>
    <app android="org.shop.app" certificate="\(fingerprint)">\(elements)</app>
    """
  }

  private static func ios(_ elements: String, app: String = SiteBench.iosApp) -> String {
    #"<app ios="\#(app)">\#(elements)</app>"#
  }

  private static let whole = SiteBench.android.replacing("/>", with: #" links="all"/>"#)

  @Test func aDeployedFileGetsOurEntriesAndKeepsItsBytes() throws {
    let bench = try SiteBench()
    let theirs = """
      {"applinks": {"details": [
        {"appIDs": ["F1B2C3D4E5.org.other.app"],   "components": [{"/": "/o/*"}]}
      ]}}

      """
    try bench.write(theirs, to: "theirs.json")
    try bench.make("job.xml --merge theirs.json")
    #expect(
      try bench.text(SiteBench.apple) == """
        {"applinks": {"details": [
          {"appIDs": ["A1B2C3D4E5.org.shop.app"],   "components": [{"/": "/s/?*"}]},
          {"appIDs": ["F1B2C3D4E5.org.other.app"],   "components": [{"/": "/o/*"}]}
        ]}}

        """)
    #expect(try bench.text("theirs.json") == theirs)
    try bench.make("job.xml --merge theirs.json --check")
  }

  private static let other = "[\(SiteBench.statement("org.other.app"))]\n"
  private static let takeIn =
    "Add to it with --merge \(SiteBench.assetlinks). With --replace, all that it says is lost.\n"
  private static let goElsewhere =
    "Choose another folder with -o DIR. With --replace, all that it says is lost.\n"

  /// Data of others is never lost in silence, and what is advised helps.
  @Test(arguments: [
    ("hello", false, goElsewhere), ("", false, goElsewhere),
    ("{}", false, "Elements can be added only to an array. Make this one.\n"),
    ("[]", true, takeIn), (other, true, takeIn),
  ])
  func whatStandsThereIsOnlyLostOnRequest(
    _ present: String, _ canBeMerged: Bool, _ words: String
  ) throws {
    let path = SiteBench.assetlinks
    let bench = try SiteBench()
    try bench.write(present, to: path)
    let refused = try bench.make("job.xml", 1)
    #expect(refused.errorOutput.hasSuffix(words), "\(refused.errorOutput)")
    #expect(try bench.text(path) == present)
    // Nothing else was written either.
    #expect(bench.entries() == ["go.shop.org"])
    #expect(bench.entries(SiteBench.host) == ["assetlinks.json"])
    try bench.shell("cp -r well-known kept")
    try bench.make("job.xml " + (canBeMerged ? "--merge \(path)" : "-o other"))
    try bench.shell("rm -r well-known && mv kept well-known")
    try bench.make("job.xml --replace")
    #expect(try bench.text(path).contains("org.shop.app"))
  }

  /// As long as nothing is to be added, a merge need not be asked for again.
  @Test func aMergedFileStaysAsItIsUntilMoreIsNeeded() throws {
    let path = SiteBench.assetlinks
    let bench = try SiteBench()
    try bench.write(Self.other, to: path)
    try bench.make("job.xml --merge \(path)")
    let merged = try bench.text(path)
    #expect(merged.contains("org.other.app") && merged.contains("org.shop.app"))
    for again in ["", "--merge \(path)", "--check"] {
      try bench.make("job.xml \(again)")
      #expect(try bench.text(path) == merged)
    }
    // Another campaign needs more, and a comparison shows what it would add.
    try bench.job(path: "t")
    try bench.make("job.xml", 1)
    #expect(try bench.make("job.xml --check", 1).output.contains(#"+            "/": "/t/?*""#))
    #expect(try bench.text(path) == merged)
  }

  /// The second campaign of a merge stands where it would stand if it were the first.
  @Test func mergedCampaignsComeTogetherInAnyOrder() throws {
    let bench = try SiteBench()
    try bench.job("s")
    try bench.job("t", path: "t")
    try bench.job(
      "x", path: "x",
      apps: """
        <app ios="B1B2C3D4E5.org.x.app"/><app android="org.x.app" certificate="\(fingerprint)"/>
        """)
    for (number, order) in [
      ["s.xml", "t.xml", "x.xml"], ["x.xml", "t.xml", "s.xml"], ["x.xml s.xml t.xml"],
    ].enumerated() {
      let place = "d\(number)"
      try bench.write(
        SiteBench.appleFile("F1B2C3D4E5.org.other.app", #"{"/": "/o/*"}"#),
        to: "\(place)/go.shop.org/apple-app-site-association")
      try bench.write(Self.other, to: "\(place)/go.shop.org/assetlinks.json")
      for jobs in order { try bench.make("\(jobs) -o \(place) --merge \(place)") }
      try bench.expectSame("d0", place)
      #expect(try bench.make("s.xml t.xml x.xml -o \(place) --check").output == "")
    }
  }

  /// Whoever types a wrong name believes that something is gone.
  @Test func aNameThatMeansNothingIsNotDropped() throws {
    let bench = try SiteBench()
    try bench.make()
    for name in ["go.shop.org/x/*", "gp.shop.org", "org.shop.ap", ""] {
      try bench.make(
        ["job.xml", "--drop", name], 64,
        says: [
          "You can drop: go.shop.org, go.shop.org/s/?*, A1B2C3D4E5.org.shop.app, org.shop.app."
        ])
    }
    for name in ["go.shop.org/s/*", "go.shop.org/s/?*", "GO.shop.org", "org.shop.app"] {
      try bench.make("job.xml --drop \(name)")
      try bench.make("job.xml --replace --drop \(name)")
    }
    try bench.make("job.xml --drop go.shop.org --drop go.shop.org/s/*")
  }

  /// One file that is merged into does not push out another one that is there.
  @Test func aMergeLosesNothingThatIsThere() throws {
    let bench = try SiteBench(apps: SiteBench.ios)
    try bench.make("job.xml --passwords")
    let ours = try bench.text(SiteBench.apple)
    try bench.write(SiteBench.appleFile(#"{"/": "/s/*"}"#), to: "theirs.json")
    try bench.make(
      "job.xml --merge theirs.json", 1,
      says: "would lose what this one says of A1B2C3D4E5.org.shop.app",
      "Name the jobs that it was made for, too, or lose it with --replace.\n")
    #expect(try bench.text(SiteBench.apple) == ours)
    // A file of ours may be merged into, too, and what others wrote is still theirs.
    try bench.write(ours, to: "ours.json")
    for theirs in ["hello", #"{"note": 1}"#] {
      try bench.write(theirs, to: SiteBench.apple)
      try bench.make("job.xml --merge ours.json", 1, says: "none of these jobs made")
      #expect(try bench.text(SiteBench.apple) == theirs)
    }
  }

  @Test func onlyOneFileOfAPlatformIsAddedTo() throws {
    let bench = try SiteBench()
    for name in ["one", "two"] { try bench.write("[]", to: "\(name)/assetlinks.json") }
    let refused = try bench.make("job.xml --merge one --merge two", 64)
    #expect(
      refused.errorOutput
        == "tagpress site make: There can be only one file to add to for each platform of a host.\n"
    )
  }

  /// What phones make of a link that one app's rule keeps from another one is not known, so it is no link
  /// that opens; narrowed, the rule is no trouble.
  @Test func anExcludeOfOneAppLeavesTheLinksOfAnotherOneAlone() throws {
    let bench = try SiteBench()
    func write(_ name: String, _ rules: String) throws {
      try bench.job(
        name, id: name, path: name, apps: Self.ios(rules, app: "A1B2C3D4E5.org.shop.\(name)"))
    }
    let wide = #"<open path="/cards/*"/><exclude path="/*/9"/>"#
    try write("cards", wide)
    try write("shop", #"<open path="/shop/*"/>"#)
    let orders = [["cards", "shop"], ["shop", "cards"]]
    for order in orders {
      try bench.make("\(order[0]).xml -o \(order[0])")
      try bench.make(
        "\(order[1]).xml -o \(order[0])", 1,
        says:
          "An earlier rule keeps the link from another app, and it is not known whether this app "
          + "still opens it. Narrow that rule, or move this app's entry before it.",
        "With the rules of all together, 1 link such as https://go.shop.org/shop/9 might stay shut, so "
          + "nothing was written. Change what the reasons name: the patterns of a job, or the file."
      )
    }
    try write("cards", wide.replacing("/*/9", with: "/cards/9"))
    for order in orders {
      for job in order { try bench.make("\(job).xml -o narrow-\(order[0])") }
    }
  }

  /// The advice beside a file of other teams is followed to its end, and they still have their entries.
  @Test(arguments: [
    ("", ""), (#"links="all""#, #"{"/": "/a/*"}"#), ("", #"{"/": "/a/*"}"#), (#"links="all""#, ""),
  ])
  func theAdviceBesideAForeignFileLosesNothing(_ links: String, _ rules: String) throws {
    let bench = try SiteBench()
    let theirs = SiteBench.statement("org.other.app")
    let ours = SiteBench.statement(rules: rules.isEmpty ? nil : rules)
    try bench.write("[\(theirs),\n\(ours)]\n", to: SiteBench.assetlinks)
    var app = #"<app android="org.shop.app" certificate="\#(fingerprint)" \#(links)/>"#
    var advised = ""
    for _ in 0..<3 {
      try bench.job(apps: app)
      let made = try run(
        "/bin/sh", ["-c", "\"$0\" site make job.xml \(advised)", builtTool],
        directory: bench.folder.path)
      if made.exit == .code(0) { break }
      let words = made.errorOutput
      if words.contains("Write links=\"all\" in its <app>.") {
        app = app.replacing(" />", with: " links=\"all\"/>")
      } else if words.contains("Leave out links=\"all\"") {
        app = app.replacing("links=\"all\"", with: "")
      } else if let option = words.firstRange(of: "--merge ") {
        let advice = words[option.lowerBound...]
        let end = try #require(advice.firstRange(of: ". With"))
        advised = String(advice[..<end.lowerBound])
      }
    }
    try bench.make()
    #expect(try bench.text(SiteBench.assetlinks).hasPrefix("[\(theirs),"))
  }

  @Test func aStatementThatPhonesLeaveOutIsNamed() throws {
    let bench = try SiteBench()
    try bench.write(
      "[\(SiteBench.statement(fingerprint: fingerprint.lowercased()))]", to: "assetlinks.json")
    try bench.make(
      "job.xml --merge assetlinks.json", 1,
      says: "Something in the statement of org.shop.app is wrong")
  }

  /// A second campaign on the same host keeps the links of the first one, whichever comes first.
  @Test func campaignsComeTogetherInAnyOrder() throws {
    let bench = try SiteBench()
    try bench.job("s")
    try bench.job("t", path: "t")
    for (place, runs) in [
      ("st", ["s.xml", "t.xml"]), ("ts", ["t.xml", "s.xml"]), ("both", ["t.xml s.xml"]),
    ] {
      for jobs in runs { try bench.make("\(jobs) -o \(place)") }
      try bench.expectSame("st", place)
    }
    for link in ["/s/1", "/t/1"] { try bench.explain([link], in: "st") }
    let words = "also has more than these jobs need, and it stays: what is of other jobs,"
    try bench.make("s.xml -o st --check", says: words)
    let all = try bench.make("s.xml t.xml -o st --check")
    #expect(all.output == "" && all.errorOutput == "")
    let dropped = try bench.make("s.xml -o st --drop go.shop.org/t/*")
    #expect(!dropped.errorOutput.contains(words))
    try bench.make("s.xml")
    try bench.expectSame("st", "well-known")
    // What one of them keeps for the browser and the other opens cannot stand together.
    try bench.job(
      "t", path: "t", apps: Self.ios(#"<open path="/t/*"/><exclude path="/s/*"/>"#))
    try bench.make(
      "t.xml", 1, says: "https://go.shop.org/s/x: opens before, shut in the new file\n  The rule")
  }

  /// What the rules of one campaign open and an exclude of another one takes is in the samples of neither.
  @Test(
    arguments: [
      (#"<exclude query="promo=x"/>"#, "?promo=x"), (#"<exclude fragment="top"/>"#, "#top"),
      (#"<exclude path="/s/b?*"/>"#, "/s/b"), (#"<exclude path="/?/b*" query="k=1"/>"#, "?k=1"),
      (#"<exclude path="/u/b?*"/>"#, nil),
    ] as [(String, String?)])
  func theExcludeOfAnotherCampaignShutsNothing(_ exclude: String, _ shut: String?) throws {
    for app in [SiteBench.ios, SiteBench.android] {
      let bench = try SiteBench()
      try bench.job("s", apps: app)
      try bench.job("t", path: "t", apps: app.replacing("/>", with: ">\(exclude)</app>"))
      func files(_ place: String) -> [[UInt8]?] {
        ["apple-app-site-association", "assetlinks.json"].map {
          try? bench.folder.read("\(place)/go.shop.org/\($0)")
        }
      }
      for (place, first, second) in [
        ("st", "s.xml", "t.xml"), ("ts", "t.xml", "s.xml"), ("both", nil, "s.xml t.xml"),
      ] {
        if let first { try bench.make("\(first) -o \(place)") }
        let before = files(place)
        let made = try bench.make("\(second) -o \(place)", shut == nil ? 0 : 1)
        guard let shut else { continue }
        #expect(
          made.errorOutput.split(separator: "\n").contains { line in
            ["  https://go.shop.org/s/", shut, ", shut in the new file"].allSatisfy {
              line.contains($0)
            }
          }, "\(place): \(made.errorOutput)")
        #expect(files(place) == before)
      }
    }
  }

  /// No one believes that every link was tried where the rules are too many for it.
  @Test func linksThatWereNotTriedAreCounted() throws {
    let bench = try SiteBench()
    let rules = (1_000..<2_000).map { "<open path=\"/s/\($0)/*\"/>" }.joined()
    try bench.job("s", path: "s/1000", apps: Self.ios(rules))
    try bench.job("t", path: "t", apps: SiteBench.ios)
    #expect(try bench.make("s.xml").errorOutput == "")
    try bench.make(
      "t.xml", says: "go.shop.org: the rules are too many to try them all on each other. ",
      " sample links of them were not tried.\n")
  }

  /// Each app alone opens its links, and yet the first app of the file gets them.
  @Test func whoeverGetsTheLinksOfTwoAppsIsSaid() throws {
    let bench = try SiteBench()
    let (first, second) = ("F1B2C3D4E5.org.first", "A1B2C3D4E5.org.second")
    try bench.job("first", apps: Self.ios("", app: first))
    try bench.job("second", apps: Self.ios(#"<open path="/s/*"/>"#, app: second))
    #expect(try bench.make("first.xml").errorOutput == "")
    for jobs in ["second.xml", "first.xml", "first.xml second.xml"] {
      try bench.make(
        jobs,
        says: "With links such as https://go.shop.org/s/xx, an iPhone that has these apps opens "
          + "\(second), not \(first).\n")
    }
    // Others keep theirs: nothing comes before them.
    try bench.write(SiteBench.appleFile(first, #"{"/": "/s/?*"}"#), to: "theirs.json")
    try bench.make(
      "second.xml --merge theirs.json -o new", says: "opens \(first), not \(second).")
  }

  /// The app's own rules come first, on both platforms: the job's exclude takes none of their links.
  @Test(arguments: [
    (#"{"/": "/s/*"}"#, "/s/1"),
    (#"{"/": "/x/*"}, {"/": "/s/?*"}"#, "/s/1"),
    (#"{"/": "/s/no", "exclude": true}, {"/": "/s/*"}"#, "/s/1"),
    (#"{"/": "*", "?": {"k": "?*"}}"#, "/s/1?k=2"),
    (##"{"/": "*", "#": "top"}"##, "/s/1#top"),
  ])
  func aMergeShutsNoLinkOfTheAppsOwnRules(_ rules: String, _ open: String) throws {
    let bench = try SiteBench(
      link: "https://go.shop.org/t/{code}",
      apps: Self.apps(#"<open path="/t/*"/><exclude path="/s/*"/>"#))
    try bench.write(
      SiteBench.appleFile(rules), to: "live/go.shop.org/apple-app-site-association")
    try bench.write(
      "[\(SiteBench.statement(rules: rules))]", to: "live/go.shop.org/assetlinks.json")
    try bench.make("job.xml --merge live")
    try bench.explain([open], in: "live")
    try bench.explain([open, "/t/1"], in: "well-known")
  }

  /// The recipe for CI, with an app of others in the file that is only there for iPhones.
  @Test func lintFindsNothingInAMergedFile() throws {
    let bench = try SiteBench()
    let theirs = #"{"appIDs": ["F1B2C3D4E5.org.news.app"], "components": [{"/": "/news/?*"}]}"#
    try bench.write("{\"applinks\": {\"details\": [\n  \(theirs)\n]}}\n", to: "deployed.json")
    try bench.make("job.xml --merge deployed.json")
    try bench.tagpress(["site", "lint", "--strict", "well-known"])
  }

  /// Whatever a merge writes is read again.
  @Test func aLargeFileIsReadAgainAfterTheMerge() throws {
    let bench = try SiteBench()
    let theirs = (0..<4_500).map { number in
      """
      {"relation": ["delegate_permission/common.handle_all_urls"], "target": {"namespace":
      "web", "site": "https://host\(number).example"}, "note": "\(String(repeating: "x", count: 100))"}
      """
    }
    try bench.write("[\(theirs.joined(separator: ",\n"))]", to: "theirs.json")
    try bench.make("job.xml --merge theirs.json")
    #expect(try bench.folder.read(SiteBench.assetlinks).count > 1 << 20)
    try bench.make("job.xml --check")
  }

  /// Rules for an app that had none close all its other links on Android 15.
  @Test func rulesAreNotAddedToAnAppThatHasNone() throws {
    let bench = try SiteBench()
    let theirs = "[\(SiteBench.statement())]\n"
    try bench.write(theirs, to: "assetlinks.json")
    try bench.make(
      "job.xml --merge assetlinks.json", 1, says: "Write links=\"all\" in its <app>.")
    try bench.job(apps: Self.whole)
    try bench.make("job.xml --merge assetlinks.json")
    #expect(try bench.text(SiteBench.assetlinks) == theirs)
    try bench.make("job.xml -o new")
    #expect(!(try bench.text("new/go.shop.org/assetlinks.json")).contains("relation_extensions"))
  }

  /// One job that lists an app's links and one that leaves them to it cannot stand together.
  @Test func whatAnEarlierFormOfAJobSaysOfAnAppCanBeGivenUp() throws {
    let bench = try SiteBench(apps: SiteBench.android)
    try bench.make()
    try bench.job(apps: Self.whole)
    try bench.make(
      "job.xml", 1,
      says:
        "If the file is of an earlier form of the same job, --drop org.shop.app gives up what it "
        + "says of the app.\n")
    try bench.make("job.xml --drop org.shop.app")
  }

  /// An exclude that stands before the job's entry would leave its links shut.
  @Test(arguments: [
    SiteBench.appleFile(#"{"/": "/s/*", "exclude": true}"#),
    #"{"applinks": {"defaults": {"exclude": true}, "details": [{"appIDs": ["A1B2C3D4E5.org.x"], "components": [{"/": "/x/*"}]}]}}"#,
  ])
  func aMergeThatLeavesTheJobsLinksShutIsRefused(_ theirs: String) throws {
    let bench = try SiteBench()
    try bench.write(theirs, to: "theirs.json")
    try bench.make(
      "job.xml --merge theirs.json", 1, says: ": the job opens it, shut in the new file\n")
    #expect(bench.entries().isEmpty)
  }
}
