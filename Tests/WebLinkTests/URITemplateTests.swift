// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import WebLink

struct URITemplateTests {
  /// The single strings among the variables of RFC 6570 3.2, and some of our own.
  static let values = [
    "dub": "me/too", "hello": "Hello World!", "half": "50%", "var": "value", "who": "fred",
    "base": "http://example.com/home/", "path": "/foo/bar", "v": "6", "x": "1024", "y": "768",
    "empty": "", "semi": ";",
    "tag.uid": "04B8313A307380", "city": "Zürich", "escaped": "a%2Fb%zz", "a%20b": "c",
    "smile": "😀!", "_1": "low",
  ]

  static func expand(_ text: String) throws -> String {
    let template = try URITemplate(text)
    var values = TemplateValues(count: template.variables.count)
    for (slot, variable) in template.variables.enumerated() {
      guard let value = Self.values[variable.name] else { continue }
      values.set(slot, to: value.utf8.span)
    }
    var expansion = TemplateExpansion()
    template.expand(values, into: &expansion)
    return String(decoding: expansion.bytes, as: UTF8.self)
  }

  /// The examples of RFC 6570 (1.2, 2.4.1, 3.2.2 to 3.2.9) whose values are single strings.
  static let examples: [(String, String)] = [
    ("{var}", "value"), ("{hello}", "Hello%20World%21"), ("{half}", "50%25"),
    ("{var:20}", "value"), ("{var:3}", "val"), ("{var:30}", "value"),
    ("{semi}", "%3B"), ("{semi:2}", "%3B"), ("O{empty}X", "OX"), ("O{undef}X", "OX"),
    ("{x,y}", "1024,768"), ("{x,hello,y}", "1024,Hello%20World%21,768"),
    ("map?{x,y}", "map?1024,768"), ("?{x,empty}", "?1024,"), ("?{x,undef}", "?1024"),
    ("?{undef,y}", "?768"),

    ("{+var}", "value"), ("{+hello}", "Hello%20World!"), ("{+half}", "50%25"),
    ("{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"),
    ("{+base}index", "http://example.com/home/index"), ("O{+empty}X", "OX"),
    ("O{+undef}X", "OX"), ("{+path}/here", "/foo/bar/here"),
    ("here?ref={+path}", "here?ref=/foo/bar"),
    ("up{+path}{var}/here", "up/foo/barvalue/here"),
    ("{+x,hello,y}", "1024,Hello%20World!,768"), ("{+path,x}/here", "/foo/bar,1024/here"),
    ("{+path:6}/here", "/foo/b/here"),

    ("{#var}", "#value"), ("X{#var}", "X#value"), ("X{#hello}", "X#Hello%20World!"),
    ("{#hello}", "#Hello%20World!"), ("{#half}", "#50%25"), ("foo{#empty}", "foo#"),
    ("foo{#undef}", "foo"), ("{#x,hello,y}", "#1024,Hello%20World!,768"),
    ("{#path,x}/here", "#/foo/bar,1024/here"), ("{#path:6}/here", "#/foo/b/here"),

    ("{.who}", ".fred"), ("{.who,who}", ".fred.fred"), ("{.half,who}", ".50%25.fred"),
    ("X{.var}", "X.value"), ("X{.x,y}", "X.1024.768"), ("X{.empty}", "X."),
    ("X{.undef}", "X"), ("X{.var:3}", "X.val"),

    ("{/who}", "/fred"), ("{/who,who}", "/fred/fred"), ("{/half,who}", "/50%25/fred"),
    ("{/who,dub}", "/fred/me%2Ftoo"), ("{/var}", "/value"), ("{/var,empty}", "/value/"),
    ("{/var,undef}", "/value"), ("{/var,x}/here", "/value/1024/here"),
    ("{/var:1,var}", "/v/value"),

    ("{;who}", ";who=fred"), ("{;half}", ";half=50%25"), ("{;empty}", ";empty"),
    ("{;v,empty,who}", ";v=6;empty;who=fred"), ("{;v,bar,who}", ";v=6;who=fred"),
    ("{;x,y}", ";x=1024;y=768"), ("{;x,y,empty}", ";x=1024;y=768;empty"),
    ("{;x,y,undef}", ";x=1024;y=768"), ("{;hello:5}", ";hello=Hello"),

    ("{?who}", "?who=fred"), ("{?half}", "?half=50%25"), ("{?x,y}", "?x=1024&y=768"),
    ("{?x,y,empty}", "?x=1024&y=768&empty="), ("{?x,y,undef}", "?x=1024&y=768"),
    ("{?var:3}", "?var=val"),

    ("{&who}", "&who=fred"), ("{&half}", "&half=50%25"),
    ("?fixed=yes{&x}", "?fixed=yes&x=1024"), ("{&x,y,empty}", "&x=1024&y=768&empty="),
    ("{&x,y,undef}", "&x=1024&y=768"), ("{&var:3}", "&var=val"),
  ]

  @Test(arguments: examples)
  func givesWhatTheSpecificationShows(template: String, expected: String) throws {
    #expect(try Self.expand(template) == expected)
  }

