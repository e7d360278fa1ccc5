// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagKeys

struct PasswordKeyTests {
  @Test func newKeysDiffer() throws {
    let keys = try (0..<16).map { _ in try PasswordKey(name: "spring") }
    #expect(Set(keys.map(\.id)).count == keys.count)
    for key in keys {
      #expect(key.withBytes { $0.contains { $0 != 0 } })
    }
  }

  @Test func idFollowsFromTheKeyAndNotFromTheName() throws {
    let one = try PasswordKey(name: "one", bytes: Array(0..<32))
    let two = try PasswordKey(name: "two", bytes: Array(0..<32))
    #expect(one.id == two.id)
    #expect(one.id == PasswordKeyID("5057309A"))
    #expect(one.id == PasswordKeyID("5057309a"))
    #expect(PasswordKeyID(value: 0x1F).description == "0000001F")
  }

  @Test(arguments: ["", "5057309", "5057309A0", "5057309G", "+057309A", " 057309A"])
  func whatIsNoIDIsRefused(_ text: String) {
    #expect(PasswordKeyID(text) == nil)
  }

  @Test(arguments: [0, 31, 33, 64])
  func keysHave32Bytes(_ count: Int) {
    #expect(throws: PasswordKeyError.length(count)) {
      try PasswordKey(name: "x", bytes: [UInt8](repeating: 1, count: count))
    }
  }

  @Test(arguments: [
    ("spring 2026", true), ("Frühling – Läden", true), ("春", true),
    (String(repeating: "x", count: 60), true), (String(repeating: "x", count: 61), false),
    ("", false), (" x", false), ("x ", false), ("a\nb", false), ("a\u{1B}[2J", false),
    ("a\u{202E}b", false), ("a\u{0}b", false), ("a\u{2028}b", false), ("a\tb", false),
  ])
  func namesShowAsTheyAre(_ name: String, _ isAllowed: Bool) {
    #expect(PasswordKey.isNameAllowed(name) == isAllowed)
  }
}
