// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CSQLite
internal import Glibc

// What this module tells a person: what is the case, then what to do next.

extension LedgerError: CustomStringConvertible {
  package var description: String { "ledger \(path): \(fault)" }
}

extension LedgerFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing:
      "there is none: write the first tag of the job, or go to the folder where that was done"
    case .noFolder:
      "its folder does not exist: check the path of the manifest"
    case .notAFile:
      "it is not an ordinary file: move away what has this name"
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
      "it is damaged: put it aside with the files -wal and -shm beside it, and go on with a copy "
        + "from your backup; `sqlite3 -readonly LEDGER .dump` prints what can be read"
    case .altered(let name):
      "another program changed its tables (\(name)), so that it cannot keep its promises: "
        + "go on with a copy from your backup"
    case .readOnly:
      "you may not write to it or to its folder: "
        + "change the permissions, or copy the job into a folder of your own"
    case .locked:
      "another program keeps it locked: close the program that has it open, and try again"
    case .full:
      "the disk or your quota is full: make room and start again; nothing that was done is lost"
    case .sqlite(let code):
      "SQLite refused (\(String(cString: sqlite3_errstr(code))), code \(code)): "
        + "try again, and report it if it stays"
    case .system(let reason):
      "the disk or the system refused (\(words(reason))): check the disk, then start again"
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
      "row \"\(id)\" is begun on the tag \(hex(uid)), which may show its link: lay that tag down "
        + "again in a run without --redo, or, if it is lost, say --void \(id) --why TEXT"
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
      "the claim belongs to the tag \(hex(uid)) and another one was presented: lay that one down"
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

private func words(_ errno: Int32) -> String {
  strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
}

private func hex(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 0x10 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
}
