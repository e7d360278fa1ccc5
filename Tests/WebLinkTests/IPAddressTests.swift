// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import WebLink

struct IPAddressTests {
  @Test(arguments: [
    ("0.0.0.0", true), ("255.255.255.255", true), ("1.2.3", false), ("1.2.3.4.5", false),
    ("", false),
    ("1.2.3.", false), (".1.2.3", false), ("1..2.3", false), ("256.0.0.1", false),
    ("01.2.3.4", false),
    ("1.2.3.4 ", false), ("1.2.3.1000", false),
  ])
  func readsVersion4(text: String, isAddress: Bool) {
    #expect(text.utf8.span.isIPv4Address == isAddress)
  }

  @Test(
    arguments: [
      ("::", true), ("::1", true), ("1::", true), ("1:2:3:4:5:6:7:8", true),
      ("1:2:3:4:5:6:7::", true),
      ("::2:3:4:5:6:7:8", true), ("1::8", true), ("::ffff:1.2.3.4", true),
      ("1:2:3:4:5:6:1.2.3.4", true),
      ("", false), (":", false), (":::", false), ("1:::2", false), ("1::2::3", false),
      (":1", false),
      ("1:", false), ("1:2:3:4:5:6:7", false), ("1:2:3:4:5:6:7:8:9", false),
      ("1:2:3:4:5:6:7::8", false),
      ("12345::", false), ("g::", false), ("::1.2.3", false), ("1.2.3.4", false),
      ("1:2:3:4:5:6:7:1.2.3.4", false),
      ("::1.2.3.4:5", false),
    ] as [(String, Bool)])
  func readsVersion6(text: String, isAddress: Bool) {
    #expect(text.utf8.span.isIPv6Address == isAddress)
  }
}
