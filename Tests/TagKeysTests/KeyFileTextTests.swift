// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import TagKeys

struct KeyFileTextTests {
  static let digits = "000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F"
  static let whole = """
    tagpress password key 1
    # This file is a secret. TagPress makes the passwords of tags from it.
    # Anyone with a copy can change those tags. Without it, no one can ever change them again.
    # Back it up before the first tag: copy it to a second place that only you can read,
    # or print it. Keep its name, its lines and its permissions (chmod 600) as they are.
    # Never mail it. It is needed for as long as the tags hang on a wall.
    # The id is no secret: it tells which key a tag was protected with.
    name: spring 2026
    id: 5057309A
    key: \(digits)

    """

  func read(_ text: String) throws(KeyFileFault) -> PasswordKey {
    try KeyFileText.key(from: Array(text.utf8))
  }

  @Test func wholeFileIsWritten() throws {
    let key = try PasswordKey(name: "spring 2026", bytes: Array(0..<32))
    #expect(String(decoding: KeyFileText.bytes(of: key), as: UTF8.self) == Self.whole)
  }

  @Test func wholeFileIsRead() throws {
    let key = try read(Self.whole)
    #expect(key.name == "spring 2026")
    #expect(key.id.description == "5057309A")
    #expect(key.withBytes { Array($0) } == Array(0..<32))
  }

  /// What people and their editors do to a file without harm.
  @Test(arguments: [
    String(whole.dropLast()),
    String(whole.map { $0 == "\n" ? "\r\n" : $0 }),
    "tagpress password key 1\n\nkey: \(digits.lowercased())\nid: 5057309a\n# mine\nname: x\n\n",
  ])
  func harmlessChangesAreRead(_ text: String) throws {
    #expect(try read(text).id.description == "5057309A")
  }

  @Test(
    arguments: [
      ("", .notAKeyFile),
      ("tagpress password key \n", .notAKeyFile),
      ("tagpress password key one\n", .notAKeyFile),
      ("\u{FEFF}" + whole, .notAKeyFile),
      ("tagpress password key +1\n", .notAKeyFile),
      ("tagpress password key 01\n", .notAKeyFile),
      ("tagpress password key 0\n", .notAKeyFile),
      ("tagpress password key 99999999999999999999\n", .notAKeyFile),
      ("tagpress password key 2\nanything", .version(2)),
      ("tagpress password key 1", .missing(.name)),
      ("tagpress password key 1\nname: x", .missing(.id)),
      ("tagpress password key 1\nname: x\nid: 5057309A", .missing(.key)),
      ("tagpress password key 1\nname: x\nid: 5057309A\nkey:", .damagedLine(4)),
      ("tagpress password key 1\nname: x\nid: 5057309A\nkey: 00", .damagedLine(4)),
      ("tagpress password key 1\nname: x\nid: 5057309A\nkey: \(digits)00", .damagedLine(4)),
      (
        "tagpress password key 1\nname: x\nid: 5057309A\nkey: G\(digits.dropFirst())",
        .damagedLine(4)
      ),
      ("tagpress password key 1\n\nid: 5057309\nname: x\nkey: \(digits)", .damagedLine(3)),
      ("tagpress password key 1\nid: \nname: x\nkey: \(digits)", .damagedLine(2)),
      ("tagpress password key 1\nname: x\nname: y", .repeatedLine(3)),
      ("tagpress password key 1\nnot a field", .damagedLine(2)),
      ("tagpress password key 1\nname: a\tb\nid: 5057309A\nkey: \(digits)", .key(.name)),
      ("tagpress password key 1\n#" + String(repeating: "x", count: 10_000), .tooLarge),
    ] as [(String, KeyFileFault)])
  func damageIsNamed(_ text: String, _ expected: KeyFileFault) {
    #expect(throws: expected) { try read(text) }
  }

  @Test func aNameThatIsNotUTF8IsNamed() {
    let text =
      Array("tagpress password key 1\nname: ".utf8) + [0xC3]
      + Array("\nid: 5057309A\nkey: \(Self.digits)\n".utf8)
    #expect(throws: KeyFileFault.damagedLine(2)) { try KeyFileText.key(from: text) }
  }

  @Test func everyTruncationIsRefused() {
    // Without the closing line feed the file is whole.
    for count in 0..<(Self.whole.utf8.count - 1) {
      #expect(throws: KeyFileFault.self, "\(count) bytes") {
        try KeyFileText.key(from: Array(Self.whole.utf8.prefix(count)))
      }
    }
  }

  @Test func everyChangedDigitOfTheKeyIsNoticed() throws {
    let start = Self.whole.utf8.count - 65
    for place in start..<(start + 64) {
      var text = Array(Self.whole.utf8)
      text[place] = text[place] == UInt8(ascii: "7") ? UInt8(ascii: "8") : UInt8(ascii: "7")
      let error = #expect(throws: KeyFileFault.self) { try KeyFileText.key(from: text) }
      guard case .wrongID(let stored, _) = error else {
        Issue.record("digit \(place - start)")
        continue
      }
      #expect(stored.description == "5057309A")
    }
  }

  /// Any bytes at all end in an error or a key, never in a trap; the seed replays them.
  @Test(arguments: [UInt64(1), 2, 3])
  func randomDamageNeverTraps(_ seed: UInt64) {
    var random = Splitmix64(seed: seed)
    for _ in 0..<2000 {
      var text = Array(Self.whole.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        text[Int.random(in: text.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      if let key = try? KeyFileText.key(from: text) { #expect(key.id.description == "5057309A") }
    }
  }
}
