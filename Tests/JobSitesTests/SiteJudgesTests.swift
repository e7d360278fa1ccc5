// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SiteAssociation
import Testing

@testable import JobSites

/// A link, its host, and what is behind that.
@Test(
  arguments: [
    ("https://go.shop.org/s/1", "go.shop.org", true, "/s/1"),
    ("HTTP://Go.Shop.org", "go.shop.org", true, ""),
    ("https://go.shop.org?x=/", "go.shop.org", true, "?x=/"),
    ("https://go.shop.org#/", "go.shop.org", true, "#/"),
    ("https://go.shop.org:8443/s", "go.shop.org", false, "/s"),
    ("https://me@go.shop.org/s", "me@go.shop.org", false, "/s"),
    ("https://me:x@go.shop.org/s", "me", false, "/s"),
    ("https:///s", "", false, "/s"),
    ("tel:112", nil, false, ""), ("https:/go.shop.org", nil, false, ""), ("", nil, false, ""),
  ] as [(String, String?, Bool, String)])
func `the host of a link is read out of its bytes`(
  _ link: String, _ name: String?, _ isAlone: Bool, _ rest: String
) {
  let bytes = Array(link.utf8)
  let host = LinkHost(bytes)
  #expect(host?.name(in: bytes) == name)
  guard let host, let name else { return }
  #expect(host.isAlone(in: bytes) == isAlone)
  #expect(String(decoding: bytes[host.end...], as: UTF8.self) == rest)
  #expect(LinkHost.isHost(name, of: bytes) && !LinkHost.isHost(name + "x", of: bytes))
}

private func file(_ app: String) -> HostFiles {
  let text =
    #"{"applinks": {"details": [{"appIDs": ["\#(app)"], "components": [{"/": "/s/*"}]}]}}"#
  return HostFiles(apple: .file(ServedFile(Array(text.utf8), kind: .apple)))
}

@Test func `each link asks the judge of its host, and another host the one above it`() {
  let shop = "ABCDE12345.com.example.shop"
  var app = MeantApp(.iOS, shop)
  app.declarations = [
    .init(host: "a.org", isWildcard: false, path: nil, isRestricted: false),
    .init(host: "b.org", isWildcard: true, path: nil, isRestricted: false),
  ]
  var judges = SiteJudges(
    [("a.org", file(shop)), ("b.org", file(shop))], apps: [app],
    bases: ["a.org": file(shop), "b.org": file(shop)])
  func place(_ link: String) -> Int? { judges.place(ofLink: Array(link.utf8)) }
  #expect(place("https://a.org/s/1") == 0)
  #expect(place("https://B.org:1/s/1") == 1)
  #expect(place("https://c.org/s/1") == nil && place("https://x.a.org/") == nil)
  #expect(place("tel:112") == nil)
  let covered = place("https://x.b.org/s/1")
  #expect(covered == 2 && place("https://x.b.org/t") == 2)
  judges.judge(Array("https://x.b.org/s/1".utf8), at: 2)
  #expect(judges.sites.map(\.isAsked) == [false, false, true])
  // Those that are only covered come and go; those with files stay.
  for number in 0..<1_100 { #expect(place("https://h\(number).b.org/s/1") != nil) }
  #expect(judges.sites.count == 1_002 && place("https://a.org/") == 0)
  #expect(place("https://h1099.b.org/") == 1_001)
}
