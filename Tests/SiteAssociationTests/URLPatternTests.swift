// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

@testable import SiteAssociation

/// Whether a pattern matches a text, and what that took.
private func match(
  _ pattern: String, _ text: String, isCaseSensitive: Bool = true,
  variables: PatternVariables = PatternVariables()
) -> (matches: Bool, steps: Int) {
  var room = PatternCompiler.stateCount
  let compiled = URLPattern(
    pattern, isPath: false, variables: variables, isCaseSensitive: isCaseSensitive, room: &room)
  var scratch = PatternScratch()
  let bytes = Array(text.utf8)
  return (compiled.matches(bytes, in: 0..<bytes.count, with: &scratch), scratch.steps)
}

@Test func `ten thousand stars take no more steps than states times bytes`() {
  let pattern = String(repeating: "*a", count: 10_000)
  let text = String(repeating: "a", count: 50) + "b"
  let result = match(pattern, text)
  #expect(!result.matches)
  // 20,001 states, each of them entered at most once per byte and once at the end.
  #expect(result.steps <= 20_001 * 52)
}

@Test func `the classic explosions stay linear in the text`() {
  for pattern in ["*a*a*a*a*a*a*a*a*b", "?*?*?*?*?*?*?*?*x", "*?a*?a*?a*?a*?b"] {
    let short = match(pattern, String(repeating: "a", count: 100)).steps
    let long = match(pattern, String(repeating: "a", count: 1000)).steps
    #expect(long <= 11 * short, "\(pattern): \(short), \(long)")
  }
}

