// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SiteAssociation
import StrictJSON
import TestSupport
import Testing

/// Random rules, links and what the matcher says, from one seed.
private struct RandomRules {
  var random: Splitmix64

  mutating func word(_ letters: String, upTo count: Int) -> String {
    let letters = Array(letters)
    return String(
      (0..<Int.random(in: 0...count, using: &random)).map { _ in
        letters[Int.random(in: 0..<letters.count, using: &random)]
      })
  }

  mutating func component() -> String {
    var members = ["\"/\":\"/\(word("ab/*?", upTo: 6))\""]
    if Bool.random(using: &random) { members.append("\"?\":{\"k\":\"\(word("ab*?", upTo: 3))\"}") }
    if Bool.random(using: &random) { members.append("\"exclude\":true") }
    return "{\(members.joined(separator: ","))}"
  }

  mutating func links() -> [[UInt8]] {
    (0..<20).map { _ in
      Array("https://shop.org/\(word("ab/", upTo: 6))?k=\(word("ab", upTo: 2))".utf8)
    }
  }
}

private func verdicts(_ components: [String], _ links: [[UInt8]]) throws -> [LinkVerdict] {
  let file = appleFile("\"components\":[\(components.joined(separator: ","))]")
  var matcher = AppleMatcher(AppleAssociation(try JSONDocument(reading: Array(file.utf8))))
  return links.flatMap { matcher.match($0).map(\.verdict) }
}

@Test func `adding a rule that never matches changes nothing`() throws {
  let seed: UInt64 = 0xADD
  var source = RandomRules(random: Splitmix64(seed: seed))
  for _ in 0..<300 {
    var components = (0..<4).map { _ in source.component() }
    let links = source.links()
    let before = try verdicts(components, links)
    // A digit is in no path and no value of the links.
    let never = [#"{"/":"/*7*"}"#, #"{"/":"*","?":{"k":"7*"},"exclude":true}"#, ##"{"#":"?*"}"##]
    components.insert(
      never.randomElement(using: &source.random) ?? never[0],
      at: Int.random(in: 0...components.count, using: &source.random))
    #expect(try verdicts(components, links) == before, "seed \(seed): \(components)")
  }
}

@Test func `reordering rules that have no link in common changes nothing`() throws {
  let seed: UInt64 = 0xD15
  var source = RandomRules(random: Splitmix64(seed: seed))
  for _ in 0..<300 {
    // The first letter keeps them apart.
    let components = ["a", "b", "c", "d"].map { letter in
      "{\"/\":\"/\(letter)\(source.word("ab/*?", upTo: 4))\",\"exclude\":\(Bool.random(using: &source.random))}"
    }
    let links = source.links()
    #expect(
      try verdicts(components, links)
        == verdicts(components.shuffled(using: &source.random), links),
      "seed \(seed): \(components)")
  }
}

@Test func `a rule that the linter calls unreachable never decides`() throws {
  let seed: UInt64 = 0x17
  var source = RandomRules(random: Splitmix64(seed: seed))
  var unreachable = 0
  for _ in 0..<500 {
    let components = (0..<3).map { _ in source.component() }
    let file = appleFile("\"components\":[\(components.joined(separator: ","))]")
    let document = try JSONDocument(reading: Array(file.utf8))
    let association = AppleAssociation(document)
    let dead = AssociationLint(Array(file.utf8), kind: .apple).findings.filter {
      [.unreachable, .deadExclude, .parentIsCovered].contains($0.rule)
    }
    unreachable += dead.count
    var matcher = AppleMatcher(association)
    for link in source.links() {
      guard let place = matcher.match(link).first?.rule else { continue }
      let position = association.entries[place.entry].rules[place.rule].position
      #expect(!dead.contains { $0.position == position }, "seed \(seed): \(file)")
    }
  }
  #expect(unreachable > 50)
}
