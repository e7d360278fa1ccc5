// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

/// The most of a user's text that a message repeats; longer texts end with an ellipsis.
private let quotedLimit = 80

/// A user's text between single quotes, safe to show on a terminal.
package func quoted(_ text: String) -> String {
  var shown = "'"
  for scalar in text.unicodeScalars.prefix(quotedLimit) {
    shown.unicodeScalars += scalar.visible.unicodeScalars
  }
  if text.unicodeScalars.dropFirst(quotedLimit).first != nil { shown += "…" }
  return shown + "'"
}
