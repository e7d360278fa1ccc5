// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CSQLite
internal import Glibc

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
      "there is none: write the first tag of the job, or go to the folder where that was done"
    case .noFolder:
      "its folder does not exist: check the path of the manifest"
    case .notAFile:
      "it is not an ordinary file: move away what has this name"
    case .leadsNowhere(let name, let target):
      "\(name) is a symbolic link to \(target), which is not there: connect the disk on which that is, "
        + "or bring the file back"
    case .witnessIsNoFile(let witness):
      "\(witness) is not an ordinary file: put the witness itself there, which lies where the job was "
        + "written last, beside its ledger"
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
      "it is damaged: run \(rebuild), which makes it anew from its witness and keeps the damaged one"
    case .altered(let name):
      "another program changed its tables (\(name)), so that it cannot keep its promises: "
        + "run \(rebuild), which makes it anew from its witness and keeps the changed one"
    case .blank:
      "the file is empty, and what was in it is lost: run \(rebuild), which makes it anew from its "
        + "witness"
    case .linked(let names):
      "one of its files has \(names) names on this disk (hard links), as a backup made with links "
        + "has, and would change under all of them: copy the whole folder with `cp -r`. If no tag was "
        + "written since under another name, go on in the copy with --moved"
    case .onlyItsLog(let ending):
      "it is not there, but its log is (\(path + ending)), which may hold the newest tags: bring the "
        + "ledger and its witness back, from where they were moved or from your backup"
    case .lost(let witness):
      "it is not there, but its witness is (\(witness)), which says what was written: bring the "
        + "ledger back from where it was moved, or run \(rebuild), which makes it anew"
    case .noWitness(let witness):
      "its witness \(witness) is not there, so nothing tells whether this ledger is the newest: "
        + "bring the witness back from where it was moved. If it is lost for good and this is no "
        + "old copy, run \(rebuild)"
    case .witnessDamaged(let witness, let line):
      "its witness \(witness) is damaged at line \(line): run \(rebuild), which makes the witness "
        + "anew from the ledger and keeps the damaged one"
    case .behindWitness(let witness, let lines):
      "it lacks \(counted(lines, "entry", "entries")) that its witness \(witness) has: it is an old "
        + "copy, or has lost its newest tags. Run \(rebuild), which makes it anew from its witness"
    case .otherWitness(let witness):
      "\(witness) is the witness of another ledger: put the ledger and the witness together that "
        + "were copied together. If it is this job's, and one of the two is an old copy, run "
        + "\(rebuild), which makes that one anew from the other"
    case .differsFromWitness(let witness):
      "it has other rows on other tags than its witness \(witness): run \(rebuild), which makes it "
        + "anew from its witness and keeps the old one"
    case .copied(let place):
      "these files were copied or restored from a backup; they were last written as "
        + "\(place.words). If that job goes on elsewhere, or tags were written since the backup was "
        + "made, their rows would come onto second tags: go on there. If it was moved here as it is "
        + "now, and nobody goes on there, say --moved with `write`, `lock` or "
        + "`doctor --rebuild`"
    case .restored:
      "an older copy was written over it and its witness, and tags were written since that copy was "
        + "made: bring the newer files back. If they are gone, find the tags that were written since, "
        + "make them empty with `tagpress erase`, and then say --moved with `write` or `lock`"
    case .replaced(let file):
      "\(file) was removed or replaced while it was in use: what happened since is in no file. Bring "
        + "back the files that were there, or start again; lay the last tag down again"
    case .logOnReadOnlyDisk:
      "its newest entries are in its log, which can only be read where files may be made: copy all "
        + "files of the job into a folder of your own, and ask there"
    case .bothDamaged:
      "neither it nor its witness is whole, so no program can tell any more which rows have tags. "
        + "Nothing was changed. Bring both back from your backup, and go on behind the rows that were "
        + "written since, with --rows; what is on a tag, `tagpress read` tells"
    case .noMemory:
      "there is not enough memory: close other programs"
    case .runsElsewhere:
      "another program writes the row of this tag just now: if that one has another tag, one of the "
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
      "\(counted(rows, "finished row")) changed in the manifest: "
        + "say whether their tags stay as they are or are made again"
    case .manifestChanged:
      "another program took over a changed manifest meanwhile: start again"
    case .noRow(let id):
      "the job has no row \"\(id)\": check the id in the manifest"
    case .nothingToVoid(let id):
      "no tag carries row \"\(id)\", so there is nothing to give up: check the id in the report"
    case .unfinished(let id, let uid):
      "row \"\(id)\" is begun on the tag \(Hexadecimal.text(uid)), which may show its link: lay that "
        + "tag down again in a run without --redo, or, if it is lost, say --void \(id) --why TEXT"
    case .noReason:
      "a tag is given up only with a reason: say why"
    case .repeatedRow(let id):
      "the manifest has row \"\(id)\" twice: give one of them another id"
    case .otherKey(let key, let tags, let given):
      "the key \(key) protects \(counted(tags, "tag")) of the job, and this key file has the key "
        + "\(given): put the file of \(key) in its place, or write the rows without a tag as a job "
        + "with another id"
    case .tokensUsedUp(let name, let length):
      "no free value was found for the token \"\(name)\" with \(length) characters: make it longer"
    case .linkTaken(let id):
      "the tag of row \"\(id)\" has this link already: have the resolver give each row its own, or "
        + "say duplicates=\"allow\" in <rows>"
    case .notOpen:
      "the attempt was over already, or somebody gave its tag up: put the tag aside"
    case .otherTag(let uid):
      "the claim belongs to the tag \(Hexadecimal.text(uid)) and another one was presented: "
        + "lay that one down"
    }
  }
}

/// What the ledger itself writes down.
enum LedgerWords {
  static let redoneAfterChange = "the manifest changed, and the tag is made again"

  static func orphans(_ count: Int) -> String {
    "\(counted(count, "entry", "entries")) refer to rows or claims that are not there"
  }
}

private func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
  "\(count) \(count == 1 ? one : many ?? one + "s")"
}

private func systemWords(_ errno: Int32) -> String {
  strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
}

/// A word as a shell takes it.
package func shellWord(_ text: String) -> String {
  let plain = text.allSatisfy {
    $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+,=:@%".contains($0))
  }
  if plain, !text.isEmpty, !text.hasPrefix("-") { return text }
  return "'"
    + text.split(separator: "'", omittingEmptySubsequences: false)
    .joined(separator: "'\\''") + "'"
}

extension FilePlace {
  /// Where it is, for people; the machine too, if it is another.
  package var words: String { isOnThisMachine ? path : "\(path) on \(host)" }
}
