// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SiteAssociation
import Testing

@testable import SiteFetch

/// Answers of hosts that never were, and what is said about them.
struct HostJudgementTests {
  static let json = ["application/json"]
  static let file =
    #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.shop"],"components":[{"/":"/s/*"}]}]}}"#
  static let statements = "[]"

  static func reply(
    _ body: String, _ types: [String] = json, status: Int = 200, _ more: [ReplyHeader] = [],
    isCut: Bool = false, duration: Duration = .zero
  ) -> FetchOutcome {
    .success(
      Reply(
        url: "https://h/", status: status,
        headers: types.map { ReplyHeader("Content-Type", $0) } + more, body: Array(body.utf8),
        isCut: isCut, duration: duration))
  }

  static let missing = reply("<html>", ["text/html"], status: 404)

  static func problems(
    _ outcomes: [AskedFile: FetchOutcome], _ wishes: HostWishes = HostWishes()
  ) -> [ServingFinding] {
    HostJudgement(outcomes, wishes).findings
  }

  /// One answer for Apple's file, alone, and all that is wrong with it.
  static let single: [(FetchOutcome, [ServingProblem])] = [
    (reply(file), []),
    (reply(file, ["Application/JSON; charset=utf-8"]), []),
    (.failure(.unknownHost), [.notFetched(.unknownHost)]),
    (
      reply("", [], status: 301, [ReplyHeader("Location", "https://www.h/x")]),
      [.redirect(status: 301, to: "https://www.h/x")]
    ),
    (reply("", [], status: 302), [.redirect(status: 302, to: nil)]),
    (reply("", [], status: 304), [.status(304)]),
    (missing, [.missing(status: 404, isNeeded: true)]),
    (reply("", status: 410), [.missing(status: 410, isNeeded: true)]),
    (reply(file, status: 203), [.status(203)]),
    (reply("", status: 403), [.status(403)]),
    (reply("", status: 503), [.status(503)]),
    (reply(file, []), [.noContentType(.apple)]),
    (
      reply(file, ["application/octet-stream"]),
      [.contentType("application/octet-stream", .apple)]
    ),
    (reply(file, json + json), [.repeatedContentType(json + json)]),
    (
      reply(file, ["text/plain, application/json"]),
      [.repeatedContentType(["text/plain", "application/json"])]
    ),
    (reply("\n<!doctype html>", ["text/html"]), [.page]),
    (reply("<html>", json), [.page]),
    (reply("Welcome", ["text/html; charset=utf-8"]), [.page]),
    (reply(file, ["text/html"]), [.contentType("text/html", .apple)]),
    (reply("<html>", [], isCut: true), [.noContentType(.apple), .page]),
    (reply(file, isCut: true), [.bodyCut(.apple)]),
    (reply(file, duration: .milliseconds(5001)), [.slow(.milliseconds(5001))]),
    (reply(file, duration: .seconds(5)), []),
    (reply(file + String(repeating: " ", count: 99_999 - file.utf8.count)), []),
    (
      reply(file + String(repeating: " ", count: 100_000 - file.utf8.count)),
      [.nearlyTooLarge(byteCount: 100_000)]
    ),
    // That it is too large is the linter's word.
    (reply(file + String(repeating: " ", count: 128_001)), []),
  ]

