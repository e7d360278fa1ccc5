// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Where the parts of a link are, as byte offsets.
struct LinkParts: Sendable {
  /// The colon after the scheme.
  var schemeEnd = 0
  /// Empty in a link without a host.
  var host = 0..<0
  /// The first byte after host and port, or after the scheme's colon.
  var pathStart = 0
  /// The question mark, or the end of the path.
  var queryStart = 0
  /// The hash, or the end of the link.
  var fragmentStart = 0
  var end = 0
}

/// A set of changes that costs nothing while it is empty, as it is for nearly every link.
struct LinkChanges: OptionSet {
  let rawValue: UInt8

  static let schemeCase = LinkChanges(rawValue: 1 << 0)
  static let hostCase = LinkChanges(rawValue: 1 << 1)
  static let punycode = LinkChanges(rawValue: 1 << 2)
  static let percentEncoded = LinkChanges(rawValue: 1 << 3)
  static let hashes = LinkChanges(rawValue: 1 << 4)
  static let dotSegments = LinkChanges(rawValue: 1 << 5)

  /// The changes by name, in the order of the link.
  var list: [LinkChange] {
    isEmpty
      ? []
      : LinkChange.allCases.enumerated()
        .filter { contains(LinkChanges(rawValue: 1 << UInt8($0.offset))) }.map(\.element)
  }
}
