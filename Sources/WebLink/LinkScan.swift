// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Goes over a link once: finds its parts, what the normal form changes, and what no phone opens.
struct LinkScan {
  private(set) var parts = LinkParts()
  private(set) var changes: LinkChanges = []
  private(set) var kind = LinkKind.other

  init(_ bytes: Span<UInt8>) throws(LinkFault) {
    try checkSize(bytes)
    parts.end = bytes.count
    try scanScheme(bytes)
    parts.pathStart = parts.schemeEnd + 1
    if kind.hasHost { try scanAuthority(bytes) } else { try checkTarget(bytes) }
    try scanRest(bytes)
  }

  /// Goes over a link whose bytes before the path are those of another, which was in order.
  init(_ bytes: Span<UInt8>, beginningAs other: LinkScan) throws(LinkFault) {
    self = other
    try checkSize(bytes)
    parts.end = bytes.count
    guard
      bytes.count <= other.parts.pathStart + 1
        || bytes[other.parts.pathStart + 1] != UInt8(ascii: "/")
    else {
      self = try LinkScan(bytes)
      return
    }
    try scanRest(bytes)
  }

  private func checkSize(_ bytes: Span<UInt8>) throws(LinkFault) {
    guard bytes.count > 0 else { throw LinkFault(.empty, at: 0) }
    guard bytes.count <= WebLink.byteCountMax else {
      throw LinkFault(.tooLong, at: WebLink.byteCountMax)
    }
    if bytes[0] == UInt8(ascii: " ") { throw LinkFault(.spaceAtEdge, at: 0) }
    if bytes[bytes.count - 1] == UInt8(ascii: " ") {
      throw LinkFault(.spaceAtEdge, at: bytes.count - 1)
    }
  }

