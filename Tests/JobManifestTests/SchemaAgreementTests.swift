// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import JobManifest

/// The schema and the reader agree on manifests that no one thought of: a right one, changed by
/// chance in one place or a few.
struct SchemaAgreementTests {
  /// What the reader finds beyond structure; a schema cannot know it.
  private static func isBeyondASchema(_ rule: String) -> Bool {
    rule.hasPrefix("link-") || rule.hasPrefix("template-")
      || [
        "braces", "cannot-read", "missing-value", "no-row-id", "bad-row-id", "reserved-variable",
        "repeated-variable", "unknown-variable", "variable-name", "same-id", "same-link",
        "outside-folder", "unknown-encoding", "csv-no-names", "csv-stated-encoding",
        "csv-bad-character", "control-character", "no-such-column", "same-column-name",
        "too-many-tags", "mirror-twice", "same-app", "sheet-of-text",
      ].contains(rule)
  }

  @Test(arguments: 1...20)
  func agree(seed: UInt64) throws {
    var random = Splitmix64(seed: seed)
    let folder = try TemporaryDirectory()
    try folder.write("id,n,city\n1,2,3\n", to: "a.csv")
    for _ in 0..<25 {
      var job = Element.all.randomElement(using: &random) ?? Element("job")
      for _ in 0..<Int.random(in: 0...4, using: &random) { job.change(using: &random) }
      let text = job.text
      let path = try folder.write(text, to: "job.xml")
      let findings = JobReader(path: path).read(begin: { _ in }).findings
      let rules = Set(findings.findings.filter(\.problem.isError).map(\.problem.rule))
      #expect(
        try SchemaTests.isValid(path) == rules.allSatisfy(Self.isBeyondASchema),
        "\(rules.sorted()): \(text)")
    }
  }
}

/// An element of a manifest that can be changed; a name of none is text.
private struct Element {
  var name: String
  var attributes: [(name: String, value: String)]
  var children: [Element]
  var content = ""

  init(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ children: [Element] = []
  ) {
    self.name = name
    self.attributes = attributes.map { ($0.key, $0.value) }
    self.children = children
  }

  init(text: String) {
    self.init("")
    content = text
  }

  var text: String {
    guard !name.isEmpty else { return content }
    let tag = attributes.reduce("<\(name)") { "\($0) \($1.name)=\"\($1.value)\"" }
    return "\(tag)>\(children.map(\.text).joined())</\(name)>"
  }
}

extension Element {
  private static let names = [
    "job", "link", "tags", "protect", "record", "app", "open", "exclude", "rows", "column", "token",
    "row",
    "other",
  ]
  private static let attributeNames = [
    "id", "title", "chips", "content", "genuine", "format", "with", "when", "keys", "reading",
    "android", "text", "language", "ios", "clip", "certificate", "entitlements",
    "filters", "links", "path", "query", "fragment",
    "from", "sheet", "encoding", "header", "count", "start", "digits", "copies", "duplicates",
    "trim", "nfc", "name", "as",
    "length", "n", "other",
    "password",
  ]
  private static let certificate = [String](repeating: "aF", count: 32).joined(separator: ":")
  private static let values = [
    "", " ", "a", "0", "1", "01", " 1", "-1", "+1", "4", "64", "65", "1000000", "1000001",
    "10000000", "10000001", "18", "19", "1000000000000000", "1000000000000001", "00", "yes", "no",
    "Yes", "any", "job", "blank", "check", "require", "ignore", "nothing", "lock", "password",
    "asked", "written", "allow", "1000", "1001", "latin1", "a.csv", "en", "de-CH", "de-",
    "com.example", "com", "1com.a",
    "ABCDE12345.a", "ABCDE12345.", "abcde12345.a", certificate, "\(certificate) \(certificate)",
    " \(certificate)", "all", "listed", "applinks:a.b", "applinks:*.a.b?mode=developer appclips:a",
    "applinks:", "applinks:a b", "App:a", "applinks:a?mode=x", "a.b/s/*", "*.a.b/c a.b", "a/*/b",
    "*a", "a b", "a.b", "a..b", "ü", "a\tb", "{n}", "{n", "tag.uid", "none", "column.3", "١",
    String(repeating: "a", count: 64), String(repeating: "a", count: 65),
  ]

