// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagKeys
import TagMemory
import TestSupport
import Testing

@testable import TagReading

/// Locking an NTAG 424 as far as no key is needed; the rehearsals prove the rest on a card that has one.
struct Type4LockingTests {
  /// What the container says is only a declaration; the settings of both files of an NTAG 424 bind.
  @Test func anNTAG424IsLockedWhenNoOneCanWriteIt() throws {
    let cases: [(message: String, container: String, locks: Int)] = [
      ("0000FFEF000100", "0000FFEF200000", 0), ("0000FFEF000100", "000000E0200000", 1),
      ("0000F0EF000100", "0000FFEF200000", 1), ("0000E0EE000100", "000000E0200000", 2),
    ]
    for (message, container, locks) in cases {
      let card = try Self.declared(message, container)
      let tag = try openTag(card.tag, on: card)
      let order = TagOrder(message: Type4TagTests.message(20), lock: true)
      #expect(try tag.prepare(order) == TagPlan(locks: locks))
      if locks == 0 { #expect(try tag.lock() == .whole) }
      // A plan never tries a key.
      #expect(!card.asked.contains { $0.hasPrefix("9071") })
    }
  }

  /// An NTAG 424 with a message that says that it is read-only, and these settings of its files.
  private static func declared(_ message: String, _ container: String) throws -> FakeCard {
    let card = try Type4TagTests.card(
      hex("0017 20 0100 00FF 0406E104010000FF 0506E10500808283"),
      Type4TagTests.file(Type4TagTests.message(20), size: 256), ats: "7777710280")
    card.native[hex("90F5000001 02 00")] = hex(message) + [0x91, 0x00]
    card.native[hex("90F5000001 01 00")] = hex(container) + [0x91, 0x00]
    return card
  }

  /// The chip counts wrong keys: whatever it answers to one, it is not asked again.
  @Test func aKeyThatIsRefusedIsTriedOnce() throws {
    let challenge = [UInt8](repeating: 5, count: 16) + [0x91, 0xAF]
    let cases: [(first: [UInt8], second: [UInt8]?, TagError)] = [
      ([0x91, 0xAD], nil, .lockRefused(CardStatus(rawValue: 0x91AD))),
      // LRP in place of AES.
      ([0x91, 0x9D], nil, .lockRefused(CardStatus(rawValue: 0x919D))),
      (challenge, [0x91, 0xAE], .keyChanged),
      (challenge, [0x91, 0x7E], .lockRefused(CardStatus(rawValue: 0x917E))),
    ]
    for (first, second, error) in cases {
      let card = try Self.declared("0000E0EE000100", "000000E0200000")
      // After the select, the container and the settings of two files.
      card.trouble[5] = .answers(first)
      if let second { card.trouble[6] = .answers(second) }
      let tag = try openTag(card.tag, on: card)
      #expect(throws: error) { try tag.lock() }
      #expect(card.asked.filter { $0.hasPrefix("9071") }.count == 1)
      #expect(card.asked.filter { $0.hasPrefix("90AF") }.count == (second == nil ? 0 : 1))
    }
  }

  /// A tag that claims to have the key, and one that claims to be closed, are not believed.
  @Test func aTagThatProvesNothingIsNotCalledLocked() throws {
    let proof = [UInt8](repeating: 5, count: 32) + [0x91, 0x00]
    for answer in [proof, Array(proof.dropFirst())] {
      let card = try Self.declared("0000E0EE000100", "000000E0200000")
      card.native[hex("9071000002000000")] = [UInt8](repeating: 5, count: 16) + [0x91, 0xAF]
      card.answerToProof = answer
      let tag = try openTag(card.tag, on: card)
      #expect(throws: TagError.interrupted(nil, .corrupted)) { try tag.lock() }
      #expect(card.asked.filter { $0.hasPrefix("90AF") }.count == 3)
    }
  }

  /// An NTAG 424 that says anything while it is locked, what only a key could make included.
  @Test(arguments: [0xCA4D_0003, 0xCA4D_0004] as [UInt64])
  func randomAnswersLockNothing(seed: UInt64) throws {
    var random = Splitmix64(seed: seed)
    let sizes = [0, 1, 7, 8, 16, 17, 32]
    for _ in 0..<500 {
      let card = try Self.declared("0000E0EE000100", "000000E0200000")
      for index in 5..<60 where Int.random(in: 0...2, using: &random) == 0 {
        let words: [[UInt8]] = [[0x90, 0x00], [0x91, 0xAF], [0x91, 0x00], [0x91, 0xAE], []]
        let size = sizes.randomElement(using: &random) ?? 0
        card.trouble[index] = .answers(
          (0..<size).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            + (words.randomElement(using: &random) ?? []))
      }
      let tag = try openTag(card.tag, on: card)
      do throws(TagError) {
        _ = try tag.prepare(TagOrder(message: Type4TagTests.message(20), lock: true))
        Issue.record("called locked: \(try tag.lock()), seed \(seed)")
      } catch {
        continue
      }
    }
  }
}
