// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Why a host is not the website that a customer's phone should open.
package enum UnservedHost: String, CaseIterable, Hashable, Sendable {
  /// A name that is kept for examples and tests, and can be no one's website (RFC 2606, RFC 6761).
  case reserved
  /// A name or an address that means the phone itself.
  case phoneItself
  /// A name that only one network knows (RFC 6762, RFC 8375, and what routers and offices use).
  case ownNetwork
  /// A name that stands for the reader's own one in instructions, though it may be someone's website.
  case placeholder

  /// Whether such a link is a mistake wherever the tag will be, and not only elsewhere.
  package var isNowhere: Bool { self == .reserved || self == .phoneItself }

  /// What people write before the last dot when they mean a name to be filled in.
  private static let placeholders: Set<Substring> = [
    "example", "beispiel", "ejemplo", "exemple", "yourdomain", "your-domain", "mydomain",
    "my-domain", "yoursite", "your-site", "yourwebsite", "your-website", "mywebsite",
    "yourcompany", "your-company", "yourbrand", "your-brand", "yourshop", "your-shop",
    "meinedomain", "meine-domain", "deinedomain", "deine-domain", "ihredomain", "ihre-domain",
    "ihrefirma", "ihre-firma", "musterfirma", "tudominio", "votredomaine", "votre-domaine",
  ]

  /// Judges a host as a link in its normal form has it; nil for one that may be a website.
  package init?(_ host: Substring) {
    if host.utf8.first == UInt8(ascii: "[") {
      guard isOwnIPv6Address(host.dropFirst().dropLast()) else { return nil }
      self = .phoneItself
      return
    }
    var labels = host.split(separator: ".")
    guard let last = labels.popLast() else { return nil }
    switch (labels.last, last) {
    case (_, "localhost"): self = .phoneItself
    case (_, "test"), (_, "example"), (_, "invalid"): self = .reserved
    case ("example", "com"), ("example", "net"), ("example", "org"): self = .reserved
    case (_, "local"), (_, "internal"), ("home", "arpa"): self = .ownNetwork
    case (_, "lan"), (_, "home"), (_, "corp"), (_, "localdomain"), (_, "intranet"):
      self = .ownNetwork
    case (let name?, _) where Self.placeholders.contains(name): self = .placeholder
    default:
      // A host whose last label is a number has been found to be an address.
      guard last.utf8.allSatisfy(\.isDigit), labels.first == "127" || labels.first == "0" else {
        return nil
      }
      self = .phoneItself
    }
  }
}

/// Whether an IPv6 address is `::1`, `::`, or one of those of IPv4 that mean the phone itself.
private func isOwnIPv6Address(_ text: Substring) -> Bool {
  guard let groups = groups(ofIPv6Address: text) else { return false }
  if groups.dropLast().allSatisfy({ $0 == 0 }) { return groups[7] <= 1 }
  let isIPv4 = groups[..<5].allSatisfy { $0 == 0 } && groups[5] == 0xFFFF
  return isIPv4 && (groups[6] >> 8 == 127 || groups[6] >> 8 == 0)
}

/// The eight groups of an address whose spelling was checked before; nil for anything else.
private func groups(ofIPv6Address text: Substring) -> [Int]? {
  func numbers(_ half: Substring) -> [Int] {
    half.split(separator: ":").flatMap { group -> [Int] in
      let parts = group.split(separator: ".").map { Int($0) ?? 0 }
      if parts.count == 4 { return [parts[0] << 8 | parts[1], parts[2] << 8 | parts[3]] }
      return [Int(group, radix: 16) ?? 0]
    }
  }
  guard let gap = text.firstRange(of: "::") else {
    let all = numbers(text)
    return all.count == 8 ? all : nil
  }
  let (front, back) = (numbers(text[..<gap.lowerBound]), numbers(text[gap.upperBound...]))
  guard front.count + back.count < 8 else { return nil }
  return front + [Int](repeating: 0, count: 8 - front.count - back.count) + back
}
