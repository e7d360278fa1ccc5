// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagKeys

struct TagPasswordTests {
  func exampleKey() throws -> PasswordKey {
    try PasswordKey(name: "example", bytes: Array(0..<32))
  }

  /// The last UID gives PACK 0000 with count 0 and shows the count 1.
  @Test(arguments: [
    ("043991C2FC6780", "17BF4DBE", "19F2"),
    ("04B8313A307380", "E1C7A523", "C0C3"),
    ("04100000010E77", "11AE43DA", "E625"),
  ])
  func passwordFollowsFromKeyAndUID(_ uid: String, _ password: String, _ pack: String) throws {
    let expected = TagPassword(password: hex(password), acknowledgement: hex(pack))
    #expect(try exampleKey().tagPassword(uid: hex(uid)) == expected)
  }

  @Test func anotherKeyGivesAnotherPassword() throws {
    let other = try PasswordKey(name: "example", bytes: Array(1...32))
    let uid = hex("043991C2FC6780")
    #expect(try other.tagPassword(uid: uid) != exampleKey().tagPassword(uid: uid))
  }

  @Test(arguments: [0, 4, 6, 8, 10])
  func onlyUIDsOf7BytesHaveAPassword(_ count: Int) throws {
    let key = try exampleKey()
    #expect(throws: PasswordKeyError.uidLength(count)) {
      try key.tagPassword(uid: [UInt8](repeating: 4, count: count))
    }
  }

  @Test(arguments: [
    ("00000000", "1234", true), ("FFFFFFFF", "1234", true), ("12345678", "0000", true),
    ("00000001", "1234", false), ("FFFFFFFE", "1234", false), ("12345678", "0001", false),
    ("12345678", "FFFF", false),
  ])
  func valuesThatMeanNoneAreKnown(_ password: String, _ pack: String, _ isUnset: Bool) {
    #expect(TagPassword.looksUnset(password: hex(password), acknowledgement: hex(pack)) == isUnset)
  }

  @Test func aPasswordIsNeverPrinted() throws {
    let password = try exampleKey().tagPassword(uid: hex("043991C2FC6780"))
    var dumped = ""
    dump(password, to: &dumped)
    for text in ["\(password)", String(reflecting: password), dumped] {
      #expect(!text.contains("23") && !text.contains("17"), "\(text)")
    }
  }
}
