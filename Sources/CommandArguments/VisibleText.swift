// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension Unicode.Scalar {
  /// The character as it may be shown on a terminal.
  ///
  /// Control characters could move the cursor or recolour the screen, and format characters (such as
  /// those for writing direction) could make a text look like another; they are shown by number.
  var visible: String {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
      "\\u{\(String(value, radix: 16, uppercase: true))}"
    default:
      String(self)
    }
  }
}
