// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

@testable import SiteAssociation

private func apple(_ components: String) throws -> AppleMatcher {
  let text = """
    {"applinks":{"details":[{"appIDs":["ABCDE12345.a"],"components":[\(components)]},
    {"appIDs":["ABCDE12345.b"],"components":[{"/":"/s/?*"}]}]}}
    """
  return AppleMatcher(AppleAssociation(try JSONDocument(reading: Array(text.utf8))))
}

private func text(_ beginnings: [[UInt8]]) -> String {
  beginnings.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " but ")
}

struct SureOpeningTests {
  @Test(arguments: [
    (#"{"/":"/s/?*"}"#, "/s/"), (#"{"/":"*"}"#, "/s/"), (#"{"/":"/s/a?*"}"#, "/s/a"),
    (#"{"/":"/s/?*"},{"/":"/x","exclude":true}"#, "/s/"),
    (#"{"/":"/x","exclude":true},{"/":"/s/?*"}"#, "/s/ but /x"),
    (#"{"/":"/s/*","exclude":true},{"/":"/s/?*"}"#, "/s/ but /s"),
    (#"{"/":"/x/$(lang)","exclude":true,"?":"a"},{"/":"/s/?*"}"#, "/s/ but /x"),
    (#"{"/":"/*x","exclude":true},{"/":"/s/?*"}"#, nil),
    (#"{"/":"/x","exclude":true,"caseSensitive":false},{"/":"/s/?*"}"#, nil),
    (#"{"/":"/t/?*"}"#, nil),
    (#"{"/":"/s/*"}"#, nil), (##"{"/":"/s/?*","#":"a"}"##, nil), (#"{"/":"/s/?*","?":"a"}"#, nil),
    (#"{"/":"/s/?*","caseSensitive":false}"#, nil), (#"{"/":"//s/?*"}"#, nil),
    (#"{"/":"/s/?*","percentEncoded":false}"#, nil), (#"{"/":"s/?*"}"#, nil),
    (#"{"/":"/$(lang)/?*"}"#, nil), (#"{"/":"/s?/?*"}"#, nil), (#"{}"#, nil),
  ])
  func `only rules with a beginning and a star are sure`(
    components: String, beginning: String?
  ) throws {
    let sure = try apple(components).sureOpening
    #expect(sure.map { text([$0.beginning ?? []] + $0.exceptions) } == beginning)
  }

  @Test func `without dynamic rules every link is sure to reach the app's manifest`() throws {
    let statement = """
      [{"relation":["delegate_permission/common.handle_all_urls"],
      "target":{"namespace":"android_app","package_name":"a.b",
      "sha256_cert_fingerprints":["\(shopFingerprint)"]}}]
      """
    let matcher = AndroidMatcher(
      AndroidAssociation(try JSONDocument(reading: Array(statement.utf8))))
    #expect(matcher.sureOpening == .everything)
  }

  /// Android decodes a link before it asks its rules.
  @Test(arguments: [
    ("/s/a", true), ("/s/abcde%20b", true), ("/s/a?x=b%C3%A9", true), ("/s/abcd#%", true),
    ("/s/%20", false), ("/s/a%20", false), ("/s/%zz", false), ("/%73/a", false), ("/s/é", false),
  ])
  func `nothing is sure of a link that is encoded where rules look`(path: String, isSure: Bool)
    throws
  {
    let statement = """
      [{"relation":["delegate_permission/common.handle_all_urls"],
      "target":{"namespace":"android_app","package_name":"a.b",
      "sha256_cert_fingerprints":["\(shopFingerprint)"]},
      "relation_extensions":{"delegate_permission/common.handle_all_urls":
      {"dynamic_app_link_components":[{"/":"/private/*","exclude":true},{"/":"/s/?*"}]}}}]
      """
    let matcher = AndroidMatcher(
      AndroidAssociation(try JSONDocument(reading: Array(statement.utf8))))
    let sure = try #require(matcher.sureOpening)
    let link = Array("https://x.example\(path)".utf8)
    // As far as the longest beginning of a rule, the link must be plain.
    #expect(sure.opens(link.span, pathFrom: 17) == isSure)
  }

  @Test func `what is sure is what the rules say, for random rules and links`() throws {
    let seed: UInt64 = 0x50BE
    var random = Splitmix64(seed: seed)
    func text(_ letters: String, _ count: ClosedRange<Int>) -> String {
      String(
        (0..<Int.random(in: count, using: &random)).compactMap { _ in
          letters.randomElement(using: &random)
        })
    }
    var sureLinks = 0
    for _ in 0..<400 {
      let paths = (0..<2).map { _ in
        "/" + text("ab/.", 0...3) + ["?*", "*", ""][Int.random(in: 0...2, using: &random)]
      }
      var appleRules = try apple(#"{"/":"\#(paths[1])","exclude":true},{"/":"\#(paths[0])"}"#)
      let statement = """
        [{"relation":["delegate_permission/common.handle_all_urls"],
        "target":{"namespace":"android_app","package_name":"a.b",
        "sha256_cert_fingerprints":["\(shopFingerprint)"]},
        "relation_extensions":{"delegate_permission/common.handle_all_urls":
        {"dynamic_app_link_components":[{"/":"\(paths[1])","exclude":true},{"/":"\(paths[0])"}]}}}]
        """
      var androidRules = AndroidMatcher(
        AndroidAssociation(try JSONDocument(reading: Array(statement.utf8))))
      for _ in 0..<400 {
        let link = Array(("https://x.example" + text("/ab?#&=%", 0...8)).utf8)
        if appleRules.sureOpening?.opens(link.span, pathFrom: 17) == true,
          link.count == 17 || link[17] == UInt8(ascii: "/")
        {
          sureLinks += 1
          let opens = appleRules.match(link).allSatisfy { $0.verdict == .opens }
          #expect(opens, "seed \(seed): \(paths) \(String(decoding: link, as: UTF8.self))")
        }
        if androidRules.sureOpening?.opens(link.span, pathFrom: 17) == true,
          link.count == 17 || link[17] == UInt8(ascii: "/")
        {
          sureLinks += 1
          let opens = androidRules.match(link).allSatisfy { $0.verdict == .opens }
          #expect(opens, "seed \(seed): \(paths) \(String(decoding: link, as: UTF8.self))")
        }
      }
    }
    #expect(sureLinks > 100)
  }
}
