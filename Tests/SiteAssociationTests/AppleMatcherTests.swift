// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SiteAssociation
import StrictJSON
import Testing

let shopApp = "ABCDE12345.com.example.app"

/// What the file makes of a link for the app of all these tests.
func appleVerdict(_ file: String, _ url: String, app: String = shopApp) throws -> LinkVerdict {
  let document = try JSONDocument(reading: Array(file.utf8))
  var matcher = AppleMatcher(AppleAssociation(document), host: "example.com")
  return matcher.match(Array(url.utf8)).first { $0.app == app }?.verdict ?? .none
}

/// A file with one entry for the app of all these tests.
func appleFile(_ entry: String, also rest: String = "") -> String {
  #"{"applinks":{"details":[{"appIDs":["\#(shopApp)"],\#(entry)}]\#(rest)}}"#
}

@Test(arguments: recordedMatches)
func `one component does what Apple's matcher was recorded to do`(row: RecordedMatch) throws {
  let file = appleFile(#""components":[\#(row.component)]"#)
  #expect(try appleVerdict(file, row.url) == row.verdict)
}

/// A whole file, a link (without `https://example.com`) and the verdict.
struct FileRow: CustomTestStringConvertible {
  let source: String
  let file: String
  let rest: String
  let verdict: LinkVerdict

  init(_ source: String, _ file: String, _ rest: String, _ verdict: LinkVerdict) {
    self.source = source
    self.file = file
    self.rest = rest
    self.verdict = verdict
  }

  var testDescription: String { "\(source): \(rest)" }
}

private let overview = appleFile(
  #"""
  "components":[{"#":"no_universal_links","exclude":true},{"/":"/buy/*"},
  {"/":"/help/website/*","exclude":true},{"/":"/help/*","?":{"articleNumber":"????"}}]
  """#)
private let ordered = appleFile(
  #""components":[{"/":"/a/private/*","exclude":true},{"/":"/a/*"}]"#)
private let reversed = appleFile(
  #""components":[{"/":"/a/*"},{"/":"/a/private/*","exclude":true}]"#)
private let defaults = appleFile(
  #"""
  "components":[{"/":"/Loose/*","caseSensitive":false},{"/":"/Strict/*"}],
  "defaults":{"caseSensitive":true}
  """#, also: #","defaults":{"caseSensitive":false}"#)
private let food = appleFile(
  #""components":[{"/":"/$(lang)_$(region)/$(food)/"}]"#,
  also: #","substitutionVariables":{"food":["burrito","pizza","sushi","samosa"]}"#)
private let paths = appleFile(#""paths":["NOT /wwdc/internal/*","/wwdc/*"]"#)
private func fragmentOnly(_ defaults: String) -> String {
  appleFile(##""components":[{"#":"*"}]"##, also: #","defaults":\#(defaults)"#)
}
private func idOf(_ variable: String, also rest: String = "") -> String {
  appleFile(#""components":[{"/":"/id/$(\#(variable))"\#(rest)}]"#)
}

/// Groups of the same recording as `recordedMatches`; `[D8]` and so on are Apple's pages.
private let fileRows = [
  FileRow("overview", overview, "/buy/42", .opens),
  FileRow("overview", overview, "/buy/42#no_universal_links", .excluded),
  FileRow("overview", overview, "/help/website/faq?articleNumber=4815", .excluded),
  FileRow("overview", overview, "/help/123?articleNumber=4815", .opens),
  FileRow("overview", overview, "/help/123?articleNumber=481", .none),
  FileRow("overview", overview, "/help/123?articleNumber=48159", .none),
  FileRow("overview", overview, "/help/123", .none),
  FileRow("overview", overview, "/elsewhere", .none),
  FileRow("order", ordered, "/a/private/x", .excluded),
  FileRow("order", ordered, "/a/private", .excluded),
  FileRow("order", ordered, "/a/public", .opens),
  FileRow("order", reversed, "/a/private/x", .opens),
  FileRow("defaults", defaults, "/loose/1", .opens),
  FileRow("defaults", defaults, "/strict/1", .none),
  FileRow("defaults", defaults, "/Strict/1", .opens),
  FileRow("defaults", fragmentOnly("{}"), "/bar", .opens),
  FileRow("defaults", fragmentOnly(#"{"/":"/foo/*"}"#), "/bar", .none),
  FileRow("defaults", fragmentOnly(#"{"/":"/foo/*"}"#), "/foo/1", .opens),
  FileRow("defaults", fragmentOnly(#"{"exclude":true}"#), "/bar", .excluded),
  FileRow("defaults", fragmentOnly(#"{"?":{"id":"??"}}"#), "/bar?id=7", .none),
  FileRow("defaults", fragmentOnly(#"{"?":{"id":"??"}}"#), "/bar?id=7777", .none),
  FileRow(
    "defaults", appleFile(##""defaults":{"/":"/foo/*"},"components":[{"#":"*"}]"##), "/bar", .none),
  FileRow("substitution", food, "/en_US/pizza/", .opens),
  FileRow("substitution", food, "/en_US/tacos/", .none),
  FileRow("substitution", food, "/qq_ZZ/pizza/", .none),
  FileRow("substitution", food, "/en_US/$(food)/", .none),
  FileRow(
    "substitution", appleFile(#""components":[{"/":"/$(region)/home"}]"#), "/GB/home", .opens),
  FileRow("substitution", appleFile(#""components":[{"/":"/$(region)/home"}]"#), "/UK/home", .none),
  FileRow("substitution", idOf("digit"), "/id/7", .opens),
  FileRow("substitution", idOf("digit"), "/id/x", .none),
  FileRow("substitution", idOf("alpha"), "/id/q", .opens),
  FileRow("substitution", idOf("alpha"), "/id/7", .none),
  FileRow("substitution", idOf("upper"), "/id/Q", .opens),
  FileRow("substitution", idOf("upper"), "/id/q", .none),
  FileRow("substitution", idOf("lower"), "/id/q", .opens),
  FileRow("substitution", idOf("lower"), "/id/Q", .none),
  FileRow("substitution", idOf("alnum"), "/id/7", .opens),
  FileRow("substitution", idOf("alnum"), "/id/-", .none),
  FileRow("substitution", idOf("xdigit"), "/id/f", .opens),
  FileRow("substitution", idOf("xdigit"), "/id/g", .none),
  FileRow("substitution", idOf("upper", also: #","caseSensitive":false"#), "/id/q", .opens),
  FileRow(
    "substitution",
    appleFile(
      #""components":[{"/":"/$(slug)/x"}]"#, also: #","substitutionVariables":{"slug":["a*z"]}"#),
    "/abcz/x", .opens),
  FileRow("legacy", paths, "/wwdc/2015", .opens),
  FileRow("legacy", paths, "/wwdc/internal/notes", .excluded),
  FileRow("legacy", paths, "/other", .none),
  FileRow("[D8]", appleFile(#""paths":["/buy"]"#), "/buy?id=1#top", .opens),
  FileRow("[D8]", appleFile(#""paths":["/buy?id=*"]"#), "/buy?id=1", .none),
  FileRow(
    "legacy",
    #"{"applinks":{"apps":[],"details":{"\#(shopApp)":{"paths":["/wwdc/news/"]}}}}"#,
    "/wwdc/news/", .opens),
  FileRow(
    "legacy", #"{"applinks":{"details":[{"appID":"\#(shopApp)","components":[{"/":"*"}]}]}}"#, "/x",
    .opens),
  FileRow(
    "st-tech",
    #"{"applinks":{"details":[{"appIDs":[],"appID":"\#(shopApp)","components":[{}]}]}}"#, "/x",
    .none),
  FileRow("st-tech", "{}", "/", .none),
  FileRow("st-tech", appleFile(#""components":[]"#), "/", .none),
  FileRow(
    "st-tech",
    appleFile(##""components":[{"#":"nondeeplinking","exclude":true},{"/":"/search/"}]"##),
    "/search/#nondeeplinking", .excluded),
  FileRow(
    "st-tech", #"{"applinks":{"details":[{"components":[{"/":"/search/"}]}]}}"#, "/search/", .none),
  FileRow("services", #"{"webcredentials":{"apps":["\#(shopApp)"]}}"#, "/x", .none),
  FileRow("[W19]", appleFile(#""components":[{"/":"/new"}],"paths":["*"]"#), "/old", .none),
  FileRow("derived", appleFile(#""components":[{"/":"/*/x/*/y"}]"#), "/a/x/x/b/y", .opens),
  FileRow("derived", appleFile(#""components":[{"/":"/*/x/*/y"}]"#), "/a/x/y", .none),
]

@Test(arguments: fileRows)
func `a whole file does what Apple's matcher was recorded to do`(row: FileRow) throws {
  #expect(try appleVerdict(row.file, "https://example.com" + row.rest) == row.verdict)
}

@Test(arguments: [
  ("https://EXAMPLE.COM/x", LinkVerdict.opens),  // recorded, host
  ("https://evil.test/anything", .none),  // recorded, host
  ("http://example.com/x", .opens),  // [W19]
  ("https://example.com:8443/x", .none), ("https://me@example.com/x", .none),
  ("ftp://example.com/x", .none), ("https:///x", .none), ("https://", .none), ("", .none),
])
func `only links of the host are looked at`(url: String, verdict: LinkVerdict) throws {
  #expect(try appleVerdict(appleFile(#""components":[{"/":"*"}]"#), url) == verdict)
}

@Test func `each app has its own verdict, and its first entry that speaks decides`() throws {
  let file = #"""
    {"applinks":{"details":[
      {"appIDs":["AAAAAAAAAA.one","BBBBBBBBBB.two"],"components":[{"/":"/a"}]},
      {"appIDs":["AAAAAAAAAA.one"],"components":[{"/":"/a","exclude":true},{"/":"/b"}]},
      {"appIDs":["CCCCCCCCCC.three"],"components":[{"/":"*","exclude":true}]}
    ]}}
    """#
  var matcher = AppleMatcher(AppleAssociation(try JSONDocument(reading: Array(file.utf8))))
  #expect(
    matcher.match(Array("https://example.com/a".utf8)).map(\.verdict) == [
      .opens, .opens, .excluded,
    ]
  )
  let second = matcher.match(Array("https://example.com/b".utf8))
  #expect(second.map(\.verdict) == [.opens, .none, .excluded])
  #expect(second.map { [$0.rule?.entry, $0.rule?.rule] } == [[1, 1], [nil, nil], [2, 0]])
}

@Test func `values of variables may begin with a slash, be empty and share beginnings`() throws {
  let file = appleFile(
    #""components":[{"/":"$(place)/x"}]"#,
    also: #","substitutionVariables":{"place":["/a","ab","abc","","/d/*"]}"#)
  for (rest, verdict) in [
    ("/ab/x", LinkVerdict.opens), ("/abc/x", .opens), ("/abcd/x", .none), ("/b/x", .none),
  ] {
    #expect(try appleVerdict(file, "https://example.com" + rest) == verdict, "\(rest)")
  }
  // Which slashes count where a value begins with one, or is empty, is not known.
  var matcher = AppleMatcher(AppleAssociation(try JSONDocument(reading: Array(file.utf8))))
  for rest in ["/a/x", "/x", "/d/e/f/x"] {
    let verdict = matcher.match(Array("https://example.com\(rest)".utf8)).first
    #expect(verdict?.doubt == .edgeOfValue, "\(rest)")
  }
}

@Test func `a link may end anywhere and a file that ends early is refused`() throws {
  let file = Array(
    appleFile(#""components":[{"/":"/a/$(digit)*b","percentEncoded":false,"?":{"k":"?*"}}]"#).utf8)
  var matcher = AppleMatcher(AppleAssociation(try JSONDocument(reading: file)))
  let link = Array("https://example.com/a/7%C3%A9b?k=%20v&&=x#y%zz".utf8)
  #expect(matcher.match(link).map(\.verdict) == [.opens])
  for end in link.indices {
    let isMatch = end > link.count - "%20v&&=x#y%zz".utf8.count
    #expect(matcher.match(Array(link[..<end])).map(\.verdict) == [isMatch ? .opens : .none])
  }
  for end in file.indices {
    #expect(AssociationLint(Array(file[..<end]), kind: .apple).hasErrors)
  }
}
