// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Takes an answer in while it comes, and no more of it than the limits allow.
struct Reception {
  private(set) var headers: [ReplyHeader] = []
  private(set) var body: [UInt8] = []
  private(set) var bodyIsCut = false
  private(set) var headerIsTooLarge = false
  private var headerByteCount = 0
  private(set) var headerIsComplete = false
  private var isInterim = false

  /// Whether one byte of an answer came.
  var hasBegun: Bool { headerByteCount > 0 || !body.isEmpty }

  /// Takes a line of the header; false when that was too much.
  mutating func add(headerLine line: some Collection<UInt8>) -> Bool {
    headerByteCount += line.count
    guard headerByteCount <= FetchLimits.headerByteCount else {
      headerIsTooLarge = true
      return false
    }
    let text = String(decoding: line, as: UTF8.self).trimmed
    if text.hasPrefix("HTTP/"), !headerIsComplete || isInterim {
      // Answers such as 103 (early hints) come before the one that counts.
      headers = []
      headerIsComplete = false
      isInterim = text.split(separator: " ").dropFirst().first?.hasPrefix("1") == true
    } else if text.isEmpty {
      headerIsComplete = true
    } else if !headerIsComplete {
      add(text, continues: line.first.map { $0 == 0x20 || $0 == 0x09 } ?? false)
    }
    return true
  }

  /// Takes a piece of the body; false when that was too much.
  mutating func add(body piece: some Collection<UInt8>) -> Bool {
    let room = FetchLimits.bodyByteCount - body.count
    body += piece.prefix(room)
    bodyIsCut = piece.count > room
    return !bodyIsCut
  }

  private mutating func add(_ text: String, continues: Bool) {
    if continues, !headers.isEmpty {
      headers[headers.count - 1].value += " " + text
    } else if let colon = text.firstIndex(of: ":") {
      headers.append(
        ReplyHeader(
          String(text[..<colon]).trimmed, String(text[text.index(after: colon)...]).trimmed))
    }
  }
}

extension String {
  /// Without white space at both ends.
  var trimmed: String {
    let isSpace: (Unicode.Scalar) -> Bool = { [" ", "\t", "\r", "\n"].contains($0) }
    let scalars = unicodeScalars.drop(while: isSpace)
    return String(String.UnicodeScalarView(scalars.reversed().drop(while: isSpace).reversed()))
  }
}
