// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Why a link that is right may still not do on a phone what is expected of it.
package enum LinkDoubt: String, CaseIterable, Sendable {
  /// No iPhone opens such a link from a tag.
  case androidOnly = "android-only"
  /// Apps claim https links.
  case http
  /// Association files are for a host, not for one of its ports.
  case port
  /// A dot at the end makes a host another one to a program that compares letters.
  case rootDot = "root-dot"
  case address
  /// A name that only one network knows.
  case singleLabel = "single-label"
  /// A service that leads on to another link, which apps do not see.
  case shortener
  /// `%2e%2e`, which a server or a phone may resolve, or not.
  case encodedDots = "encoded-dots"
}

extension WebLink {
  /// What to think of before the link is written onto many tags.
  package var doubts: [LinkDoubt] {
    guard let host else { return kind.opensOnIPhone ? [] : [.androidOnly] }
    var doubts: [LinkDoubt] = []
    if kind == .web && scheme == "http" { doubts.append(.http) }
    if port != nil { doubts.append(.port) }
    if host.utf8.last == UInt8(ascii: ".") { doubts.append(.rootDot) }
    // A host whose last label is a number has been found to be an address.
    let name = host.utf8.last == UInt8(ascii: ".") ? host.dropLast() : host
    let labels = name.utf8.split(separator: UInt8(ascii: "."))
    if host.utf8.first == UInt8(ascii: "[") || labels.last?.allSatisfy(\.isDigit) == true {
      doubts.append(.address)
    } else if labels.count < 2 {
      doubts.append(.singleLabel)
    }
    if isShortener(name) { doubts.append(.shortener) }
    if path.utf8.split(separator: UInt8(ascii: "/")).contains(where: isEncodedDots) {
      doubts.append(.encodedDots)
    }
    return doubts
  }
}

/// Whether a host is one of the known services that shorten links for anyone.
private func isShortener(_ host: Substring) -> Bool {
  shorteners.contains(String(host)) || host.hasSuffix(".page.link")
}

private let shorteners: Set<String> = [
  "adf.ly", "bit.do", "bit.ly", "bl.ink", "buff.ly", "clck.ru", "cutt.ly", "dlvr.it", "goo.gl",
  "is.gd", "j.mp", "lnkd.in", "ow.ly", "qrco.de", "rb.gy", "rebrand.ly", "s.id", "short.gy",
  "shorturl.at", "snip.ly", "t.co", "t.ly", "t1p.de", "tiny.cc", "tinyurl.com", "trib.al", "v.gd",
]

/// Whether a segment is `.` or `..` with at least one of the dots as `%2e`.
private func isEncodedDots(_ segment: Substring.UTF8View.SubSequence) -> Bool {
  var rest = segment[...]
  var dots = 0
  while let first = rest.first {
    if first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
    } else if rest.starts(with: "%2e".utf8) || rest.starts(with: "%2E".utf8) {
      rest = rest.dropFirst(3)
    } else {
      return false
    }
    dots += 1
  }
  return dots <= 2 && segment.count > dots
}
