// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

/// A link, taken apart into what patterns are compared with.
///
/// It is read again for each link, so that a million of them need no more memory than one.
struct LinkText: Sendable {
  struct QueryItem: Sendable {
    let name: Range<Int>
    let value: Range<Int>
  }

  private(set) var bytes: [UInt8] = []
  private(set) var host = 0..<0
  private(set) var path = 0..<0
  /// The path without the slashes at its end, which count for nothing on Apple's systems.
  private(set) var pathWithoutTrailingSlashes = 0..<0
  private(set) var query = 0..<0
  private(set) var fragment = 0..<0
  /// Whether there is a `#`, even with nothing after it.
  private(set) var hasFragment = false
  private(set) var items: [QueryItem] = []
  /// Whether the path has slashes in a row before its end, or parts that are dots.
  private(set) var hasOddPath = false
  /// Whether there is a `%` after the host.
  var hasEncoding: Bool { bytes[path.lowerBound...].contains(UInt8(ascii: "%")) }
  /// Whether the scheme is `http`.
  private(set) var isUnencrypted = false

  /// Takes a link apart; what is not a link of the web is not looked into further.
  mutating func read(_ link: [UInt8]) -> LinkProblem? {
    // A copy of its own: the maker of the link can keep writing in the same memory.
    bytes.removeAll(keepingCapacity: true)
    bytes += link
    items.removeAll(keepingCapacity: true)
    guard let start = endOfScheme else {
      // The parts of the link before are none of this one's bytes.
      (host, path, pathWithoutTrailingSlashes, query, fragment) = (
        0..<0, 0..<0, 0..<0, 0..<0, 0..<0
      )
      (hasFragment, isUnencrypted, hasOddPath) = (false, false, false)
      return .notWeb
    }
    let hash = index(of: UInt8(ascii: "#"), in: start..<bytes.count) ?? bytes.count
    let mark = index(of: UInt8(ascii: "?"), in: start..<hash) ?? hash
    let slash = index(of: UInt8(ascii: "/"), in: start..<mark) ?? mark
    host = start..<slash
    path = slash..<mark
    query = min(mark + 1, hash)..<hash
    fragment = min(hash + 1, bytes.count)..<bytes.count
    // `https://` has eight bytes.
    isUnencrypted = start < 8
    hasFragment = hash < bytes.count
    findEndOfPath()
    hasOddPath = isOddPath
    readItems()
    return host.isEmpty ? .notWeb : isPlainHost ? nil : LinkProblem(hostOfLink: bytes[host])
  }

  /// Whether the host is a name with a dot, as nearly all are; of the others, a second look tells.
  private var isPlainHost: Bool {
    var lastPart = host.lowerBound
    for index in host {
      switch bytes[index] {
      case UInt8(ascii: "."): lastPart = index + 1
      case UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "%"), 0x80...: return false
      default: break
      }
    }
    // No name ends with a part that begins with a digit, but addresses do.
    return lastPart > host.lowerBound && lastPart < host.upperBound
      && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[lastPart])
  }

  /// Takes over another link with its percent-encoding decoded, part by part.
  ///
  /// Decoding comes after taking apart: an encoded `?` or `&` separates nothing.
  mutating func decode(_ link: LinkText) {
    bytes.removeAll(keepingCapacity: true)
    items.removeAll(keepingCapacity: true)
    host = 0..<0
    path = append(link.path, of: link.bytes)
    query = append(link.query, of: link.bytes)
    fragment = append(link.fragment, of: link.bytes)
    findEndOfPath()
    for item in link.items {
      let name = append(item.name, of: link.bytes)
      items.append(QueryItem(name: name, value: append(item.value, of: link.bytes)))
    }
  }

  /// Whether `bytes[range]` is `name`.
  func isEqual(_ range: Range<Int>, to name: [UInt8], folds: Bool) -> Bool {
    guard range.count == name.count else { return false }
    for (index, wanted) in name.enumerated() {
      let byte = bytes[range.lowerBound + index]
      if byte != wanted && !(folds && byte.folded == wanted.folded) { return false }
    }
    return true
  }

  /// Where the host begins; nil if the scheme is none of the web.
  private var endOfScheme: Int? {
    let schemes: [StaticString] = ["https://", "http://"]
    for scheme in schemes where bytes.count >= scheme.utf8CodeUnitCount {
      let isEqual = scheme.withUTF8Buffer { scheme in
        scheme.indices.allSatisfy { bytes[$0].folded == scheme[$0] }
      }
      if isEqual { return scheme.utf8CodeUnitCount }
    }
    return nil
  }

  private func index(of byte: UInt8, in range: Range<Int>) -> Int? {
    for index in range where bytes[index] == byte { return index }
    return nil
  }

  /// The first bytes of the path, to be compared with those of many patterns at once.
  var head: UInt64 {
    var head: UInt64 = 0
    for (place, index) in pathWithoutTrailingSlashes.prefix(8).enumerated() {
      head |= UInt64(bytes[index]) << (8 * place)
    }
    return head
  }

  private mutating func findEndOfPath() {
    var end = path.upperBound
    while end > path.lowerBound && bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
    pathWithoutTrailingSlashes = path.lowerBound..<end
  }

  private var isOddPath: Bool {
    let path = pathWithoutTrailingSlashes
    let slash = UInt8(ascii: "/")
    let dot = UInt8(ascii: ".")
    for index in path where bytes[index] == slash && index + 1 < path.upperBound {
      if bytes[index + 1] == slash { return true }
      guard bytes[index + 1] == dot else { continue }
      let next = index + 2 < path.upperBound && bytes[index + 2] == dot ? index + 3 : index + 2
      if next == path.upperBound || bytes[next] == slash { return true }
    }
    return false
  }

  /// The link with its path made even: the other way in which a system may look at it.
  var evened: [UInt8] {
    var segments: [ArraySlice<UInt8>] = []
    for segment in bytes[path].split(separator: UInt8(ascii: "/")) {
      switch segment.count {
      case 1 where segment.first == UInt8(ascii: "."): break
      case 2 where segment.allSatisfy({ $0 == UInt8(ascii: ".") }): _ = segments.popLast()
      default: segments.append(segment)
      }
    }
    var joined = Array(bytes[..<path.lowerBound])
    for segment in segments {
      joined.append(UInt8(ascii: "/"))
      joined += segment
    }
    return joined + bytes[path.upperBound...]
  }

  private mutating func readItems() {
    var start = query.lowerBound
    while start < query.upperBound {
      let end = index(of: UInt8(ascii: "&"), in: start..<query.upperBound) ?? query.upperBound
      let equals = index(of: UInt8(ascii: "="), in: start..<end) ?? end
      if end > start {
        items.append(QueryItem(name: start..<equals, value: min(equals + 1, end)..<end))
      }
      start = end + 1
    }
  }

  private mutating func append(_ range: Range<Int>, of link: [UInt8]) -> Range<Int> {
    let start = bytes.count
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = link[index]
      if byte == UInt8(ascii: "%"), range.upperBound - index > 2,
        let high = link[index + 1].hexValue, let low = link[index + 2].hexValue
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(byte)
        index += 1
      }
    }
    return start..<bytes.count
  }
}
