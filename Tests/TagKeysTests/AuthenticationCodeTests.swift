// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagKeys

struct AuthenticationCodeTests {
  /// RFC 4231, test cases 1 and 2.
  @Test(arguments: [
    (
      "0B0B0B0B0B0B0B0B0B0B0B0B0B0B0B0B0B0B0B0B", "Hi There",
      "B0344C61D8DB38535CA8AFCEAF0BF12B881DC200C9833DA726E9376C2E32CFF7"
    ),
    (
      "4A656665", "what do ya want for nothing?",
      "5BDCC146BF60754E6A042426089575C75A003F089D2739839DEC58B964EC3843"
    ),
  ])
  func codeIsThatOfTheStandard(_ key: String, _ message: String, _ code: String) {
    let found = hex(key).withUnsafeBytes { authenticationCode(of: Array(message.utf8), key: $0) }
    #expect(found == hex(code))
  }
}
