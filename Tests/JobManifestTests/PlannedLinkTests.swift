// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import JobManifest

struct PlannedLinkTests {
  private static let uid = "04B8313A307380"

  @Test func theTagsOwnValuesComeWhereTheirNamesStand() throws {
    let cases = [
      ("https://a.b/x", "https://a.b/x", "https://a.b/x"),
      ("https://a.b/{tag.uid}", "https://a.b/04B8313A307380", "https://a.b/04B8313A307380"),
      ("https://a.b/{tag.uid:4}z", "https://a.b/04B8z", "https://a.b/04B8z"),
      ("https://a.b/{mirror.uid}", "https://a.b/{mirror.uid}", "https://a.b/00000000000000"),
      (
        "https://a.b/{tag.uid}?{mirror.uid}x{mirror.counter}",
        "https://a.b/04B8313A307380?{mirror.uid}x{mirror.counter}",
        "https://a.b/04B8313A307380?00000000000000x000000"
      ),
      // What a damaged ledger might hold.
      ("{", "{", "{"), ("{x}", "{x}", "{x}"), ("{tag.uid:}", Self.uid, Self.uid),
      ("{tag.uid:-3}", "", ""), ("{tag.uid:99}", Self.uid, Self.uid), ("{:}{}", "{:}{}", "{:}{}"),
    ]
    for (planned, filled, stored) in cases {
      let link = PlannedLink(planned).of(uid: Self.uid)
      #expect(link.text == filled)
      #expect(link.storedText == stored)
      #expect(link.of(uid: "FF") == link)
    }
  }

  @Test func aMirrorMayShowAnythingAndTheRestMustBeTheSame() {
    let link = PlannedLink("https://a.b/{mirror.counter}/z")
    #expect(link.matches("https://a.b/00002A/z"))
    #expect(link.matches("https://a.b/000000/z"))
    #expect(!link.matches("https://a.b/00002A/y"))
    #expect(!link.matches("https://a.b/00002/z"))
    #expect(!link.matches(""))
  }
}
