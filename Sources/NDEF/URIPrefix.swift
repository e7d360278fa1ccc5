// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The prefix codes of RTD URI 1.0, table 3; every code above 0x23 is reserved.
package enum URIPrefix {
  /// The prefixes, each at the index that is its code.
  package static let texts = [
    "", "http://www.", "https://www.", "http://",
    "https://", "tel:", "mailto:", "ftp://anonymous:anonymous@",
    "ftp://ftp.", "ftps://", "sftp://", "smb://",
    "nfs://", "ftp://", "dav://", "news:",
    "telnet://", "imap:", "rtsp://", "urn:",
    "pop:", "sip:", "sips:", "tftp:",
    "btspp://", "btl2cap://", "btgoep://", "tcpobex://",
    "irdaobex://", "file://", "urn:epc:id:", "urn:epc:tag:",
    "urn:epc:pat:", "urn:epc:raw:", "urn:epc:", "urn:nfc:",
  ]

  private static let bytes = texts.map { Array($0.utf8) }
  /// The codes whose prefixes begin with a byte, by that byte.
  private static let codes = (UInt8.min...UInt8.max).map { first in
    texts.indices.filter { texts[$0].utf8.first == first }
  }

  /// The code and the length of the longest prefix that the text begins with.
  static func longest(of text: Span<UInt8>) -> (code: UInt8, length: Int) {
    var best = (code: UInt8(0), length: 0)
    guard text.count > 0 else { return best }
    for code in codes[Int(text[0])] {
      let length = bytes[code].count
      guard length > best.length else { continue }
      if begins(text, with: bytes[code]) {
        best = (UInt8(truncatingIfNeeded: code), length)
      }
    }
    return best
  }

  private static func begins(_ text: Span<UInt8>, with prefix: [UInt8]) -> Bool {
    guard prefix.count <= text.count else { return false }
    for index in prefix.indices where text[index] != prefix[index] { return false }
    return true
  }
}
