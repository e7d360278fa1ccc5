// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// A version of the internet protocol; a phone has one of them or both, as its network decides.
package enum AddressFamily: String, CaseIterable, Sendable {
  case ipv4, ipv6

  /// As people write it.
  package var word: String { self == .ipv4 ? "IPv4" : "IPv6" }

  /// The record of the DNS that has such addresses.
  var record: String { self == .ipv4 ? "A" : "AAAA" }

  var number: Int32 { self == .ipv4 ? AF_INET : AF_INET6 }
}

/// An address of a host.
package struct HostAddress: Hashable, Sendable {
  package let family: AddressFamily
  /// Without brackets.
  package let text: String
}

extension HostAddress {
  /// Reads an address, of IPv6 also in brackets; nil if it is none.
  package init?(_ text: some StringProtocol) {
    var four = in_addr()
    var six = in6_addr()
    if text.hasPrefix("["), text.hasSuffix("]") {
      let inner = String(text.dropFirst().dropLast())
      guard inet_pton(AF_INET6, inner, &six) == 1 else { return nil }
      family = .ipv6
      self.text = inner
    } else if inet_pton(AF_INET, String(text), &four) == 1 {
      family = .ipv4
      self.text = String(text)
    } else if inet_pton(AF_INET6, String(text), &six) == 1 {
      family = .ipv6
      self.text = String(text)
    } else {
      return nil
    }
  }

  /// As it stands before a port.
  var inBrackets: String { family == .ipv6 ? "[\(text)]" : text }
}
