// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import WebLink

struct UnservedHostTests {
  @Test(
    arguments: [
      // RFC 2606 and RFC 6761, at any depth, and only as whole labels.
      ("https://example.com/1", .reserved), ("https://go.example.com/1", .reserved),
      ("https://EXAMPLE.NET", .reserved), ("https://a.b.example.org:8443/", .reserved),
      ("https://example.com./", .reserved), ("http://shop.test/", .reserved),
      ("https://example/", .reserved), ("https://a.invalid/", .reserved),
      ("https://myexample.com/", nil), ("https://example.com.de/", nil),
      ("https://test.de/", nil), ("https://invalid.net/", nil),
      ("https://xn--bcher-kva.example/", .reserved), ("https://bücher.example/", .reserved),
      // The phone itself.
      ("https://localhost/", .phoneItself), ("https://a.localhost:8080/", .phoneItself),
      ("http://127.0.0.1/", .phoneItself), ("http://127.255.0.9/", .phoneItself),
      ("http://0.0.0.0/", .phoneItself), ("http://[::1]:80/", .phoneItself),
      ("http://[0:0:0:0:0:0:0:1]/", .phoneItself), ("http://[::]/", .phoneItself),
      ("http://[::ffff:127.0.0.1]/", .phoneItself), ("http://[::ffff:7f00:1]/", .phoneItself),
      ("http://192.0.2.1/", nil), ("http://12.7.0.1/", nil), ("http://[2001:db8::1]/", nil),
      ("http://[::2]/", nil), ("http://[1::1]/", nil), ("http://[::1:0:0:1]/", nil),
      ("https://127.0.0.1.de/", nil), ("https://localhost.de/", nil),
      // One network.
      ("https://printer.local/", .ownNetwork), ("https://shop.internal/", .ownNetwork),
      ("https://box.home.arpa/", .ownNetwork), ("https://home.arpa.de/", nil),
      ("https://local.de/", nil), ("https://arpa.home/", .ownNetwork),
      ("https://a.lan/", .ownNetwork),
      ("https://localhost.localdomain/", .ownNetwork), ("https://intra.corp/", .ownNetwork),
      ("https://home.de/", nil), ("https://lan.com/", nil),
      // One's own name to be filled in.
      ("https://www.yourdomain.com/", .placeholder), ("https://example.co/", .placeholder),
      ("https://Your-Company.DE/", .placeholder), ("https://yourdomain.shop.de/", nil),
      ("https://notyourdomain.com/", nil),
      // No host at all.
      ("mailto:a@example.com", nil), ("tel:+4930123", nil),
    ] as [(String, UnservedHost?)])
  func tellsWhichHostsAreNoWebsites(text: String, kind: UnservedHost?) throws {
    #expect(try WebLink(text).host.flatMap { UnservedHost($0) } == kind, "\(text)")
  }

  @Test func onlyAnotherNetworkIsNoMistakeEverywhere() {
    #expect(UnservedHost.allCases.filter { !$0.isNowhere } == [.ownNetwork, .placeholder])
    for kind in UnservedHost.allCases { #expect(kind.description.hasSuffix(".")) }
  }
}
