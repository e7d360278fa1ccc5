// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobManifest
import JobSites
import StrictJSON
import TagMemory
import TestSupport
import Testing
import WebLink

@testable import Provisioning
@testable import SiteAssociation
@testable import TagKeys

/// A job in a folder of its own, and what its check says.
private struct Checked {
  let preflight: Preflight
  let findings: [String]

  init(
    link: String = "https://go.tagtag.shop/s/{code}", head: String = #"<tags chips="NTAG213"/>"#,
    rows: String = #"<rows><row id="a" code="1"/></rows>"#, files: [String: String] = [:],
    associations: [String] = []
  ) throws {
    let folder = try TemporaryDirectory()
    for (name, text) in files { try folder.write(Array(text.utf8), to: name) }
    let text = """
      <job xmlns="urn:tagpress:job:1" id="test"><link>\(link)</link>
      \(head)
      \(rows)</job>
      """
    preflight = Preflight(
      path: try folder.write(Array(text.utf8), to: "job.xml"),
      associations: associations.enumerated().map {
        AssociationFile(name: "file\($0)", bytes: Array($1.utf8))
      })
    findings = preflight.findings.findings.map { finding in
      let name = finding.file.split(separator: "/").last ?? ""
      return "\(name):\(finding.position.line):\(finding.position.column) \(finding.problem.rule)"
    }
  }
}

private let ios = #"<app ios="ABCDE12345.com.example.shop"/>"#
private let print = Array(repeating: "AB", count: 32).joined(separator: ":")
private let android = #"<app android="com.example.shop" certificate="\#(print)"/>"#

