// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Who may ask: only the page itself, and for more than the page only with its session.
package struct PageAccess: Sendable {
  private let keys: any PageKeys

  package init(keys: any PageKeys) { self.keys = keys }

  /// Why a request at this port is refused before anything of it is done; nil if it may go on.
  package func refusal(of head: RequestHead, at port: UInt16) -> AccessRefusal? {
    // A name that someone else's server gave to this address makes his page one of our own origin
    // in the eyes of the browser, so nothing else counts before this.
    guard head.host == "127.0.0.1:\(port)" || head.host == "localhost:\(port)" else { return .host }
    guard head.origin == nil || head.origin == "http://\(head.host)" else { return .origin }
    guard head.fetchSite == nil || head.fetchSite == "same-origin" || head.fetchSite == "none"
    else { return .site }
    // Byte by byte: as characters, a slash with an accent behind it would be no slash.
    let isOpen = !head.path.utf8.starts(with: "/api/".utf8)
    return isOpen || isCredential(head.authorization ?? "", at: port) ? nil : .session
  }

  private func isCredential(_ text: String, at port: UInt16) -> Bool {
    let scheme = "Bearer "
    guard text.utf8.starts(with: scheme.utf8) else { return false }
    let session = String(decoding: text.utf8.dropFirst(scheme.utf8.count), as: UTF8.self)
    return keys.know(session, at: port)
  }
}

/// Whoever knows the sessions of the pages.
package protocol PageKeys: Sendable {
  /// Whether a page of this port has this session; how long that takes must not tell how much of it
  /// is right.
  func know(_ session: String, at port: UInt16) -> Bool
}

/// Compares two secrets without telling by its time how much is right; the length is no secret.
package func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
  one.count == other.count && zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}

/// Why someone may not ask.
package enum AccessRefusal: Error, Hashable, Sendable {
  case host
  case origin
  case site
  case session

  package var status: PageStatus {
    switch self {
    case .host: .misdirected
    case .origin, .site: .forbidden
    case .session: .unauthorized
    }
  }
}
