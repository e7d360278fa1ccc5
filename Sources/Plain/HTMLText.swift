// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A part of a page in HTML; what is markup can only be a literal of this program.
package struct HTMLText {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func markup(_ literal: StaticString) {
    literal.withUTF8Buffer { bytes += $0 }
  }

  /// Adds text from anywhere, for an element or between double quotes.
  ///
  /// What could be shown as something else than it is, such as the marks that turn the direction of
  /// writing, is shown by number as on a terminal.
  package mutating func text(_ text: String) {
    let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    for byte in (isPlain ? text : visible(text)).utf8 {
      switch byte {
      case UInt8(ascii: "&"): markup("&amp;")
      case UInt8(ascii: "<"): markup("&lt;")
      case UInt8(ascii: ">"): markup("&gt;")
      case UInt8(ascii: "\""): markup("&quot;")
      case UInt8(ascii: "'"): markup("&#39;")
      default: bytes.append(byte)
      }
    }
  }

  package mutating func number(_ number: Int) {
    bytes += String(number).utf8
  }

  /// Adds a link that can be followed, if it is one of the web; anything else stays text.
  package mutating func link(_ link: String) {
    let isWeb = link.hasPrefix("https://") || link.hasPrefix("http://")
    // A planned link has braces where only a tag knows the value.
    guard isWeb, link.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "{") })
    else {
      text(link)
      return
    }
    markup("<a href=\"")
    text(link)
    markup("\" rel=\"noreferrer\">")
    text(link)
    markup("</a>")
  }

  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }
}
