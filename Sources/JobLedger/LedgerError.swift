// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Why a ledger could not be opened or used, and which.
package struct LedgerError: Error, Equatable {
  package let path: String
  package let fault: LedgerFault
}

/// What is wrong with a ledger, or with what was asked of it.
package enum LedgerFault: Error, Equatable {
  // About the file, found when it is opened and while it is used.
  case missing
  case noFolder
  case notAFile
  case networkFileSystem(NetworkFileSystem)
  case notALedger
  case otherJob(String)
  /// A later TagPress made it: it has this many migrations, we know fewer.
  case newer(migrations: Int, known: Int)
  case damaged
  /// A table, index or rule of ours is missing or changed, or there is one too many; its name.
  case altered(String)
  case readOnly
  /// Another process kept it for longer than anyone waits.
  case locked
  case full
  /// SQLite refused for a reason of its own; its extended result code.
  case sqlite(Int32)
  case system(errno: Int32)

  // About what was asked.
  /// So many done rows have another link in the present manifest.
  case undecided(rows: Int)
  /// Another process imported a changed manifest since the row was read.
  case manifestChanged
  case noRow(id: String)
  /// Neither begun nor done, so that there is nothing to give up.
  case nothingToVoid(id: String)
  case noReason
  /// The tag of the row is begun, so that it may show the link already.
  case unfinished(id: String, uid: [UInt8])
  case repeatedRow(id: String)
  /// So many tags have passwords from another key than the one that was given; by their ids.
  case otherKey(ofTags: String, tags: Int, given: String)
  /// No text was found that no other row has.
  case tokensUsedUp(name: String, length: Int)
  /// A resolver gave the link that the tag of this row has.
  case linkTaken(id: String)
  /// The claim, attempt or import is over, or was never begun.
  case notOpen
  /// The claim belongs to a tag with another UID.
  case otherTag(uid: [UInt8])
}
