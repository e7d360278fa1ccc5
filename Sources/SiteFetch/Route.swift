// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// An address to be asked in place of the one that the DNS has: `HOST:PORT:ADDRESS`.
package struct Route: Equatable, Sendable {
  package let host: String
  package let port: Int
  package let address: String

  /// Reads one; nil if it is none.
  ///
  /// It is looked at closely because libcurl gives a meaning to `-`, `+` and `*` before it.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, parts[0].utf8.allSatisfy(\.isOfHost),
      parts[0].first != "-", let port = Int(parts[1]), (1...65_535).contains(port),
      parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), Self.isAddress(parts[2])
    else { return nil }
    host = parts[0].lowercased()
    self.port = port
    address = String(parts[2])
  }

  /// Whether this is an IPv4 address, or one of IPv6, which may be in brackets.
  private static func isAddress(_ text: Substring) -> Bool {
    var four = in_addr()
    var six = in6_addr()
    if text.hasPrefix("["), text.hasSuffix("]") {
      return inet_pton(AF_INET6, String(text.dropFirst().dropLast()), &six) == 1
    }
    return inet_pton(AF_INET, String(text), &four) == 1
      || inet_pton(AF_INET6, String(text), &six) == 1
  }

  var text: String { "\(host):\(port):\(address)" }
}

extension UInt8 {
  fileprivate var isOfHost: Bool {
    (0x30...0x39).contains(self) || (0x61...0x7A).contains(self | 0x20)
      || self == UInt8(ascii: "-") || self == UInt8(ascii: ".") || self == UInt8(ascii: "_")
  }
}
