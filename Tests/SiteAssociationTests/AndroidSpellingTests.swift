// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SiteAssociation
import StrictJSON
import Testing

/// The rules that Android gets for a rule, beside those of another one.
private func androidRules(_ rule: LinkRule) throws -> [String]? {
  let file = try #require(try shopPlan([rule, LinkRule(path: "/zz")]).androidFile())
  let statement = try JSONDocument(reading: Array(file.utf8)).root.elements?.first
  let rules = statement?["relation_extensions"]?["delegate_permission/common.handle_all_urls"]?[
    "dynamic_app_link_components"]?.elements
  return rules?.dropLast(2).map(\.value.compact)
}

/// A shape and the rules that Android gets.
@Test(arguments: [
  (LinkShape(path: [.literal("/s/"), .variable]), #"{"/":"/s/?*"}"#),
  (
    LinkShape(path: [.literal("/caf%C3%A9/"), .variable]),
    #"{"/":"/caf%C3%A9/?*"} {"/":"/café/?*"}"#
  ),
  (
    LinkShape(path: [.literal("/t")], query: [.literal("ort=M%C3%BCnchen&id="), .variable]),
    #"{"/":"/t","?":{"ort":"M%C3%BCnchen","id":"*"}} {"/":"/t","?":{"ort":"München","id":"*"}}"#
      + #" {"/":"/t/","?":{"ort":"M%C3%BCnchen","id":"*"}} {"/":"/t/","?":{"ort":"München","id":"*"}}"#
  ),
  (
    LinkShape(path: [.literal("/"), .variable], fragment: [.literal("a%20b")]),
    ##"{"/":"/?*","#":"a%20b"} {"/":"/?*","#":"a b"}"##
  ),
  // Decoded, a slash is a slash and a star no wildcard.
  (
    LinkShape(path: [.literal("/a%2Fb%2A"), .variable]), #"{"/":"/a%2Fb%2A?*"} {"/":"/a/b??*"}"#
  ),
  // Decoded, `%26` and `;` end a value, and an item with such a name is none.
  (
    LinkShape(path: [.literal("/"), .variable], query: [.literal("a=x%26y&b%26=1&c=1;2")]),
    #"{"/":"/?*","?":{"a":"x%26y","b%26":"1","c":"1*"}} {"/":"/?*","?":{"a":"x*","c":"1*"}}"#
  ),
])
func `Android gets a rule for the link as it is written and for the link decoded`(
  shape: LinkShape, rules: String
) throws {
  #expect(try androidRules(LinkRule(shape))?.joined(separator: " ") == rules)
}

@Test func `an exclude holds for the link as it is written and decoded`() throws {
  let rule = LinkRule(
    path: "/caf%C3%A9/*",
    query: [.init(name: "k", pattern: "*"), .init(name: "l", pattern: "x%2By")],
    fragment: "*", excludes: true)
  #expect(
    try androidRules(rule) == [
      #"{"/":"/caf%C3%A9","?":{"l":"x%2By"},"exclude":true}"#,
      #"{"/":"/café","?":{"l":"x+y"},"exclude":true}"#,
      #"{"/":"/caf%C3%A9/*","?":{"l":"x%2By"},"exclude":true}"#,
      #"{"/":"/café/*","?":{"l":"x+y"},"exclude":true}"#,
    ])
  #expect(rule.limitsOnAndroid == [])
}

/// Of these, Android could be asked for a part only, and would exclude what iPhones open.
@Test(arguments: [
  (LinkRule(path: "/s", query: [.init(name: "a%26b", pattern: "1")], excludes: true), ["a%26b"]),
  (LinkRule(path: "/s", query: [.init(name: "a", pattern: "x%26y")], excludes: true), ["a"]),
  (LinkRule(path: "/s", query: [.init(name: "a*", pattern: "1")], excludes: true), []),
  (LinkRule(path: "/s", query: [.init(name: "a%3D", pattern: "1")], excludes: true), ["a%3D"]),
])
func `an exclude never becomes wider on Android`(rule: LinkRule, names: [String]) throws {
  for text in try #require(try androidRules(rule)) {
    let items = try JSONDocument(reading: Array(text.utf8)).root["?"]?.members ?? []
    #expect(items.map(\.key) == names && items.first?.value.string == rule.query[0].pattern)
  }
  #expect(rule.limitsOnAndroid == [.excludeLeftOut(rule.text)])
  #expect(try androidRules(rule)?.isEmpty == names.isEmpty)
}

@Test func `an exclude asks for a character where its pattern does`() throws {
  let rule = LinkRule(path: "/s", query: [.init(name: "k", pattern: "?*")], excludes: true)
  #expect(try androidRules(rule)?.first == #"{"/":"/s","?":{"k":"?*"},"exclude":true}"#)
  // Decoded, it would be any character.
  let star = LinkRule(path: "/s%2A", excludes: true)
  #expect(try androidRules(star)?.first == #"{"/":"/s%2A","exclude":true}"#)
  #expect(star.limitsOnAndroid == [.excludeLeftOut("/s%2A")])
}

/// What cannot be had is said.
@Test(arguments: [
  (LinkShape(path: [], query: [.literal("x="), .variable]), [AndroidLimit.emptyPath]),
  (LinkShape(path: [.literal("/"), .variable, .literal("/x")]), [.slashInValue]),
  (LinkShape(path: [.literal("/s/"), .variable, .literal("/")]), []),
  (LinkShape(path: [.literal("/s/"), .variable, .literal("-x")]), []),
  (LinkShape(path: [.literal("/a%zz/"), .variable]), [.badEncoding("/a%zz/?*")]),
  (LinkShape(path: [.literal("/s")], query: [.literal("a=1&")]), [.ampersandAtEnd]),
  (LinkShape(path: [.literal("/s")], query: [.literal("a=1&b=2&")]), []),
])
func `a shape whose links Android will not open says so`(
  shape: LinkShape, limits: [AndroidLimit]
) {
  #expect(LinkRule(shape).limitsOnAndroid == limits)
  #expect(shopPlan([LinkRule(shape)]).limitsOnAndroid == limits)
  #expect(limits.allSatisfy { "\($0)".hasSuffix(".") })
}

@Test(arguments: [
  (LinkRule(path: "/s/*"), []),
  (LinkRule(path: "/s/**"), [AndroidLimit.starBeforeWildcard("/s/**")]),
  (LinkRule(path: "/s/*%2A"), [.starBeforeWildcard("/s/*%2A")]),
  (LinkRule(path: "/s/*/x"), []),
  (LinkRule(path: "/s/*/x", excludes: true), [.excludeEndsEarly("/s/*/x")]),
  (LinkRule(path: "/s/*", excludes: true), []),
])
func `a pattern of a job that Android may read otherwise says so`(
  rule: LinkRule, limits: [AndroidLimit]
) {
  #expect(rule.limitsOnAndroid == limits)
}

@Test func `without an app for Android nothing is said about it`() {
  var plan = shopPlan([LinkRule(LinkShape(path: []))])
  plan.androidApps = []
  #expect(plan.limitsOnAndroid == [])
}
