// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

@testable import StrictJSON

struct JSONEditTests {
  private func document(_ text: String) throws -> JSONDocument {
    try #require(JSONLint(Array(text.utf8)).document)
  }

  private func expect(
    _ edited: [UInt8], _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(String(decoding: edited, as: UTF8.self) == expected, sourceLocation: sourceLocation)
    #expect(JSONLint(edited).document != nil, sourceLocation: sourceLocation)
  }

  static let app: JSONValue = ["id": "x", "paths": ["/a"]]

  /// An array as `list` of the root or as the root, and the same with one more element.
  static let arrays: [(before: String, after: String)] = [
    ("[]", "[\n  {\n    \"id\": \"x\",\n    \"paths\": [\n      \"/a\"\n    ]\n  }\n]"),
    ("[1]", "[1,{\"id\":\"x\",\"paths\":[\"/a\"]}]"),
    ("[1, 2]\n", "[1, 2, {\"id\":\"x\", \"paths\":[\"/a\"]}]\n"),
    ("[ {\"a\": 1} ]", "[ {\"a\": 1}, {\"id\": \"x\", \"paths\": [\"/a\"]} ]"),
    (
      "[\r\n\t{\r\n\t\t\"a\" : 1\r\n\t}\r\n]\r\n",
      "[\r\n\t{\r\n\t\t\"a\" : 1\r\n\t},\r\n\t{\r\n\t\t\"id\" : \"x\",\r\n"
        + "\t\t\"paths\" : [\r\n\t\t\t\"/a\"\r\n"
        + "\t\t]\r\n\t}\r\n]\r\n"
    ),
    (
      "\u{FEFF}[\n    {\"a\": [1, 2]}\n]",
      "\u{FEFF}[\n    {\"a\": [1, 2]},\n    {\"id\": \"x\", \"paths\": [\"/a\"]}\n]"
    ),
    (
      "[{\n  \"a\": 1\n}, {\n  \"b\": 2\n}]",
      "[{\n  \"a\": 1\n}, {\n  \"b\": 2\n}, {\n  \"id\": \"x\",\n"
        + "  \"paths\": [\n    \"/a\"\n  ]\n}]"
    ),
    (
      "[\n  1, // one\n]",
      "[\n  1,\n  {\n    \"id\": \"x\",\n    \"paths\": [\n      \"/a\"\n    ]\n  }, // one\n]"
    ),
  ]

  @Test(arguments: arrays)
  func appendsElements(before: String, after: String) throws {
    expect(try document(before).appending(elements: [Self.app], to: []), after)
  }

  @Test func fillsEmptyBracketsInsideATextWithLines() throws {
    let before = try document("{\n   \"a\": {\n      \"details\": [ \n ]\n   }\n}\n")
    expect(
      try before.appending(elements: [1, ["x": 2]], to: ["a", "details"]),
      "{\n   \"a\": {\n      \"details\": [\n         1,\n         {\n            \"x\": 2\n"
        + "         }\n      ]\n   }\n}\n")
  }

  @Test func fillsEmptyBracketsInsideOneLine() throws {
    let before = try document("{\"a\": {}, \"b\": [1, 2]}\n")
    expect(
      try before.appending(members: [("x", 1), ("y", [2])], to: ["a"]),
      "{\"a\": {\"x\": 1, \"y\": [2]}, \"b\": [1, 2]}\n")
  }

  @Test func appendsMembers() throws {
    let before = try document("{\n  \"a\": 1.0,\n  \"b\": []\n}")
    expect(
      try before.appending(members: [("c", [1]), ("d", "\u{1B}")], to: []),
      "{\n  \"a\": 1.0,\n  \"b\": [],\n  \"c\": [\n    1\n  ],\n  \"d\": \"\\u001B\"\n}")
  }

