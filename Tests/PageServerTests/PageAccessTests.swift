// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import PageServer

struct PageAccessTests {
  static let keys = OneSession()

  struct Case: Sendable {
    let path: String
    let host: String
    var origin: String?
    var site: String?
    var authorization: String?
    let refusal: AccessRefusal?

    init(
      _ path: String, _ host: String, origin: String? = nil, site: String? = nil,
      token: String? = nil, _ refusal: AccessRefusal?
    ) {
      self.path = path
      self.host = host
      self.origin = origin
      self.site = site
      authorization = token
      self.refusal = refusal
    }
  }

  private static let right = "Bearer \(keys.session)"
  private static let ours = "127.0.0.1:8000"

  static let cases: [Case] = [
    Case("/", ours, nil),
    Case("/", "localhost:8000", nil),
    // Names that lead here, or look as if they did.
    Case("/", "", .host),
    Case("/", "127.0.0.1", .host),
    Case("/", "127.0.0.1:8001", .host),
    Case("/", "127.0.0.1:08000", .host),
    Case("/", "127.0.0.1:8000.evil.example", .host),
    Case("/", "127.0.0.1:8000, evil.example", .host),
    Case("/", "evil.example:8000", .host),
    Case("/", "LOCALHOST:8000", .host),
    Case("/", "localhost.:8000", .host),
    Case("/", "sub.localhost:8000", .host),
    Case("/", "[::1]:8000", .host),
    Case("/", "0.0.0.0:8000", .host),
    Case("/", "127.1:8000", .host),
    Case("/", "user@127.0.0.1:8000", .host),
    // The host comes first, whatever else is wrong or right.
    Case("/api/x", "evil.example", origin: "http://evil.example", site: "cross-site", .host),
    Case("/api/x", "evil.example", token: right, .host),
    Case("/", ours, origin: "http://127.0.0.1:8000", site: "same-origin", nil),
    Case("/", "localhost:8000", origin: "http://localhost:8000", nil),
    Case("/", ours, origin: "http://localhost:8000", .origin),
    Case("/", "localhost:8000", origin: "http://127.0.0.1:8000", .origin),
    Case("/", ours, origin: "null", .origin),
    Case("/", ours, origin: "", .origin),
    Case("/", ours, origin: "https://127.0.0.1:8000", .origin),
    Case("/", ours, origin: "http://127.0.0.1:8001", .origin),
    Case("/", ours, origin: "http://127.0.0.1:8000/", .origin),
    Case("/", ours, origin: "http://evil.example", .origin),
    Case("/", ours, site: "none", nil),
    Case("/", ours, site: "same-site", .site),
    Case("/", ours, site: "cross-site", .site),
    Case("/", ours, site: "Same-Origin", .site),
    Case("/", ours, site: "", .site),
    Case("/api/x", ours, site: "cross-site", token: right, .site),
    // The session.
    Case("/api/x", ours, token: right, nil),
    Case("/api/", ours, token: right, nil),
    Case("/api/x", ours, .session),
    Case("/api/", ours, .session),
    Case("/api/x", ours, token: "", .session),
    Case("/api/x", ours, token: "Bearer ", .session),
    Case("/api/x", ours, token: keys.session, .session),
    Case("/api/x", ours, token: "bearer \(keys.session)", .session),
    Case("/api/x", ours, token: "Basic \(keys.session)", .session),
    Case("/api/x", ours, token: right + "0", .session),
    Case("/api/x", ours, token: String(right.dropLast()), .session),
    Case("/api/x", ours, token: String(right.dropLast()) + "x", .session),
    Case("/api/x", ours, token: "Bearer  \(keys.session)", .session),
    // To Swift, the slash and the accent are one character, and not a slash.
    Case("/api/\u{301}x", ours, .session),
    Case("/api/\u{200D}", ours, .session),
    Case("/page.js", ours, nil),
    Case("/apis", ours, nil),
  ]

  @Test(arguments: cases)
  func whoMayAsk(_ asked: Case) {
    #expect(refusal(of: asked) == asked.refusal)
  }

  /// Two wrong bytes must not make up for each other.
  @Test func everyByteOfTheSessionCounts() {
    let right = Array(Self.right.utf8)
    for first in right.indices {
      for second in first..<right.count {
        var wrong = right
        wrong[first] ^= 1
        if second != first { wrong[second] ^= 1 }
        let token = String(decoding: wrong, as: UTF8.self)
        #expect(refusal(of: Case("/api/x", Self.ours, token: token, .session)) == .session)
      }
    }
  }

  private func refusal(of asked: Case) -> AccessRefusal? {
    let head = RequestHead(
      method: .get, path: asked.path, query: [:], host: asked.host, origin: asked.origin,
      fetchSite: asked.site, authorization: asked.authorization, contentType: nil,
      contentLength: 0, lastEventID: nil, closes: false)
    return PageAccess(keys: Self.keys).refusal(of: head, at: 8000)
  }

  @Test func refusalsHaveTheirStatus() {
    let refusals: [AccessRefusal] = [.host, .origin, .site, .session]
    #expect(refusals.map(\.status.rawValue) == [421, 403, 403, 401])
  }

  @Test func secretsAreTheSameOnlyByteByByte() {
    #expect(isSame([], []) && isSame([1, 2], [1, 2]))
    #expect(!isSame([1, 2], [1, 3]) && !isSame([1], [1, 0]) && !isSame([1, 2], [2, 1]))
  }
}

/// One page.
struct OneSession: PageKeys {
  let session = "3f29a0c1"

  func know(_ session: String, at port: UInt16) -> Bool {
    isSame(Array(session.utf8), Array(self.session.utf8))
  }
}
