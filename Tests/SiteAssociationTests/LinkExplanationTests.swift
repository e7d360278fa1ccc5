// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SiteAssociation
import StrictJSON
import Testing

private let file = #"""
  {
    "applinks": { "details": [
      { "appIDs": ["ABCDE12345.com.example.app"], "components": [
        { "/": "/private/*", "exclude": true },
        { "/": "/a b", "percentEncoded": false },
        { "/": "/t/?*", "?": { "id": "????" } },
        { "/": "/t/?*", "#": "top" },
        { "?": "x=1" }
      ] },
      { "appIDs": ["ABCDE12345.com.example.idle"] }
    ] },
    "appclips": { "apps": ["ABCDE12345.com.example.app.Clip"] }
  }
  """#

private func explain(_ url: String) throws -> [LinkExplanation] {
  let document = try JSONDocument(reading: Array(file.utf8))
  var matcher = AppleMatcher(AppleAssociation(document), host: "example.com")
  return matcher.explain(Array(url.utf8))
}

@Test func `an explanation names the rule and each earlier one with what did not fit`() throws {
  let explanations = try explain("https://example.com/t/7?x=1")
  #expect(explanations.map(\.verdict) == [.opens, .none, .authorised])
  #expect(
    explanations.map(\.reasonInWords) == [
      "The rule in line 8, column 7 matches.",
      "It is unknown whether the app opens it. It is not known how phones read an entry without "
        + "rules, or with \"paths\" beside \"appIDs\". Write \"components\".",
      "The file authorises the App Clip.",
    ])
  #expect(explanations[0].rule?.entry == 0 && explanations[0].rule?.rule == 4)
  #expect(
    explanations[0].earlierRules.map(\.description) == [
      "Line 4, column 7: The path \"/t/7\" does not match \"/private/*\".",
      "Line 5, column 7: The path \"/t/7\" does not match \"/a b\".",
      "Line 6, column 7: There is no \"id\", but \"????\" requires it.",
      "Line 7, column 7: The fragment \"\" does not match \"top\".",
    ])
}

@Test(arguments: [
  (
    "https://example.com/private", LinkVerdict.excluded,
    "The rule in line 4, column 7 keeps it for the browser."
  ),
  ("https://example.com/b", .none, "No rule of the app matches. Add one for this link."),
  ("https://example.net/b", .none, "This is a link to another host. Use that host's file."),
  (
    "https://example.com:1/b", .none,
    "It is not known whether a link with a port or a user name opens an app. Leave it out."
  ),
  ("tel:110", .none, "This is not a web link. Write https:// and the host."),
])
func `an explanation says why`(url: String, verdict: LinkVerdict, words: String) throws {
  let explanation = try #require(try explain(url).first)
  #expect(explanation.verdict == verdict && explanation.reasonInWords == words)
}

@Test func `an item that is there and does not match is quoted`() throws {
  let rules = try #require(try explain("https://example.com/t/7?id=12345").first).earlierRules
  #expect(
    rules[2].description
      == "Line 6, column 7: \"id\" is \"12345\", which does not match \"????\".")
}

@Test func `of a path that is no string nothing is known, and the others count`() throws {
  let file = #"{"applinks":{"details":[{"appID":"A1B2C3D4E5.a.b","paths":[7,"NOT /x","/y"]}]}}"#
  var matcher = AppleMatcher(
    AppleAssociation(try JSONDocument(reading: Array(file.utf8))), host: "example.com")
  let explanation = try #require(matcher.explain(Array("https://example.com/y".utf8)).first)
  #expect(explanation.verdict == .opens)
  #expect(
    explanation.earlierRules.map(\.description) == [
      """
      Line 1, column 60: It is unknown whether this rule matches. Something in a rule has a wrong type, and \
      it is not known what phones make of the rule. Lint the file, and correct it.
      """,
      #"Line 1, column 62: The path "/y" does not match "/x"."#,
    ])
}

@Test func `a rule that may match is named among those before`() throws {
  let file =
    #"{"applinks":{"details":[{"appIDs":["A1B2C3D4E5.a.b"],"components":"#
    + #"[{"/":false},{"?":"a=*"}]}]}}"#
  var matcher = AppleMatcher(
    AppleAssociation(try JSONDocument(reading: Array(file.utf8))), host: "example.com")
  let explanation = try #require(matcher.explain(Array("https://example.com/".utf8)).first)
  #expect(explanation.earlierRules.map(\.rule.rule) == [0, 1])
  #expect(explanation.earlierRules.first?.mismatch == .unknown(.wrongType))
}

@Test func `Android names the part of each earlier rule that did not fit`() throws {
  var matcher = try androidMatcher(
    androidFile(##"[{"/":"/b"},{"?":{"k":"?"}},{"?":{"l":"*"}},{"#":"top"},{"/":"/a"}]"##))
  let explanation = try #require(matcher.explain(Array("https://example.com/a?k=12#x".utf8)).first)
  #expect(explanation.verdict == .opens && explanation.rule?.rule == 4)
  #expect(explanation.reasonInWords == "The rule in line 2, column 317 matches.")
  #expect(
    explanation.earlierRules.map(\.description) == [
      #"Line 2, column 262: The path "/a" does not match "/b"."#,
      #"Line 2, column 273: "k" is "12", which does not match "?"."#,
      #"Line 2, column 289: There is no "l", but "*" requires it."#,
      #"Line 2, column 305: The fragment "x" does not match "top"."#,
    ])
}

@Test func `Android says where the mistake is for which it ignores all rules`() throws {
  var matcher = try androidMatcher(androidFile(#"[{"/":"/b"},{"/":7}]"#))
  let explanation = try #require(matcher.explain(Array("https://example.com/a".utf8)).first)
  #expect(explanation.verdict == .opens && explanation.rule == nil)
  #expect(
    explanation.reasonInWords
      == "The rules have a mistake (line 2, column 278) and are ignored, so the app's manifest decides. Lint the file."
  )
}

@Test func `Android explains with its own rules`() throws {
  var matcher = try androidMatcher(androidFile(#"[{"/":"/a","exclude":true},{"?":{"k":"*"}}]"#))
  let explanation = try #require(matcher.explain(Array("https://example.com/b?k=1".utf8)).first)
  #expect(explanation.verdict == .opens && explanation.rule?.rule == 1)
  #expect(explanation.earlierRules.map(\.mismatch) == [.path])
  var silent = try androidMatcher(androidFile(nil))
  let manifest = try #require(silent.explain(Array("https://example.com/b".utf8)).first)
  #expect(
    manifest.reasonInWords == "The file has no rules for the app, so its own manifest decides.")
}
