// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The most of a user's text that a message repeats; longer texts end with an ellipsis.
private let quotedLimit = 80

/// A user's text between single quotes, safe to show on a terminal.
///
/// Control characters could move the cursor or recolour the terminal, and format characters (such as those for
/// writing direction) could make the text look like another; they are shown by number instead.
package func quoted(_ text: String) -> String {
  var shown = "'"
  for scalar in text.unicodeScalars.prefix(quotedLimit) {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
      shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    default:
      shown.unicodeScalars.append(scalar)
    }
  }
  if text.unicodeScalars.dropFirst(quotedLimit).first != nil { shown += "…" }
  return shown + "'"
}
