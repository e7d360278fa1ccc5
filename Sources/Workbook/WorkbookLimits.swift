// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a workbook may not exceed; those of people stay far below.
package enum WorkbookLimits {
  /// Files in the zip; a large workbook has some hundreds.
  package static let entriesMax = 16_384
  package static let entryNameBytesMax = 1_024
  package static let sheetsMax = 1_024
  /// What one part unpacks to: a million rows of 40 columns.
  package static let unpackedBytesMax = 2 << 30
  /// What any part but a sheet and the shared texts unpacks to.
  package static let smallPartBytesMax = 32 << 20
  /// A part with at least this many bytes may not unpack to `unpackedRatioMax` times what is packed.
  package static let ratioBytesMin = 64 << 20
  package static let unpackedRatioMax = 250
  /// The sizes of sheets in Excel and LibreOffice.
  package static let rowsMax = 1_048_576
  package static let columnsMax = 16_384
  /// Excel's cells hold 32,767 characters.
  package static let cellTextBytesMax = 131_072
  package static let rowBytesMax = 1_048_576
  /// Cells in all, repeated ones counted as often as they are repeated.
  package static let cellsMax = 1 << 26
  package static let mergedRangesMax = 65_536
  /// Addresses outside of the workbook, which mostly belong to hyperlinks.
  package static let outsideMax = 131_072
  package static let formatsMax = 65_536
  /// The code of a format; Excel's have at most 255 characters.
  package static let formatBytesMax = 4_096
  /// A formula, as far as it is read to see where its hyperlink goes.
  package static let formulaBytesMax = 8_192
  /// Shared texts that are kept in memory, and their index; the others go to a temporary file.
  package static let textBytesInMemoryMax = 24 << 20
  package static let indexBytesInMemoryMax = 8 << 20
  package static let textFileBytesMax = 2 << 30
  package static let xmlDepthMax = 128
  /// A start tag with its attributes, or whatever else the parser must see whole.
  package static let markupBytesMax = 1 << 20
}
