// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension URITemplate {
  /// What the character after an opening brace asks for; the table of RFC 6570, appendix A.
  enum Operator: UInt8 {
    case simple = 0
    case reserved = 0x2B  // "+"
    case fragment = 0x23  // "#"
    case label = 0x2E  // "."
    case path = 0x2F  // "/"
    case parameter = 0x3B  // ";"
    case query = 0x3F  // "?"
    case continuation = 0x26  // "&"

    init(_ mark: UInt8) {
      self = Operator(rawValue: mark) ?? .simple
    }

    /// Operators that RFC 6570 2.2 keeps for later versions.
    static func isKeptForLater(_ mark: UInt8) -> Bool { ASCIISet("=,!@|").contains(mark) }

    /// What comes before the first value that is there.
    var first: UInt8? {
      switch self {
      case .simple, .reserved: nil
      default: rawValue
      }
    }

    var separator: UInt8 {
      switch self {
      case .simple, .reserved, .fragment: UInt8(ascii: ",")
      case .query: UInt8(ascii: "&")
      default: rawValue
      }
    }

    /// Whether the name of the variable comes before its value.
    var isNamed: Bool { self == .parameter || self == .query || self == .continuation }

    /// Whether an empty value still has its equals sign.
    var marksEmpty: Bool { self == .query || self == .continuation }

    /// What is not escaped; an operator that keeps reserved characters keeps escapes as well.
    var allowed: ASCIISet { keepsReserved ? .literal : .unreserved }

    var keepsReserved: Bool { self == .reserved || self == .fragment }

    /// Whether a link is still whole when the value is missing.
    var isOptional: Bool { isNamed || self == .fragment }
  }
}
