// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The columns that a piece of a line may take beside its number.
let markedWidthMax = 70

/// A piece of a line with its number, and below it a mark at a place.
///
/// Of a long line only what lies around the place is shown.
func markedLine(
  _ number: Int, before: String, after: String, isCutBefore: Bool = false,
  isCutAfter: Bool = false
) -> String {
  let before = before.unicodeScalars.map { ShownCharacter($0) }
  let after = after.unicodeScalars.map { ShownCharacter($0) }
  let left = before.suffix(fitting: markedWidthMax - min(after.width, markedWidthMax / 2))
  let right = after.prefix(fitting: markedWidthMax - left.width)
  let start = isCutBefore || left.count < before.count ? "…" : ""
  let end = isCutAfter || right.count < after.count ? "…" : ""
  let margin = String(repeating: " ", count: String(number).count)
  let indent = String(repeating: " ", count: start.count + left.width)
  return "  \(number) | \(start)\(left.text)\(right.text)\(end)\n  \(margin) | \(indent)^"
}
