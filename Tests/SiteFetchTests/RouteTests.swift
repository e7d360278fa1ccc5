// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import SiteFetch

struct RouteTests {
  @Test(arguments: [
    ("Go.Example.com:443:127.0.0.1", "go.example.com:443:127.0.0.1"),
    ("a_b-c.example:65535:[::1]", "a_b-c.example:65535:[::1]"),
    ("h:1:::1", "h:1:[::1]"), ("h:1:[2001:db8::192.0.2.1]", "h:1:[2001:db8::192.0.2.1]"),
  ])
  func reads(_ text: String, _ normal: String) throws {
    #expect(Route.texts([try #require(Route(text))]) == [normal])
  }

  /// libcurl forgets all but the last line for a place.
  @Test func addressesOfOnePlaceAreOneLine() throws {
    let routes = ["h:1:10.0.0.1", "i:1:10.0.0.2", "H:1:[::1]", "h:2:10.0.0.3"]
    #expect(
      Route.texts(try routes.map { try #require(Route($0)) })
        == ["h:1:10.0.0.1,[::1]", "i:1:10.0.0.2", "h:2:10.0.0.3"])
  }

  @Test(arguments: [
    "", "h", "h:1", ":1:127.0.0.1", "h:0:127.0.0.1", "h:65536:127.0.0.1", "h:+1:127.0.0.1",
    "h:x:127.0.0.1", "h:1:", "-h:1:127.0.0.1", "+h:1:127.0.0.1", "*:1:127.0.0.1",
    "h:1:elsewhere", "h:1:127.0.0.1,10.0.0.1", "h h:1:127.0.0.1", "h:1:127.0.0.1\n",
    "h:1:1.2.3", "h:1:1.2.3.256", "h:1:010.0.0.1", "h:1:abc", "h:1:[127.0.0.1]", "h:1:[::1",
    "h:1:::1]", "h:1:[[::1]]", "h:1:[]", "h:1:[", "h:1::::", "h:1:fe80::1%lo",
  ])
  func refuses(_ text: String) {
    #expect(Route(text) == nil)
  }
}
