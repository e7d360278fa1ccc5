// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Text from a tag, a file or a wire, safe to show on a terminal.
package func visible(_ text: String) -> String {
  // Nearly all text is plain ASCII, and to look up what each character is costs far more than that.
  if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
  var shown = ""
  for scalar in text.unicodeScalars { shown.unicodeScalars += scalar.visible.unicodeScalars }
  return shown
}

/// Text from outside, cut to a length that fits a sentence.
package func shortened(_ text: String, to limit: Int) -> String {
  let shown = text.unicodeScalars.prefix(limit)
  return shown.endIndex == text.unicodeScalars.endIndex ? text : String(shown) + "…"
}

extension Unicode.Scalar {
  /// The character as it may be shown on a terminal.
  ///
  /// Control characters could move the cursor or recolour the screen, and format characters (such as
  /// those for writing direction) could make a text look like another; they are shown by number.
  package var visible: String {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
      "\\u{\(String(value, radix: 16, uppercase: true))}"
    default:
      String(self)
    }
  }
}

/// Whether the bytes begin with some that are no character of UTF-8; four are enough to tell.
package func beginsIllFormed(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  guard let first = bytes.first, first >= 0x80 else { return false }
  var decoder = UTF8()
  var iterator = bytes.prefix(4).makeIterator()
  return decoder.decode(&iterator) == .error
}
