// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

/// Why a link cannot be a universal link of the host, whatever the patterns say.
package enum LinkProblem: Equatable, Sendable {
  /// It is not `https://host…` or `http://host…`.
  case notWeb
  /// It names a port or a user, which an app's entitlement cannot.
  case portOrUser
  /// Its host is an IP address, for which no app can ask.
  case address
  /// Its host has no dot: it is a name of one machine or one network.
  case singleName
  /// Its host has other letters than ASCII, or encoded ones.
  case unencodedHost
  /// Its host has a dot at its end.
  case dotAtEnd
  /// It is a link of another host than the one whose file this is.
  case otherHost

  /// What becomes of such a link.
  var verdict: PhoneVerdict {
    switch self {
    case .portOrUser, .unencodedHost, .dotAtEnd: .unknown
    case .notWeb, .address, .singleName, .otherHost: .shut
    }
  }

  /// What is wrong with what stands between the slashes of a link, a port and a user included.
  init?(hostOfLink text: some BidirectionalCollection<UInt8>) {
    let name = text.hostAlone
    if let problem = LinkProblem(host: name) {
      self = problem
    } else if name.count < text.count {
      self = .portOrUser
    } else {
      return nil
    }
  }

  /// What is wrong with a host; nil for a name that phones can ask.
  init?(host: some BidirectionalCollection<UInt8>) {
    let dot = UInt8(ascii: ".")
    // A dot at the end says that the name is complete.
    let parts = (host.last == dot ? host.dropLast() : host[...]).split(
      separator: dot, omittingEmptySubsequences: false)
    if host.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "%") }) {
      self = .unencodedHost
    } else if host.first == UInt8(ascii: "[") || parts.last?.isNumber == true {
      self = .address
    } else if parts.count < 2 {
      self = .singleName
    } else if host.last == dot {
      self = .dotAtEnd
    } else {
      return nil
    }
  }
}

extension BidirectionalCollection<UInt8> {
  /// A host without the user before it and the port after it.
  var hostAlone: SubSequence {
    let start = lastIndex(of: UInt8(ascii: "@")).map { index(after: $0) } ?? startIndex
    let rest = self[start...]
    if rest.first == UInt8(ascii: "["), let end = rest.firstIndex(of: UInt8(ascii: "]")) {
      return rest[...end]
    }
    return rest.prefix { $0 != UInt8(ascii: ":") }
  }

  /// Whether it is a number as addresses have them, in digits or hexadecimal after `0x`.
  fileprivate var isNumber: Bool {
    let isDecimal = allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    if isDecimal { return !isEmpty }
    return count > 1 && first == UInt8(ascii: "0")
      && dropFirst().first?.folded == UInt8(ascii: "x").folded
      && dropFirst(2).allSatisfy { $0.hexValue != nil }
  }
}
