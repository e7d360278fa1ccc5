// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Finds and checks the host of a web link.
struct LinkHost {
  /// Limits of the domain name system (RFC 1035 2.3.4), in bytes as text.
  static let labelByteCountMax = 63
  static let byteCountMax = 253

  let range: Range<Int>
  private(set) var changes: LinkChanges = []

  /// Reads up to the colon of a port, or to `end`.
  init(_ bytes: Span<UInt8>, from start: Int, to end: Int) throws(LinkFault) {
    guard start < end, bytes[start] != UInt8(ascii: ":") else {
      throw LinkFault(.noHost, at: start)
    }
    if bytes[start] == UInt8(ascii: "[") {
      range = try Self.bracketRange(bytes, from: start, to: end)
      if range.contains(where: { bytes[$0].isUppercase }) { changes.insert(.hostCase) }
      return
    }
    var offset = start
    var isASCII = true
    while offset < end, bytes[offset] != UInt8(ascii: ":") {
      let byte = bytes[offset]
      if byte >= 0x80 {
        try checkVisible(bytes, at: offset)
        isASCII = false
      } else if byte.isUppercase {
        changes.insert(.hostCase)
      } else if !byte.isHostByte {
        throw LinkFault(byte.isControl ? .controlCharacter : .hostCharacter, at: offset)
      }
      offset += 1
    }
    range = start..<offset
    if isASCII { try checkLabels(bytes) } else { changes.insert(.punycode) }
  }

  /// Checks the labels of a host in ASCII.
  private func checkLabels(_ bytes: Span<UInt8>) throws(LinkFault) {
    // One dot at the end means the root and is nothing wrong.
    let hasRootDot = range.count > 1 && bytes[range.upperBound - 1] == UInt8(ascii: ".")
    let end = range.upperBound - (hasRootDot ? 1 : 0)
    guard end - range.lowerBound <= Self.byteCountMax else {
      throw LinkFault(.hostTooLong, at: range.lowerBound)
    }
    var hasPunycode = false
    var label = range.lowerBound..<range.lowerBound
    var offset = range.lowerBound
    while true {
      if offset == end || bytes[offset] == UInt8(ascii: ".") {
        label = label.lowerBound..<offset
        guard !label.isEmpty else { throw LinkFault(.emptyLabel, at: offset) }
        guard label.count <= Self.labelByteCountMax else {
          throw LinkFault(.hostTooLong, at: label.lowerBound)
        }
        if label.count >= 4, bytes.extracting(label.prefix(4)).spells("xn--") { hasPunycode = true }
        guard offset < end else { break }
        label = offset + 1..<offset + 1
      }
      offset += 1
    }
    // A host whose last label is a number is an address to every browser, or nothing.
    if bytes.extracting(label).isNumber, !bytes.extracting(range.lowerBound..<end).isIPv4Address {
      throw LinkFault(.badAddress, at: range.lowerBound)
    }
    if hasPunycode && changes.isEmpty {
      let host = bytes.extracting(range)
      guard let name = asciiHostName(host), name.elementsEqual(host) else {
        throw LinkFault(.hostName, at: range.lowerBound)
      }
    }
  }

  private static func bracketRange(
    _ bytes: Span<UInt8>, from start: Int, to end: Int
  ) throws(LinkFault) -> Range<Int> {
    var closing = start
    while closing < end, bytes[closing] != UInt8(ascii: "]") { closing += 1 }
    guard closing < end, bytes.extracting(start + 1..<closing).isIPv6Address else {
      throw LinkFault(.badAddress, at: start)
    }
    guard closing + 1 == end || bytes[closing + 1] == UInt8(ascii: ":") else {
      throw LinkFault(.hostCharacter, at: closing + 1)
    }
    return start..<closing + 1
  }
}

extension UInt8 {
  /// Lower-case letters, digits, hyphen, dot, and the underscore that some hosts have in practice.
  var isHostByte: Bool {
    self &- UInt8(ascii: "a") < 26 || isDigit || self == UInt8(ascii: "-")
      || self == UInt8(ascii: ".") || self == UInt8(ascii: "_")
  }
}
