// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Text from a tag, a file or a wire, safe to show on a terminal.
///
/// Control characters could move the cursor or recolour the screen, and those for writing direction
/// could make a link look like another one; they are shown by number instead.
func visible(_ text: String) -> String {
  var shown = ""
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
      shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    default:
      shown.unicodeScalars.append(scalar)
    }
  }
  return shown
}
