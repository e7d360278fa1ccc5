// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SiteAssociation
import StrictJSON
import Testing

private let host = "go.shop.org"
private let shop = MeantApp(.iOS, "A1B2C3D4E5.org.shop.app")
private let clip = MeantApp(.clip, "A1B2C3D4E5.org.shop.app.Clip")
private let package = MeantApp(.android, "org.shop.app")

/// What the judge says of an app and a link on the host, in the quick way and with reasons.
private func judged(
  _ file: String, _ app: MeantApp, _ link: String, host: String? = host,
  bases: [String: HostFiles] = [:]
) -> AppJudgement? {
  let served = ServedFile(Array(file.utf8), kind: app.platform.kind)
  var files = HostFiles()
  files[app.platform.kind] = .file(served)
  var judge = SiteJudge(host: host, files: files, apps: [app], bases: bases)
  let bytes = Array((link.hasPrefix("/") ? "https://go.shop.org" + link : link).utf8)
  let judgement = judge.explain(bytes)
  judge.judge(bytes)
  #expect(judge.verdicts == judgement.apps.map(\.verdict))
  // What is sure at a glance is what the judge says.
  let start = bytes.dropFirst(8).firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
  if judge.sureOpening?.opens(bytes.span, pathFrom: start) == true {
    #expect(judgement.verdict == .opens, "\(file) \(link)")
  }
  return judgement.apps.first
}

/// The smallest file that breaks a rule, and a link that whoever wrote it has in mind.
private struct Broken: CustomTestStringConvertible {
  let rule: LintRule
  let file: String
  let app: MeantApp
  let link: String

  init(_ rule: LintRule, _ file: String, _ app: MeantApp = shop, _ link: String = "/a") {
    self.rule = rule
    self.file = file
    self.app = app
    self.link = link
  }

  var testDescription: String { "\(rule.rawValue) \(file.prefix(200))" }
}

private func list(_ rules: String) -> String { "[\(statement(rules: rules))]" }

