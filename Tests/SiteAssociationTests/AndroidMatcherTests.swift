// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SiteAssociation
import StrictJSON
import Testing

let shopPackage = "com.example.app"

/// A file with one statement whose dynamic rules are these; nil has none.
func androidFile(_ rules: String?) -> String {
  let extensions =
    rules.map {
      #","relation_extensions":{"delegate_permission/common.handle_all_urls":{"dynamic_app_link_components":\#($0)}}"#
    } ?? ""
  return #"""
    [{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app",
    "package_name":"com.example.app","sha256_cert_fingerprints":["\#(shopFingerprint)"]}\#(extensions)}]
    """#
}

let shopFingerprint =
  "14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"

func androidMatcher(_ file: String) throws -> AndroidMatcher {
  AndroidMatcher(
    AndroidAssociation(try JSONDocument(reading: Array(file.utf8))), host: "example.com")
}

/// `[G1]` is Google's page on dynamic rules, `[U]` is `android.content.UriRelativeFilter`, `[P]` is
/// `android.os.PatternMatcher`, `[D]` is the converter's own test (`DalComponentParserTest`); `differs` are the rows where Apple says the opposite.
private let rows: [(source: String, rules: String?, rest: String, verdict: LinkVerdict)] = [
  ("[G1] no rules: the manifest", nil, "/anything", .opens),
  ("[G1] first match wins", #"[{"/":"/a/b","exclude":true},{"/":"/a/*"}]"#, "/a/b", .excluded),
  ("[G1] first match wins", #"[{"/":"/a/b","exclude":true},{"/":"/a/*"}]"#, "/a/c", .opens),
  ("[G1] no rule: not opened", #"[{"/":"/a/*"}]"#, "/b", .none),
  ("[G1] only excludes", #"[{"/":"/polycy/*","exclude":true}]"#, "/a", .none),
  ("[G1] only excludes", #"[{"/":"/polycy/*","exclude":true}]"#, "/polycy/1", .excluded),
  ("[G1] question mark", #"[{"/":"/????"}]"#, "/abcd", .opens),
  ("[G1] question mark", #"[{"/":"/????"}]"#, "/abc", .none),
  ("[G1] ?*", #"[{"/":"/a/?*"}]"#, "/a/", .none),
  ("[G1] ?*", #"[{"/":"/a/?*"}]"#, "/a/bc", .opens),
  ("[G1] fragment", ##"[{"#":"app"}]"##, "/a#app", .opens),
  ("[G1] fragment", ##"[{"#":"app"}]"##, "/a", .none),
  ("[G1] star stops at the next character", #"[{"/":"/*-x"}]"#, "/a-x", .opens),
  ("[G1] star does not reconsider; differs", #"[{"/":"/*-x"}]"#, "/a-b-x", .none),
  ("[G1] item must be there; differs", #"[{"?":{"k":"*"}}]"#, "/a", .none),
  ("[G1] item must be there", #"[{"?":{"k":"*"}}]"#, "/a?k=", .opens),
  ("[G1] one or more", #"[{"?":{"k":"?*"}}]"#, "/a?k=", .none),
  ("[G1] every item", #"[{"?":{"k":"1","l":"2"}}]"#, "/a?l=2&k=1", .opens),
  ("[G1] every item", #"[{"?":{"k":"1","l":"2"}}]"#, "/a?k=1", .none),
  ("no parent rule; differs", #"[{"/":"/x/*"}]"#, "/x", .none),
  ("slashes literal; differs", #"[{"/":"/x"}]"#, "/x/", .none),
  ("[G1] malformed: manifest", #"[{"/":"/x"},{"/":""}]"#, "/y", .opens),
  ("[G1] malformed: manifest", #"[{"/":"/x","?":"a=1"}]"#, "/y", .opens),
  ("[G1] malformed: manifest", #"[{"?":{"a":1}}]"#, "/y", .opens),
  ("[G1] malformed: manifest", #"[{"/":"/x","exclude":"true"}]"#, "/y", .opens),
  ("[G1] malformed: manifest", "[]", "/y", .opens),
  ("[G1] malformed: manifest", "{}", "/y", .opens),
  ("[U] path is decoded; differs", #"[{"/":"/café"}]"#, "/caf%C3%A9", .opens),
  ("[U] path is decoded; differs", #"[{"/":"/caf%C3%A9"}]"#, "/caf%C3%A9", .none),
  ("[U] pattern is not decoded", #"[{"/":"/caf%C3%A9"}]"#, "/caf%25C3%25A9", .opens),
  ("[U] hex digits in any case; differs", #"[{"/":"/café"}]"#, "/caf%c3%a9", .opens),
  ("[U] decoded slash", #"[{"/":"/a/b"}]"#, "/a%2Fb", .opens),
  ("[U] decoded slash ends a star; differs", #"[{"/":"/s/*/x"}]"#, "/s/a%2Fb/x", .none),
  ("[U] decoded signs separate nothing", #"[{"/":"/a?b#c"}]"#, "/a%3Fb%23c", .opens),
  ("[U] a plus is no blank", #"[{"/":"/a+b"}]"#, "/a+b", .opens),
  ("[U] a plus is no blank", #"[{"?":{"k":"a b"}}]"#, "/?k=a+b", .none),
  ("[U] a blank", #"[{"?":{"k":"a b"}}]"#, "/?k=a%20b", .opens),
  ("[U] characters, not bytes", #"[{"/":"/???"}]"#, "/%C3%A4%E2%82%ACa", .opens),
  ("[U] star stops at a whole character", #"[{"/":"/*ä"}]"#, "/%C3%B6%C3%A4", .opens),
  ("[U] name is decoded", #"[{"?":{"ü":"1"}}]"#, "/?%C3%BC=1", .opens),
  ("[U] decoded & splits; differs", #"[{"?":{"k":"a"}}]"#, "/?k=a%26b", .opens),
  ("[U] decoded & splits; differs", #"[{"?":{"b":"1"}}]"#, "/?k=a%26b=1", .opens),
  ("[U] decoded = separates", #"[{"?":{"k":"1"}}]"#, "/?k%3D1", .opens),
  ("[U] ; splits if there is no &; differs", #"[{"?":{"b":"2"}}]"#, "/?a=1;b=2", .opens),
  ("[U] ; does not split beside &", #"[{"?":{"b":"2"}}]"#, "/?a=1;b=2&c=3", .none),
  ("[U] ; does not split beside &", #"[{"?":{"b":"2"}}]"#, "/?&a=1;b=2", .none),
  ("[U] & at the end belongs to a single item", #"[{"?":{"a":"1"}}]"#, "/?a=1&", .none),
  ("[U] & at the end belongs to a single item", #"[{"?":{"a":"1*"}}]"#, "/?a=1&", .opens),
  ("[U] & at the end of two items", #"[{"?":{"b":"2"}}]"#, "/?a=1&b=2&", .opens),
  ("[U] any repetition; differs", #"[{"?":{"k":"2"}}]"#, "/?k=1&k=2", .opens),
  ("[U] no query", #"[{"?":{"k":"*"}}]"#, "/?", .none),
  ("[U] value with =", #"[{"?":{"k":"a=b"}}]"#, "/?k=a=b", .opens),
  ("[U] fragment is decoded", ##"[{"#":"a b"}]"##, "/#a%20b", .opens),
  ("[U] no fragment matches nothing; differs", ##"[{"#":"*"}]"##, "/", .none),
  ("[U] an empty fragment", ##"[{"#":"*"}]"##, "/#", .opens),
  ("[D] *bar", #"[{"/":"*bar"}]"#, "/abcbar", .none),
  ("[D] foo*bar", #"[{"/":"/foo*bar"}]"#, "/foobarbar", .none),
  ("[D] foo*bar", #"[{"/":"/foo*bar"}]"#, "/foofoobar", .opens),
  ("[D] a dot right after a star is a dot", #"[{"/":"/foo*.bar"}]"#, "/foobarxbar", .none),
  ("[D] no classes", #"[{"/":"/foo[a-z]*"}]"#, "/foo[a-z]bar", .opens),
  ("[D] ?* before text", #"[{"/":"/foo?*bar"}]"#, "/foobarbar", .opens),
  ("[D] ?* twice", #"[{"/":"/foo?*bar*"}]"#, "/foo.bar.bar.foo", .opens),
  ("[D] a dot without wildcards is a dot", #"[{"/":"/v1.0"}]"#, "/v1x0", .none),
  ("[D] a dot before a last star is a dot", #"[{"/":"/v1.0/*"}]"#, "/v1x0/a", .none),
]

@Test(arguments: rows)
func `dynamic rules do what Android's documentation says`(
  row: (source: String, rules: String?, rest: String, verdict: LinkVerdict)
) throws {
  var matcher = try androidMatcher(androidFile(row.rules))
  let verdicts = matcher.match(Array("https://example.com\(row.rest)".utf8))
  #expect(verdicts.map(\.verdict) == [row.verdict])
  #expect(verdicts.map(\.doubt) == [nil])
  #expect(verdicts.map(\.app) == [shopPackage])
}

/// What is not documented, or differs between versions.
private let doubtfulRows:
  [(rules: String, rest: String, verdict: LinkVerdict, doubt: MatchDoubt?)] =
    [
      (#"[{"/":"/a*?"}]"#, "/abc", .none, .starBeforeWildcard),
      (#"[{"/":"/a**"}]"#, "/abc", .none, .starBeforeWildcard),
      (#"[{"/":"/a**"}]"#, "/b", .none, nil),
      (#"[{"/":"/?"}]"#, "/%F0%9F%98%80", .none, .characterOfTwoUnits),
      (#"[{"/":"/??"}]"#, "/%F0%9F%98%80", .none, .characterOfTwoUnits),
      (#"[{"/":"/?*"}]"#, "/%F0%9F%98%80", .opens, nil),
      (#"[{"/":"/*😀"}]"#, "/%F0%9F%98%81%F0%9F%98%80", .none, .characterOfTwoUnits),
      (#"[{"/":"/v1.0/*/x"}]"#, "/v1a0/b/x", .none, .dotAmongWildcards),
      (#"[{"/":"/v1.0/*/x"}]"#, "/v1.0/b/x", .opens, nil),
      (#"[{"?":{"k":"*"}}]"#, "/a?k", .none, .itemWithoutEqualsSign),
      (#"[{"?":{"k":"?*"}}]"#, "/a?k", .none, nil),
      (#"[{"/":"/a%"}]"#, "/a%", .none, .badEncoding),
      (#"[{"/":"/a?"}]"#, "/a%C3", .none, .badEncoding),
      (#"[{"/":"/a*"}]"#, "/a%C3", .opens, nil),
      (#"[{"/":"/b*"}]"#, "/a%C3", .none, nil),
      (#"[{"?":{"k":"1"}}]"#, "/?k=%&k=1", .none, .badEncoding),
      (#"[{"?":{"k":"1"}}]"#, "/?k=1&l=%", .opens, nil),
      (#"[{"/":"/"}]"#, "", .none, .emptyPath),
      (#"[{"/":"*"}]"#, "", .opens, nil),
      (#"[{"/":"/?*"}]"#, "?a", .none, nil),
      // What the other rules say decides whether there is a doubt.
      (#"[{"/":"/a**"},{"/":"/a*"}]"#, "/abc", .opens, nil),
      (#"[{"/":"/a**","exclude":true},{"/":"/a*"}]"#, "/abc", .excluded, .starBeforeWildcard),
      (#"[{"/":"/a**","exclude":true},{"/":"/b*"}]"#, "/abc", .none, nil),
      (#"[{"/":"/a**","exclude":true},{"/":"/a*","exclude":true}]"#, "/abc", .excluded, nil),
      (#"[{"/":"/a**"},{"/":"/a*","exclude":true}]"#, "/abc", .excluded, .starBeforeWildcard),
      (#"[{"/":"/a**","?":{"k":"1"}},{"/":"/b"}]"#, "/abc?k=2", .none, nil),
    ]

@Test(arguments: doubtfulRows)
func `what is not known is not said to open`(
  row: (rules: String, rest: String, verdict: LinkVerdict, doubt: MatchDoubt?)
) throws {
  var matcher = try androidMatcher(androidFile(row.rules))
  let verdicts = matcher.match(Array("https://example.com\(row.rest)".utf8))
  #expect(verdicts.map(\.verdict) == [row.verdict])
  #expect(verdicts.map(\.doubt) == [row.doubt])
  #expect(verdicts.allSatisfy { ($0.doubtfulRule == nil) == ($0.doubt == nil) })
}

@Test func `an explanation shows the link as Android compares it, and what is not known`() throws {
  func reasons(_ rules: String, _ rest: String) throws -> [String] {
    var matcher = try androidMatcher(androidFile(rules))
    let explanation = try #require(
      matcher.explain(Array("https://example.com\(rest)".utf8)).first)
    return [explanation.reasonInWords]
      + explanation.earlierRules.map { String("\($0)".drop { $0 != ":" }.dropFirst(2)) }
  }
  #expect(
    try reasons(##"[{"/":"/caf%C3%A9"},{"#":"*"},{"?":{"ü":"2"}}]"##, "/caf%C3%A9?%C3%BC=%41") == [
      "No rule of the app matches. Add one for this link.",
      "The path \"/café\" does not match \"/caf%C3%A9\".",
      "There is no fragment, but \"*\" requires one.",
      "\"ü\" is \"A\", which does not match \"2\".",
    ])
  #expect(
    try reasons(#"[{"?":{"k":"*"}}]"#, "/a?k") == [
      "It is unknown whether the app opens it. Google does not say whether * accepts an item "
        + "without =. Write the = in the link.",
      "It is unknown whether this rule matches. Google does not say whether * "
        + "accepts an item without =. Write the = in the link.",
    ])
}

@Test(arguments: MatchDoubt.allCases)
func `what is not known is said in sentences`(doubt: MatchDoubt) {
  #expect("\(doubt)".hasSuffix("."))
}

@Test func `statements of other relations, namespaces and shapes are left out`() throws {
  let file = #"""
    [1, {}, {"relation":["delegate_permission/common.get_login_creds"],"target":
    {"namespace":"android_app","package_name":"a.b"}},
    {"relation":["delegate_permission/common.handle_all_urls"],"target":
    {"namespace":"web","site":"https://example.com"}}]
    """#
  var matcher = try androidMatcher(file)
  #expect(matcher.match(Array("https://example.com/".utf8)) == [])
}

/// Files with one statement, and why it does not count.
private let malformed: [(statement: String, why: MalformedStatement.Why?)] = [
  (statement(), nil),
  (statement(relation: "[]"), .relation),
  (statement(relation: #""delegate_permission/common.handle_all_urls""#), .relation),
  (statement(relation: #"["delegate_permission/common.handle_all_urls",7]"#), .relation),
  (statement(relation: #"["delegate_permission/common.handle_all_urls","A b/c"]"#), .relation),
  (statement(relation: #"["delegate_permission/common.handle_all_urls","a/b/c"]"#), .relation),
  (statement(package: "7"), .package), (statement(package: #""""#), .package),
  (statement(package: #""shop""#), .package), (statement(package: #""1com.x""#), .package),
  (statement(package: #""com..x""#), .package), (statement(package: #""com.é""#), .package),
  (statement(fingerprint: "[]"), .noFingerprints),
  (statement(fingerprint: "\"\(shopFingerprint)\""), .noFingerprints),
  (statement(fingerprint: #"["x"]"#), .fingerprint("x")),
  (statement(fingerprint: "[7]"), .fingerprint("7")),
  (
    statement(fingerprint: "[\"\(shopFingerprint)\",\"\(shopFingerprint.lowercased())\"]"),
    .fingerprint(shopFingerprint.lowercased())
  ),
]

@Test(arguments: malformed)
func `a malformed statement is left out, and says why`(
  row: (statement: String, why: MalformedStatement.Why?)
) throws {
  let good = statement(package: #""org.shop.other""#)
  let association = AndroidAssociation(
    try JSONDocument(reading: Array("[\(good),\(row.statement)]".utf8)))
  #expect(association.malformed.map(\.why) == (row.why.map { [$0] } ?? []))
  #expect(association.malformed.allSatisfy { $0.index == 1 && $0.position.offset > 0 })
  #expect(association.statements.count == (row.why == nil ? 2 : 1))
  #expect(association.statements.first?.package.value == "org.shop.other")
  // What is left out is an error for the linter, too.
  let lint = AssociationLint(Array("[\(row.statement)]".utf8), kind: .android)
  #expect(lint.hasErrors == (row.why != nil))
}

@Test func `a statement that opens no link is not among the malformed ones`() throws {
  let file = statement(
    relation: #"["delegate_permission/common.get_login_creds"]"#, fingerprint: "[]")
  let association = AndroidAssociation(try JSONDocument(reading: Array("[\(file)]".utf8)))
  #expect(association.malformed.isEmpty)
  #expect(!association.sharesPasswords)
}

@Test func `of two statements for an app the first with rules counts`() throws {
  let with = androidFile(#"[{"/":"/x"}]"#)
  let other = androidFile(#"[{"/":"/y"}]"#)
  // Each file is a list of one statement.
  let file = [androidFile(nil), with, other].map { $0.dropFirst().dropLast() }.joined(
    separator: ",")
  var matcher = try androidMatcher("[\(file)]")
  let links = ["/x", "/y"].map { Array("https://example.com\($0)".utf8) }
  #expect(matcher.match(links[0]).map(\.verdict) == [.opens])
  #expect(matcher.match(links[0]).first?.rule?.entry == 1)
  #expect(matcher.match(links[1]).map(\.verdict) == [.none])
}

@Test func `ten thousand stars of Android take no more steps than bytes`() throws {
  let stars = String(repeating: "*a", count: 10_000)
  var matcher = try androidMatcher(androidFile(#"[{"/":"/\#(stars)"}]"#))
  let path = String(repeating: "a", count: 5000)
  #expect(
    matcher.match(Array("https://example.com/\(path)".utf8)).first?.verdict == LinkVerdict.none)
  #expect(matcher.steps <= 20_001 + 5001)
}
