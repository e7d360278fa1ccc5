// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import WebLink

struct LinkKindTests {
  @Test(arguments: [
    ("https://example.com", LinkKind.web), ("HTTP://example.com", .web),
    ("https://maps.apple.com/?q=x", .maps), ("http://Maps.Apple.com", .maps),
    ("https://maps.apple.com.example/", .web), ("https://apple.com/maps.apple.com", .web),
    ("https://ｍaps.apple.com/", .maps),
    ("mailto:a@example.com", .mail), ("sms:123", .message), ("tel:123", .telephone),
    ("facetime:123", .faceTime), ("FACETIME-AUDIO:123", .faceTimeAudio),
    ("X-HM://00", .homeKit), ("x-hm://00", .homeKit),
    ("geo:1,2", .other), ("ftp://example.com", .other), ("shop://example.com", .other),
  ])
  func tellsSchemesApart(text: String, kind: LinkKind) throws {
    let link = try WebLink(text)
    #expect(link.kind == kind)
    #expect(link.kind.opensOnIPhone == (kind != .other))
  }
}