  @Test func refusesPathsThatDoNotFit() throws {
    let text = try document("{\"a\": [1], \"K\": 2}")
    #expect(throws: JSONEditError.nothingThere(step: 1)) {
      try text.appending(elements: [1], to: ["a", 1])
    }
    #expect(throws: JSONEditError.nothingThere(step: 0)) {
      try text.appending(elements: [], to: [-1])
    }
    #expect(throws: JSONEditError.nothingThere(step: 0)) {
      try text.appending(elements: [], to: ["\u{212A}"])
    }
    #expect(throws: JSONEditError.notAnArray(text.position(of: 0))) {
      try text.appending(elements: [1], to: [])
    }
    #expect(throws: JSONEditError.notAnObject(text.position(of: 6))) {
      try text.appending(members: [("x", 1)], to: ["a"])
    }
    #expect(throws: JSONEditError.keyIsTaken("a", text.position(of: 1))) {
      try text.appending(members: [("a", 1)], to: [])
    }
  }

  @Test func refusesWhatItsOwnReaderWouldRefuse() throws {
    let text = try document("{\"a\": [[]], \"b\": {}}")
    #expect(throws: JSONEditError.keyIsTwice("x")) {
      try text.appending(members: [("x", 1), ("y", 2), ("x", 3)], to: [])
    }
    #expect(throws: JSONEditError.keyIsTwice("k")) {
      try text.appending(elements: [.object([("k", 1), ("k", 2)])], to: ["a"])
    }
    // The letter K and the Kelvin sign are two keys.
    _ = try text.appending(members: [("K", 1), ("\u{212A}", 2)], to: [])
    func nested(_ depth: Int) -> JSONValue {
      (0..<depth).reduce(1) { value, _ in .array([value]) }
    }
    let room = JSONLimits.depth
    #expect(
      JSONLint(try text.appending(elements: [nested(room - 3)], to: ["a", 0])).findings == [])
    #expect(throws: JSONEditError.tooDeep) {
      try text.appending(elements: [nested(room - 2)], to: ["a", 0])
    }
    #expect(throws: JSONEditError.tooDeep) {
      try text.appending(members: [("x", nested(room - 1))], to: ["b"])
    }
  }

  @Test func takesAsManyMembersAsThereAre() throws {
    let (few, many) = (try secondsToAppend(500), try secondsToAppend(20_000))
    // Forty times as many take about forty times as long on any machine; comparing each with each
    // would take 1600 times as long.
    #expect(many < few * 300)
  }

  /// How long it takes to put so many members behind as many others.
  private func secondsToAppend(_ count: Int) throws -> Double {
    let first = (0..<count).map { (key: "key\($0)", value: JSONValue.integer($0)) }
    let text = try JSONDocument(reading: Array(JSONValue.object(first).pretty.utf8))
    let more = (0..<count).map { (key: "more\($0)", value: JSONValue.integer($0)) }
    let started = Self.processorSeconds
    let edited = try text.appending(members: more, to: [])
    let used = Self.processorSeconds - started
    #expect(try JSONDocument(reading: edited).root.members?.count == 2 * count)
    return used
  }

  /// What this thread has used, because other tests run at the same time.
  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test func puttingAnElementBeforeAnother() throws {
    for (text, number, expected) in [
      ("[1, 3]", 1, "[1, 2, 3]"), ("[1, 3]", 0, "[2, 1, 3]"), ("[1, 3]", 2, "[1, 3, 2]"),
      ("[1,3]", 1, "[1,2,3]"), ("[\n  1,\n  3\n]", 1, "[\n  1,\n  2,\n  3\n]"),
      ("[\n  3\n]", 0, "[\n  2,\n  3\n]"), ("[\n  3\n]", 1, "[\n  3,\n  2\n]"),
    ] {
      let edited = try document(text).inserting(2, at: number, in: [])
      #expect(String(decoding: edited, as: UTF8.self) == expected, "\(text)")
    }
    for text in ["[1, 3, 5]", "[1,3,5]", "[\n  1,\n  3,\n  5\n]"] {
      let items: [(Int, JSONValue)] = [(0, 0), (1, 2), (2, 4), (3, 6), (3, 7)]
      let edited = try document(text).inserting(items.map { ($0.0, $0.1) }, in: [])
      var steps = Array(text.utf8)
      for (number, item) in items.reversed() {
        steps = try JSONDocument(reading: steps).inserting(item, at: number, in: [])
      }
      #expect(edited == steps)
      #expect(try JSONDocument(reading: edited).root.value == [0, 1, 2, 3, 4, 5, 6, 7])
    }
    let empty = try document("[]").inserting(2, at: 0, in: [])
    #expect(try JSONDocument(reading: empty).root.value == [2])
    #expect(throws: (any Error).self) { try document("{}").inserting(2, at: 0, in: []) }
  }

  /// Every edit means what it says, and everything else stays, in random texts of both layouts.
  @Test(arguments: 0..<100 as Range<UInt64>)
  func changesNothingElse(seed: UInt64) throws {
    var random = Splitmix64(seed: seed)
    let value: JSONValue = ["list": .array([.random(depth: 3, using: &random)]), "more": [1, [:]]]
    let added = JSONValue.random(depth: 2, using: &random)
    for text in [value.pretty, value.compact] {
      let before = try document(text)
      let edited = try before.appending(elements: [added, added], to: ["list"])
      let after = try JSONDocument(reading: edited)
      let list = try #require(after.node(at: ["list"])?.elements)
      #expect(list.suffix(2).map(\.value) == [added, added])
      let end = try #require(before.node(at: ["list", 0])).range.upperBound
      #expect(edited.starts(with: before.bytes[..<end]))
      #expect(edited.suffix(before.bytes.count - end) == before.bytes[end...])
      // A text in the layout of the writer stays in it.
      let whole: JSONValue = [
        "list": .array(list.map(\.value)), "more": [1, [:]],
      ]
      #expect(
        String(decoding: edited, as: UTF8.self)
          == (text == value.pretty ? whole.pretty : whole.compact))
    }
  }
}
