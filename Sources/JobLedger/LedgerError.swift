// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Why a ledger could not be opened or used, and which.
package struct LedgerError: Error, Equatable {
  package let path: String
  package let fault: LedgerFault

  /// Does what knows only of a fault, for a file that it is named with.
  static func naming<Value>(
    _ path: String, _ body: () throws(LedgerFault) -> Value
  ) throws(LedgerError) -> Value {
    do throws(LedgerFault) {
      return try body()
    } catch {
      throw LedgerError(path: path, fault: error)
    }
  }
}

/// What is wrong with a ledger, or with what was asked of it.
package enum LedgerFault: Error, Equatable {
  // About the file, found when it is opened and while it is used.
  case missing
  case noFolder
  case notAFile
  /// It is a symbolic link to something that is not there.
  case leadsNowhere(String, target: String)
  /// What has the name of its witness is a folder, a symbolic link or the like.
  case witnessIsNoFile(String)
  case networkFileSystem(NetworkFileSystem)
  case notALedger
  case otherJob(String)
  /// A later TagPress made it: it has this many migrations, we know fewer.
  case newer(migrations: Int, known: Int)
  case damaged
  /// There is a file, and nothing in it.
  case blank
  /// The file has this many names, and another program may change it under each.
  case linked(names: Int)
  /// There is no ledger, only what SQLite keeps next to one: the ending of that file.
  case onlyItsLog(String)
  /// There is no ledger, and its witness says that tags were written.
  case lost(witness: String)
  /// Its witness is not there.
  case noWitness(String)
  /// This line of the witness is not as it was written, or the file ends too early.
  case witnessDamaged(String, line: Int)
  /// This many lines of the witness are of things that the ledger does not know.
  case behindWitness(String, lines: Int)
  /// The two are not of one job, or parted long ago.
  case otherWitness(String)
  /// The witness knows of other rows on other tags.
  case differsFromWitness(String)
  /// The files are others than those that were written last: moved to another disk, or copied.
  case copied(from: FilePlace)
  /// An older copy was written over the ledger and its witness.
  case restored
  /// Since it was opened, the file was removed or another took its name.
  case replaced(String)
  /// The user's register knows more of the job than these files.
  case later(LaterState)
  /// The job has a ledger in another place, or had one in this.
  case elsewhere(String)
  /// A witness says that the tags of these rows were given up, and nothing else knows of it.
  case unvouchedVoid(String, rows: [String])
  /// Its log would have to be read, and next to it nothing may be made.
  case logOnReadOnlyDisk
  /// Neither the ledger nor its witness is whole.
  case bothDamaged
  case noMemory
  /// Another program is writing this tag's row just now.
  case runsElsewhere
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
  /// This many done rows have another link in the present manifest.
  case undecided(rows: Int)
  /// Another process imported a changed manifest since the row was read.
  case manifestChanged
  case noRow(id: String)
  /// Neither begun nor done, so there is nothing to give up.
  case nothingToVoid(id: String)
  /// Other tags are meant now than a person was shown; this many.
  case seenOtherwise(now: Int)
  /// The row has another tag now than a person was shown.
  case otherTagNow(id: String, uid: [UInt8])
  case noReason
  /// The tag of the row is begun, so it may show the link already.
  case unfinished(id: String, uid: [UInt8])
  case repeatedRow(id: String)
  /// This many tags have passwords from another key than the one that was given; by their ids.
  case otherKey(ofTags: String, tags: Int, given: String)
  /// No text was found that no other row has.
  case tokensUsedUp(name: String, length: Int)
  /// A resolver gave the link that the tag of this row has.
  case linkTaken(id: String)
  /// The claim, attempt or import is over, or was never begun.
  case notOpen
  /// The begun tag was finished by another program meanwhile.
  case finishedElsewhere
  /// The claim belongs to a tag with another UID.
  case otherTag(uid: [UInt8])
}
