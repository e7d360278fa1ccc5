// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Who may ask: only the page itself, and for more than the page only with the token.
package struct PageAccess: Sendable {
  private let hosts: [String]
  private let keys: any PageKeys

  package init(port: UInt16, keys: any PageKeys) {
    hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    self.keys = keys
  }

  /// Why a request is refused before anything of it is done; nil if it may go on.
  package func refusal(of head: RequestHead) -> AccessRefusal? {
    // A name that someone else's server gave to this address makes his page one of our own origin
    // in the eyes of the browser, so nothing else counts before this.
    guard hosts.contains(head.host) else { return .host }
    guard head.origin == nil || head.origin == "http://\(head.host)" else { return .origin }
    guard head.fetchSite == nil || head.fetchSite == "same-origin" || head.fetchSite == "none"
    else { return .site }
    // Byte by byte: as characters, a slash with an accent behind it would be no slash.
    guard !head.path.utf8.starts(with: "/api/".utf8) || isCredential(head.authorization ?? "")
    else { return .token }
    return nil
  }

  private func isCredential(_ text: String) -> Bool {
    let scheme = "Bearer "
    return text.utf8.starts(with: scheme.utf8)
      && keys.know(String(decoding: text.utf8.dropFirst(scheme.utf8.count), as: UTF8.self))
  }
}

/// Whoever knows the tokens of the pages.
package protocol PageKeys: Sendable {
  /// Whether a page has this token; how long that takes must not tell how much of it is right.
  func know(_ token: String) -> Bool
}

/// Why someone may not ask.
package enum AccessRefusal: Error, Hashable, Sendable {
  case host
  case origin
  case site
  case token

  package var status: PageStatus {
    switch self {
    case .host: .misdirected
    case .origin, .site: .forbidden
    case .token: .unauthorized
    }
  }
}

/// A secret that a page sends with everything it asks for.
package struct PageToken: Sendable, CustomStringConvertible, PageKeys {
  package let text: String

  /// Draws one from the system's cryptographic random source.
  package init() {
    var source = SystemRandomNumberGenerator()
    text = (0..<4).map { _ in
      let digits = String(source.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }

  /// Compares without telling by its time how much is right; the length is no secret.
  package func know(_ token: String) -> Bool {
    let (own, offered) = (Array(text.utf8), Array(token.utf8))
    guard offered.count == own.count else { return false }
    return zip(offered, own).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Not the secret, so that it does not come into a message by mistake.
  package var description: String { "(a token)" }
}
