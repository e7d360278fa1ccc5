// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The number that a tag answers with when it is selected, most significant byte first.
package struct TagUID: Hashable, Sendable, CustomStringConvertible {
  /// Ten bytes are a triple-size UID of ISO 14443-3; no technology has more.
  package static let longest = 10

  package let bytes: [UInt8]

  package init?(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, bytes.count <= TagUID.longest else { return nil }
    self.bytes = bytes
  }

  /// The UID of an ISO 15693 tag, which begins with E0, from a reader that may give it either way round.
  ///
  /// On the air the last byte comes first, and readers differ in whether they turn it.
  package init?(vicinity given: some Collection<UInt8>) {
    let given = Array(given)
    guard given.count == 8 else { return nil }
    if given[0] == TagUID.vicinityStart {
      bytes = given
    } else if given[7] == TagUID.vicinityStart {
      bytes = given.reversed()
    } else {
      return nil
    }
  }

  private static let vicinityStart: UInt8 = 0xE0

  /// Whether the tag made it up when it was woken, and will make up another one (ISO 14443-3, 6.5.4).
  package var isMadeUp: Bool { bytes.count == 4 && bytes[0] == 0x08 }

  /// Upper-case hex without separators: the one way in which TagPress prints a UID.
  package var description: String {
    var text = ""
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      if byte < 0x10 { text += "0" }
      text += String(byte, radix: 16, uppercase: true)
    }
    return text
  }
}
