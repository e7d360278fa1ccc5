// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SiteAssociation
import Testing

@testable import SiteFetch

/// A host at several addresses, and what each side has of it.
struct HostViewTests {
  typealias Outcomes = [AskedFile: FetchOutcome]

  static let four = HostInquiryTests.address("192.0.2.1")
  static let otherFour = HostInquiryTests.address("192.0.2.2")
  static let six = HostInquiryTests.address("2001:db8::1")
  static let apple = HostJudgementTests.reply(HostJudgementTests.file)
  static let android = HostJudgementTests.reply("[]")
  static let good: Outcomes = [.apple: apple, .android: android]

  /// A host with one address of each family, as they answer.
  static func answers(_ first: Outcomes, _ second: Outcomes, secondAddress: HostAddress = six)
    -> HostAnswers
  {
    var answers = HostAnswers()
    for (address, outcomes) in [(four, first), (secondAddress, second)] {
      var family = answers.families[address.family] ?? FamilyAnswers(.found([four, otherFour]))
      family.asked.append(AddressAnswers(address: address, outcomes: outcomes))
      answers.families[address.family] = family
    }
    if secondAddress.family == .ipv4 { answers.families[.ipv6] = FamilyAnswers(.none) }
    return answers
  }

  /// What IPv6 answers beside a good IPv4, and what is wrong then.
  @Test(
    arguments: [
      (good, []),
      ([.apple: .failure(.noConnection)], [(.apple, .addressFails(six, .noConnection))]),
      (
        [.apple: .failure(.certificate(.expired, nil))],
        [(.apple, .addressFails(six, .certificate(.expired, nil)))]
      ),
      (
        [.apple: HostJudgementTests.missing, .android: android],
        [(.apple, .addressDiffers(six, from: four, .status(404, 200)))]
      ),
      (
        [.apple: apple, .android: HostJudgementTests.reply("[ ]")],
        [(.android, .addressDiffers(six, from: four, .bytes))]
      ),
      (
        [.apple: apple, .android: HostJudgementTests.reply("[]", ["text/plain"])],
        [
          (
            .android,
            .addressDiffers(
              six, from: four, .contentTypes(["text/plain"], ["application/json"]))
          )
        ]
      ),
      (
        [
          .apple: HostJudgementTests.reply(HostJudgementTests.file, duration: .seconds(6)),
          .android: android,
        ], [(.apple, .addressSlow(six, .seconds(6)))]
      ),
      (
        good.merging([.appleAsBot: HostJudgementTests.missing]) { $1 },
        [(.appleAsBot, .addressDiffers(six, from: four, .status(404, 200)))]
      ),
      // What every client meets is no rule against bots.
      (
        [
          .apple: HostJudgementTests.missing, .appleAsBot: HostJudgementTests.missing,
          .android: android,
        ], [(.apple, .addressDiffers(six, from: four, .status(404, 200)))]
      ),
      // The older place matters to no one who finds the file where it belongs.
      (good.merging([.appleAtRoot: HostJudgementTests.missing]) { $1 }, []),
    ] as [(Outcomes, [(AskedFile, ServingProblem)])])
  func bothFamiliesServeTheSame(_ second: Outcomes, _ problems: [(AskedFile, ServingProblem)]) {
    let first = Self.good.merging([.appleAtRoot: Self.apple, .appleAsBot: Self.apple]) { $1 }
    #expect(
      HostJudgement(Self.answers(first, second)).findings
        == problems.map { ServingFinding(file: $0.0, problem: $0.1) })
  }

  /// It is no better if IPv4 is the broken one; the file is then judged by IPv6.
  @Test func brokenIPv4IsNoBetter() {
    let judgement = HostJudgement(
      Self.answers([.apple: .failure(.noConnection)], Self.good))
    #expect(
      judgement.findings == [
        ServingFinding(file: .apple, problem: .addressFails(Self.four, .noConnection))
      ])
    #expect(judgement.findings[0].problem.severity == .error)
    #expect(judgement.served(.apple) != nil && judgement.served(.android) != nil)
  }

  @Test func whatIsTheSameEverywhereIsSaidOnce() {
    let outcomes: Outcomes = [.apple: .failure(.noConnection)]
    #expect(
      HostJudgement(Self.answers(outcomes, outcomes)).findings == [
        ServingFinding(file: .apple, problem: .notFetched(.noConnection))
      ])
  }

  /// One side, in a few words.
  private func seen(
    _ answers: HostAnswers, _ view: HostView, _ kind: AssociationKind = .apple
  ) -> String? {
    switch HostJudgement(answers).seen(view, kind) {
    case nil: nil
    case .file(let file): "\(file.file.rawValue) \(file.bytes.count) \(file.contentTypes)"
    case .statements(let statements): "statements \(statements.certificates.count)"
    case .absent(let problem): "absent \(problem.rule)"
    case .noAddress(let family): "no \(family.word)"
    case .notAsked(let why): "not asked: \(why)"
    case .unknown(let problem): "unknown \(problem.rule)"
    }
  }

  static let file = "apple \(HostJudgementTests.file.utf8.count) [\"application/json\"]"

  /// What one family answers, and what a judge sees of Apple's file there.
  @Test(
    arguments: [
      ([.apple: apple], file),
      (
        [.apple: HostJudgementTests.missing, .appleAtRoot: apple],
        "apple-at-root" + file.dropFirst(5)
      ),
      ([.apple: HostJudgementTests.missing], "absent H05"),
      (
        [.apple: HostJudgementTests.missing, .appleAtRoot: .failure(.brokenOff)], "unknown H01"
      ),
      ([.apple: HostJudgementTests.reply("", [], status: 301)], "absent H03"),
      ([.apple: HostJudgementTests.reply("", status: 503)], "absent H04"),
      ([.apple: HostJudgementTests.reply("<html>", ["text/html"])], "absent H11"),
      ([.apple: HostJudgementTests.reply("{", isCut: true)], "absent H12"),
      // The other family was reached, so this one is broken.
      ([.apple: .failure(.noConnection)], "absent H28"),
      ([.apple: .failure(.certificate(.expired, nil))], "absent H02"),
      ([.apple: .failure(.brokenOff)], "unknown H01"),
    ] as [(Outcomes, String)])
  func aFamilyHasAFileOrAReason(_ outcomes: Outcomes, _ words: String) {
    #expect(seen(Self.answers(Self.good, outcomes), .ipv6) == words)
    #expect(seen(Self.answers(Self.good, outcomes), .ipv4) == Self.file)
  }

  @Test func aHostThatIsNotReachedIsUnknown() {
    let answers = Self.answers([.apple: .failure(.noConnection)], [.apple: .failure(.noWay)])
    for view in [HostView.ipv4, .ipv6] {
      for kind in AssociationKind.allCases { #expect(seen(answers, view, kind) == "unknown H01") }
    }
  }

  /// Where two addresses of a family disagree, it is a matter of luck what a phone gets.
  @Test(
    arguments: [
      (good, file), ([.apple: HostJudgementTests.reply("{}")], "unknown H29"),
      ([.apple: HostJudgementTests.missing], "unknown H29"),
      ([.apple: .failure(.brokenOff)], "unknown H28"),
      // A phone goes on to the next address.
      ([.apple: .failure(.noConnection)], file),
    ] as [(Outcomes, String)])
  func addressesOfAFamilyAgree(_ second: Outcomes, _ words: String) {
    let answers = Self.answers(Self.good, second, secondAddress: Self.otherFour)
    #expect(seen(answers, .ipv4) == words)
    #expect(seen(answers, .ipv6) == "no IPv6")
  }

  /// A family without an address to be asked is never a pass.
  @Test(
    arguments: [
      (.none, nil, "no IPv6"),
      (.notGiven, nil, "not asked: noAddressGiven(SiteFetch.AddressFamily.ipv6)"),
      (.failed, .noDNS, "unknown H30"), (.found([six]), .notHere, "unknown H30"),
      (.found([six]), .notOutside, "unknown H30"),
    ] as [(AddressLookup, FamilyDoubt?, String)])
  func aFamilyThatIsNotAsked(_ lookup: AddressLookup, _ doubt: FamilyDoubt?, _ words: String) {
    var answers = Self.answers(Self.good, [:])
    answers.families[.ipv6] = FamilyAnswers(lookup)
    answers.families[.ipv6]?.doubt = doubt
    #expect(seen(answers, .ipv6) == words)
    let noted = HostJudgement(answers).findings.map(\.problem)
    #expect(noted == (doubt.map { [.familyUnknown(.ipv6, $0)] } ?? []))
  }

  /// What came of asking Apple and Google.
  @Test(
    arguments: [
      (nil, "not asked: others", "not asked: others"),
      (.failure(.unknownHost), "unknown H19", "unknown H22"),
      (HostJudgementTests.reply("", [], status: 404), "absent H20", "unknown H23"),
      (HostJudgementTests.reply("", [], status: 502), "unknown H20", "unknown H23"),
      (HostJudgementTests.reply("{}"), "apple-copy 2 [\"application/json\"]", "absent H23"),
      (HostJudgementTests.reply("{", isCut: true), "absent H12", "unknown H23"),
      (
        HostJudgementTests.reply(#"{"statements":[{}]}"#),
        "apple-copy 19 [\"application/json\"]", "statements 0"
      ),
    ] as [(FetchOutcome?, String, String)])
  func othersHaveACopyOrAReason(_ outcome: FetchOutcome?, _ apple: String, _ google: String) {
    var outcomes = Self.good
    outcomes[.appleCopy] = outcome
    outcomes[.googleView] = outcome
    let answers = HostAnswers(outcomes)
    #expect(seen(answers, .appleCopy) == apple)
    #expect(seen(answers, .googleView, .android) == google)
    #expect(seen(answers, .appleCopy, .android) == nil)
    #expect(seen(answers, .googleView, .apple) == nil)
  }

  @Test func applesCopyIsLinted() {
    var outcomes = Self.good
    outcomes[.appleCopy] = HostJudgementTests.reply("{")
    let judgement = HostJudgement(outcomes)
    #expect(judgement.served[.appleCopy]?.findings.map(\.rule) == [.notJSON])
    #expect(!judgement.copyIsCurrent)
    outcomes[.appleCopy] = Self.apple
    #expect(HostJudgement(outcomes).copyIsCurrent)
  }
}