/// 17 KB with 2000 values that begin with a star, sixty times in a row.
@Test func `a link takes a bounded number of steps, and what was not tried is unknown`() throws {
  let values = (0..<2000).map { #""*\#($0)*""# }.joined(separator: ",")
  let file = appleFile(
    ##""components":[{"/":"/first"},{"/":"/\##(String(repeating: "$(v)", count: 60))"}]"##,
    also: #","substitutionVariables":{"v":[\#(values)]}"#)
  var matcher = AppleMatcher(AppleAssociation(try JSONDocument(reading: Array(file.utf8))))
  let link = "https://example.com/" + String(repeating: "a1", count: 900)
  let verdict = matcher.match(Array(link.utf8)).first
  #expect(verdict?.verdict == LinkVerdict.none && verdict?.doubt == .tooManyWays)
  #expect(matcher.steps < 5_000_000)
  // The next link has its own share, and what comes before is as sure as ever.
  let next = matcher.match(Array("https://example.com/first".utf8)).first
  #expect(next?.verdict == .opens && next?.doubt == nil)
  let explained = matcher.explain(Array(link.utf8)).first
  #expect(explained?.earlierRules.last?.mismatch == .unknown(.tooManyWays))
}

/// A rule that surely lets another one decide is not unknown for the apps that are named last.
@Test func `each app's earlier rules are looked at with a share of their own`() throws {
  let rules = (0..<400).map { #"{"/":"*/a\#($0)","exclude":true}"# } + [#"{"/":"*"}"#]
  let apps = (0..<6).map { #""A1B2C3D4E5.app\#($0)""# }
  let file = """
    {"applinks":{"details":[{"appIDs":[\(apps.joined(separator: ","))],
    "components":[\(rules.joined(separator: ","))]}]}}
    """
  var matcher = AppleMatcher(AppleAssociation(try JSONDocument(reading: Array(file.utf8))))
  let link = "https://example.com/" + String(repeating: "/a", count: 400)
  for explanation in matcher.explain(Array(link.utf8)) {
    #expect(explanation.verdict == .opens && explanation.earlierRules.count == 400)
    #expect(explanation.earlierRules.allSatisfy { $0.mismatch == .path }, "\(explanation.app)")
  }
}

@Test func `items of queries count as work, too`() throws {
  func names(_ count: Int) -> [String] { (0..<count).map { "q\($0)" } }
  let items = names(3_800).map { #""\#($0)":"*""# }.joined(separator: ",")
  let file = appleFile(##""components":[{"?":{\##(items)}}]"##)
  var matcher = AppleMatcher(AppleAssociation(try JSONDocument(reading: Array(file.utf8))))
  let query = names(5_000).map { "x\($0)=1" }.joined(separator: "&")
  let verdict = matcher.match(Array("https://example.com/?\(query)".utf8)).first
  #expect(verdict?.verdict == LinkVerdict.none && verdict?.doubt == .tooManyWays)
  #expect(matcher.steps < 5_000_000)
}

@Test func `a variable that is repeated until memory would be gone matches nothing`() {
  let variables = PatternVariables(defined: ["v": (0..<100).map { "value\($0)x" }])
  var room = 10_000
  let pattern = URLPattern(
    String(repeating: "$(v)", count: 1000), isPath: false, variables: variables,
    isCaseSensitive: true, room: &room)
  #expect(pattern.isTooLarge && room < 1000)
  #expect(match("$(v)-$(v)", "value7x-value99x", variables: variables).matches)
}

@Test func `a pattern has as many states as there is room for, and not one more`() {
  // The star is a state, each byte is one, and so is the end.
  for (left, isTooLarge) in [(5, false), (4, true), (0, true)] {
    var room = left
    let pattern = URLPattern(
      "*abc", isPath: false, variables: PatternVariables(), isCaseSensitive: true, room: &room)
    #expect(pattern.isTooLarge == isTooLarge, "\(left)")
  }
}

/// The same question answered in the most obvious way, which explodes.
private func obviousMatch(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
  switch pattern.first {
  case nil: text.isEmpty
  case UInt8(ascii: "*"):
    obviousMatch(pattern.dropFirst(), text)
      || (!text.isEmpty && obviousMatch(pattern, text.dropFirst()))
  case UInt8(ascii: "?"): !text.isEmpty && obviousMatch(pattern.dropFirst(), text.dropFirst())
  case let byte: text.first == byte && obviousMatch(pattern.dropFirst(), text.dropFirst())
  }
}

@Test func `random patterns match what the obvious algorithm says`() {
  let seed: UInt64 = 0x5173
  var random = Splitmix64(seed: seed)
  for _ in 0..<3000 {
    func word(_ alphabet: String, upTo count: Int) -> String {
      let letters = Array(alphabet)
      return String(
        (0..<Int.random(in: 0...count, using: &random)).map { _ in
          letters[Int.random(in: 0..<letters.count, using: &random)]
        })
    }
    let pattern = word("ab*?", upTo: 7)
    let text = word("ab", upTo: 8)
    let expected = obviousMatch(Array(pattern.utf8)[...], Array(text.utf8)[...])
    #expect(match(pattern, text).matches == expected, "seed \(seed): \(pattern) \(text)")
    // A variable in which every text is written out must not change the answer.
    let variables = PatternVariables(defined: ["p": [pattern, "never-\(pattern)"]])
    #expect(match("$(p)", text, variables: variables).matches == expected, "seed \(seed)")
  }
}

@Test(
  arguments: [
    ("?", "é", true), ("??", "é", false), ("é", "é", true), ("?x", "😀x", true), ("*é", "aé", true),
    ("É", "é", false), ("$(digit)", "7", true), ("$(undefined)", "", false),
    ("$(digit", "$(digit", true),
    ("$()", "", false), ("a$(digit)$(digit)", "a42", true), ("$", "$", true), ("$x", "$x", true),
    ("$(lang)", "en", true), ("$(lang)", "fil", true), ("$(lang)", "f", false),
    ("$(lang)s", "fis", true),
  ] as [(String, String, Bool)])
func `one character is one character`(pattern: String, text: String, expected: Bool) {
  #expect(match(pattern, text).matches == expected)
}