struct PreflightTests {
  /// What a job asks of its chips, and the findings.
  @Test(arguments: [
    (#"<tags chips="NTAG213 NTAG251"/>"#, ["job.xml:2:22 unknown-chip"]),
    (
      #"<tags chips="NTAG203"/><protect with="password" keys="x"/>"#,
      ["job.xml:2:14 chip-without-password", "job.xml:2:55 no-key-file"]
    ),
    (#"<tags chips="NTAG203" genuine="require"/>"#, ["job.xml:2:14 chip-without-signature"]),
    (#"<tags chips="UltralightEV1-48"/>"#, ["job.xml:2:14 chip-unformatted"]),
    (#"<tags chips="UltralightEV1-48" format="yes"/>"#, []),
    (#"<tags chips="NTAG213 NTAG213"/><protect with="lock"/>"#, []),
  ])
  func chipsMustDoWhatTheJobWants(head: String, findings: [String]) throws {
    #expect(try Checked(head: head).findings == findings)
  }

  @Test func onlySomeChipsShowTheirUID() throws {
    let checked = try Checked(
      link: "https://go.tagtag.shop/{mirror.uid}", head: #"<tags chips="NTAG213 NTAG212"/>"#,
      rows: #"<rows count="1"/>"#)
    #expect(checked.findings == ["job.xml:2:22 chip-without-mirror"])
  }

  @Test func theKeyFileIsRead() throws {
    let folder = try TemporaryDirectory()
    let key = try KeyFile.create(at: folder.path(of: "spring.keys"), name: "spring")
    try folder.write(Array("x".utf8), to: "open.keys")
    for (name, rules) in [
      ("spring.keys", []), ("none.keys", ["no-key-file"]), ("open.keys", ["key-file"]),
    ] {
      let text = """
        <job xmlns="urn:tagpress:job:1" id="test"><link>https://go.tagtag.shop/{number}</link>
        <tags chips="NTAG213"/><protect with="password" keys="\(name)"/><rows count="2"/></job>
        """
      let preflight = Preflight(path: try folder.write(Array(text.utf8), to: "job.xml"))
      #expect(preflight.findings.findings.map(\.problem.rule) == rules)
      #expect(preflight.key == (rules.isEmpty ? key.id : nil))
    }
  }

  /// Links, and the warnings about them.
  @Test(arguments: [
    ("https://go.tagtag.shop/{code}", []), ("http://go.tagtag.shop/{code}", ["http"]),
    ("https://bit.ly/{code}", ["shortener"]), ("wallet://pay/{code}", ["android-only"]),
    ("tel:{code}", []), ("https://go.tagtag.shop:81/{code}", ["port"]),
    ("https://go.tagtag.shop/%2e%2e/{code}", ["encoded-dots"]),
    ("https://go.tagtag.shop/%2ea/{code}", []),
  ])
  func linksThatDoLessThanExpected(link: String, rules: [String]) throws {
    let checked = try Checked(link: link)
    #expect(checked.findings == rules.map { "job.xml:3:7 \($0)" })
    #expect(checked.preflight.findings.errorCount == 0)
  }

  @Test func hostsAreCounted() throws {
    let links = [
      "https://a.shopper/1", "https://b.shopper", "http://a.shopper?x", "tel:110",
      "https://a.shopper.org/1",
    ]
    let rows = (links + [links[1] + "/2"]).enumerated().map { "<row id=\"\($0)\" url=\"\($1)\"/>" }
    let checked = try Checked(link: "{+url}", rows: "<rows>\(rows.joined())</rows>")
    #expect(
      checked.preflight.hosts == [
        HostCount(name: "a.shopper", rows: 2), HostCount(name: "b.shopper", rows: 2),
        HostCount(name: "a.shopper.org", rows: 1), HostCount(name: "tel:", rows: 1),
      ])
    #expect(checked.findings == ["job.xml:3:83 http"])
  }

  @Test func tooManyHostsAreOnlyCounted() throws {
    let checked = try Checked(
      link: "https://h{number}.shopper.com/",
      head: #"<tags chips="NTAG213"/><app clip="ABCDE12345.a.b"/>"#, rows: #"<rows count="1100"/>"#)
    #expect(checked.preflight.apps.map(\.rows) == [1100])
    #expect(checked.preflight.hosts.count == 1000 && checked.preflight.otherHostRows == 100)
    #expect(checked.findings == [])
  }

  /// The word that stops the writing must not be lost among other hosts.
  @Test func manyHostsOfOneNetworkHideNoneOfExamples() throws {
    let hosts = (0..<150).map { "h\($0).local" } + ["go.example.com"]
    let rows = hosts.enumerated().map { "<row id=\"\($0)\" host=\"\($1)\"/>" }.joined()
    let checked = try Checked(link: "https://{+host}/", rows: "<rows>\(rows)</rows>")
    let rules = checked.preflight.findings.findings.map(\.problem.rule)
    #expect(rules.contains(PreflightProblem.reservedHost))
    #expect(rules.count { $0 == "own-network-host" } == 100)
  }

  @Test func aCountHasOneFindingOfAKind() throws {
    let checked = try Checked(
      link: "https://go.tagtag.shop/\(String(repeating: "a", count: 140))/{number}",
      rows: #"<rows count="5000"/>"#)
    #expect(checked.findings == ["job.xml:3:1 too-large"])
    #expect(checked.preflight.findings.counts == ["too-large": 5000])
    #expect(checked.preflight.findings.omitted.first?.count == 4999)
  }

  /// Apps, links of rows, and the findings.
  @Test(arguments: [
    (ios + android, ["1", "2"], []),
    (ios + android, ["a/b", ""], ["job.xml:3:49 missing-value"]),
    (
      #"<app ios="ABCDE12345.a.b"><open path="/t/*"/></app>"#, ["1"], ["job.xml:3:7 opens-no-app"]
    ),
    (
      #"<app ios="ABCDE12345.a.b"><exclude path="/s/2*"/></app>"# + android, ["1", "21"],
      ["job.xml:3:29 opens-no-app"]
    ),
    (#"<app ios="ABCDE12345.a.b"><open path="a b"/></app>"#, ["1"], ["job.xml:2:50 pattern"]),
    (
      #"<app ios="ABCDE12345.a.b"><exclude path="*"/></app>"#, ["1"],
      ["job.xml:2:24 association"]
    ),
    (#"<app clip="ABCDE12345.a.b.Clip"/>"#, ["1"], []),
    (
      #"<app clip="ABCDE12345.a.b.Clip"><open path="/t/*"/><exclude path="*"/></app>"#, ["1"],
      ["job.xml:2:56 clip-pattern", "job.xml:2:75 clip-pattern"]
    ),
  ])
  func everyLinkOpensAnApp(apps: String, codes: [String], findings: [String]) throws {
    let rows = codes.enumerated().map { "<row id=\"\($0)\" code=\"\($1)\"/>" }
    let checked = try Checked(
      head: #"<tags chips="NTAG213"/>"# + apps, rows: "<rows>\(rows.joined())</rows>")
    #expect(checked.findings == findings)
  }

  @Test func aLinkThatOpensNoAppIsNamedForEachPlatform() throws {
    let checked = try Checked(
      head: #"<tags chips="NTAG213"/><app ios="ABCDE12345.a.b"><open path="/t/*"/></app>"#
        + #"<app android="com.example.shop" certificate="\#(print)"><exclude path="/s/1*"/></app>"#)
    #expect(
      checked.preflight.findings.findings.map(\.problem.description) == [
        #""https://go.tagtag.shop/s/1" opens no app on an iPhone. No pattern matches it. "#
          + "Write <open> for it in an app, or correct the row.",
        #""https://go.tagtag.shop/s/1" opens no app on Android. The pattern "/s/1*" keeps it for "#
          + "the browser. Make that pattern narrower, or correct the row.",
      ])
  }

  /// Rows whose links a resolver makes are counted, and judged when their tags are there.
  @Test func rowsForAResolverAreJudgedLater() throws {
    let folder = try TemporaryDirectory()
    let text = """
      <job xmlns="urn:tagpress:job:1" id="test"><link>https://go.tagtag.shop/t/{cert}</link>
      <tags chips="NTAG213"/><app ios="ABCDE12345.a.b"><open path="/s/*"/></app>
      <rows count="3" id="n{number}"/></job>
      """
    let path = try folder.write(Array(text.utf8), to: "job.xml")
    let preflight = Preflight(path: path, isResolvedLater: true)
    #expect(preflight.lateRowCount == 3)
    #expect(preflight.findings.findings.isEmpty && preflight.apps.map(\.rows) == [0])
  }

  @Test func everyFindingThatIsKeptNamesItsLink() throws {
    let rows = (1001...1120).map { #"<row id="\#($0)" number="\#($0)"/>"# }.joined()
    let checked = try Checked(
      link: "https://go.tagtag.shop/s/{number}",
      head: #"<tags chips="NTAG213"/><app ios="ABCDE12345.a.b"><open path="/t/*"/></app>"#,
      rows: #"<rows count="150"/>"# + "<rows>\(rows)</rows>")
    let findings = checked.preflight.findings
    #expect(findings.counts == ["opens-no-app": 270])
    #expect(findings.omitted.map(\.count) == [170])
    #expect(
      findings.findings.map(\.problem)
        == ([1] + (1001...1099)).map {
          .opensNoApp("https://go.tagtag.shop/s/\($0)", .iOS, .shut, .noRuleMatches)
        })
  }

  @Test func appsAreCounted() throws {
    let checked = try Checked(
      head: #"<tags chips="NTAG213"/>"#
        + #"<app ios="ABCDE12345.a.b"><exclude path="/s/2"/></app><app clip="ABCDE12345.a.Clip"/>"#
        + android,
      rows: #"<rows><row id="a" code="1"/><row id="b" code="2"/></rows>"#)
    #expect(
      checked.preflight.apps.map { "\($0.app.platform) \($0.app.name) \($0.rows)" } == [
        "iOS ABCDE12345.a.b 1", "clip ABCDE12345.a.Clip 2", "android com.example.shop 2",
      ])
    // The App Clip is authorised for the host, but the app does not open the second link.
    #expect(checked.findings == ["job.xml:3:29 opens-no-app"])
  }

  @Test func filesOfAHostTakeThePlaceOfTheJobsOwn() throws {
    let served = """
      {"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.shop","ABCDE12345.x.y"],
      "components":[{"/":"/t/*"}]}]}}
      """
    let checked = try Checked(
      head: #"<tags chips="NTAG213"/>"# + ios + android, associations: [served])
    #expect(
      checked.findings == [
        // The app for Android needs to be told once, and not for each row.
        "job.xml:2:64 app-not-in-files", "job.xml:3:7 opens-no-app",
      ])
    let without = try Checked(link: "https://go.tagtag.shop/t/{code}", associations: [served])
    #expect(without.findings == [])
    #expect(without.preflight.apps.map(\.rows) == [1, 1])
    #expect(
      try Checked(associations: ["{\n\"a\":,}", "7"]).findings
        == ["file0:2:5 json-missing-value", "file1:1:1 no-association"])
  }

  @Test func findingsStandInTheOrderOfTheirFiles() throws {
    let long = String(repeating: "a", count: 140)
    let checked = try Checked(
      rows: """
        <rows from="b.csv"/><rows from="a.csv"/>
        <rows><row id="z" code="\(long)z"/></rows>
        """,
      files: [
        "a.csv": "id,code\n1,\(long)y\n2,2\n", "b.csv": "id,code\n3,\(long)\n4,\(long)x\n3,9\n",
      ])
    #expect(
      checked.findings == [
        "job.xml:4:7 too-large", "a.csv:2:1 too-large", "b.csv:2:1 too-large",
        "b.csv:3:1 too-large",
        "b.csv:4:1 same-id",
      ])
  }

  @Test(arguments: ["", #" reading="no""#, #" reading="yes""#])
  func tagsThatNoPhoneReadsAreAWarning(_ attribute: String) throws {
    let head =
      #"<tags chips="NTAG213"/><protect with="password" keys="k"\#(attribute)/>"#
    let checked = try Checked(head: head, rows: #"<rows><row id="1" code="1"/></rows>"#)
    let isWarned = checked.findings.contains { $0.hasSuffix(" hidden-from-phones") }
    #expect(isWarned == attribute.contains("yes"))
    #expect(!PreflightProblem.hiddenFromPhones.isError)
  }

  private static let finding = LintFinding(.publicTestKey, at: .start)

  private static let reasons: [Why] =
    [
      .noFile(.apple), .notGiven(.android), .noFilesOfHost, .notJSON("Bad.", at: .start),
      .wrongRoot(.apple), .wrongRoot(.android), .tooLarge(byteCount: 130_000),
      .tooLarge(byteCount: 140_000), .contentTypes([]), .contentTypes(["a", "b"]), .byteOrderMark,
      .duplicateKey(.start), .notNamed, .malformedStatement(.start), .included,
      .otherCertificate(wanted: ["AA"]), .missingCertificate(["AA", "BB"]), .twoRuleLists(.start),
      .notDeclared(host: "a.b"), .declaredForDevelopers(host: "a.b"), .declaredUnder("b"),
      .otherPath, .link(.portOrUser), .unencrypted, .otherClip(nil), .otherClip("x"), .notForApps,
      .rule(.start), .excluded(.start, pattern: "/x"), .noRuleMatches, .noRules, .appDecides,
      .rulesAreIgnored(.start), .clip, .clipOfLink, .malformedAppID("x"), .placeholder("x"),
      .rulesInOneStatement(.start), .namesNoApp(.apple), .namesNoApp(.android), .mistake(finding),
    ] + MatchDoubt.allCases.map { .doubt($0) }

  /// What only has to be percent-encoded is named as it is written then.
  @Test(arguments: [
    (#"path="/café/*""#, "Write \"/caf%C3%A9/*\"."), (#"path="/a b""#, "Write \"/a%20b\"."),
    (#"path="/s/*" query="q=é" fragment="ö""#, "Write \"/s/*?q=%C3%A9#%C3%B6\"."),
    (#"path="/$(lang)/é""#, "without $( )."),
  ])
  func aPatternThatIsNotPercentEncodedIsNamedWithItsCure(
    _ pattern: String, _ words: String
  ) throws {
    let checked = try Checked(
      head: #"<tags chips="NTAG213"/><app ios="ABCDE12345.a.b"><open \#(pattern)/></app>"#)
    let problems = checked.preflight.findings.findings.map(\.problem).filter {
      $0.rule == "pattern"
    }
    #expect(problems.count == 1)
    #expect(problems.first?.description.hasSuffix(words) == true, "\(problems)")
  }

  @Test func everyProblemIsASentence() throws {
    let problems: [PreflightProblem] =
      [
        .unknownChip("x", suggestion: nil), .unknownChip("NTAG21", suggestion: "NTAG213"),
        .noPassword(.type2(.ntag203)), .noPassword(.desfire), .publicKeyInFile(Self.finding),
        .noPassword(.ntag424), .noLock(.desfire),
        .noMirror(.type2(.ntag212)), .noSignature(.type2(.ultralight), isRequired: true),
        .noSignature(.type2(.ultralight), isRequired: false), .unformatted(.type2(.ultralightC)),
        .tooLarge(size: 9, on: [.init(chip: .type2(.ntag213), byteCount: 1)]), .noKeyFile("x"),
        .doubt(.http, beginning: "http://x", rows: 1),
        .doubt(.http, beginning: "http://x", rows: 1000),
        .encodedDots("x"), .badPattern("x"), .badPattern("é", encoded: "%C3%A9"), .clipPattern,
        .hiddenFromPhones, .notAnAssociation,
        .whoseFile, .twoFiles(.apple), .publicKey("a key", app: "x"), .site(.plan(.nothingOpens)),
        .unservedHost(.reserved, "x.example", rows: 1, first: "7"),
        .unservedHost(.phoneItself, "localhost", rows: 12, first: "7"),
        .unservedHost(.ownNetwork, "x.local", rows: 12, first: "7"),
        .unservedHost(.placeholder, "yourdomain.com", rows: 1, first: "7"),
        .guessableToken("t", rows: 12, values: 36, needed: 8, isCut: true),
        .guessableToken("t", rows: 12, values: 36, needed: 8, isCut: false),
        .tokensRunOut("t", rows: 12, values: 36, needed: 8), .site(.plan(.badAppID("x"))),
        .site(.plan(.badPackage("x"))), .site(.plan(.noFingerprint(package: "x.y"))),
        .site(.rulesAndNone(package: "x.y")),
      ]
      + Self.reasons.flatMap { why -> [PreflightProblem] in
        [
          .opensNoApp("x", .iOS, .shut, why), .opensNoApp("x", .android, .unknown, why),
          .appShut("x", host: nil, .shut, why), .appShut("x", host: "y", .unknown, why),
          .appShut("x", host: "y", .shut, why), .appShut("x", host: nil, .unknown, why),
        ]
      }
    let german = try SaidWords("finding")
    let keyFaults: [KeyFileFault] = [
      .openToOthers(permissions: 0o644), .damagedLine(3), .version(9), .notAKeyFile,
    ]
    let keyProblems = keyFaults.map { PreflightProblem.keyFile(KeyFileError(path: "x", fault: $0)) }
    for problem in problems + keyProblems {
      let words = problem.description
      #expect(german.troubles(of: problem.told, words) == [])
      #expect(words.hasSuffix(".") || words.hasSuffix("?"), "\(words)")
      #expect(!words.contains("  "), "\(words)")
      #expect(problem.rule.utf8.allSatisfy { $0 == 0x2D || (0x61...0x7A).contains($0) })
    }
    // Nothing is left that no problem says.
    let parts = ["app-shut", "app-unknown", "doubt", "leads", "links", "plan", "why"]
    #expect(german.unsaid(Set(PreflightRule.allCases.map(\.rawValue) + parts)) == [])
  }
}
