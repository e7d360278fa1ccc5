// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SiteAssociation
import StrictJSON
import Testing

/// The one judge, asked about files as hosts serve them.
///
/// What Apple's recordings say is tested with the
/// matcher; here is what comes around it, and what is not known.
struct SiteJudgeTests {
  private static let host = "example.com"
  private static let app = MeantApp(.iOS, shopApp)

  private static func apple(_ file: String, types: [String]? = nil) -> HostFiles {
    HostFiles(
      apple: .file(ServedFile(Array(file.utf8), kind: .apple, contentTypes: types)))
  }

  private static func android(_ file: String, types: [String]? = nil) -> HostFiles {
    HostFiles(
      android: .file(ServedFile(Array(file.utf8), kind: .android, contentTypes: types)))
  }

  private static func entry(_ rules: String, _ ids: String = #""appIDs":["\#(shopApp)"]"#) -> String
  {
    #"{"applinks":{"details":[{\#(ids),\#(rules)}]}}"#
  }

  private static func judge(
    _ files: HostFiles, _ app: MeantApp, _ rest: String, host: String? = host
  ) -> AppJudgement? {
    var judge = SiteJudge(host: host, files: files, apps: [app])
    let link = rest.hasPrefix("/") ? "https://example.com" + rest : rest
    let judgement = judge.explain(Array(link.utf8)).apps.first
    judge.judge(Array(link.utf8))
    // The quick way and the way that tells why are one.
    #expect(judge.verdicts.first == judgement?.verdict)
    return judgement
  }

  /// Open questions of the facts about Apple's matcher: what decides is not known.
  private static let open: [(rules: String, rest: String, verdict: PhoneVerdict)] = [
    (#""components":[{"/":"/foo?*"}]"#, "/foo", .unknown),
    (#""components":[{"/":"/foo?*"}]"#, "/foo1", .opens),
    (#""components":[{"/":"/foo?*"}]"#, "/fo", .shut),
    (#""components":[{"/":"/a/?*"}]"#, "/a", .shut),
    (#""components":[{"/":"/t/*/"}]"#, "/t", .unknown),
    (#""components":[{"/":"/t/*/"}]"#, "/t/1", .opens),
    (#""components":[{"/":"/a/b"}]"#, "/a//b", .unknown),
    (#""components":[{"/":"/a/*"}]"#, "/a//b", .opens),
    (#""components":[{"/":"/b"}]"#, "/a/../b", .unknown),
    (#""components":[{"/":"/x"}]"#, "/a/../b", .shut),
    (#""components":[{"/":"/.well"}]"#, "/.well", .opens),
    (#""components":[{"/":"/$(nothing)/x"}]"#, "/a/x", .unknown),
    (#""components":[{"/":"/s/$(nothing)"}]"#, "/t/x", .shut),
    (#""components":[{"?":{"a":"$(digit)"}}]"#, "/?a=1", .unknown),
    (#""components":[{"/":"/b","?":{"a":"$(digit)"}}]"#, "/c?a=1", .shut),
    (##""components":[{"#":"$(digit)"},{"/":"*"}]"##, "/#1", .opens),
    (##""components":[{"#":"$(digit)","exclude":true},{"/":"*"}]"##, "/#1", .unknown),
    (#""components":[{"?":{"ID":"1"},"caseSensitive":false}]"#, "/?id=1", .unknown),
    (#""components":[{"?":{"id":"A"},"caseSensitive":false}]"#, "/?id=a", .opens),
    (#""components":[{"/":"/a?b","percentEncoded":false}]"#, "/a%C3%A9b", .unknown),
    (#""components":[{"/":"/a??b","percentEncoded":false}]"#, "/a%C3%A9b", .unknown),
    (#""components":[{"/":"/a?b","percentEncoded":false}]"#, "/a%20b", .opens),
    (#""components":[{"/":"/a?b","percentEncoded":false}]"#, "/c%C3%A9b", .shut),
    (#""components":[{"/":"/s/?*","percentEncoded":false}]"#, "/s/%C3%A9", .opens),
    (#""components":[{"/":"/CAFÉ","percentEncoded":false}]"#, "/CAF%C3%A9", .shut),
    (
      #""components":[{"/":"/CAFÉ","percentEncoded":false,"caseSensitive":false}]"#, "/caf%C3%A9",
      .unknown
    ),
    (
      #""components":[{"/":"/CAFÉ","percentEncoded":false,"caseSensitive":false}]"#, "/tea%C3%A9",
      .shut
    ),
    (#""components":[{"/":"/café","percentEncoded":false}]"#, "/cafe%CC%81", .unknown),
    (#""components":[{"/":"/cafe\u0301","percentEncoded":false}]"#, "/caf%C3%A9", .unknown),
    (#""components":[{"/":"/café","percentEncoded":false}]"#, "/caf%C3%BC", .shut),
    (
      #""components":[{"/":"/é*","?":{"id":"??"},"percentEncoded":false}]"#, "/%C3%A9x?id=1", .shut
    ),
    (#""paths":["/buy/*"]"#, "/buy/1", .unknown),
    (#""comment":"nothing""#, "/x", .unknown),
  ]

  /// Slashes and wildcards at the ends of a path's pattern, of which some are recorded and others not.
  private static let ends: [(pattern: String, rest: String, verdict: PhoneVerdict)] = [
    // At the beginning.
    ("*/x", "/x", .unknown), ("*/x", "/a/x", .opens), ("*/x", "/y", .shut),
    ("*abc", "/xabc", .opens), ("*abc", "/abc", .opens), ("*abc", "/abcd", .shut),
    ("?a", "/a", .unknown), ("?a", "/xa", .unknown), ("?a", "/xxa", .shut),
    ("?*", "/x", .opens), ("?*", "/", .unknown), ("??", "/x", .unknown), ("?*/x", "/a/x", .opens),
    ("*", "/", .opens), ("*", "", .opens), ("**", "/", .opens), ("*/", "/x", .opens),
    ("abc", "/abc", .opens), ("//abc", "/abc", .opens), ("$(lang)/x", "/en/x", .opens),
    // At the end.
    ("/s/**", "/s", .unknown), ("/s/**", "/s/", .unknown), ("/s/**", "/s/1", .opens),
    ("/s/**", "/sx", .shut), ("/s/*", "/s", .opens), ("/s*", "/s", .opens), ("/s**", "/s", .opens),
    ("/**", "/", .opens), ("/*", "", .opens), ("/t/**/", "/t", .unknown),
    ("/t/*//", "/t", .unknown), ("/t/*//", "/t/1", .opens), ("/foo?**", "/foo", .unknown),
    ("/foo?*/", "/foo", .unknown), ("/foo??*", "/foox", .unknown), ("/foo??*", "/foo", .shut),
    ("/foo??*", "/fooxy", .opens), ("/a*b?*", "/axbxb", .opens), ("/a*b?*", "/axb", .unknown),
    ("/id/????", "/id/481", .shut), ("/id/????/", "/id/481", .shut), ("/a/?*", "/a/", .shut),
    ("/a/?**", "/a", .shut), ("/a/*/*", "/a", .unknown), ("/a/*/*", "/a/b", .opens),
    ("/a/*/*", "/a/b/c", .opens), ("/a/*/*", "/b", .shut), ("/a/*/c", "/a/c", .shut),
    // Within.
    ("/a//b", "/a/b", .unknown), ("/a//b", "/ab", .shut), ("/a/./b", "/a/b", .unknown),
    ("/a/../b", "/b", .unknown), ("/a/../b", "/a", .shut), ("/a/.b", "/a/.b", .opens),
    // Values of variables: `""`, `b` and `c/`, then `*`, then `/d`.
    ("/s/$(v)", "/s", .unknown), ("/s/$(v)", "/s/b", .opens), ("/s/$(v)", "/s/c", .unknown),
    ("/s/$(v)", "/s/d", .shut), ("/s/$(v)/x", "/s/x", .unknown), ("/s/$(v)/x", "/s/b/x", .opens),
    ("/s/$(v)/x", "/s/c/x", .unknown), ("/s/$(w)", "/s", .unknown), ("/s/$(w)", "/s/1", .opens),
    ("/s/$(w)", "/t", .shut), ("$(u)/x", "/d/x", .unknown), ("$(u)/x", "/e/x", .shut),
  ]

  @Test(arguments: ends)
  func whatNoRecordShowsOfSlashesIsUnknown(
    _ row: (pattern: String, rest: String, verdict: PhoneVerdict)
  ) {
    let file = #"""
      {"applinks":{"substitutionVariables":{"v":["","b","c/"],"w":["*"],"u":["/d"]},
      "details":[{"appIDs":["\#(shopApp)"],"components":[{"/":"\#(row.pattern)"}]}]}}
      """#
    let judgement = Self.judge(Self.apple(file), Self.app, "https://example.com" + row.rest)
    #expect(
      judgement?.verdict == row.verdict,
      "\(row.pattern) \(row.rest): \(judgement.map(\.why.description) ?? "")")
  }

  /// An exclude that an earlier `//` leaves in doubt keeps a link from being sure at a glance.
  @Test func whatIsSureAtAGlanceKnowsOfSlashesInPatterns() {
    let file = Self.entry(#""components":[{"/":"/a//b","exclude":true},{"/":"/a/?*"}]"#)
    let judge = SiteJudge(host: Self.host, files: Self.apple(file), apps: [Self.app])
    let link = Array("https://example.com/a/b".utf8)
    #expect(judge.sureOpening?.opens(link.span, pathFrom: 19) != true)
    #expect(Self.judge(Self.apple(file), Self.app, "/a/b")?.verdict == .unknown)
  }

  @Test(arguments: open)
  func whatIsNotKnownIsUnknown(_ row: (rules: String, rest: String, verdict: PhoneVerdict)) {
    let judgement = Self.judge(Self.apple(Self.entry(row.rules)), Self.app, row.rest)
    #expect(judgement?.verdict == row.verdict, "\(judgement.map(\.why.description) ?? "")")
  }

  @Test(arguments: [
    ("/buy/1", PhoneVerdict.opens), ("/buy", .unknown), ("/buy/1/", .opens), ("/x", .shut),
  ])
  func slashesInPathsAreNotRecorded(_ rest: String, _ verdict: PhoneVerdict) {
    let file = Self.entry(#""paths":["/buy/*"]"#, #""appID":"\#(shopApp)""#)
    #expect(Self.judge(Self.apple(file), Self.app, rest)?.verdict == verdict)
  }

  /// Whether an exclude of one app keeps the link from another one is an open question.
  @Test func anEarlierExcludeOfAnotherAppIsADoubt() {
    let file = #"""
      {"applinks":{"details":[{"appIDs":["A1B2C3D4E5.x.y"],"components":[{"/":"/s/1","exclude":true}]},
      {"appIDs":["\#(shopApp)"],"components":[{"/":"/s/*"}]}]}}
      """#
    #expect(Self.judge(Self.apple(file), Self.app, "/s/1")?.why == .doubt(.excludedForOtherApp))
    #expect(Self.judge(Self.apple(file), Self.app, "/s/2")?.verdict == .opens)
  }

  private static let open1 = entry(#""components":[{"/":"*"}]"#)

  @Test(arguments: [
    ("http://example.com/s", PhoneVerdict.unknown), ("https://example.com:443/", .unknown),
    ("https://other.example.com/", .shut), ("mailto:a@example.com", .shut), ("", .shut),
    ("HTTPS://EXAMPLE.COM/", .opens),
  ])
  func theLinkItselfCounts(_ link: String, _ verdict: PhoneVerdict) {
    #expect(Self.judge(Self.apple(Self.open1), Self.app, link)?.verdict == verdict)
  }

  @Test(arguments: [
    ("\u{FEFF}" + open1, nil, PhoneVerdict.unknown),
    (#"{"applinks":{"details":[]},"applinks":{"details":[]}}"#, nil, .unknown),
    (open1, ["text/html"], .shut), (open1, ["application/octet-stream"], .opens),
    (open1, [], .opens), (open1, ["application/json", "text/plain"], .unknown),
    (open1, ["application/json; charset=utf-8"], .opens), ("", nil, .shut), ("[]", nil, .shut),
    (String(repeating: " ", count: 131_073 - open1.utf8.count) + open1, nil, .shut),
    (String(repeating: " ", count: 131_072 - open1.utf8.count) + open1, nil, .unknown),
    (String(repeating: " ", count: 128_000 - open1.utf8.count) + open1, nil, .opens),
  ])
  func theFileAsAWholeCounts(_ file: String, _ types: [String]?, _ verdict: PhoneVerdict) {
    let judgement = Self.judge(Self.apple(file, types: types), Self.app, "/s")
    #expect(judgement?.verdict == verdict, "\(judgement.map(\.why.description) ?? "")")
  }

  @Test(arguments: [
    (["application/json"], PhoneVerdict.opens), (["application/octet-stream"], .shut), ([], .shut),
  ])
  func androidTakesOnlyJSONByItsType(_ types: [String], _ verdict: PhoneVerdict) {
    let app = MeantApp(.android, shopPackage)
    #expect(Self.judge(Self.android(androidFile(nil), types: types), app, "/")?.verdict == verdict)
  }

  private static let otherPrint = "AA" + shopFingerprint.dropFirst(2)

  @Test(arguments: [
    ([], PhoneVerdict.opens), ([shopFingerprint], .opens), ([otherPrint], .shut),
    ([shopFingerprint, otherPrint], .unknown),
  ])
  func certificatesAreCompared(_ certificates: [String], _ verdict: PhoneVerdict) {
    var app = MeantApp(.android, shopPackage)
    app.certificates = certificates
    let judgement = Self.judge(Self.android(androidFile(nil)), app, "/")
    #expect(judgement?.verdict == verdict)
    #expect(judgement?.conditions.contains(.certificate) == certificates.isEmpty)
    if verdict == .shut {
      #expect(judgement?.why.description.contains("the store's signing key") == true)
    }
  }

  @Test func anIncludeMayNameTheApp() {
    let file = #"[{"include":"https://example.com/more.json"}]"#
    let judgement = Self.judge(Self.android(file), MeantApp(.android, shopPackage), "/")
    #expect(judgement?.verdict == .unknown && judgement?.why == .included)
  }

  @Test func twoListsOfRulesAreUndefined() {
    let first = androidFile(#"[{"/":"/a"}]"#).dropLast()
    let file = first + "," + androidFile(#"[{"/":"/b"}]"#).dropFirst()
    let app = MeantApp(.android, shopPackage)
    #expect(Self.judge(Self.android(String(file)), app, "/a")?.verdict == .unknown)
    let same = first + "," + androidFile(#"[{"/":"/a"}]"#).dropFirst()
    #expect(Self.judge(Self.android(String(same)), app, "/a")?.verdict == .opens)
  }

  /// What was not looked at is unknown, what is not there keeps the app shut.
  @Test func aMissingFileIsTold() {
    #expect(Self.judge(HostFiles(), Self.app, "/")?.why == .notGiven(.apple))
    #expect(Self.judge(HostFiles(), Self.app, "/")?.verdict == .unknown)
    #expect(Self.judge(HostFiles(apple: .absent), Self.app, "/")?.verdict == .shut)
  }

  @Test(arguments: [
    ("/s/1", PhoneVerdict.opens), ("/s/", .opens), ("/t/1", .shut), ("/%73/1", .opens),
  ])
  func filtersOfTheManifestCount(_ rest: String, _ verdict: PhoneVerdict) {
    var app = MeantApp(.android, shopPackage)
    app.declarations = [.init(host: "example.com", isWildcard: false, path: "/s/*")]
    #expect(Self.judge(Self.android(androidFile(nil)), app, rest)?.verdict == verdict)
    // Phones ask the file of the host without the star.
    app.declarations = [.init(host: "com", isWildcard: true)]
    #expect(Self.judge(Self.android(androidFile(nil)), app, rest)?.verdict == .unknown)
    app.declarations = [.init(host: "example.com", isWildcard: true)]
    #expect(Self.judge(Self.android(androidFile(nil)), app, rest)?.verdict == .shut)
  }

  /// Of two links one after another, the second is judged as if it were the first, with every kind of
  /// app: also where another file counts, which names more apps than the own one.
  @Test func nothingIsLeftOfTheLinkBefore() {
    let links = [
      "https://example.com/s?a=1#x", "https://example.com/s", "tel:1", "", "#", "https://",
      "http://example.com/s", "https://other.org/s", "https://appclip.apple.com/id?p=a.b",
      "HTTPS://EXAMPLE.COM//s/../t", "https://example.com", "mailto:someone@example.com",
    ].map { Array($0.utf8) }
    let more = #"{"appIDs":["A1B2C3D4E5.x.y"],"components":[{"/":"/s"}]},"#
    let base = Self.entry(#""components":[{"/":"/s"}]"#)
    var files = Self.apple(#"{"applinks":{"details":[]}}"#)
    files.android = Self.android(androidFile(#"[{"/":"/s"}]"#)).android
    var wide = Self.app
    wide.declarations = [.init(host: "com", isWildcard: true)]
    let bases = ["com": Self.apple(base.replacing("[{\"appIDs\"", with: "[\(more){\"appIDs\""))]
    for host in [Self.host, nil] {
      for apps in [[], [Self.app], [wide], [wide, MeantApp(.android, shopPackage)]] {
        let new = SiteJudge(host: host, files: files, apps: apps, bases: bases)
        for first in links {
          for second in links {
            var (used, fresh) = (new, new)
            used.judge(first)
            used.judge(second)
            fresh.judge(second)
            #expect(used.verdicts == fresh.verdicts)
            let (one, other) = (used.explain(second), fresh.explain(second))
            #expect(one.apps.map(\.why) == other.apps.map(\.why))
          }
        }
      }
    }
    var judge = SiteJudge(host: Self.host, files: files, apps: [wide], bases: bases)
    judge.judge(links[1])
    #expect(judge.verdicts == [.opens])
  }

  /// Where the rows choose the host, each link is asked about its own.
  @Test func declarationsCountForEachHost() {
    var app = Self.app
    app.declarations = [.init(host: "a.example", isWildcard: false)]
    let files = Self.apple(Self.open1)
    #expect(Self.judge(files, app, "https://a.example/", host: nil)?.verdict == .opens)
    #expect(Self.judge(files, app, "https://b.example/", host: nil)?.verdict == .shut)
  }

  @Test(arguments: [
    ("id?p=com.example.shop.Clip", PhoneVerdict.opens), ("id?p=com.example.other", .shut),
    ("id", .shut),
  ])
  func linksOfApplesHostStartTheClipTheyName(_ rest: String, _ verdict: PhoneVerdict) {
    let link = Array("https://appclip.apple.com/\(rest)".utf8)
    let apps = [
      Self.app, MeantApp(.clip, "ABCDE12345.com.example.shop.Clip"),
      MeantApp(.android, shopPackage),
    ]
    for host in [nil, SiteJudge.appClipHost] {
      var judge = SiteJudge(host: host, files: HostFiles(), apps: apps)
      let judgement = judge.explain(link)
      #expect(judgement.apps.map(\.verdict) == [.shut, verdict, .shut])
      #expect(judgement.verdict == verdict)
      judge.judge(link)
      #expect(judge.verdict(on: .iOS) == verdict && judge.verdict(on: .android) == nil)
    }
  }
}
