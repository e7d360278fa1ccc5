// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SiteAssociation
import StrictJSON
import TestSupport
import Testing

/// Random texts from one seed.
private struct RandomTexts {
  var random: Splitmix64

  mutating func word(_ letters: [String], _ count: ClosedRange<Int>) -> String {
    (0..<Int.random(in: count, using: &random)).map { _ in
      letters.randomElement(using: &random) ?? ""
    }.joined()
  }

  mutating func isOne(of count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
}

/// Percent-encoded as the values of templates are.
private func encoded(_ text: String) -> String {
  text.utf8.map { byte in
    let isPlain =
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
      || (0x61...0x7A).contains(byte) || "-._~".utf8.contains(byte)
    let digits = String(byte, radix: 16, uppercase: true)
    return isPlain ? String(Unicode.Scalar(byte)) : "%" + (digits.count < 2 ? "0" : "") + digits
  }.joined()
}

@Test func `what our matcher says for certain is what Android does, for random rules`() throws {
  let seed: UInt64 = 0xA0D
  var source = RandomTexts(random: Splitmix64(seed: seed))
  let signs = ["a", "b", "/", "*", "?", ".", "ä", "😀", "😁", "%", "&", ";", "=", "+"]
  let written = ["a", "b", "/", ".", "%C3%A4", "%F0%9F%98%80", "%F0%9F%98%81", "%25", "%2F", "%26"]
  let tail = written + ["&", ";", "=", "k=", "%3D", "+", "k"]
  var certain = (opens: 0, shut: 0)
  for _ in 0..<1500 {
    let rules = (0..<Int.random(in: 1...3, using: &source.random)).map { _ in
      var members: [(key: String, value: JSONValue)] = []
      if !source.isOne(of: 4) { members.append(("/", .string("/" + source.word(signs, 0...4)))) }
      if source.isOne(of: 3) {
        members.append(("?", ["k": .string(source.word(signs, 1...3))]))
      }
      if source.isOne(of: 4) { members.append(("#", .string(source.word(signs, 1...3)))) }
      if source.isOne(of: 3) { members.append(("exclude", true)) }
      if members.isEmpty { members.append(("/", "*")) }
      return JSONValue.object(members)
    }
    // A rule that only excludes is no group for Android, so each has something to match.
    guard rules.allSatisfy({ $0 != ["exclude": true] }) else { continue }
    let file = androidFile(JSONValue.array(rules).compact)
    var matcher = try androidMatcher(file)
    let reading = try AndroidReading(file, decodes: true)
    for _ in 0..<10 {
      var link = "https://example.com/" + source.word(written, 0...4)
      if source.isOne(of: 2) { link += "?" + source.word(tail, 0...5) }
      if source.isOne(of: 3) { link += "#" + source.word(written, 0...3) }
      guard let verdict = matcher.match(Array(link.utf8)).first, verdict.doubt == nil else {
        continue
      }
      let opens = verdict.verdict == .opens
      if opens { certain.opens += 1 } else { certain.shut += 1 }
      #expect(reading.opens(link) == opens, "seed \(seed): \(file) \(link)")
    }
  }
  #expect(certain.opens > 500 && certain.shut > 5000)
}

@Test func `generated rules open every link of a job, decoded or not`() throws {
  let seed: UInt64 = 0x6E4
  var source = RandomTexts(random: Splitmix64(seed: seed))
  let values = [
    "a", "B", "7", "ü", "é", "e\u{301}", "😀", "%", "/", "?", "#", "&", ";", "=", "*", "$", "+", " ",
    ".", "\\", "~", "\u{0}",
  ]
  let fixed = ["a", "b", "-", ".", "*", "$", "+", "$(lang)"] + values.map(encoded)
  func parts(_ letters: [String]) -> [LinkShape.Part] {
    (0..<Int.random(in: 0..<5, using: &source.random)).map { _ in
      source.isOne(of: 2) ? .variable : .literal(source.word(letters, 1...3))
    }
  }
  var opened = 0
  var limits: Set<AndroidLimit> = []
  for _ in 0..<1000 {
    let shape = LinkShape(
      path: source.isOne(of: 20) ? [] : [.literal("/")] + parts(fixed + ["/", ";", "=", "&"]),
      query: source.isOne(of: 2) ? parts(fixed + ["=", "&", "a=", "&b=", ";", "?", "/"]) : [],
      fragment: source.isOne(of: 3) ? parts(fixed + ["=", "&", "/", "?"]) : [])
    let rule = LinkRule(shape)
    limits.formUnion(rule.limitsOnAndroid)
    let plan = shopPlan([rule])
    let file = try #require(try plan.androidFile())
    var apple = AppleMatcher(
      AppleAssociation(try JSONDocument(reading: Array(try #require(try plan.appleFile()).utf8))))
    var android = AndroidMatcher(AndroidAssociation(try JSONDocument(reading: Array(file.utf8))))
    let sure = android.sureOpening
    let readings = [
      try AndroidReading(file, decodes: true), try AndroidReading(file, decodes: false),
    ]
    for _ in 0..<5 {
      var hasSlashInPath = false
      func text(_ parts: [LinkShape.Part], isPath: Bool = false) -> String {
        parts.map { part in
          if case .literal(let text) = part { return text }
          let value = source.word(values, 1...3)
          if isPath && value.contains("/") { hasSlashInPath = true }
          return encoded(value)
        }.joined()
      }
      let path = text(shape.path, isPath: true)
      let (query, fragment) = (text(shape.query), text(shape.fragment))
      let link =
        "https://shop.org" + path + (query.isEmpty ? "" : "?" + query)
        + (fragment.isEmpty ? "" : "#" + fragment)
      let place: Comment = "seed \(seed): \(shape) \(link) \(file)"
      // What Apple's systems make of two slashes at the beginning is not known.
      if !path.hasPrefix("//") {
        #expect(apple.match(Array(link.utf8)).map(\.verdict) == [.opens], place)
      }
      let isSure = sure?.opens(Array(link.utf8).span, pathFrom: 16) == true
      #expect(!isSure || android.match(Array(link.utf8)).map(\.verdict) == [.opens], place)
      // The generator has said that these cannot be had.
      let cannotBeHad = rule.limitsOnAndroid.contains { limit in
        switch limit {
        case .slashInValue: hasSlashInPath || shape.path.contains { $0.hasEncodedSlash }
        default: true
        }
      }
      if cannotBeHad { continue }
      opened += 1
      // Encoded once more, a link is read as it was written.
      let asWritten = link.split(separator: "%", omittingEmptySubsequences: false)
        .joined(separator: "%25")
      for link in [link, asWritten] {
        let verdict = android.match(Array(link.utf8)).first
        #expect(verdict?.verdict == .opens && verdict?.doubt == nil, place)
      }
      for reading in readings { #expect(reading.opens(link), place) }
    }
  }
  #expect(opened > 2500)
  #expect(limits.contains(.emptyPath) && limits.contains(.slashInValue))
}

extension LinkShape.Part {
  fileprivate var hasEncodedSlash: Bool {
    if case .literal(let text) = self { text.contains("%2F") } else { false }
  }
}
