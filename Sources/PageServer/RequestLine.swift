// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The first line of a request: its method and its target, taken apart.
struct RequestLine: Sendable {
  static let targetMax = 2 << 10

  let method: RequestHead.Method
  let path: String
  let query: [String: String]

  init(_ line: [UInt8]) throws(RequestRefusal) {
    let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard parts.count == 3, isToken(parts[0]) else { throw .requestLine }
    guard parts[2].elementsEqual("HTTP/1.1".utf8) else {
      throw parts[2].starts(with: "HTTP/".utf8) ? .version : .requestLine
    }
    guard let method = RequestHead.Method(rawValue: String(decoding: parts[0], as: UTF8.self))
    else { throw .method }
    self.method = method
    let target = parts[1]
    guard target.count <= Self.targetMax else { throw .targetTooLong }
    guard target.first == UInt8(ascii: "/"), !target.contains(UInt8(ascii: "#")) else {
      throw .target
    }
    let mark = target.firstIndex(of: UInt8(ascii: "?"))
    path = try Self.path(target[..<(mark ?? target.endIndex)])
    query = try Self.query(target[(mark ?? target.endIndex)...].dropFirst())
  }

  private static func path(_ bytes: ArraySlice<UInt8>) throws(RequestRefusal) -> String {
    let parts = bytes.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    var path = ""
    for (index, escaped) in parts.enumerated() {
      let part = try unescaped(escaped)
      // A slash that was escaped would make two parts of one, and a browser turns these around.
      guard !part.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") })
      else { throw .target }
      guard part != ".", part != "..", !part.isEmpty || index == parts.count - 1 else {
        throw .target
      }
      path += "/" + part
    }
    return path
  }

  private static func query(
    _ bytes: ArraySlice<UInt8>
  ) throws(RequestRefusal) -> [String: String] {
    var query: [String: String] = [:]
    for pair in bytes.split(separator: UInt8(ascii: "&")) {
      // That is how a browser writes the blanks of a form and of URLSearchParams.
      let pair = ArraySlice(pair.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 })
      let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      let name = try unescaped(pair[..<equals])
      guard query[name] == nil else { throw .target }
      query[name] = try unescaped(pair[equals...].dropFirst())
    }
    return query
  }

  /// The text behind percent escapes, which has to be text that cannot steer anything.
  private static func unescaped(_ escaped: ArraySlice<UInt8>) throws(RequestRefusal) -> String {
    var bytes: [UInt8] = []
    var index = escaped.startIndex
    while index < escaped.endIndex {
      guard escaped[index] == UInt8(ascii: "%") else {
        bytes.append(escaped[index])
        index += 1
        continue
      }
      guard escaped.endIndex - index > 2, let high = digit(escaped[index + 1]),
        let low = digit(escaped[index + 2])
      else { throw .target }
      bytes.append(high << 4 | low)
      index += 3
    }
    guard let text = String(validating: bytes, as: UTF8.self),
      !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { throw .target }
    return text
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
