// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import NDEF
import StrictJSON
import TestSupport
import Testing

/// The vectors collected from the specifications and from other libraries' tests.
@Suite(.enabled(if: SharedFacts.have("data/ndef-vectors.json"), "\(SharedFacts.areMissing)"))
struct SharedVectorTests {
  static let file = try? SharedFacts.json("data/ndef-vectors.json")

  @Test func messages() {
    #expect(Self.file?["vectors"]?.elements?.count == 228)
    for vector in Self.file?["vectors"]?.elements ?? [] {
      let name = vector["id"]?.string ?? "?"
      let bytes = hex(vector["hex"]?.string ?? "?")
      let records = vector["records"]?.elements?.map(Self.record)
      let rule = vector["strict_error"]?.string

      switch decoded(bytes) {
      case .success(let found):
        #expect(rule == nil && found == records, "\(name)")
        #expect(decoded(bytes, .tolerant) == .success(found), "\(name)")
        if let message = try? NDEFMessage(found).encoded() {
          #expect(decoded(message) == .success(found), "\(name)")
        } else {
          Issue.record("\(name) was read but cannot be written")
        }
      case .failure(let error):
        #expect(error.rule.rawValue == rule, "\(name)")
        #expect((try? decoded(bytes, .tolerant).get()) == records, "\(name)")
      }
      for (record, facts) in zip(records ?? [], vector["records"]?.elements ?? []) {
        Self.compare(record, with: facts, name)
      }
    }
  }

  @Test func ranges() {
    for range in Self.file?["ranges"]?.elements ?? [] {
      guard let prefixes = range["hex_prefixes_of"]?.string else { continue }
      for length in 0..<hex(prefixes).count {
        let cut = Array(hex(prefixes).prefix(length))
        #expect((try? decoded(cut, .tolerant).get()) == nil)
      }
    }
  }

  @Test func encoding() throws {
    for entry in Self.file?["encode"]?.elements ?? [] {
      guard let uri = entry["uri"]?.string else { continue }
      let record = try NDEFRecord.uri(uri)
      if let payload = entry["payload"]?.string { #expect(record.payload == hex(payload)) }
      if let message = entry["hex"]?.string {
        #expect(try NDEFMessage([record]).encoded() == hex(message))
      }
    }
  }

  private static func record(_ facts: JSONNode) -> NDEFRecord {
    NDEFRecord(
      tnf: TypeNameFormat(rawValue: UInt8(facts["tnf"]?.number?.int ?? 6)) ?? .unchanged,
      type: hex(facts["type"]?.string ?? ""), id: hex(facts["id"]?.string ?? ""),
      payload: hex(facts["payload"]?.string ?? ""))
  }

  /// What the vectors pass over: they note some of it, and give it no rule.
  private static let unjudged: Set<Rule> = [.actionMalformed, .sizeMalformed, .typeMalformed]

  private static func compare(_ record: NDEFRecord, with facts: JSONNode, _ name: String) {
    let view = record.view
    let rule = ["uri_error", "text_error", "smartposter_error"].compactMap { facts[$0]?.string }
    if rule.isEmpty, let flaw = view.flaw {
      #expect(Self.unjudged.contains(flaw.rule), "\(name)")
    } else {
      #expect(view.flaw?.rule.rawValue == rule.first, "\(name)")
    }
    if let uri = facts["uri"]?.string ?? facts["uri_relaxed"]?.string {
      #expect(view.content == .uri(uri), "\(name)")
    }
    if let uri = facts["absolute_uri"]?.string {
      #expect(view.content == .absoluteURI(uri), "\(name)")
    }
    if let text = facts["text"]?.string, let encoding = facts["encoding"]?.string {
      let expected = TextRecord(
        text, language: facts["lang"]?.string ?? "?", encoding: .init(rawValue: encoding) ?? .utf8)
      #expect(view.content == .text(expected), "\(name)")
    }
    if let facts = facts["smartposter"], case .smartPoster(let poster) = view.content {
      #expect(poster.uri == facts["uri"]?.string, "\(name)")
      for title in poster.titles {
        #expect(facts["titles"]?[title.language]?.string == title.text, "\(name)")
      }
      let count = 1 + poster.titles.count + poster.others.count + (poster.action == nil ? 0 : 1)
      #expect(count == facts["records"]?.number?.int, "\(name)")
    }
  }
}
