// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// How a text of a label is set; sizes are in points.
struct TextStyle {
  let largest: Double
  let smallest: Double
  let isBold: Bool
  /// Whether lines are broken at words first.
  let breaksAtWords: Bool

  static let title = TextStyle(largest: 26, smallest: 6, isBold: true, breaksAtWords: true)
  static let id = TextStyle(largest: 9, smallest: 5, isBold: false, breaksAtWords: false)
  static let link = TextStyle(largest: 7, smallest: 4.5, isBold: false, breaksAtWords: false)
}
