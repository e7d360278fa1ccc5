// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Reads a head from bytes that come in any pieces, and looks at each of them once.
///
/// It takes what browsers send, which is far less than the standard allows: where a byte could be
/// read in two ways, it is refused as soon as it is there.
package struct RequestHeadReader: Sendable {
  package static let byteMax = 16 << 10
  package static let fieldMax = 64
  /// The longest line around the longest target.
  private static let firstLineMax = RequestLine.targetMax + "POST  HTTP/1.1".utf8.count

  /// How many bytes it took; those behind the head are not among them.
  package private(set) var count = 0
  private var line: [UInt8] = []
  private var isAfterReturn = false
  private var first: RequestLine?
  private var fields = HeadFields()

  package init() {}

  /// The head, once these bytes complete it; nil while there have to be more.
  package mutating func read(
    _ bytes: ArraySlice<UInt8>
  ) throws(RequestRefusal) -> RequestHead? {
    for byte in bytes {
      count += 1
      guard count <= Self.byteMax else { throw .headTooLarge }
      if let head = try read(byte) { return head }
    }
    return nil
  }

  private mutating func read(_ byte: UInt8) throws(RequestRefusal) -> RequestHead? {
    if isAfterReturn {
      guard byte == UInt8(ascii: "\n") else { throw .loneReturn }
      isAfterReturn = false
      return try endLine()
    }
    switch byte {
    case UInt8(ascii: "\r"):
      isAfterReturn = true
      return nil
    case UInt8(ascii: "\n"): throw .loneLineFeed
    // A cookie may have a tab or other bytes than ASCII: a browser sends those of every other port
    // of this machine along.
    case UInt8(ascii: "\t") where first != nil: break
    case 0x00..<0x20, 0x7F: throw .controlCharacter
    case 0x80... where first == nil: throw .notASCII
    default: break
    }
    line.append(byte)
    guard first != nil || line.count <= Self.firstLineMax else { throw .targetTooLong }
    return nil
  }

  private mutating func endLine() throws(RequestRefusal) -> RequestHead? {
    defer { line.removeAll(keepingCapacity: true) }
    guard let first else {
      first = try RequestLine(line)
      return nil
    }
    guard line.isEmpty else {
      try fields.add(line)
      return nil
    }
    return try fields.head(after: first)
  }
}

/// The fields of a head: the names of all, the values of those that matter.
private struct HeadFields: Sendable {
  private var names: Set<String> = []
  private var values: [String: String] = [:]

  private static let wanted: Set = [
    "authorization", "connection", "content-length", "content-type", "host", "last-event-id",
    "origin", "sec-fetch-site",
  ]
  /// Each of them makes a request go on in another way than its head says.
  private static let unwanted: Set = ["expect", "transfer-encoding", "upgrade"]

  mutating func add(_ line: [UInt8]) throws(RequestRefusal) {
    guard names.count < RequestHeadReader.fieldMax else { throw .tooManyFields }
    guard let start = line.first, !isBlank(start) else { throw .foldedField }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), isToken(line[..<colon]) else {
      throw .fieldName
    }
    let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
    guard !Self.unwanted.contains(name) else { throw .unwantedField(name) }
    guard names.insert(name).inserted else { throw .repeatedField(name) }
    guard Self.wanted.contains(name) else { return }
    let value = trimmed(line[(colon + 1)...])
    guard value.allSatisfy({ (0x20...0x7E).contains($0) }) else { throw .fieldValue(name) }
    values[name] = String(decoding: value, as: UTF8.self)
  }

  func head(after first: RequestLine) throws(RequestRefusal) -> RequestHead {
    guard let host = values["host"] else { throw .noHost }
    let length = try length(for: first.method)
    let connection = Array((values["connection"] ?? "").lowercased().utf8)
    return RequestHead(
      method: first.method, path: first.path, query: first.query, host: host,
      origin: values["origin"], fetchSite: values["sec-fetch-site"],
      authorization: values["authorization"], contentType: values["content-type"],
      contentLength: length, lastEventID: values["last-event-id"],
      closes: connection.split(separator: UInt8(ascii: ",")).contains {
        trimmed($0).elementsEqual("close".utf8)
      })
  }

  private func length(for method: RequestHead.Method) throws(RequestRefusal) -> Int {
    guard let text = values["content-length"] else {
      if method == .post { throw .noLength }
      return 0
    }
    // Int() would take a sign.
    guard !text.isEmpty, text.utf8.allSatisfy(isDigit), text == "0" || text.first != "0" else {
      throw .length
    }
    guard let length = Int(text) else { throw .bodyTooLarge }
    guard method == .post || length == 0 else { throw .bodyOfGet }
    return length
  }
}

private func isBlank(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
}

private func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  var bytes = bytes.drop(while: isBlank)
  while let last = bytes.last, isBlank(last) { bytes.removeLast() }
  return bytes
}

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

/// Whether these bytes are a word as the standard has them for methods and names of fields.
func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
  !bytes.isEmpty
    && bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      default: isDigit(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
    }
}
