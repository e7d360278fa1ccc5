// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import SiteFetch

struct HostAddressTests {
  @Test(
    arguments: [
      ("127.0.0.1", .ipv4, "127.0.0.1"), ("[::1]", .ipv6, "::1"),
      ("2001:db8::1", .ipv6, "2001:db8::1"),
    ] as [(String, AddressFamily, String)])
  func reads(_ text: String, _ family: AddressFamily, _ plain: String) throws {
    let address = try #require(HostAddress(text))
    #expect(address.family == family && address.text == plain)
  }

  @Test(arguments: ["", "[127.0.0.1]", "1.2.3", "go.example.com", "[::1", "::1]", "fe80::1%lo"])
  func refuses(_ text: String) {
    #expect(HostAddress(text) == nil)
  }

  /// The loopback is on every machine that runs tests; its IPv6 is not.
  @Test func thereIsAWayToTheLoopback() throws {
    #expect(try #require(HostAddress("127.0.0.1")).wayOut == .open)
  }
}
