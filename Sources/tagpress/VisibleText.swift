// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments

/// Text from a tag, a file or a wire, safe to show on a terminal.
func visible(_ text: String) -> String {
  var shown = ""
  for scalar in text.unicodeScalars { shown.unicodeScalars += scalar.visible.unicodeScalars }
  return shown
}