  private mutating func scanScheme(_ bytes: Span<UInt8>) throws(LinkFault) {
    var hasUppercase = false
    var offset = 0
    scheme: while true {
      guard offset < bytes.count else { throw LinkFault(.missingScheme, at: 0) }
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: ":") where offset > 0: break scheme
      case UInt8(ascii: "a")...UInt8(ascii: "z"): break
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): hasUppercase = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        guard offset > 0 else { throw LinkFault(.missingScheme, at: 0) }
      default:
        if byte.isControl { throw LinkFault(.controlCharacter, at: offset) }
        if byte >= 0x80 { try checkVisible(bytes, at: offset) }
        throw LinkFault(.missingScheme, at: 0)
      }
      offset += 1
    }
    parts.schemeEnd = offset
    let scheme = bytes.extracting(0..<offset)
    kind = LinkKind(scheme: scheme)
    if scheme.isNeverOpened { throw LinkFault(.schemeNotOpened, at: 0) }
    if kind == .other && scheme.isSlipOfHTTP { throw LinkFault(.mistypedScheme, at: 0) }
    if kind == .homeKit {
      let isUppercase = !(0..<offset).contains { bytes[$0].isLetter && !bytes[$0].isUppercase }
      if !isUppercase { changes.insert(.schemeCase) }
    } else if hasUppercase {
      changes.insert(.schemeCase)
    }
    if kind == .other && looksLikePort(bytes, from: offset + 1) {
      throw LinkFault(.missingScheme, at: 0)
    }
  }

  /// Whether the colon of `localhost:8080/x` was taken for the end of a scheme.
  private func looksLikePort(_ bytes: Span<UInt8>, from start: Int) -> Bool {
    var offset = start
    while offset < bytes.count, bytes[offset].isDigit { offset += 1 }
    guard (1...5).contains(offset - start) else { return false }
    return offset == bytes.count || bytes[offset] == UInt8(ascii: "/")
      || bytes[offset] == UInt8(ascii: "?") || bytes[offset] == UInt8(ascii: "#")
  }

  private mutating func scanAuthority(_ bytes: Span<UInt8>) throws(LinkFault) {
    let start = parts.pathStart + 2
    guard start <= bytes.count, bytes[start - 2] == UInt8(ascii: "/"),
      bytes[start - 1] == UInt8(ascii: "/")
    else { throw LinkFault(.noHost, at: parts.pathStart) }
    var end = start
    authority: while end < bytes.count {
      switch bytes[end] {
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): break authority
      case UInt8(ascii: "@"): throw LinkFault(.credentials, at: start)
      case UInt8(ascii: "\\"): throw LinkFault(.backslash, at: end)
      default: end += 1
      }
    }
    if isSecondScheme(bytes, start..<end) { throw LinkFault(.doubledScheme, at: start) }
    let host = try LinkHost(bytes, from: start, to: end)
    parts.host = host.range
    parts.pathStart = end
    changes.formUnion(host.changes)
    if host.range.upperBound < end { try checkPort(bytes, host.range.upperBound + 1..<end) }
    if bytes.extracting(host.range).spells("maps.apple.com") { kind = .maps }
  }

  /// Whether the authority is the scheme again: `https://https://x.example`.
  private func isSecondScheme(_ bytes: Span<UInt8>, _ authority: Range<Int>) -> Bool {
    guard authority.upperBound + 1 < bytes.count,
      bytes.extracting(authority.upperBound..<authority.upperBound + 2).spells("//")
    else { return false }
    let word = bytes.extracting(authority)
    return word.spells("http:") || word.spells("https:") || word.spells("http")
      || word.spells("https")
  }

  /// Refuses a link without a host that leads nowhere, shows a secret, or cannot be dialled.
  private func checkTarget(_ bytes: Span<UInt8>) throws(LinkFault) {
    var start = parts.pathStart
    let hasSlashes =
      start + 1 < bytes.count && bytes.extracting(start..<start + 2).spells("//")
    if hasSlashes { start += 2 }
    // `myapp://` is a link that some apps know: it opens the app as it is.
    if start == bytes.count && !(kind == .other && hasSlashes) {
      throw LinkFault(.emptyTarget, at: start)
    }
    if kind == .other && hasSlashes { try checkUser(bytes, from: start) }
    if kind.dials { try checkNumber(bytes, from: start) }
  }

  /// Refuses a user, perhaps with a password, before the host of a scheme such as `ftp`.
  private func checkUser(_ bytes: Span<UInt8>, from start: Int) throws(LinkFault) {
    for offset in start..<bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return
      case UInt8(ascii: "@"): throw LinkFault(.credentials, at: start)
      default: break
      }
    }
  }

  /// Refuses what no number contains (RFC 3966 section 3); the text of a message may follow it.
  private func checkNumber(_ bytes: Span<UInt8>, from start: Int) throws(LinkFault) {
    for offset in start..<bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: ";"): return
      case UInt8(ascii: " "):
        throw LinkFault(.numberCharacter, at: offset)
      case 0x80...:
        try checkVisible(bytes, at: offset)
        throw LinkFault(.numberCharacter, at: offset)
      default: break
      }
    }
  }

  private func checkPort(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(LinkFault) {
    var port = 0
    for offset in range {
      guard bytes[offset].isDigit else { throw LinkFault(.badPort, at: offset) }
      port = port * 10 + Int(bytes[offset] - UInt8(ascii: "0"))
      guard port <= 65535 else { throw LinkFault(.badPort, at: range.lowerBound) }
    }
    guard port > 0 else { throw LinkFault(.badPort, at: range.lowerBound) }
  }

  /// Goes over path, query and fragment.
  private mutating func scanRest(_ bytes: Span<UInt8>) throws(LinkFault) {
    var queryStart: Int?
    var fragmentStart: Int?
    var segmentStart = parts.pathStart
    var offset = parts.pathStart
    while offset < bytes.count {
      let byte = bytes[offset]
      if ASCIISet.plain.contains(byte) {
        offset += 1
        continue
      }
      switch byte {
      case UInt8(ascii: "/"):
        if queryStart == nil && fragmentStart == nil {
          noteDotSegment(bytes, segmentStart..<offset)
          segmentStart = offset + 1
        }
      case UInt8(ascii: "?"):
        if queryStart == nil && fragmentStart == nil { queryStart = offset }
      case UInt8(ascii: "#"):
        if kind.dials {
          changes.insert(.hashes)
        } else if fragmentStart == nil {
          fragmentStart = offset
        } else {
          changes.insert(.percentEncoded)
        }
      case UInt8(ascii: "%"):
        guard offset + 2 < bytes.count, bytes[offset + 1].isHexDigit, bytes[offset + 2].isHexDigit
        else { throw LinkFault(.badEscape, at: offset) }
        offset += 2
      case UInt8(ascii: "\\"):
        throw LinkFault(.backslash, at: offset)
      default:
        if byte.isControl { throw LinkFault(.controlCharacter, at: offset) }
        if byte >= 0x80 { try checkVisible(bytes, at: offset) }
        if byte.isEncodedInLinks { changes.insert(.percentEncoded) }
      }
      offset += 1
    }
    parts.fragmentStart = fragmentStart ?? bytes.count
    parts.queryStart = queryStart ?? parts.fragmentStart
    noteDotSegment(bytes, segmentStart..<parts.queryStart)
  }

  private mutating func noteDotSegment(_ bytes: Span<UInt8>, _ segment: Range<Int>) {
    guard kind.hasHost, segment.count == 1 || segment.count == 2,
      !segment.contains(where: { bytes[$0] != UInt8(ascii: ".") })
    else { return }
    changes.insert(.dotSegments)
  }
}

extension UInt8 {
  /// Whether a URI cannot hold the byte.
  ///
  /// RFC 3986 has no place for square brackets after the host either, but every browser leaves them
  /// there, and servers read `a[]=1`.
  var isEncodedInLinks: Bool {
    switch self {
    case UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"),
      UInt8(ascii: "}"), 0x80...:
      true
    default: false
    }
  }
}