  @Test(arguments: single.indices)
  func judgesOneAnswer(_ index: Int) {
    let (outcome, problems) = Self.single[index]
    #expect(
      Self.problems([.apple: outcome])
        == problems.map { ServingFinding(file: .apple, problem: $0) })
  }

  @Test func androidTakesNothingButJSON() {
    let findings =
      Self.problems([.android: Self.reply(Self.statements, [])])
      + Self.problems([.android: Self.reply(Self.statements, ["text/plain"])])
    #expect(
      findings == [
        ServingFinding(file: .android, problem: .noContentType(.android)),
        ServingFinding(file: .android, problem: .contentType("text/plain", .android)),
      ])
    #expect(findings.allSatisfy { $0.problem.severity == .error })
    #expect(ServingProblem.noContentType(.apple).severity == .warning)
    #expect(ServingProblem.contentType("text/plain", .apple).severity == .warning)
    #expect(ServingProblem.contentType("Text/HTML ;x", .apple).severity == .error)
  }

  /// A site with an app for one platform only is a good site, unless an app of the other is wanted.
  @Test(
    arguments: [
      (true, nil, false), (false, nil, true), (true, [.android], true), (true, [.apple], false),
      (true, [], false),
    ] as [(Bool, Set<AssociationKind>?, Bool)])
  func oneFileMayBeMissing(
    _ hasApple: Bool, _ platforms: Set<AssociationKind>?, _ isNeeded: Bool
  ) {
    var wishes = HostWishes()
    wishes.platforms = platforms
    let findings = Self.problems(
      [.apple: hasApple ? Self.reply(Self.file) : Self.missing, .android: Self.missing], wishes)
    #expect(
      findings.last
        == ServingFinding(file: .android, problem: .missing(status: 404, isNeeded: isNeeded)))
    #expect(findings.last?.problem.severity == (isNeeded ? .error : .info))
  }

  /// The older place next to the one that counts.
  @Test(
    arguments: [
      (reply(file), reply(file), []),
      (reply(file), missing, [(.appleAtRoot, .notAtRoot)]),
      (reply(file), reply("<html>", ["text/html"]), [(.appleAtRoot, .notAtRoot)]),
      (reply(file), reply("", [], status: 301), []),
      (reply(file), reply("<html>", ["text/html"], status: 503), []),
      (reply(file), .failure(.brokenOff), []),
      (reply(file), reply("{}"), [(.appleAtRoot, .rootDiffers)]),
      (missing, reply(file), [(.apple, .onlyAtRoot)]),
      (missing, reply(file, []), [(.apple, .onlyAtRoot), (.appleAtRoot, .noContentType(.apple))]),
      (missing, missing, [(.apple, .missing(status: 404, isNeeded: true))]),
      // Phones may get a file there.
      (missing, .failure(.brokenOff), [(.appleAtRoot, .notFetched(.brokenOff))]),
      (missing, reply("<html>", ["text/html"]), [(.apple, .missing(status: 404, isNeeded: true))]),
      (reply("", status: 500), reply(file), [(.apple, .status(500))]),
    ] as [(FetchOutcome, FetchOutcome, [(AskedFile, ServingProblem)])])
  func judgesTheOlderPlace(
    _ wellKnown: FetchOutcome, _ root: FetchOutcome, _ problems: [(AskedFile, ServingProblem)]
  ) {
    #expect(
      Self.problems([.apple: wellKnown, .appleAtRoot: root])
        == problems.map { ServingFinding(file: $0.0, problem: $0.1) })
  }

  @Test func phonesGetTheOlderPlaceOnlyWhereTheOtherIsEmpty() {
    let root = HostJudgement([.apple: Self.missing, .appleAtRoot: Self.reply(Self.file)])
    #expect(root.served(.apple)?.file == .appleAtRoot)
    let both = HostJudgement([.apple: Self.reply("{}"), .appleAtRoot: Self.reply(Self.file)])
    #expect(both.served(.apple)?.file == .apple)
    #expect(HostJudgement([.apple: Self.reply("<", ["text/html"])]).served(.apple) == nil)
  }

  @Test func whatIsServedIsLinted() {
    let served = HostJudgement([.apple: Self.reply("{"), .android: Self.reply("{}")])
    #expect(served.served(.apple)?.lint.findings.map(\.rule) == [.notJSON])
    #expect(served.served(.android)?.lint.findings.map(\.rule).first == .wrongRoot)
  }

  /// The generated file, the served one, and how they compare.
  @Test(
    arguments: [
      (#"{"a":1,"b":[1,2]}"#, .equal, []),
      (#"{ "b": [1, 2], "a": 1 }"#, .sameJSON, [.bytesDiffer]),
      (#"{"a":1,"b":[2,1]}"#, .different, [.differs]),
      (#"{"a":1,"b":[1,2],"c":3}"#, .different, [.differs]),
      ("{", .different, [.differs]),
    ] as [(String, FileComparison, [ServingProblem])])
  func comparesWithTheGeneratedFile(
    _ served: String, _ comparison: FileComparison, _ problems: [ServingProblem]
  ) {
    var wishes = HostWishes()
    wishes.files[.apple] = Array(#"{"a":1,"b":[1,2]}"#.utf8)
    let judgement = HostJudgement([.apple: Self.reply(served)], wishes)
    #expect(judgement.comparisons == [.apple: comparison])
    #expect(judgement.findings.map(\.problem) == problems)
  }

  @Test(
    arguments: [
      (reply(file), []),
      (reply("no", status: 403), [.otherAnswerForBot(status: 403)]),
      (reply("{}"), [.otherAnswerForBot(status: 200)]),
      (.failure(.brokenOff), [.otherAnswerForBot(status: nil)]),
    ] as [(FetchOutcome, [ServingProblem])])
  func noticesARuleAgainstBots(_ bot: FetchOutcome, _ problems: [ServingProblem]) {
    #expect(
      Self.problems([.apple: Self.reply(Self.file), .appleAsBot: bot])
        == problems.map { ServingFinding(file: .appleAsBot, problem: $0) })
  }

  @Test(
    arguments: [
      (reply(file), []),
      (
        reply("{}", json, [ReplyHeader("Age", "77")]), [.copyDiffers(.copied(.seconds(77)))]
      ),
      (reply("{}", json, [ReplyHeader("Age", "x")]), [.copyDiffers(nil)]),
      (
        reply(
          "", [], status: 404,
          [
            ReplyHeader("Apple-Failure-Reason", "SWCERR00101 Bad HTTP Response: 403 Forbidden"),
            ReplyHeader("Apple-Failure-Details", #"{"status":"403 Forbidden"}"#),
          ]),
        [
          .copyRefused(
            status: 404, reason: "SWCERR00101 Bad HTTP Response: 403 Forbidden",
            details: #"{"status":"403 Forbidden"}"#)
        ]
      ),
      (reply("", [], status: 404), [.copyRefused(status: 404, reason: nil, details: nil)]),
      (.failure(.unknownHost), [.copyNotFetched(.unknownHost)]),
    ] as [(FetchOutcome, [ServingProblem])])
  func judgesApplesCopy(_ copy: FetchOutcome, _ problems: [ServingProblem]) {
    #expect(
      Self.problems([.apple: Self.reply(Self.file), .appleCopy: copy])
        == problems.map { ServingFinding(file: .appleCopy, problem: $0) })
  }

  @Test(
    arguments: [
      (reply(#"{"statements":[{}],"maxAge":"1s"}"#), []),
      (
        reply(#"{"maxAge":"1s","errorCode":["ERROR_CODE_FETCH_ERROR"]}"#),
        [.googleSeesNothing(status: 200, codes: ["ERROR_CODE_FETCH_ERROR"])]
      ),
      (reply(#"{"statements":[]}"#), [.googleSeesNothing(status: 200, codes: [])]),
      (reply("oops", status: 500), [.googleSeesNothing(status: 500, codes: [])]),
      (.failure(.noConnection), [.googleNotFetched(.noConnection)]),
    ] as [(FetchOutcome, [ServingProblem])])
  func judgesGooglesView(_ view: FetchOutcome, _ problems: [ServingProblem]) {
    #expect(
      Self.problems([.android: Self.reply(Self.statements), .googleView: view])
        == problems.map { ServingFinding(file: .googleView, problem: $0) })
  }
}
