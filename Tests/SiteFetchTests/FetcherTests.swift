// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

@testable import SiteFetch

/// What can be seen of a fetch without a server that speaks TLS; those are in PeerTests.
struct FetcherTests {
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

  /// Whoever hangs, refuses or breaks off has shown nothing that could be wrong.
  @Test func whatDidNotComeIsNotWrong() {
    let limit = Duration.seconds(20)
    for error: FetchError in [
      .unknownHost, .noDNS, .noConnection, .noWay, .noEncryption, .noAnswer, .brokenOff, .other(1),
      .tooSlow(.connecting, limit: limit), .tooSlow(.firstByte, limit: limit),
      .tooSlow(.whole, limit: limit),
    ] {
      #expect(error.isWithoutAnswer, "\(error)")
    }
    for error: FetchError in [.certificate(.expired, nil), .notHTTP, .headerTooLarge, .badEncoding]
    {
      #expect(!error.isWithoutAnswer, "\(error)")
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

  /// What a proxy refuses is not said of the host.
  @Test func aProxyThatIsNamedIsAsked() throws {
    let port = try LoopbackPort()
    var fetcher = Fetcher()
    fetcher.proxy = "http://127.0.0.1:\(port.number)"
    #expect(throws: FetchError.proxy) { try fetcher.fetch("https://go.example.com/") }
  }

  /// A network that is not there is no server that refuses.
  @Test func anAddressWithoutAWayIsNotRefused() throws {
    var fetcher = Fetcher()
    fetcher.limits = FetchLimits(whole: .seconds(1))
    // An address of the link alone, and no link to go with it.
    fetcher.routes = [try #require(Route("nowhere.invalid:443:fe80::1"))]
    #expect {
      try fetcher.fetch("https://nowhere.invalid/")
    } throws: {
      $0 as? FetchError != .noConnection
    }
  }
}
