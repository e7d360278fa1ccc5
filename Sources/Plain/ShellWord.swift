// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A text as one word of a shell, in quotes only if it needs them.
package func shellWord(_ text: String) -> String {
  let plain = text.allSatisfy {
    $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+,=:@%".contains($0))
  }
  if plain, !text.isEmpty, !text.hasPrefix("-") { return text }
  return "'"
    + text.split(separator: "'", omittingEmptySubsequences: false)
    .joined(separator: "'\\''") + "'"
}

/// A command within a sentence, in the quotes that are not in it.
package func typed(_ command: String) -> String {
  let quote = command.contains("'") ? "\"" : "'"
  return quote + command + quote
}
