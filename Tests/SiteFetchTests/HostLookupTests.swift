// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import SiteFetch

struct HostLookupTests {
  private func addresses(_ texts: String...) -> AddressLookup {
    .found(texts.compactMap { HostAddress($0) })
  }

  private func lookUp(_ host: String, _ routes: [String] = []) -> [AddressFamily: AddressLookup] {
    SiteFetch.lookUp(
      host, port: 443, routes: routes.compactMap { Route($0) }, timeLimit: .seconds(60))
  }

  @Test func anAddressIsNotLookedUp() {
    #expect(lookUp("192.0.2.1") == [.ipv4: addresses("192.0.2.1"), .ipv6: .none])
    #expect(lookUp("[2001:db8::1]") == [.ipv4: .none, .ipv6: addresses("2001:db8::1")])
  }

  /// Who gives one family says nothing about the other.
  @Test func givenAddressesTakeThePlaceOfTheDNS() {
    let routes = ["h.invalid:443:10.0.0.1", "h.invalid:443:10.0.0.2", "h.invalid:8443:[::1]"]
    #expect(
      lookUp("h.invalid", routes) == [.ipv4: addresses("10.0.0.1", "10.0.0.2"), .ipv6: .notGiven])
    #expect(
      lookUp("h.invalid", routes + ["h.invalid:443:::2"])
        == [.ipv4: addresses("10.0.0.1", "10.0.0.2"), .ipv6: addresses("::2")])
  }

  @Test func theResolverIsAsked() {
    #expect(lookUp("localhost")[.ipv4] == addresses("127.0.0.1"))
  }

  /// A resolver without an answer leaves it open whether there is an address.
  @Test func noTimeIsNoAnswer() {
    let lookups = SiteFetch.lookUp("h.invalid", port: 443, routes: [], timeLimit: .zero)
    for lookup in lookups.values { #expect(lookup == .failed || lookup == .none) }
  }
}