private let broken: [Broken] = [
  Broken(.notJSON, #"{"applinks":"#), Broken(.emptyFile, ""), Broken(.wrongRoot, "[]"),
  Broken(.tooLarge, String(repeating: " ", count: 132_000) + goodFile),
  Broken(.otherPlatform, #"[{"relation":[]}]"#),
  Broken(.misspeltSection, #"{"appLinks":{}}"#), Broken(.noDetails, #"{"applinks":{}}"#),
  Broken(.noApp, entry(#"{"components":[{}]}"#)),
  Broken(.misspeltKey, entry(#"{"appIDs":["\#(shop.name)"],"component":[{}]}"#)),
  Broken(.misspeltKey, entry(#"{"appIds":["\#(shop.name)"],"components":[{}]}"#)),
  Broken(.misspeltKey, list(#"[{"/":"/a"},{"/":"/b","exlude":true}]"#), package, "/c"),
  Broken(.misspeltKey, list(#"[{"/":"/a"},{"/":"/b","exlude":true}]"#), package, "/a"),
  Broken(
    .misspeltKey,
    "[\(extended(#"{"handle_all_urls":{"dynamic_app_link_components":[{"/":"/b"}]}}"#))]", package),
  Broken(.noPatterns, entry(#"{"appIDs":["\#(shop.name)"]}"#)), Broken(.noPatterns, component("")),
  Broken(.uselessAppClips, #"{"appclips":{"apps":[]}}"#, clip),
  Broken(.misplacedSection, #"{"applinks":{"appclips":{"apps":["\#(clip.name)"]}}}"#, clip),
  Broken(.notAnObject, entry("7")), Broken(.notAnObject, component("7")),
  Broken(.notAnObject, component(#"7,{"/":"/a"}"#)),
  Broken(.notAnObject, component(#"{"/":"/a"}"#, also: #","defaults":7"#)),
  Broken(.notAnObject, "[\(extended("[]"))]", package),
  Broken(
    .notAnObject,
    "[\(extended(#"{"delegate_permission/common.handle_all_urls":[{"/":"/b"}]}"#))]", package),
  Broken(.notAList, entry(#"{"appIDs":"\#(shop.name)","components":[{}]}"#)),
  Broken(.notAList, entry(#"{"appIDs":["\#(shop.name)"],"components":{"/":"/a"}}"#)),
  // Identifiers.
  Broken(.noPrefix, app(#""org.shop.app""#), MeantApp(.iOS, "org.shop.app")),
  Broken(
    .noPrefix, app(#""org.shop.app.A1B2C3D4E5""#), MeantApp(.iOS, "org.shop.app.A1B2C3D4E5")),
  Broken(
    .placeholder, app(#""TEAMID1234.org.shop.app""#), MeantApp(.iOS, "TEAMID1234.org.shop.app")),
  Broken(
    .placeholder, #"{"appclips":{"apps":["12345ABCDE.org.shop.app"]}}"#,
    MeantApp(.clip, "12345ABCDE.org.shop.app")),
  Broken(.malformedAppID, app(#""A1B2C3D4E5.*""#), MeantApp(.iOS, "A1B2C3D4E5.*")),
  Broken(.malformedAppID, app(#""a1b2c3d4e5.org.x""#), MeantApp(.iOS, "a1b2c3d4e5.org.x")),
  // Patterns.
  Broken(.excludesEverything, component(#"{"exclude":true},{"/":"/a"}"#)),
  Broken(.excludesEverything, list(#"[{"/":"*","exclude":true},{"/":"/a"}]"#), package),
  Broken(.patternNotString, component(#"{"/":5}"#)),
  Broken(.patternNotString, component(#"{"?":5}"#)),
  Broken(.patternNotString, component(##"{"/":"/a","#":null}"##)),
  Broken(.patternNotString, component(#"{"/":5,"exclude":true},{"/":"/a"}"#)),
  Broken(.flagNotBoolean, component(#"{"/":"/a","exclude":"true"}"#)),
  Broken(.flagNotBoolean, component(#"{"/":"/a","exclude":1},{"/":"*"}"#)),
  Broken(.flagNotBoolean, component(#"{"/":"/a","caseSensitive":"no"}"#)),
  Broken(.flagNotBoolean, component(#"{"/":"/A","caseSensitive":"no"}"#)),
  Broken(.flagNotBoolean, component(#"{"/":"/a","percentEncoded":"no"}"#)),
  Broken(.flagNotBoolean, component(#"{"/":"/b","percentEncoded":"no"}"#), shop, "/%62"),
  Broken(.flagNotBoolean, component(#"{"/":"/a"}"#, also: #","defaults":{"exclude":"no"}"#)),
  Broken(.queryInPath, component(#"{"/":"/a?id=*"}"#), shop, "/a?id=1"),
  Broken(.unknownVariable, component(#"{"/":"/$(nothing)"}"#)),
  Broken(
    .unknownVariable,
    component(#"{"/":"/$(food)"}"#, also: #","substitutionVariables":{"food":["a",7]}"#)),
  Broken(
    .unknownVariable,
    component(#"{"/":"/$(food)"}"#, also: #","substitutionVariables":{"food":"a"}"#)),
  Broken(.unclosedVariable, component(#"{"/":"/$(a"}"#), shop, "/$(a"),
  Broken(.unencodedCharacter, component(#"{"/":"/café/*"}"#), shop, "/café/a"),
  Broken(.unencodedCharacter, component(#"{"/":"/café/*"}"#), shop, "/caf%C3%A9/a"),
  Broken(.unencodedCharacter, component(#"{"/":"/é","exclude":true},{"/":"*"}"#), shop, "/é"),
  Broken(.urlInPath, component(#"{"/":"https://go.shop.org/a"}"#)),
  Broken(.placeholderInPattern, component(#"{"/":"/a/{id}"}"#), shop, "/a/1"),
  Broken(.regularExpression, component(#"{"/":"^/a$"}"#)),
  Broken(.regularExpression, list(#"[{"/":"/\\a*"}]"#), package, "/a"),
  Broken(.entryOnlyExcludes, component(#"{"/":"/b","exclude":true}"#)),
  Broken(
    .excludedByEarlierEntry,
    entry(named("app", #"{"/":"/*","exclude":true}"#) + "," + named("app", #"{"/":"/a"}"#))),
  // Android.
  Broken(.malformedStatement, "[]", package),
  Broken(.malformedStatement, #"[{"include":"http://shop.org/x.json"}]"#, package),
  Broken(.wrongNamespace, "[\(statement(namespace: "android"))]", package),
  Broken(.wrongPackage, "[\(statement(package: #""shop""#))]", MeantApp(.android, "shop")),
  Broken(
    .wrongPackage, "[\(statement(package: #""com.yourcompany.app""#))]",
    MeantApp(.android, "com.yourcompany.app")),
  Broken(.noFingerprints, "[\(statement(fingerprint: "[]"))]", package),
  Broken(.malformedFingerprint, "[\(statement(fingerprint: #"["x"]"#))]", package),
  Broken(
    .wrongRelation,
    "[\(statement(relation: #"["delegate_permission/common.handle_all_url"]"#))]", package),
  Broken(
    .wrongSite,
    #"[{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"web","site":"x"}}]"#,
    package),
  Broken(.malformedDynamicRule, list("[]"), package),
  Broken(.malformedDynamicRule, list(#"[{"/":5}]"#), package),
  Broken(.malformedDynamicRule, list(#"[{"/":"/a"},{"?":5}]"#), package),
  Broken(.malformedDynamicRule, list(#"[{"/":"/a","exclude":"true"}]"#), package),
  Broken(.malformedDynamicRule, list(#"[{"/":"/a","exclude":1}]"#), package, "/b"),
  Broken(.onlyExcludes, list(#"[{"/":"/b","exclude":true}]"#), package),
  Broken(
    .otherDynamicRules,
    "[\(statement(rules: #"[{"/":"/a"}]"#)),\(statement(rules: #"[{"/":"/b"}]"#))]", package),
  Broken(.pathWithoutSlash, list(#"[{"/":"a*"}]"#), package),
  Broken(.variableOnAndroid, list(#"[{"/":"/$(lang)"}]"#), package, "/en"),
  Broken(.variableOnAndroid, list(#"[{"/":"/$(lang)"}]"#), package, "/$(lang)"),
  Broken(
    .misplacedExtension, "[\(extended(#"{"dynamic_app_link_components":[{"/":"/b"}]}"#))]", package),
]

/// Errors beside which an app may open links, and why that is so for sure.
private let exceptions: [LintRule: (reason: String, file: String)] = [
  .wrongFileName: (
    "under which name a copy lies here does not change what the host serves", goodFile
  ),
  .deadExclude: (
    "the first rule that matches decides, so the link opens, against what was meant",
    component(#"{"/":"/*"},{"/":"/a","exclude":true}"#)
  ),
  .publicTestKey: (
    "the link opens, in anybody's app; every command says so as an error of its own",
    "[\(statement(fingerprint: "[\"\(debugFingerprint)\"]"))]"
  ),
]

/// Errors for which there is a file that breaks them in a way about which Apple's own matcher was asked.
private let recorded: [(rule: LintRule, file: String)] = [
  // `unknown-key`: a key that is not known is ignored.
  (.misspeltKey, component(#"{"/":"/a","casesensitive":true}"#)),
  // `query-nonstring`: the whole dictionary is ignored.
  (.patternNotString, component(#"{"?":{"k":true}}"#)),
]

@Test func `every error of the linter is tried`() {
  let tried = Set(broken.map(\.rule)).union(exceptions.keys)
  #expect(LintRule.allCases.filter { $0.severity == .error && !tried.contains($0) } == [])
}

@Test(arguments: broken)
private func `where the linter has an error, the judge does not say opens`(row: Broken) {
  let lint = AssociationLint(Array(row.file.utf8), kind: row.app.platform.kind)
  #expect(lint.findings.contains { $0.rule == row.rule && $0.severity == .error })
  let judgement = judged(row.file, row.app, row.link)
  #expect(judgement?.verdict != .opens)
  #expect(judgement?.why.description.hasSuffix(".") == true)
}

@Test func `beside some errors it is certain that a link opens`() {
  let files = exceptions.values.map(\.file) + recorded.map(\.file)
  for file in files {
    let app = file.hasPrefix("[") ? package : shop
    #expect(judged(file, app, "/a")?.verdict == .opens, "\(file)")
  }
  for (rule, file) in recorded {
    #expect(AssociationLint(Array(file.utf8), kind: .apple).findings.map(\.rule) == [rule])
  }
}

/// What is wrong with one rule leaves the others alone.
@Test(arguments: [
  (component(#"{"/":"/a","exclude":"no"},{"/":"/b"}"#), shop, "/b", PhoneVerdict.opens),
  (component(#"{"/":"/a","exclude":"no"},{"/":"/b"}"#), shop, "/c", .shut),
  (component(#"{"/":5,"?":{"k":"1"}},{"/":"/b"}"#), shop, "/c", .shut),
  (component(#"{"/":5,"?":{"k":"1"}},{"/":"/b"}"#), shop, "/c?k=1", .unknown),
  (component(#"{"/":"/a","percentEncoded":"no"}"#), shop, "/b", .shut),
  (
    component(#"{"/":"/a","exclude":false}"#, also: #","defaults":{"exclude":1}"#), shop, "/a",
    .opens
  ),
  (component(#"{"/":"/a"},7"#), shop, "/a", .opens),
  (component(#"{"/":"/$(a","exclude":true},{"/":"*"}"#), shop, "/x", .opens),
  // Android.
  (list(#"[{"comment":"x"}]"#), package, "/a", .unknown),
  (list(#"[{"exclude":true},{"/":"/a"}]"#), package, "/a", .unknown),
  (list(#"[{"/":"/a","comment":"x"}]"#), package, "/a", .opens),
  (list(#"[{"/":"/a","comment":"x"}]"#), package, "/b", .shut),
  (list(#"[{"/":"/a"},{"/":"/b","caseSensitive":false}]"#), package, "/a", .opens),
  (list(#"[{"/":"/a"},{"/":"/b","caseSensitive":false}]"#), package, "/B", .unknown),
  (list(#"[{"/":"/a"},{"/":"/b/$(lang)/x"}]"#), package, "/b/en/x", .unknown),
  (list(#"[{"/":"/a"},{"/":"/b/$(lang)/x"}]"#), package, "/c", .shut),
  (list(#"[{"?":{"k*":"1"}}]"#), package, "/a?k*=1", .unknown),
  (list(#"[{"?":{"k*":"1"}}]"#), package, "/a?kk=1", .unknown),
  (list(#"[{"?":{"k?":"1"}}]"#), package, "/a", .shut),
  (list(#"[{"?":{"k\\":"1"},"exclude":true},{"/":"*"}]"#), package, "/a?k=1", .unknown),
])
private func `what is wrong with one rule leaves what it cannot decide alone`(
  file: String, app: MeantApp, link: String, verdict: PhoneVerdict
) {
  #expect(judged(file, app, link)?.verdict == verdict)
}

/// What is too large to be asked may match, also where it excludes.
@Test func `a pattern with too many values is a doubt`() throws {
  let variables = String(repeating: "$(lang)", count: 2000)
  let file = component(
    #"{"/":"/x/\#(variables)","exclude":true},{"/":"/y/\#(variables)"},{"/":"/x/y"}"#)
  var matcher = AppleMatcher(
    AppleAssociation(try JSONDocument(reading: Array(file.utf8))), host: host)
  let rows: [(String, LinkVerdict, MatchDoubt?)] = [
    ("/x/y", .opens, .tooManyValues), ("/y/z", .none, .tooManyValues), ("/z", .none, nil),
  ]
  for (path, verdict, doubt) in rows {
    let found = matcher.match(Array("https://go.shop.org\(path)".utf8)).first
    #expect(found?.verdict == verdict && found?.doubt == doubt, "\(path)")
  }
}

@Test(arguments: [
  ("A1B2C3D4E5.*", Why.malformedAppID("A1B2C3D4E5.*"), PhoneVerdict.shut),
  ("org.shop.app", .malformedAppID("org.shop.app"), .shut),
  ("YOUR_TEAM.org.shop", .placeholder("YOUR_TEAM.org.shop"), .shut),
  ("TEAMID1234.org.shop", .placeholder("TEAMID1234.org.shop"), .unknown),
])
func `an identifier that no app has opens nothing`(id: String, why: Why, verdict: PhoneVerdict) {
  let judgement = judged(app("\"\(id)\""), MeantApp(.iOS, id), "/a")
  #expect(judgement?.why == why && judgement?.verdict == verdict)
}

/// A file of either platform that opens every link.
private let openFiles = HostFiles(
  apple: .file(ServedFile(Array(component(#"{"/":"*"}"#).utf8), kind: .apple)),
  android: .file(ServedFile(Array("[\(statement())]".utf8), kind: .android)))

@Test(arguments: [
  ("192.0.2.1", "", LinkProblem.address, PhoneVerdict.shut),
  ("[2001:db8::1]", "", .address, .shut), ("[2001:db8::1]", ":8443", .address, .shut),
  ("127.1", "", .address, .shut), ("0x7f.0x1", "", .address, .shut),
  ("localhost", "", .singleName, .shut), ("printer", ":80", .singleName, .shut),
  ("go.shop.org", ":443", .portOrUser, .unknown), ("bücher.example", "", .unencodedHost, .unknown),
  ("b%C3%BCcher.example", "", .unencodedHost, .unknown), ("go.shop.org.", "", .dotAtEnd, .unknown),
])
func `no app opens links of a host that no app can ask for`(
  name: String, port: String, problem: LinkProblem, verdict: PhoneVerdict
) {
  let link = Array("https://\(name)\(port)/a".utf8)
  for host in [nil, name] {
    var judge = SiteJudge(host: host, files: openFiles, apps: [shop, package])
    let judgement = judge.explain(link)
    #expect(judgement.apps.map(\.verdict) == [verdict, verdict], "\(host ?? "")")
    #expect(judgement.apps.map(\.why) == [.link(problem), .link(problem)])
    judge.judge(link)
    #expect(judge.verdicts == [verdict, verdict])
    #expect(judge.sureOpening == nil || port != "")
  }
  #expect("\(problem)".hasSuffix("."))
}

/// The other form of a name may be the same host, and a port does not make two hosts one.
@Test(arguments: [
  ("xn--bcher-kva.example", "https://bücher.example/a", LinkProblem.unencodedHost),
  ("bücher.example", "https://xn--bcher-kva.example/a", .unencodedHost),
  ("xn--bcher-kva.example", "https://xn--BCHER-kva.example/a", nil),
  ("go.shop.org", "https://shop.org:443/a", .otherHost),
  ("go.shop.org", "https://go.shop.org:443@shop.org/a", .otherHost),
  ("go.shop.org", "https://ben@GO.shop.org:443/a", .portOrUser),
])
func `hosts are compared as far as that is known`(
  host: String, link: String, problem: LinkProblem?
) {
  var judge = SiteJudge(host: host, files: openFiles, apps: [shop, package])
  for app in judge.explain(Array(link.utf8)).apps {
    #expect(app.verdict == problem.map { $0 == .otherHost ? .shut : .unknown } ?? .opens)
    if let problem { #expect(app.why == .link(problem)) }
  }
}

@Test func `an app that asks for the hosts under one is judged by the file of that one`() {
  let closed = HostFiles(
    apple: .file(ServedFile(Array(component(#"{"/":"/b"}"#).utf8), kind: .apple)),
    android: .file(ServedFile(Array(list(#"[{"/":"/b"}]"#).utf8), kind: .android)))
  for var app in [shop, package] {
    app.declarations = [
      .init(host: "org", isWildcard: true), .init(host: "shop.org", isWildcard: true),
    ]
    func verdict(_ files: HostFiles, _ bases: [String: HostFiles]) -> (PhoneVerdict?, Why?) {
      var judge = SiteJudge(host: host, files: files, apps: [app], bases: bases)
      let link = Array("https://go.shop.org/a".utf8)
      let judgement = judge.explain(link).apps.first
      judge.judge(link)
      #expect(judge.verdicts.first == judgement?.verdict && judgement?.app == app)
      #expect(judgement?.base == (bases["shop.org"] == nil ? nil : "shop.org"))
      return (judgement?.verdict, judgement?.why)
    }
    #expect(verdict(openFiles, [:]) == (.unknown, .declaredUnder("shop.org")))
    #expect(verdict(openFiles, ["org": openFiles]) == (.unknown, .declaredUnder("shop.org")))
    #expect(verdict(closed, ["shop.org": openFiles]).0 == .opens)
    #expect(verdict(openFiles, ["shop.org": closed]).0 == .shut)
    // Where the host is asked for itself, its own file counts.
    app.declarations?.append(.init(host: host, isWildcard: false))
    var judge = SiteJudge(host: host, files: openFiles, apps: [app], bases: ["shop.org": closed])
    #expect(judge.explain(Array("https://go.shop.org/a".utf8)).verdict == .opens)
    // Where each link has its own host, the files are for every host, also for that one.
    app.declarations?.removeLast()
    let open = app.platform == .iOS ? component(#"{"/":"*"}"#) : "[\(statement())]"
    #expect(judged(open, app, "/a", host: nil)?.verdict == .opens)
    #expect(judged(open, app, "https://shop.net/a", host: nil)?.verdict == .shut)
  }
}

@Test func `an app wins only where all is certain`() {
  func winner(_ entries: String, apps: [MeantApp] = []) -> String? {
    let files = HostFiles(apple: .file(ServedFile(Array(entry(entries).utf8), kind: .apple)))
    var judge = SiteJudge(host: host, files: files, apps: apps)
    return judge.explain(Array("https://go.shop.org/a".utf8)).winner
  }
  let (first, second) = (named("a", #"{"/":"*"}"#), named("b", #"{"/":"/a"}"#))
  #expect(winner(first + "," + second) == "A1B2C3D4E5.org.shop.a")
  #expect(winner(first + "," + named("b", #"{"/":"/a","exclude":1}"#)) == nil)
  #expect(winner(named("a", #"{"/":5}"#) + "," + second + "," + named("c", "{}")) == nil)
  // The first entry is that of no app.
  let placeholder = #"{"appIDs":["org.shop.a"],"components":[{"/":"*"}]}"#
  #expect(
    winner(placeholder + "," + second + "," + named("c", "{}")) == "A1B2C3D4E5.org.shop.b")
  var hidden = MeantApp(.iOS, "A1B2C3D4E5.org.shop.a")
  hidden.declarations = []
  #expect(
    winner(first + "," + second, apps: [hidden, MeantApp(.iOS, "A1B2C3D4E5.org.shop.b")]) == nil)
}

@Test func `of an App Clip only what is known is said`() {
  let file = #"{"appclips":{"apps":["\#(clip.name)"]}}"#
  let judgement = judged(file, clip, "https://GO.shop.org/a")
  #expect(judgement?.verdict == .opens && judgement?.explanation?.verdict == .authorised)
  #expect(
    judgement?.conditions == [.experience, .entitlement(host: "go.shop.org", isOfClip: true)])
  let other = judged(file, MeantApp(.clip, "A1B2C3D4E5.org.shop.b.Clip"), "/a")
  #expect(other?.verdict == .shut && other?.explanation == nil && other?.why == .notNamed)
  var wide = clip
  wide.declarations = [.init(host: "shop.org", isWildcard: true)]
  #expect(judged(file, wide, "/a")?.why == .notDeclared(host: "go.shop.org"))
  for host in [nil, SiteJudge.appClipHost] {
    let bundle = clip.name.drop { $0 != "." }.dropFirst()
    let link = "https://appclip.apple.com/id?p=\(bundle)"
    let started = judged("{}", clip, link, host: host)
    #expect(started?.why == .clipOfLink && started?.conditions == [.published])
  }
}

@Test func `a file that names no app says why`() {
  func without(_ files: HostFiles) -> [FileWithoutApp] {
    var judge = SiteJudge(host: host, files: files)
    return judge.explain(Array("https://go.shop.org/a".utf8)).filesWithoutApp
  }
  func file(_ text: String, _ kind: AssociationKind) -> HostFiles.Answer {
    .file(ServedFile(Array(text.utf8), kind: kind))
  }
  var files = HostFiles(
    apple: file("[]", .apple), android: file(#"[{"include":"https://shop.org/x.json"}]"#, .android))
  #expect(
    without(files) == [
      .init(kind: .apple, verdict: .shut, why: .wrongRoot(.apple)),
      .init(kind: .android, verdict: .unknown, why: .included),
    ])
  files = HostFiles(apple: file("{}", .apple), android: file("[]", .android))
  #expect(without(files).map(\.why) == [.namesNoApp(.apple), .namesNoApp(.android)])
  #expect(without(HostFiles(apple: .absent)) == [] && without(openFiles) == [])
  var judge = SiteJudge(
    host: host,
    files: HostFiles(android: file(#"[{"include":"https://shop.org/x.json"}]"#, .android)))
  #expect(judge.explain(Array("https://go.shop.org/a".utf8)).verdict == .unknown)
}

@Test func `a target that is there twice is unknown`() {
  let twice = statement().replacing(#""target":"#, with: #""target":{},"target":"#)
  #expect(judged("[\(twice)]", package, "/a")?.verdict == .unknown)
}

/// `all repetitions of a name must match`, so the one that does not is named.
@Test func `an explanation names the item that does not match`() throws {
  var matcher = AppleMatcher(
    AppleAssociation(
      try JSONDocument(reading: Array(component(#"{"?":{"b":"?"}}"#).utf8))), host: host)
  let explanation = matcher.explain(Array("https://go.shop.org/?b=1&b=long".utf8)).first
  #expect(explanation?.earlierRules.first?.found == "long")
}

@Test func `platforms differ only where both are certain`() throws {
  func differences(_ component: String) throws -> [String] {
    let apple = AppleAssociation(
      try JSONDocument(reading: Array(SiteAssociationTests.component(component).utf8)))
    let android = AndroidAssociation(
      try JSONDocument(reading: Array(list(#"[{"/":"/a*"}]"#).utf8)))
    return AssociationLint.differences(apple: apple, android: android, host: host).compactMap(
      \.text)
  }
  #expect(try !differences(#"{"/":"/b"},{"/":"/a*"}"#).isEmpty)
  #expect(try differences(#"{"/":"/$(nothing)"},{"/":"/a*"}"#) == [])
}

/// A statement that includes another file says nothing itself.
@Test func `a statement beside an include does not count`() {
  let both = statement().replacing(
    #""target":"#, with: #""include":"https://a.example/b","target":"#)
  let judgement = judged("[\(both)]", package, "/a")
  #expect(judgement?.verdict == .shut)
  if case .malformedStatement? = judgement?.why {} else { Issue.record("\(judgement?.why as Any)") }
}

/// Which of two statements counts is documented only where one of them has the rules.
@Test(arguments: [true, false])
func `statements of which only some have rules are unknown`(rulesFirst: Bool) {
  let both = [statement(rules: #"[{"/":"/a"}]"#), statement()]
  let file = "[\((rulesFirst ? both : both.reversed()).joined(separator: ","))]"
  #expect(judged(file, package, "/b")?.verdict == .unknown)
  #expect(judged("[\(both[0])]", package, "/b")?.verdict == .shut)
}

/// A glance must not overlook what nobody knows.
@Test(arguments: [
  (#"{"appIDs":["\#(shop.name)"],"paths":["/s/?*"]}"#, "/s/a"),
  (#"{"appIDs":["\#(shop.name)"],"components":[{"/":"/a//b/?*"}]}"#, "/a//b/c"),
])
func `a glance is as careful as the rules`(details: String, link: String) {
  #expect(judged(entry(details), shop, link)?.verdict == .unknown)
}
