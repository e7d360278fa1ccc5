// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The URI record (RTD URI 1.0): one prefix code, then the rest of the URI in UTF-8.
enum URIRecord {
  /// Reads a payload.
  ///
  /// A reserved code stands for no prefix, as the specification asks of readers, but it is a flaw:
  /// no writer may produce it.
  static func read(_ payload: [UInt8]) -> Reading<String> {
    guard let code = payload.first else {
      return Reading(value: "", flaw: NDEFError(.emptyPayload, at: 0))
    }
    var reading = readVisibleUTF8(payload, from: 1)
    let known = Int(code) < URIPrefix.texts.count
    if known {
      reading.value = URIPrefix.texts[Int(code)] + reading.value
    } else {
      reading.flaw = NDEFError(.reservedPrefixCode, at: 0)
    }
    return reading
  }
}

extension NDEFRecord {
  static let uriType: [UInt8] = [0x55]  // "U"

  /// A URI record under the code of the longest prefix that fits, compared byte by byte.
  ///
  /// The URI is taken as it is: normalise it first. An error's offset counts in its UTF-8.
  package static func uri(_ uri: String) throws(NDEFError) -> NDEFRecord {
    let text = Array(uri.utf8)
    if let index = firstControlCharacter(in: text, from: 0) {
      throw NDEFError(.controlCharacter, at: index)
    }
    let prefix = URIPrefix.longest(of: text.span)
    var payload: [UInt8] = []
    payload.reserveCapacity(1 + text.count - prefix.length)
    payload.append(prefix.code)
    payload.append(contentsOf: text.dropFirst(prefix.length))
    guard payload.count <= Limit.payloadBytes else {
      throw NDEFError(.payloadTooLong, at: text.count)
    }
    return NDEFRecord(tnf: .wellKnown, type: uriType, payload: payload)
  }
}
