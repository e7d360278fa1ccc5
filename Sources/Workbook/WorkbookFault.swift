// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Why a workbook cannot be read.
package enum WorkbookFault: Error, Hashable, Sendable {
  /// It opens with a password only.
  case encrypted
  /// .xls, which ended with Excel 2003.
  case oldFormat
  /// .xlsb.
  case binaryFormat
  case notAWorkbook(OtherFile)
  case damaged(Damage)
  /// It exceeds one of the limits.
  case tooLarge(WorkbookLimit)
  case noSuchSheet(String, sheets: [String])
  /// The sheet with this name is a chart or a dialog.
  case notASheetOfCells(String)
  case noSheets
  case noMemory
  /// There is no libzip on this machine.
  case libraryMissing
  case cannotRead(errno: Int32)
  /// The temporary file for shared texts could not be written or read.
  case noTemporaryFile(errno: Int32)

  /// What was found in place of a workbook.
  package enum OtherFile: Hashable, Sendable {
    case numbers
    case textDocument
    case presentation
    case otherDocument
    case otherZip
    case notAZip
    case notAFile
  }

  /// Where the file contradicts itself or the format.
  package struct Damage: Hashable, Sendable {
    /// The part of the workbook, such as xl/workbook.xml; nil for the file as a whole.
    package let part: String?
    package let line: Int?
    package let cause: Cause

    package enum Cause: Hashable, Sendable {
      /// The zip around the parts, or the packing of a part.
      case zip
      case xml
      case encoding
      /// A DOCTYPE, which no program writes and which is how XML does harm.
      case doctype
      case missingPart
      case twoPartsOfOneName
      case otherPacking
      /// A row or cell that is not where its number says, or comes twice.
      case order
      case reference
    }
  }
}

/// The limit that a workbook exceeds.
package enum WorkbookLimit: Hashable, Sendable, CaseIterable {
  case parts, sheets, unpackedBytes, unpackedRatio, rows, columns, cellText, rowText, cells
  case mergedRanges, formats, hyperlinks, sharedTexts, depth, markup
}
