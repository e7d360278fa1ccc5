// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

@testable import TagKeys

/// One pair of the shared collection, which is outside the project: most machines have none.
private struct SharedPair: Sendable, CustomTestStringConvertible {
  var uid = ""
  var signature = ""
  var key: String?
  var verifies: Bool?

  var testDescription: String { uid }

  /// The collection writes UIDs of ISO 15693 chips now this way round, now the other.
  var shownUID: [UInt8] {
    let bytes = hex(uid)
    return bytes.count == 8 && bytes.last == 0xE0 ? bytes.reversed() : bytes
  }
}

private let shared =
  getenv("TAGPRESS_SHARED").map { String(cString: $0) } ?? packageRoot + "/../shared"
private let sharedText = (try? contents(of: shared + "/data/signatures.json")).map {
  String(decoding: $0, as: UTF8.self)
}

/// The collection has one member to a line, so this needs no JSON reader.
private func members(_ text: String) -> [(name: String, value: String)] {
  text.split(separator: "\n").compactMap { line in
    let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
    guard parts.count >= 3 else { return nil }
    let bare = parts[2].filter { $0.isLetter }
    return (String(parts[1]), parts.count >= 5 ? String(parts[3]) : bare)
  }
}

private let pairs: [SharedPair] = {
  var pairs: [SharedPair] = []
  for (name, value) in members(sharedText ?? "") {
    switch (name, pairs.indices.last) {
    case ("uid", _): pairs.append(SharedPair(uid: value))
    case ("signature", let last?): pairs[last].signature = value
    case ("key", let last?): pairs[last].key = value
    case ("verifies", let last?): pairs[last].verifies = value == "true"
    default: break
    }
  }
  return pairs
}()

/// The points of the collection's keys by its own names for them.
private let points: [String: [UInt8]] = {
  var points: [String: [UInt8]] = [:]
  var id = ""
  for (name, value) in members(sharedText ?? "") {
    if name == "id" { id = value }
    if name == "public_key" { points[id] = hex(value) }
  }
  return points
}()

/// Their makers sign a hash of the UID; TagPress does not read these tags' signatures.
private let hashed: Set<String> = ["vivokey", "st25ta", "st25tn", "st25tv"]

@Suite(.enabled(if: sharedText != nil, "\(SharedFacts.areMissing)"))
struct SharedSignatureTests {
  @Test func everyKeyIsOursLetterForLetter() {
    let ours = Set(OriginalityKey.published.map(\.uncompressedPoint))
    #expect(Set(points.filter { !hashed.contains($0.key) }.values) == ours)
    #expect(points.count == 22)
  }

  @Test(arguments: pairs)
  fileprivate func everyPairHasTheVerdictOfTheCollection(_ pair: SharedPair) throws {
    let verdict = SignatureChecker().verdict(signature: hex(pair.signature), uid: pair.shownUID)
    let verifies = try #require(pair.verifies as Bool?)
    guard verifies, let name = pair.key, !hashed.contains(name) else {
      if case .genuine(let key) = verdict { Issue.record("signed by \(key.name)") }
      return
    }
    let key = OriginalityKey.published.first { $0.uncompressedPoint == points[name] }
    #expect(verdict == .genuine(try #require(key)))
  }

  @Test func thePairsWereFound() {
    #expect(pairs.count > 40)
    #expect(pairs.count { $0.verifies == true } > 30)
  }
}
