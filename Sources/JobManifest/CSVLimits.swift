// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a CSV file may not exceed; a spreadsheet of people stays far below.
package enum CSVLimits {
  /// Excel's cells hold 32,767 characters.
  package static let fieldBytesMax = 131_072
  package static let rowBytesMax = 1_048_576
  package static let columnCountMax = 1_024
}
