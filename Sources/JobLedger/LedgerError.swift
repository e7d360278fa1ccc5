// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Why a ledger could not be opened or used, and which.
package struct LedgerError: Error, Equatable {
  package let path: String
  package let fault: LedgerFault

  /// Runs code that only knows faults, and adds the file's path.
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

/// What is wrong with a ledger, or with a request.
package enum LedgerFault: Error, Equatable {
  // Faults of the file, found when it is opened or used.
  case missing
  case noFolder
  case notAFile
  /// A symbolic link that leads nowhere.
  case leadsNowhere(String, target: String)
  /// The witness's name belongs to a folder, a symbolic link or the like.
  case witnessIsNoFile(String)
  case networkFileSystem(NetworkFileSystem)
  case notALedger
  case otherJob(String)
  /// A later TagPress made it: it has this many migrations, and we know fewer.
  case newer(migrations: Int, known: Int)
  case damaged
  /// The file is empty.
  case blank
  /// The file has this many names, and another program may change it under each.
  case linked(names: Int)
  /// There is no ledger, only a file that SQLite keeps next to one; its ending.
  case onlyItsLog(String)
  /// There is no ledger, and its witness says that tags were written.
  case lost(witness: String)
  /// Its witness is missing.
  case noWitness(String)
  /// This line of the witness has been changed, or the file ends too early.
  case witnessDamaged(String, line: Int)
  /// This many lines of the witness are unknown to the ledger.
  case behindWitness(String, lines: Int)
  /// They belong to different jobs, or parted long ago.
  case otherWitness(String)
  /// The witness has other rows on other tags.
  case differsFromWitness(String)
  /// These are not the files that were last written: they were moved to another disk, or copied.
  case copied(from: FilePlace)
  /// An older copy was written over the ledger and its witness.
  case restored
  /// Since it was opened, the file was removed or replaced.
  case replaced(String)
  /// The user's register knows more about the job than these files.
  case later(LaterState)
  /// The job has a ledger in another place, or had one in this.
  case elsewhere(String)
  /// A witness says that the tags of these rows were given up, and nothing else confirms it.
  case unvouchedVoid(String, rows: [String])
  /// Its log would have to be read, but no files may be made next to it.
  case logOnReadOnlyDisk
  /// Both the ledger and its witness are damaged.
  case bothDamaged
  case noMemory
  /// Another program is writing this tag's row just now.
  case runsElsewhere
  /// A table, index or trigger of ours is missing or changed, or there is an extra one; its name.
  case altered(String)
  case readOnly
  /// Another process kept it locked for too long.
  case locked
  case full
  /// SQLite refused for another reason; its extended result code.
  case sqlite(Int32)
  case system(errno: Int32)

  // Faults of a request.
  /// This many finished rows have another link in the current manifest.
  case undecided(rows: Int)
  /// Another process imported a changed manifest since the row was read.
  case manifestChanged
  case noRow(id: String)
  /// Neither begun nor done, so there is nothing to give up.
  case nothingToVoid(id: String)
  /// The tags are not those that a person was shown; this many.
  case seenOtherwise(now: Int)
  /// The row's tag is not the one that a person was shown.
  case otherTagNow(id: String, uid: [UInt8])
  case noReason
  /// The tag of the row is begun, so it may show the link already.
  case unfinished(id: String, uid: [UInt8])
  case repeatedRow(id: String)
  /// This many tags have passwords from another key than the one that was given; by their ids.
  case otherKey(ofTags: String, tags: Int, given: String)
  /// No token was found that no other row has.
  case tokensUsedUp(name: String, length: Int)
  /// A resolver gave the link of this row's tag.
  case linkTaken(id: String)
  /// The claim, attempt or import is over, or never began.
  case notOpen
  /// The begun tag was finished by another program meanwhile.
  case finishedElsewhere
  /// The claim belongs to a tag with another UID.
  case otherTag(uid: [UInt8])
}
