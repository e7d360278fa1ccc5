// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SiteAssociation
import Testing

@testable import SiteFetch

struct LinkSurveyTests {
  static let apple = """
    {"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.shop"],
    "components":[{"/":"/s/private","exclude":true},{"/":"/s/*"}]}]},
    "appclips":{"apps":["ABCDE12345.com.example.shop.Clip"]}}
    """
  static let print = Array(repeating: "0A", count: 32).joined(separator: ":")
  static let android = """
    [{"relation":["delegate_permission/common.handle_all_urls"],"target":
    {"namespace":"android_app","package_name":"com.example.shop",
    "sha256_cert_fingerprints":["\(print)"]}}]
    """
  static let links = ["/s/1", "/t/1", "/s/private", "/s/2", "/t/2", "/t/3", "/t/4"]
  static let shop = MeantApp(.iOS, "ABCDE12345.com.example.shop")
  static let clip = MeantApp(.clip, "ABCDE12345.com.example.shop.Clip")

  static func shopOnAndroid(_ certificates: String...) -> MeantApp {
    var app = MeantApp(.android, "com.example.shop")
    app.certificates = certificates
    return app
  }

  static func survey(
    _ apps: [MeantApp], also more: [AskedFile: FetchOutcome] = [:]
  ) -> LinkSurvey {
    let outcomes: [AskedFile: FetchOutcome] = [
      .apple: HostJudgementTests.reply(apple), .android: HostJudgementTests.reply(android),
    ]
    let judgement = HostJudgement(outcomes.merging(more) { $1 })
    var survey = LinkSurvey(judgement, host: "go.example.com", apps: apps)
    for path in links { survey.note(Array("https://go.example.com\(path)".utf8)) }
    return survey
  }

  @Test func countsWhatBecomesOfLinks() {
    let survey = Self.survey([Self.shop, Self.shopOnAndroid()])
    #expect(survey.linkCount == 7)
    let apple = survey.tally(ofHost: .apple)
    #expect([apple?.opened, apple?.excluded, apple?.unmatched, apple?.unknown] == [2, 1, 4, 0])
    #expect(survey.tally(ofHost: .android)?.opened == 7)
    let problems: [ServingProblem] = [
      .linksUnmatched(
        count: 4, of: 7, examples: ["/t/1", "/t/2", "/t/3"].map { "https://go.example.com" + $0 }),
      .linksExcluded(count: 1, of: 7, examples: ["https://go.example.com/s/private"]),
    ]
    #expect(survey.findings == problems.map { ServingFinding(file: .apple, problem: $0) })
    #expect(problems.allSatisfy { $0.severity == .error })
    #expect(
      survey.conditions.flatMap(\.conditions) == [
        .entitlement(host: "go.example.com", isOfClip: false), .certificate,
        .filter(host: "go.example.com"),
      ])
  }

  @Test func appsThatAreWantedMustBeThere() {
    let survey = Self.survey([
      MeantApp(.iOS, "ABCDE12345.com.example.other"), Self.clip,
      MeantApp(.clip, "ABCDE12345.com.example.other.Clip"), Self.shopOnAndroid(),
      MeantApp(.android, "com.example.other"),
    ])
    #expect(survey.tally(ofHost: .apple)?.unmatched == 7)
    #expect(survey.tally(ofHost: .android)?.opened == 7)
    #expect(
      survey.findings.prefix(3) == [
        ServingFinding(file: .apple, problem: .appMissing("ABCDE12345.com.example.other")),
        ServingFinding(file: .apple, problem: .appClipMissing("ABCDE12345.com.example.other.Clip")),
        ServingFinding(file: .android, problem: .appMissing("com.example.other")),
      ])
  }

  @Test func aPlatformWithoutAWantedAppIsNotAsked() {
    #expect(Self.survey([Self.shopOnAndroid()]).findings == [])
    #expect(Self.survey([Self.shopOnAndroid()]).tally(ofHost: .apple) == nil)
    #expect([Self.clip].platforms == [.apple])
    #expect(Self.survey([Self.clip]).findings == [])
  }

  /// The commonest mistake there is: the fingerprint of the upload key.
  @Test func theCertificateOfTheJobIsCompared() throws {
    #expect(Self.survey([Self.shopOnAndroid(Self.print)]).findings == [])
    let other = String(Self.print.dropLast(2)) + "FF"
    let survey = Self.survey([Self.shopOnAndroid(other)])
    let problem = try #require(survey.findings.first?.problem)
    #expect(problem == .appShut("com.example.shop", .shut, .otherCertificate(wanted: [other])))
    #expect(problem.severity == .error)
    #expect(problem.whatIsWrong.contains("the store's signing key"))
    #expect(survey.tally(ofHost: .android)?.opened == 0)
  }

  /// Phones get Apple's copy, so one that opens nothing is no remark.
  @Test func aStaleCopyThatOpensNothingIsAnError() throws {
    let stale = #"{"applinks":{"details":[]}}"#
    let survey = Self.survey([Self.shop], also: [.appleCopy: HostJudgementTests.reply(stale)])
    #expect(survey.tally(.appleCopy, .apple)?.opened == 0)
    #expect(survey.tally(ofHost: .apple)?.opened == 2)
    let finding = try #require(survey.findings.last)
    #expect(finding == ServingFinding(file: .appleCopy, problem: .copyOpensFewer(0, of: 7)))
    #expect(finding.problem.severity == .error)
  }

  /// Google's view counts, not only that there is one.
  @Test func whatGoogleSeesMustBeTheWantedApps() {
    let view = GoogleStatementsTests.answer([("com.example.shop", Self.print)])
    let seen = HostJudgementTests.reply(view)
    #expect(
      Self.survey([Self.shopOnAndroid(Self.print)], also: [.googleView: seen]).findings == [])
    let other = String(Self.print.dropLast(2)) + "FF"
    #expect(
      Self.survey([Self.shopOnAndroid(Self.print, other)], also: [.googleView: seen]).findings
        .contains(
          ServingFinding(
            file: .googleView,
            problem: .googleMissesCertificate(
              "com.example.shop", missing: [other], known: [Self.print]))))
  }

  /// Where Google sees nothing at all, Android does not verify the app.
  @Test func whatGoogleDoesNotSeeAtAllIsMissing() {
    let seen = HostJudgementTests.reply("{}")
    let finding = ServingFinding(
      file: .googleView, problem: .googleMissesApp("com.example.shop"))
    #expect(
      Self.survey([Self.shopOnAndroid(Self.print)], also: [.googleView: seen]).findings == [finding]
    )
    #expect(finding.problem.severity == .error)
    #expect(
      Self.survey([Self.shop], also: [.googleView: seen]).findings
        .allSatisfy { $0.file != .googleView })
  }

  @Test func linksOfAnotherHostMatchNothing() {
    let judgement = HostJudgement([.apple: HostJudgementTests.reply(Self.apple)])
    var survey = LinkSurvey(judgement, host: "www.example.com", apps: [Self.shop])
    survey.note(Array("https://go.example.com/s/1".utf8))
    #expect(survey.tally(ofHost: .apple)?.unmatched == 1)
  }
}
