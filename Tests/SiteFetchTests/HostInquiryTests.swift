// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Synchronization
import Testing
import Threads

@testable import SiteFetch

/// Who is asked for what, without anyone to answer.
struct HostInquiryTests {
  static func address(_ text: String) -> HostAddress {
    HostAddress(family: text.contains(":") ? .ipv6 : .ipv4, text: text)
  }

  /// Notes each question as the address and the file.
  private final class Asked: Sendable {
    let questions = Mutex<[String]>([])
  }

  private func inquiry(
    _ lookups: [AddressFamily: AddressLookup], ways: [String: WayOut] = [:],
    failures: [String: FetchError] = [:], hasProxy: Bool = false, _ asked: Asked = Asked()
  ) -> HostInquiry {
    HostInquiry(
      hasProxy: hasProxy, lookUp: { _, _ in lookups }, wayOut: { ways[$0.text] ?? .open },
      fetch: { url, file, route in
        let address = route?.address.text ?? "-"
        asked.questions.withLock { $0.append("\(address) \(file.rawValue)") }
        if let error = failures[address] { return .failure(error) }
        return .success(Reply(url: url, status: 200, headers: [], body: []))
      })
  }

  @Test func bothFamiliesAreAskedForEverything() {
    let asked = Asked()
    let answers = inquiry(
      [.ipv4: .found([Self.address("10.0.0.1")]), .ipv6: .found([Self.address("::1")])], asked
    ).ask("h", port: nil, asksOthers: false)
    let files = ["apple", "apple-at-root", "apple-as-bot", "android"]
    let questions = asked.questions.withLock { $0 }
    #expect(
      Set(questions) == Set(["10.0.0.1", "::1"].flatMap { ip in files.map { "\(ip) \($0)" } }))
    #expect(questions.count == 8)
    #expect(answers.origins.map(\.address?.text) == ["10.0.0.1", "::1"])
    #expect(answers.elsewhere.isEmpty)
  }

  /// Further addresses of a family are asked for what counts, and no more of them than four.
  @Test func addressesHaveALimit() {
    let asked = Asked()
    let addresses = (1...6).map { Self.address("10.0.0.\($0)") }
    let answers = inquiry([.ipv4: .found(addresses), .ipv6: .none], asked).ask(
      "h", port: 8443, asksOthers: false)
    #expect(answers.families[.ipv4]?.asked.count == 4)
    #expect(answers.families[.ipv4]?.addressCount == 6)
    #expect(
      asked.questions.withLock { $0.filter { $0.hasPrefix("10.0.0.2") } } == [
        "10.0.0.2 apple", "10.0.0.2 android",
      ])
  }

  /// An address without a server must not hide the older place of the file.
  @Test func theFirstAddressThatAnswersIsAskedForEverything() {
    let asked = Asked()
    _ = inquiry(
      [.ipv4: .found([Self.address("10.0.0.1"), Self.address("10.0.0.2")]), .ipv6: .none],
      failures: ["10.0.0.1": .noConnection], asked
    ).ask("h", port: nil, asksOthers: false)
    #expect(
      asked.questions.withLock { $0 } == [
        "10.0.0.1 apple", "10.0.0.2 apple", "10.0.0.2 apple-at-root", "10.0.0.2 apple-as-bot",
        "10.0.0.2 android",
      ])
  }

  @Test func aHostThatRefusesIsAskedOnce() {
    let asked = Asked()
    _ = inquiry(
      [.ipv4: .found([Self.address("10.0.0.1")]), .ipv6: .none],
      failures: ["10.0.0.1": .noConnection], asked
    ).ask("h", port: nil, asksOthers: false)
    #expect(asked.questions.withLock { $0 } == ["10.0.0.1 apple"])
  }

  /// What this machine cannot reach is not asked, and no one is blamed for it.
  @Test(
    arguments: [
      (.none, nil, .notHere), (.doubtful, .noConnection, .notOutside), (.doubtful, nil, nil),
      (.open, .noConnection, nil),
      (.doubtful, .certificate(.expired, nil), nil),
    ] as [(WayOut, FetchError?, FamilyDoubt?)])
  func aMachineWithoutIPv6KnowsNothing(
    _ way: WayOut, _ error: FetchError?, _ doubt: FamilyDoubt?
  ) {
    let answers = inquiry(
      [.ipv4: .found([Self.address("10.0.0.1")]), .ipv6: .found([Self.address("2001:db8::1")])],
      ways: ["2001:db8::1": way], failures: error.map { ["2001:db8::1": $0] } ?? [:]
    ).ask("h", port: nil, asksOthers: false)
    #expect(answers.families[.ipv6]?.doubt == doubt)
    #expect(answers.families[.ipv6]?.asked.isEmpty == (doubt != nil))
    #expect(answers.families[.ipv4]?.asked.count == 1)
  }

  /// Where no address could be asked, that is the answer, and never silence.
  @Test(
    arguments: [
      ([.ipv4: .none, .ipv6: .none], .unknownHost), ([.ipv4: .failed, .ipv6: .none], .noDNS),
      ([.ipv4: .none, .ipv6: .found([address("2001:db8::1")])], .noWay),
    ] as [([AddressFamily: AddressLookup], FetchError)])
  func noAddressIsAnAnswer(_ lookups: [AddressFamily: AddressLookup], _ error: FetchError) {
    let answers = inquiry(lookups, ways: ["2001:db8::1": .none]).ask(
      "h", port: nil, asksOthers: false)
    let judgement = HostJudgement(answers)
    #expect(
      judgement.findings.first == ServingFinding(file: .apple, problem: .notFetched(error)))
  }

  /// A proxy looks names up itself; Apple and Google are asked by the name alone.
  @Test func aProxyChoosesTheAddress() {
    let asked = Asked()
    let answers = inquiry([:], hasProxy: true, asked).ask("h", port: 8443, asksOthers: true)
    #expect(answers.families.isEmpty && answers.proxied != nil)
    #expect(
      asked.questions.withLock { $0 } == [
        "- apple", "- apple-at-root", "- apple-as-bot", "- android", "- apple-copy",
        "- google-view",
      ])
    let judgement = HostJudgement(answers)
    #expect(judgement.views == [.proxy, .appleCopy, .googleView])
    #expect(
      judgement.findings.contains(ServingFinding(file: .apple, problem: .familiesNotAsked)))
  }
}
