// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Why no phone would open a link, and where in it the reason is.
package struct WebLinkError: Error, Hashable, Sendable {
  /// The raw value is the name of the rule in reports.
  package enum Rule: String, CaseIterable, Sendable {
    case empty
    case tooLong = "too-long"
    case spaceAtEdge = "space-at-edge"
    case controlCharacter = "control-character"
    case invisibleCharacter = "invisible-character"
    case noCharacter = "no-character"
    case backslash
    case badEscape = "bad-percent-escape"
    case missingScheme = "missing-scheme"
    case mistypedScheme = "mistyped-scheme"
    case doubledScheme = "doubled-scheme"
    case schemeNotOpened = "scheme-not-opened"
    case emptyTarget = "empty-target"
    case numberCharacter = "number-character"
    case noHost = "no-host"
    case credentials
    case hostCharacter = "host-character"
    case emptyLabel = "empty-host-label"
    case hostTooLong = "host-too-long"
    case hostName = "host-name"
    case badAddress = "bad-ip-address"
    case badPort = "bad-port"
  }

  package let rule: Rule
  /// Characters (Unicode scalars) before the place.
  package let offset: Int
  /// The character there, unless the link ends.
  package let character: Unicode.Scalar?
  /// What a text without a scheme looks like.
  package var meant = LinkKind.web
}

/// The same with an offset in bytes, as the scan knows it.
struct LinkFault: Error {
  let rule: WebLinkError.Rule
  let byteOffset: Int

  init(_ rule: WebLinkError.Rule, at byteOffset: Int) {
    self.rule = rule
    self.byteOffset = byteOffset
  }
}

extension WebLinkError {
  init(_ fault: LinkFault, in text: String) {
    let place = scalar(atByte: fault.byteOffset, in: text)
    self.init(
      rule: fault.rule, offset: place.offset, character: place.scalar,
      meant: fault.rule == .missingScheme ? LinkKind(guessedFrom: text) : .web)
  }
}

extension LinkKind {
  /// What a text without a scheme was probably meant to be.
  fileprivate init(guessedFrom text: String) {
    let start = text.utf8.prefix { ![UInt8(ascii: "/"), UInt8(ascii: "?")].contains($0) }
    let digits = text.utf8.filter(\.isDigit).count
    let others = text.utf8.contains { !$0.isDigit && !" +-()/".utf8.contains($0) }
    if digits >= 3 && !others {
      self = .telephone
    } else if let sign = start.firstIndex(of: UInt8(ascii: "@")), sign > start.startIndex {
      self = .mail
    } else {
      self = .web
    }
  }
}
