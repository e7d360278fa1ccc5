// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SiteAssociation
import Testing

@testable import SiteFetch

@Suite struct LinkSurveyTests {
  static let apple = """
    {"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.shop"],
    "components":[{"/":"/s/private","exclude":true},{"/":"/s/*"}]}]},
    "appclips":{"apps":["ABCDE12345.com.example.shop.Clip"]}}
    """
  static let android = """
    [{"relation":["delegate_permission/common.handle_all_urls"],"target":
    {"namespace":"android_app","package_name":"com.example.shop","sha256_cert_fingerprints":[
    "14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
    """
  static let links = ["/s/1", "/t/1", "/s/private", "/s/2", "/t/2", "/t/3", "/t/4"]

  static func survey(_ wanted: WantedApps = WantedApps()) -> LinkSurvey {
    let judgement = HostJudgement([
      .apple: HostJudgementTests.reply(apple), .android: HostJudgementTests.reply(android),
    ])
    var survey = LinkSurvey(judgement, host: "go.example.com", wanted: wanted)
    for path in links { survey.take(Array("https://go.example.com\(path)".utf8)) }
    return survey
  }

  @Test func countsWhatBecomesOfLinks() {
    let survey = Self.survey()
    #expect(survey.linkCount == 7)
    let apple = survey.tallies[.apple]
    #expect([apple?.opened, apple?.excluded, apple?.unmatched] == [2, 1, 4])
    #expect(survey.tallies[.android]?.opened == 7)
    let problems: [ServingProblem] = [
      .linksUnmatched(
        count: 4, of: 7, examples: ["/t/1", "/t/2", "/t/3"].map { "https://go.example.com" + $0 }),
      .linksExcluded(count: 1, of: 7, examples: ["https://go.example.com/s/private"]),
    ]
    #expect(survey.findings == problems.map { ServingFinding(file: .apple, problem: $0) })
  }

  @Test func appsThatAreWantedMustBeThere() {
    var wanted = WantedApps()
    wanted.apple = ["ABCDE12345.com.example.other"]
    wanted.appClips = ["ABCDE12345.com.example.shop.Clip", "ABCDE12345.com.example.other.Clip"]
    wanted.android = ["com.example.shop": [], "com.example.other": []]
    let survey = Self.survey(wanted)
    #expect(survey.tallies[.apple]?.unmatched == 7)
    #expect(survey.tallies[.android]?.opened == 7)
    #expect(
      survey.findings.prefix(3) == [
        ServingFinding(file: .apple, problem: .appMissing("ABCDE12345.com.example.other")),
        ServingFinding(file: .apple, problem: .appClipMissing("ABCDE12345.com.example.other.Clip")),
        ServingFinding(file: .android, problem: .appMissing("com.example.other")),
      ])
  }

  @Test func aPlatformWithoutAWantedAppIsNotAsked() {
    var wanted = WantedApps()
    wanted.android = ["com.example.shop": []]
    #expect(Self.survey(wanted).findings == [])
    #expect(Self.survey(wanted).tallies[.apple] == nil)
    var clip = WantedApps()
    clip.appClips = ["ABCDE12345.com.example.shop.Clip"]
    #expect(clip.platforms == [.apple])
    #expect(Self.survey(clip).findings == [])
  }

  /// Google's view counts, not only that there is one.
  @Test func whatGoogleSeesMustBeTheWantedApps() {
    let view = GoogleStatementsTests.answer([("com.example.shop", "0A:1B")])
    let judgement = HostJudgement([
      .android: HostJudgementTests.reply(Self.android),
      .googleView: HostJudgementTests.reply(view),
    ])
    var wanted = WantedApps()
    wanted.android = ["com.example.shop": ["0A:1B"]]
    #expect(LinkSurvey(judgement, host: "h", wanted: wanted).findings == [])
    wanted.android = ["com.example.shop": ["FF:1B"]]
    #expect(
      LinkSurvey(judgement, host: "h", wanted: wanted).findings == [
        ServingFinding(
          file: .googleView,
          problem: .googleMissesCertificate(
            "com.example.shop", missing: ["FF:1B"], known: ["0A:1B"]))
      ])
  }

  @Test func linksOfAnotherHostMatchNothing() {
    let judgement = HostJudgement([.apple: HostJudgementTests.reply(Self.apple)])
    var survey = LinkSurvey(judgement, host: "www.example.com")
    survey.take(Array("https://go.example.com/s/1".utf8))
    #expect(survey.tallies[.apple]?.unmatched == 1)
  }
}