  /// What the specification says without showing it.
  static let more: [(String, String)] = [
    ("", ""), ("plain/literal?a=1#b", "plain/literal?a=1#b"), ("it's", "it's"),
    ("https://x.example/ü/%7e{tag.uid}", "https://x.example/%C3%BC/%7e04B8313A307380"),
    ("{city}", "Z%C3%BCrich"), ("{city:2}", "Z%C3%BC"), ("{+city:2}", "Z%C3%BC"),
    ("{smile:1}", "%F0%9F%98%80"), ("{smile:2}", "%F0%9F%98%80%21"),
    ("{escaped}", "a%252Fb%25zz"), ("{+escaped}", "a%2Fb%25zz"), ("{+escaped:2}", "a%2F"),
    ("{#escaped:1}", "#a"), ("{var*}", "value"), ("{?var*,x*}", "?var=value&x=1024"),
    ("{;empty*}", ";empty"), ("{/var*}", "/value"), ("{?a%20b}", "?a%20b=c"), ("{_1}", "low"),
    ("{?undef,who}", "?who=fred"), ("{undef}{.undef}{/undef}{;undef}{?undef}{&undef}{#undef}", ""),
    ("{var:9999}", "value"), ("{?half,half:1}", "?half=50%25&half=5"),
  ]

  @Test(arguments: more)
  func givesWhatTheSpecificationSays(template: String, expected: String) throws {
    #expect(try Self.expand(template) == expected)
  }

  static let refused: [(text: String, rule: URITemplateError.Rule, offset: Int)] = [
    ("{", .unclosedBrace, 0), ("ü{var", .unclosedBrace, 1), ("{var,", .variableName, 5),
    ("{a.", .unclosedBrace, 3), ("x}", .strayBrace, 1), ("{a}}", .strayBrace, 3),
    ("{}", .emptyExpression, 0), ("a{?}", .emptyExpression, 1), ("{+", .variableName, 2),
    ("{=a}", .reservedOperator, 1), ("{,a}", .reservedOperator, 1),
    ("{!a}", .reservedOperator, 1), ("{@a}", .reservedOperator, 1),
    ("{|a}", .reservedOperator, 1), ("{a b}", .variableName, 2), ("{a-b}", .variableName, 2),
    ("{.a.}", .variableName, 4), ("{a..b}", .variableName, 3), ("{ü}", .variableName, 1),
    ("{a,}", .variableName, 3), ("{a%2}", .variableName, 2), ("{{a}}", .variableName, 1),
    ("{a:}", .prefixLength, 3), ("{a:0}", .prefixLength, 3), ("{a:01}", .prefixLength, 3),
    ("{a:10000}", .prefixLength, 3), ("{a:x}", .prefixLength, 3), ("{a:3*}", .variableName, 4),
    ("{a**}", .variableName, 3), ("a b", .literalCharacter, 1), ("ü\"", .literalCharacter, 1),
    ("a<b", .literalCharacter, 1), ("a\\b", .literalCharacter, 1),
    ("a\u{80}", .literalCharacter, 1), ("a\u{7F}", .literalCharacter, 1),
    ("a\n", .literalCharacter, 1), ("%", .badEscape, 0), ("ü%2", .badEscape, 1),
    ("%zz", .badEscape, 0),
  ]

  @Test(arguments: refused)
  func refusesWithThePlace(text: String, rule: URITemplateError.Rule, offset: Int) {
    let error = #expect(throws: URITemplateError.self) { try URITemplate(text) }
    #expect(error?.rule == rule && error?.offset == offset)
  }

  @Test func hasLimits() {
    let long = String(repeating: "a", count: URITemplate.byteCountMax)
    #expect(throws: Never.self) { try URITemplate(long) }
    let tooLong = #expect(throws: URITemplateError.self) { try URITemplate(long + "a") }
    #expect(tooLong?.rule == .tooLong)
    let many = (0..<URITemplate.variableCountMax).map { "{v\($0)}" }.joined()
    #expect(throws: Never.self) { try URITemplate(many + "{v0}") }
    let tooMany = #expect(throws: URITemplateError.self) { try URITemplate(many + "{w}") }
    #expect(tooMany?.rule == .tooManyVariables)
  }

  @Test func namesEachVariableOnceAndKnowsWhichMayBeMissing() throws {
    let template = try URITemplate("{a}{?b,a}{+c:2}{#d}{&e}{;f}{/f}{.g}")
    #expect(template.variables.map(\.name) == ["a", "b", "c", "d", "e", "f", "g"])
    #expect(template.variables.filter(\.isOptional).map(\.name) == ["b", "d", "e"])
  }

  @Test func tellsWherePlaceholdersStand() throws {
    let template = try URITemplate("https://x/ü{?c,uid,n}{#uid:2}").renumbered([3, 1, 2])
    var values = TemplateValues(count: 4)
    values.set(3, to: "é".utf8.span)
    values.set(1, to: "0000".utf8.span, isPlaceholder: true)
    values.set(7, to: "nobody".utf8.span)
    var expansion = TemplateExpansion()
    template.expand(values, into: &expansion)
    let text = "https://x/%C3%BC?c=%C3%A9&uid=0000#00"
    #expect(String(decoding: expansion.bytes, as: UTF8.self) == text)
    #expect(
      expansion.places == [.init(slot: 1, range: 30..<34), .init(slot: 1, range: 35..<37)])
    values.removeAll()
    template.expand(values, into: &expansion)
    #expect(String(decoding: expansion.bytes, as: UTF8.self) == "https://x/%C3%BC")
    #expect(expansion.places.isEmpty)
  }

  @Test func escapesEveryValueSoThatItCanBeReadBack() throws {
    var random = Splitmix64(seed: 0x7E6_570)
    let template = try URITemplate("{a}")
    for _ in 0..<2_000 {
      let scalars = (0..<12).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...0x2FF, using: &random))
      }
      let text = String(String.UnicodeScalarView(scalars))
      var values = TemplateValues(count: 1)
      values.set(0, to: text.utf8.span)
      var expansion = TemplateExpansion()
      template.expand(values, into: &expansion)
      #expect(unescaped(expansion.bytes) == Array(text.utf8))
    }
  }

  private func unescaped(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        output.append(byte)
        continue
      }
      output.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
      rest = rest.dropFirst(2)
    }
    return output
  }
}