  /// Does one thing to this element or to one in it.
  mutating func change(using random: inout Splitmix64) {
    if !children.isEmpty, Int.random(in: 0..<4, using: &random) > 0 {
      let index = Int.random(in: children.indices, using: &random)
      if !children[index].name.isEmpty {
        return children[index].change(using: &random)
      }
    }
    switch Int.random(in: 0..<10, using: &random) {
    case 0 where !attributes.isEmpty:
      attributes.remove(at: Int.random(in: attributes.indices, using: &random))
    case 1, 2:
      let name = Self.attributeNames.randomElement(using: &random) ?? ""
      attributes.removeAll { $0.name == name }
      attributes.append((name, Self.values.randomElement(using: &random) ?? ""))
    case 3...4 where !attributes.isEmpty:
      let index = Int.random(in: attributes.indices, using: &random)
      // The namespace is another matter, with tests of its own.
      if attributes[index].name != "xmlns" {
        attributes[index].value = Self.values.randomElement(using: &random) ?? ""
      }
    case 5 where !children.isEmpty:
      children.remove(at: Int.random(in: children.indices, using: &random))
    case 6 where !children.isEmpty:
      let child = children[Int.random(in: children.indices, using: &random)]
      children.insert(child, at: Int.random(in: 0...children.count, using: &random))
    case 7: children.shuffle(using: &random)
    case 8:
      let child = Element(Self.names.randomElement(using: &random) ?? "")
      children.insert(child, at: Int.random(in: 0...children.count, using: &random))
    default:
      let text = ["\n ", "x", "<!-- x -->", "<?x y?>", "&#32;", "&amp;", "<![CDATA[ ]]>"]
      let child = Element(text: text.randomElement(using: &random) ?? "")
      children.insert(child, at: Int.random(in: 0...children.count, using: &random))
    }
  }

  private static let namespace = "urn:tagpress:job:1"
  private static let link = Element("link", [:], [Element(text: "https://a.example/{id}/{n}")])

  /// Right manifests, which together have every element and every attribute.
  static let all = [
    Element(
      "job", ["xmlns": namespace, "id": "a", "title": "A"],
      [
        link,
        Element(
          "tags", ["chips": "A B", "content": "any", "genuine": "check", "format": "yes"]),
        Element("protect", ["with": "password", "keys": "k", "reading": "no"]),
        Element("record", ["text": "{n}", "language": "de"]),
        Element(
          "app", ["ios": "ABCDE12345.a"],
          [
            Element("open", ["path": "/a", "query": "b", "fragment": "c"]),
            Element("exclude", ["query": "b"]),
          ]),
        Element(
          "rows", ["copies": "2", "duplicates": "allow"],
          [
            Element("token", ["name": "t", "length": "8"]),
            Element("row", ["id": "1", "n": "2", "copies": "3"]), Element("row", ["id": "2"]),
          ]),
      ]),
    Element(
      "job", ["xmlns": namespace, "id": "a"],
      [
        Element("protect", ["with": "lock", "when": "asked"]),
        Element("record", ["android": "com.example"]), link,
        Element("app", ["clip": "ABCDE12345.a", "entitlements": "appclips:a.example"]),
        Element(
          "app",
          [
            "android": "com.example", "certificate": certificate, "filters": "a.example/s/*",
            "links": "all",
          ]),
        Element(
          "app", ["android": "com.a", "certificate": certificate, "links": "listed"],
          [Element("open", ["path": "/a"])]),
        Element(
          "rows",
          [
            "from": "a.csv", "encoding": "utf-8", "header": "1", "id": "{id}", "trim": "yes",
            "nfc": "no",
          ],
          [
            Element("column", ["name": "city", "as": "n.a"]),
            Element("token", ["name": "t", "length": "8"]),
          ]),
      ]),
    Element(
      "job", ["xmlns": namespace, "id": "a"],
      [
        link, Element("protect", ["with": "nothing"]),
        Element("rows", ["count": "2", "start": "3", "digits": "4"]),
      ]),
  ]
}
