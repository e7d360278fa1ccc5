// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobManifest
internal import Terminal

extension SourceExcerpt {
  /// The columns for a piece of a line, in addition to its number.
  private static let widthMax = 70

  /// The line with its number, and below it a mark at the place.
  ///
  /// Of a long line, only the part around the place is shown.
  func marked(line: Int) -> String {
    let before = self.before.unicodeScalars.map { ShownCharacter($0) }
    let after = self.after.unicodeScalars.map { ShownCharacter($0) }
    let left = before.suffix(fitting: Self.widthMax - min(after.width, Self.widthMax / 2))
    let right = after.prefix(fitting: Self.widthMax - left.width)
    let start = isCutBefore || left.count < before.count ? "…" : ""
    let end = isCutAfter || right.count < after.count ? "…" : ""
    let margin = String(repeating: " ", count: String(line).count)
    let indent = String(repeating: " ", count: start.count + left.width)
    return "  \(line) | \(start)\(left.text)\(right.text)\(end)\n  \(margin) | \(indent)^"
  }
}
