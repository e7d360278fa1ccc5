// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a phone does with a link that it finds on a tag.
package enum LinkKind: String, CaseIterable, Sendable {
  case web
  /// `maps.apple.com`, which opens the map and not the browser.
  case maps
  case mail
  case message
  case telephone
  case faceTime = "facetime"
  case faceTimeAudio = "facetime-audio"
  case homeKit = "homekit"
  /// A scheme that only an Android app may have claimed.
  case other

  /// Whether an iPhone opens such a link from a tag on its own.
  package var opensOnIPhone: Bool { self != .other }
}

extension LinkKind {
  /// The kind that a scheme has, in whatever case it is written.
  init(scheme: Span<UInt8>) {
    // The length comes first because it settles nearly every link with one comparison.
    switch scheme.count {
    case 3 where scheme.spells("sms"): self = .message
    case 3 where scheme.spells("tel"): self = .telephone
    case 4 where scheme.spells("http"): self = .web
    case 4 where scheme.spells("x-hm"): self = .homeKit
    case 5 where scheme.spells("https"): self = .web
    case 6 where scheme.spells("mailto"): self = .mail
    case 8 where scheme.spells("facetime"): self = .faceTime
    case 14 where scheme.spells("facetime-audio"): self = .faceTimeAudio
    default: self = .other
    }
  }

  /// Whether a host follows the scheme; elsewhere `//` may be followed by anything.
  var hasHost: Bool { self == .web || self == .maps }

  /// Whether a number follows the scheme, in which `#` is a key of the telephone.
  var dials: Bool {
    self == .telephone || self == .message || self == .faceTime || self == .faceTimeAudio
  }
}

extension Span<UInt8> {
  /// Whether these bytes are the given lower-case ASCII word in any case.
  func spells(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { letters in
      for index in indices where self[index].lowercased != letters[index] { return false }
      return true
    }
  }
}

extension UInt8 {
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
  var isUppercase: Bool { self &- UInt8(ascii: "A") < 26 }
  var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
  var isHexDigit: Bool { isDigit || (self | 0x20) &- UInt8(ascii: "a") < 6 }
  var lowercased: UInt8 { isUppercase ? self | 0x20 : self }
  var isControl: Bool { self < 0x20 || self == 0x7F }
}
