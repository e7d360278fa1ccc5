// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What kind of file begins like this.
package enum WorkbookKind: Hashable, Sendable {
  /// .xlsx, .xlsm, .ods, and much else: decided when it is opened.
  case zip
  /// .xls, or an .xlsx with a password.
  case compound

  /// How many bytes are needed to tell.
  package static let firstBytesCount = 8

  /// Nil for what is no workbook at all, such as CSV.
  package init?(_ firstBytes: some Sequence<UInt8>) {
    let first = Array(firstBytes.prefix(Self.firstBytesCount))
    if first.starts(with: [0x50, 0x4B, 0x03, 0x04]) || first.starts(with: [0x50, 0x4B, 0x05, 0x06])
    {
      self = .zip
    } else if first == [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] {
      self = .compound
    } else {
      return nil
    }
  }
}
