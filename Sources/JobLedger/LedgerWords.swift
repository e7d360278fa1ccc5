// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CSQLite
internal import Glibc
internal import Plain

// What this module tells a person: what is the case, then what to do next.

extension LedgerError: CustomStringConvertible {
  package var description: String { "ledger \(path): \(fault.words(of: path))" }
}

extension LedgerFault {
  /// What is wrong with the ledger at a path, and what to do.
  package func words(of path: String) -> String {
    let rebuild = "`tagpress doctor --rebuild \(shellWord(path))`"
    return switch self {
    case .missing:
      "there is no ledger yet; it is created with the first tag. If tags are already written, go "
        + "to the folder where that was done"
    case .noFolder:
      "its folder does not exist: check the path of the manifest"
    case .notAFile:
      "it is not an ordinary file: move away the file of this name"
    case .leadsNowhere(let name, let target):
      "\(name) is a symbolic link to \(target), which does not exist: connect its disk, or "
        + "bring the file back"
    case .witnessIsNoFile(let witness):
      "\(witness) is not an ordinary file: put the witness itself there; it is where the job was "
        + "last written, beside its ledger"
    case .networkFileSystem(let system):
      "it would lie on \(system.rawValue), where two machines can give one row to two tags: "
        + "copy the job's folder to a disk of this machine and work there"
    case .notALedger:
      "the file was not made by TagPress: move it away, or rename the manifest"
    case .otherJob(let job):
      "it belongs to the job \"\(job)\": give this manifest another file name, "
        + "or put its id back to what it was"
    case .newer(let migrations, let known):
      "a later TagPress made it (\(migrations) steps of its tables, and this one knows \(known)): "
        + "use that TagPress"
    case .damaged:
      "it is damaged: run \(rebuild), which rebuilds it from its witness and keeps the damaged one"
    case .altered(let name):
      "another program changed its tables (\(name)), so that it cannot keep its promises: "
        + "run \(rebuild), which rebuilds it from its witness and keeps the changed one"
    case .blank:
      "the file is empty, and what was in it is lost: run \(rebuild), which rebuilds it from its "
        + "witness"
    case .linked(let names):
      "one of its files has \(names) names on this disk (hard links), as a backup made with links "
        + "has, and would change under all of them: copy the whole folder with `cp -r`. If no tag "
        + "was written since under another name, continue in the copy with --moved"
    case .onlyItsLog(let ending):
      "it is not there, but its log is (\(path + ending)), which may hold the newest tags: bring "
        + "the ledger and its witness back, from where they were moved or from your backup"
    case .lost(let witness):
      "it is not there, but its witness is (\(witness)), which says what was written: bring the "
        + "ledger back from where it was moved, or run \(rebuild), which rebuilds it"
    case .noWitness(let witness):
      "its witness \(witness) is not there, so it is not certain that this ledger is the newest: "
        + "bring the witness back from where it was moved. If it is lost and this is not an "
        + "old copy, run \(rebuild)"
    case .witnessDamaged(let witness, let line):
      "its witness \(witness) is damaged at line \(line): run \(rebuild), which rebuilds the "
        + "witness from the ledger and keeps the damaged one"
    case .behindWitness(let witness, let lines):
      "it lacks \(count(lines, "entry", plural: "entries")) that its witness \(witness) has: it is "
        + "an old copy, or has lost its newest tags. Run \(rebuild), which rebuilds it from its "
        + "witness"
    case .otherWitness(let witness):
      "\(witness) is the witness of another ledger: put the ledger and the witness together that "
        + "were copied together. If it is this job's, and one of the two is an old copy, run "
        + "\(rebuild), which rebuilds that one from the other"
    case .differsFromWitness(let witness):
      "it has other rows on other tags than its witness \(witness): run \(rebuild), which rebuilds "
        + "it from its witness and keeps the old one"
    case .copied(let place):
      "these files were copied or restored from a backup; they were last written as "
        + "\(place.words). If that job continues elsewhere, or tags were written after the backup, "
        + "their rows would be written to second tags: continue there. If it was moved here as it "
        + "is now, and is not continued there, add --moved to `write`, `lock` or `doctor "
        + "--rebuild`"
    case .restored:
      "an older copy was written over it and its witness, and tags were written since that copy "
        + "was made: bring the newer files back. If they are gone, find the tags that were written "
        + "since, empty them with `tagpress erase`, and then add --moved to `write` or `lock`"
    case .replaced(let file):
      "\(file) was removed or replaced while it was in use: what happened since is in no file. "
        + "Bring back the files that were there, or start again and put the last tag on the reader "
        + "again"
    case .logOnReadOnlyDisk:
      "its newest entries are in its log, which can only be read where files may be made: copy all "
        + "files of the job into a folder of your own, and try there"
    case .bothDamaged:
      "neither it nor its witness is intact, so no program can tell which rows have tags. Nothing "
        + "was changed. Bring both back from your backup, and use --rows to continue after the "
        + "rows that were written since; `tagpress read` shows what is on a tag"
    case .noMemory:
      "there is not enough memory: close other programs"
    case .runsElsewhere:
      "another program is writing the row of this tag now: if it has another tag, one of the "
        + "two is a copy"
    case .readOnly:
      "its permissions, or those of its folder, keep you from using it: "
        + "change the permissions, or copy the job into a folder of your own"
    case .locked:
      "another program keeps it locked: close the program that has it open, and try again"
    case .full:
      "the disk or your quota is full: make room and start again; nothing that was done is lost"
    case .sqlite(let code):
      "SQLite refused (\(String(cString: sqlite3_errstr(code))), code \(code)): "
        + "try again, and report it if it stays"
    case .system(let reason):
      "the disk or the system refused (\(systemWords(reason))): check the disk, then start again"
    case .undecided(let rows):
      "\(count(rows, "finished row")) changed in the manifest: "
        + "use --changed to say whether their tags stay as they are or are written again"
    case .manifestChanged:
      "another program took over a changed manifest meanwhile: start again"
    case .noRow(let id):
      "the job has no row \"\(id)\": check the id in the manifest"
    case .nothingToVoid(let id):
      "no tag carries row \"\(id)\", so there is nothing to give up: check the id in the report"
    case .unfinished(let id, let uid):
      "row \"\(id)\" is begun on the tag \(upperHex(uid)), which may show its link: put that tag "
        + "on the reader in a run without --redo, or, if it is lost, use --void \(id) --why TEXT"
    case .noReason:
      "a tag is given up only with a reason: add --why TEXT"
    case .repeatedRow(let id):
      "the manifest has row \"\(id)\" twice: give one of them another id"
    case .otherKey(let key, let tags, let given):
      "the key \(key) protects \(count(tags, "tag")) of the job, and this key file has the key "
        + "\(given): put the file of \(key) in its place, or write the rows without a tag as a job "
        + "with another id"
    case .tokensUsedUp(let name, let length):
      "no free value was found for the token \"\(name)\" with \(length) characters: make it longer"
    case .linkTaken(let id):
      "the tag of row \"\(id)\" has this link already: have the resolver give each row its own, or "
        + "write duplicates=\"allow\" in <rows>"
    case .notOpen:
      "the attempt was already over, or its tag was given up: put the tag aside"
    case .otherTag(let uid):
      "the claim belongs to the tag \(upperHex(uid)), but another one was presented: put "
        + "that one on the reader"
    }
  }
}

/// What the ledger itself writes down.
enum LedgerWords {
  static let redoneAfterChange = "the manifest changed, and the tag is written again"

  static func orphans(_ count: Int) -> String {
    "\(Plain.count(count, "entry", plural: "entries")) refer to rows or claims that are not there"
  }
}

private func systemWords(_ errno: Int32) -> String {
  strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
}

extension FilePlace {
  /// Where it is, for people; the machine too, if it is another.
  package var words: String { isOnThisMachine ? path : "\(path) on \(host)" }
}
