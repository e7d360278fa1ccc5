// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

@testable import SiteFetch

/// What can be seen of a fetch without a server that speaks TLS; those are in PeerTests.
@Suite struct FetcherTests {
  @Test(arguments: ["http://127.0.0.1/", "file:///etc/passwd", "ftp://127.0.0.1/", "127.0.0.1", ""])
  func nothingButHTTPSIsAsked(_ url: String) {
    #expect(throws: FetchError.notHTTPS) { try Fetcher().fetch(url) }
  }

  @Test func aClosedPortTakesNoConnection() throws {
    let port = try LoopbackPort()
    #expect(throws: FetchError.noConnection) {
      try Fetcher().fetch("https://127.0.0.1:\(port.number)/")
    }
  }

  /// The system takes the connection, and then no one says a word.
  @Test func oneThatSaysNothingIsNotWaitedForForever() throws {
    let port = try LoopbackPort()
    #expect(listen(port.descriptor, 4) == 0)
    var fetcher = Fetcher()
    fetcher.limits = FetchLimits(whole: .milliseconds(200))
    let limit = Duration.milliseconds(200)
    #expect(throws: FetchError.tooSlow(.connecting, limit: limit)) {
      try fetcher.fetch("https://127.0.0.1:\(port.number)/")
    }
  }

  @Test func aRouteTakesThePlaceOfTheDNS() throws {
    let port = try LoopbackPort()
    var fetcher = Fetcher()
    fetcher.routes = [try #require(Route("nowhere.invalid:\(port.number):127.0.0.1"))]
    #expect(throws: FetchError.noConnection) {
      try fetcher.fetch("https://nowhere.invalid:\(port.number)/")
    }
  }

  @Test func aProxyThatIsNamedIsAsked() throws {
    let port = try LoopbackPort()
    var fetcher = Fetcher()
    fetcher.proxy = "http://127.0.0.1:\(port.number)"
    #expect(throws: FetchError.noConnection) { try fetcher.fetch("https://go.example.com/") }
  }
}
