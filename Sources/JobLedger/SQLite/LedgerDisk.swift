// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// The disk of a ledger, or of one that is to be made.
package struct LedgerDisk: Equatable, Sendable {
  package let folder: String
  /// How much this user may still write.
  package let freeBytes: Int
  /// Why no ledger can be kept there: `networkFileSystem`, `readOnly` or `full`.
  package let fault: LedgerFault?

  /// With less, a disk counts as full: a hundred thousand tags need about that much.
  package static let freeBytesMin = 100 << 20

  /// Looks at the disk of a path's folder.
  package init(under path: String) throws(LedgerError) {
    folder = LedgerFile.folder(of: path)
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else {
      throw LedgerError(path: path, fault: LedgerFault(errno: errno))
    }
    let (free, isMore) = UInt64(status.f_bavail).multipliedReportingOverflow(
      by: UInt64(status.f_frsize))
    freeBytes = isMore ? .max : Int(clamping: free)
    let network = try LedgerError.naming(path) { [folder] () throws(LedgerFault) in
      try NetworkFileSystem(under: folder)
    }
    fault =
      if let network {
        .networkFileSystem(network)
      } else if access(folder, W_OK) != 0 {
        .readOnly
      } else if freeBytes < Self.freeBytesMin {
        .full
      } else {
        nil
      }
  }
}
