// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// Why a workbook could not be made.
package enum NewWorkbookFault: Error, Hashable {
  case libraryMissing
  /// A sheet has no room for more.
  case tooManyRows(limit: Int)
  case cannotWrite(errno: Int32)
}

extension NewWorkbookFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .libraryMissing:
      "Workbooks are made with libzip, which is not installed. Install the package libzip4 (newer "
        + "systems: libzip5), or make a report in CSV."
    case .tooManyRows(let limit):
      "A sheet has room for \(limit) rows, and the job has more. Make a report in CSV."
    case .cannotWrite(let code):
      "The workbook could not be written: \(String(cString: strerror(code))). Check the disk."
    }
  }
}
