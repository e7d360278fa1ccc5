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
      "the rule in line 8, column 7 matches.",
      "the app has no rules; add \"components\" to its entry.",
      "an App Clip may serve the host; App Store Connect says for which links.",
    ])
  #expect(explanations[0].rule?.entry == 0 && explanations[0].rule?.rule == 4)
  #expect(
    explanations[0].earlierRules.map(\.description) == [
      "line 4, column 7: the path \"/t/7\" does not match \"/private/*\"",
      "line 5, column 7: the path \"/t/7\" does not match \"/a b\"",
      "line 6, column 7: there is no \"id\", and \"????\" requires it",
      "line 7, column 7: the fragment \"\" does not match \"top\"",
    ])
}

@Test(arguments: [
  (
    "https://example.com/private", LinkVerdict.excluded,
    "the rule in line 4, column 7 keeps it for the browser."
  ),
  ("https://example.com/b", .none, "no rule of the app matches; add one for this link."),
  ("https://example.net/b", .none, "this is a link to another host; ask that host's file."),
  ("https://example.com:1/b", .none, "a link with a port or a user opens no app; leave it out."),
  ("tel:110", .none, "this is not a web link; write https:// and the host."),
])
func `an explanation says why`(url: String, verdict: LinkVerdict, words: String) throws {
  let explanation = try #require(try explain(url).first)
  #expect(explanation.verdict == verdict && explanation.reasonInWords == words)
}

@Test func `an item that is there and does not match is quoted`() throws {
  let rules = try #require(try explain("https://example.com/t/7?id=12345").first).earlierRules
  #expect(
    rules[2].description
      == "line 6, column 7: \"id\" is \"12345\", which does not match \"????\"")
}

@Test func `a path that is no string is no rule, and the others count`() throws {
  let file = #"{"applinks":{"details":[{"appID":"A1B2C3D4E5.a.b","paths":[7,"NOT /x","/y"]}]}}"#
  var matcher = AppleMatcher(
    AppleAssociation(try JSONDocument(reading: Array(file.utf8))), host: "example.com")
  let explanation = try #require(matcher.explain(Array("https://example.com/y".utf8)).first)
  #expect(explanation.verdict == .opens)
  #expect(
    explanation.earlierRules.map(\.description) == [
      "line 1, column 60: this rule can never match; lint the file",
      #"line 1, column 62: the path "/y" does not match "/x""#,
    ])
}

@Test func `Android names the part of each earlier rule that did not fit`() throws {
  var matcher = try androidMatcher(
    androidFile(##"[{"/":"/b"},{"?":{"k":"?"}},{"?":{"l":"*"}},{"#":"top"},{"/":"/a"}]"##))
  let explanation = try #require(matcher.explain(Array("https://example.com/a?k=12#x".utf8)).first)
  #expect(explanation.verdict == .opens && explanation.rule?.rule == 4)
  #expect(explanation.reasonInWords == "the rule in line 2, column 317 matches.")
  #expect(
    explanation.earlierRules.map(\.description) == [
      #"line 2, column 262: the path "/a" does not match "/b""#,
      #"line 2, column 273: "k" is "12", which does not match "?""#,
      #"line 2, column 289: there is no "l", and "*" requires it"#,
      #"line 2, column 305: the fragment "x" does not match "top""#,
    ])
}

@Test func `Android says where the mistake is for which it ignores all rules`() throws {
  var matcher = try androidMatcher(androidFile(#"[{"/":"/b"},{"/":7}]"#))
  let explanation = try #require(matcher.explain(Array("https://example.com/a".utf8)).first)
  #expect(explanation.verdict == .opens && explanation.rule == nil)
  #expect(
    explanation.reasonInWords
      == "the rules have a mistake (line 2, column 278) and are ignored, so the app's manifest decides; lint the file."
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
    manifest.reasonInWords == "the file has no rules for the app, so its own manifest decides.")
}
