// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SiteAssociation
import Testing

/// A question that was put to Apple's own matcher, and its answer.
///
/// Source: `swcutil match` and `swcutil verify` of macOS 27.0 (26A5388g), 2 September 2026, as published by
/// the blazingly-aasa project (`conformance/oracle`), and for `case` the test runs of st-tech's
/// universal-links-test on macOS; `group` is the group of probes there.
struct RecordedMatch: CustomTestStringConvertible {
  let group: String
  let component: String
  let url: String
  let verdict: LinkVerdict

  init(_ group: String, _ component: String, _ rest: String, _ verdict: LinkVerdict) {
    self.group = group
    self.component = component
    url = "https://example.com" + rest
    self.verdict = verdict
  }

  var testDescription: String { "\(group): \(component) \(url)" }
}

private typealias Row = RecordedMatch

let recordedMatches = [
  Row("trailing-star", #"{"/":"/buy/*"}"#, "/buy", .opens),
  Row("trailing-star", #"{"/":"/buy/*"}"#, "/buy/", .opens),
  Row("trailing-star", #"{"/":"/buy/*"}"#, "/buy/42", .opens),
  Row("trailing-star", #"{"/":"/buy/*"}"#, "/buyer", .none),
  Row("trailing-star", #"{"/":"/buy/*"}"#, "/bu", .none),
  Row("trailing-star", #"{"/":"/a/b/*"}"#, "/a/b", .opens),
  Row("trailing-star", #"{"/":"/buy*"}"#, "/buy", .opens),
  Row("trailing-star", #"{"/":"/a/*/c"}"#, "/a/c", .none),
  Row("trailing-star", #"{"/":"/buy"}"#, "/buy", .opens),
  Row("trailing-star", #"{"/":"/buy"}"#, "/buy/", .opens),
  Row("leading-slash", #"{"/":"abc"}"#, "/abc", .opens),
  Row("leading-slash", ##"{"/":"abc","?":"def","#":"*"}"##, "/abc?def", .opens),
  Row("leading-slash", #"{"/":"buy/*"}"#, "/buy/42", .opens),
  Row("query-missing", #"{"?":{"b":"*"}}"#, "/x?a=1", .opens),
  Row("query-missing", #"{"?":{"b":"?*"}}"#, "/x?a=1", .none),
  Row("query-missing", #"{"?":{"b":""}}"#, "/x?a=1", .opens),
  Row("query-missing", #"{"?":{"b":"1"}}"#, "/x?a=1", .none),
  Row("query-missing", #"{"?":{"b":"*"}}"#, "/x", .opens),
  Row("query-missing", #"{"?":{"a":"1","b":"*"}}"#, "/x?a=1", .opens),
  Row("query-repeat", #"{"?":{"id":"42"}}"#, "/x?id=42&id=7", .none),
  Row("query-repeat", #"{"?":{"id":"42"}}"#, "/x?id=7&id=42", .none),
  Row("query-repeat", #"{"?":{"id":"42"}}"#, "/x?id=7&id=42&id=9", .none),
  Row("query-nonstring", #"{"?":{"flag":true}}"#, "/x?flag=1", .opens),
  Row("query-nonstring", #"{"?":{"flag":true}}"#, "/x?other=1", .opens),
  Row("query-nonstring", #"{"?":{"flag":false}}"#, "/x?flag=1", .opens),
  Row("query-nonstring", #"{"?":{"n":5}}"#, "/x?n=5", .opens),
  Row("query-nonstring", #"{"?":{"n":null}}"#, "/x?n=5", .opens),
  Row("percent", #"{"/":"/a%20b"}"#, "/a%20b", .opens),
  Row("percent", #"{"/":"/a b"}"#, "/a%20b", .none),
  Row("percent", #"{"/":"/a b","percentEncoded":false}"#, "/a%20b", .opens),
  Row("percent", #"{"/":"/a%20b","percentEncoded":false}"#, "/a%20b", .none),
  Row("percent", #"{"/":"/a/b"}"#, "/a%2Fb", .none),
  Row("percent", #"{"/":"/a/b","percentEncoded":false}"#, "/a%2Fb", .opens),
  Row("percent", #"{"/":"/caf%C3%A9"}"#, "/caf%c3%a9", .none),
  Row("percent", #"{"/":"/caf\u00e9","percentEncoded":false}"#, "/caf%C3%A9", .opens),
  Row("percent", #"{"/":"/caf\u00e9"}"#, "/caf%C3%A9", .none),
  Row("fragment", ##"{"#":"*"}"##, "/x", .opens),
  Row("fragment", ##"{"#":"?*"}"##, "/x", .none),
  Row("fragment", ##"{"#":""}"##, "/x", .opens),
  Row("query-whole", #"{"?":"a=1"}"#, "/x?a=1", .opens),
  Row("query-whole", #"{"?":"a=1"}"#, "/x?a=1&b=2", .none),
  Row("query-whole", #"{"?":"*"}"#, "/x", .opens),
  Row("query-whole", #"{"?":"?*"}"#, "/x", .none),
  Row("lead", #"{"/":"abc"}"#, "/abcd", .none),
  Row("lead", #"{"/":"abc"}"#, "/xabc", .none),
  Row("lead", #"{"/":"abc/*"}"#, "/abc", .opens),
  Row("lead", #"{"/":"*abc"}"#, "/xabc", .opens),
  Row("lead", #"{"/":"//abc"}"#, "/abc", .opens),
  Row("lead", #"{"/":"a/b"}"#, "/a/b", .opens),
  Row("trail", #"{"/":"/buy/"}"#, "/buy", .opens),
  Row("trail", #"{"/":"/a/b/"}"#, "/a/b", .opens),
  Row("trail", #"{"/":"/buy/*"}"#, "/buy//", .opens),
  Row("trail", #"{"/":"/buy/"}"#, "/buy//", .opens),
  Row("trail", #"{"/":"/"}"#, "/", .opens),
  Row("trail", #"{"/":"/"}"#, "", .opens),
  Row("dup", #"{"?":{"id":"*"}}"#, "/x?id=7&id=42", .opens),
  Row("dup", #"{"?":{"id":"7,42"}}"#, "/x?id=7&id=42", .none),
  Row("dup", #"{"?":{"id":"42,7"}}"#, "/x?id=42&id=7", .none),
  Row("dup", #"{"?":{"id":""}}"#, "/x?id=7&id=42", .none),
  Row("dup", #"{"?":{"id":"?*"}}"#, "/x?id=7&id=42", .opens),
  Row("dup", #"{"?":{"id":"7"}}"#, "/x?id=7&id=7", .opens),
  Row("nonstr", #"{"?":{"a":"1","flag":true}}"#, "/x?a=2", .opens),
  Row("nonstr", #"{"?":{"a":"1","flag":true}}"#, "/x?a=1", .opens),
  Row("nonstr", #"{"?":{"a":["1"]}}"#, "/x?a=2", .opens),
  Row("nonstr", #"{"?":{"a":{"b":"1"}}}"#, "/x?a=2", .opens),
  Row("whole", #"{"?":""}"#, "/x", .opens),
  Row("whole", #"{"?":"a=1"}"#, "/x", .none),
  Row("unknown-key", #"{"/":"/foo/*"}"#, "/foo/1", .opens),
  Row("unknown-key", #"{"/":"/foo/*","totallyUnknownKey":"x"}"#, "/foo/1", .opens),
  Row("unknown-key", #"{"/":"/foo/*","totallyUnknownKey":"x"}"#, "/bar", .none),
  Row("unknown-key", #"{"totallyUnknownKey":"x"}"#, "/anything", .opens),
  Row("unknown-key", #"{}"#, "/anything", .opens),
  Row("unknown-key", #"{"/":"/foo/*","casesensitive":true}"#, "/FOO/1", .none),
  Row("unknown-key", #"{"/":"/foo/*","future":{"a":"b"}}"#, "/foo/1", .opens),
  Row("components", ##"{"/":"/abc","?":"def","#":"*"}"##, "/abc?def", .opens),
  Row("components", ##"{"/":"/abc","?":"def","#":"*"}"##, "/abc", .none),
  Row("components", ##"{"/":"/abc","?":"def","#":"*"}"##, "?def", .none),
  Row("components", ##"{"#":"promo"}"##, "/a/b?c=d#promo", .opens),
  Row("wildcards", #"{"/":"/buy/*"}"#, "/buy/42/x", .opens),
  Row("wildcards", #"{"/":"/id/????"}"#, "/id/4815", .opens),
  Row("wildcards", #"{"/":"/id/????"}"#, "/id/481", .none),
  Row("wildcards", #"{"/":"/a/?*"}"#, "/a/", .none),
  Row("wildcards", #"{"/":"/a/?*"}"#, "/a/b", .opens),
  Row("query", #"{"?":{"a":"1"}}"#, "/x?a=1&b=2", .opens),
  Row("query", #"{"?":{"a":"1"}}"#, "/x?b=2", .none),
  Row("query", #"{"?":{"flag":""}}"#, "/x?flag", .opens),
  Row("encoding", #"{"/":"/caf\u00e9/*","percentEncoded":false}"#, "/caf%C3%A9/menu", .opens),
  Row("case", #"{"/":"/Help/*"}"#, "/help/1", .none),
  Row("case", #"{"/":"/search/","caseSensitive":false}"#, "/SEARCH/", .opens),
  Row("case", #"{"/":"/search/"}"#, "/search/?q=foo#bar", .opens),
]
