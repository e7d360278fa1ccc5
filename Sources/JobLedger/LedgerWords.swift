// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
internal import CSQLite
internal import Glibc
internal import Plain

// This room says what is wrong. What helps depends on the command.

extension LedgerError: Trouble {
  package var whatIsWrong: String { "Ledger \(path): \(fault.words(of: path))" }
  package var cure: Cure? { fault.cure(of: path) }
}

extension LedgerFault {
  /// What is wrong with the ledger at a path.
  package func words(of path: String) -> String {
    switch self {
    case .missing: "There is no ledger yet."
    case .noFolder: "Its folder does not exist."
    case .notAFile: "It is not an ordinary file."
    case .leadsNowhere(let name, let target):
      "\(name) is a symbolic link to \(target), which does not exist."
    case .witnessIsNoFile(let witness): "\(witness) is not an ordinary file."
    case .networkFileSystem(let system):
      """
      It would be on \(system.rawValue), where two machines can give one row to two tags.
      """
    case .notALedger: "The file was not made by TagPress."
    case .otherJob(let job): "It belongs to the job \"\(job)\"."
    case .newer(let migrations, let known):
      """
      A later TagPress made it (\(migrations) steps of its tables, and this one knows \(known)).
      """
    case .damaged: "It is damaged."
    case .altered(let name):
      "Another program changed its tables (\(name)), so that it cannot keep its promises."
    case .blank: "The file is empty, and what was in it is lost."
    case .linked(let names):
      """
      One of its files has \(names) names on this disk (hard links), as a backup made with links \
      has, and would change under all of them.
      """
    case .onlyItsLog(let ending):
      "It is not there, but its log is (\(path + ending)), which may hold the newest tags."
    case .lost(let witness):
      "It is not there, but its witness is (\(witness)), which says what was written."
    case .noWitness(let witness):
      """
      Its witness \(witness) is not there, so it is not certain that this ledger is the newest.
      """
    case .witnessDamaged(let witness, let line):
      "Its witness \(witness) is damaged at line \(line)."
    case .behindWitness(let witness, let lines):
      """
      It lacks \(count(lines, "entry", plural: "entries")) that its witness \(witness) has: it is \
      an old copy, or has lost its newest tags.
      """
    case .otherWitness(let witness): "\(witness) is the witness of another ledger."
    case .differsFromWitness(let witness):
      "It has other rows on other tags than its witness \(witness)."
    case .copied(let place) where place.isPlace(of: path):
      """
      These files were put here as a copy, such as from a backup. If tags were written since that \
      copy was made, they are not in it.
      """
    case .copied(let place):
      """
      These files were copied or restored from a backup. They were last written as \(place.words).
      """
    case .restored:
      """
      An older copy was written over it and its witness, and tags were written since that copy was \
      made.
      """
    case .replaced(let file):
      """
      \(file) was removed or replaced while it was in use. What happened since is in no file.
      """
    case .logOnReadOnlyDisk:
      "Its newest entries are in its log, which can only be read where files may be made."
    case .bothDamaged:
      """
      Neither it nor its witness is intact, so no program can tell which rows have tags. Nothing \
      was changed.
      """
    case .noMemory: "There is not enough memory."
    case .readOnly: "Its permissions, or those of its folder, keep you from using it."
    case .locked: "Another program keeps it locked."
    case .full: "The disk or your quota is full."
    case .sqlite(let code):
      "SQLite refused (\(String(cString: sqlite3_errstr(code))), code \(code))."
    case .system(let reason): "The disk or the system refused (\(systemWords(reason)))."
    case .later(let state): state.words
    case .elsewhere(let place):
      place == FilePlace.absolute(path)
        ? "It is gone, and this job was begun with it. With a new one, rows that have tags would be "
          + "written to second ones."
        : "This job was begun with another ledger, \(place). With a new one, rows that have tags there "
          + "would be written to second ones."
    case .unvouchedVoid(let witness, let rows):
      "Its witness \(witness) says that \(rows.count == 1 ? "a tag was" : "tags were") given up, and "
        + "nothing else knows of it: row\(rows.count == 1 ? "" : "s") "
        + "\(theFirst(of: rows.map { "\"\($0)\"" })). Someone may have added that."
    case .runsElsewhere, .undecided, .manifestChanged, .noRow, .nothingToVoid, .unfinished,
      .noReason, .repeatedRow, .otherKey, .tokensUsedUp, .linkTaken, .notOpen,
      .finishedElsewhere, .otherTag, .seenOtherwise, .otherTagNow:
      wordsOfRequest
    }
  }

  /// What is wrong with a request.
  private var wordsOfRequest: String {
    switch self {
    case .runsElsewhere: "Another program is writing the row of this tag now."
    case .undecided(let rows): "\(count(rows, "finished row")) changed in the manifest."
    case .manifestChanged: "Another program took over a changed manifest meanwhile."
    case .noRow(let id): "The job has no row \"\(id)\"."
    case .nothingToVoid(let id): "No tag has row \"\(id)\", so there is nothing to give up."
    case .unfinished(let id, let uid):
      "Row \"\(id)\" was begun on the tag \(upperHex(uid)), which may show its link."
    case .seenOtherwise(let count):
      "What was confirmed is different now: it is about \(Plain.count(count, "tag")). Nothing was done."
    case .otherTagNow(let id, let uid):
      "Row \"\(id)\" has another tag by now, \(upperHex(uid)). Nothing was given up."
    case .noReason: "A tag is given up only with a reason."
    case .repeatedRow(let id): "The manifest has row \"\(id)\" twice."
    case .otherKey(let key, let tags, let given):
      """
      The key \(key) protects \(count(tags, "tag")) of the job, and this key file has the key \
      \(given).
      """
    case .tokensUsedUp(let name, let length):
      "No free value was found for the token \"\(name)\" with \(length) characters."
    case .linkTaken(let id): "The tag of row \"\(id)\" has this link already."
    case .notOpen: "The attempt was already over, or its tag was given up."
    case .finishedElsewhere: "Another program has finished the tag with this UID meanwhile."
    case .otherTag(let uid):
      "The claim belongs to the tag \(upperHex(uid)), but another one is on the reader."
    default: ""
    }
  }

  package func cure(of path: String) -> Cure {
    switch self {
    case .missing: .writeFirstTag
    case .noFolder: .checkManifestPath
    case .notAFile: .moveFileAway
    case .leadsNowhere: .connectDisk
    case .witnessIsNoFile: .putWitnessThere
    case .networkFileSystem: .copyToThisMachine
    case .notALedger: .moveFileOrRenameManifest
    case .otherJob: .renameManifestOrChangeID
    case .newer: .useLaterTagPress
    case .damaged, .altered, .witnessDamaged, .differsFromWitness:
      .rebuild(ledger: path, keepsOld: true)
    case .blank, .behindWitness: .rebuild(ledger: path, keepsOld: false)
    case .linked: .copyFolder
    case .onlyItsLog: .bringBothBack
    case .lost: .bringLedgerBack(orRebuild: path)
    case .noWitness: .bringWitnessBack(orRebuild: path)
    case .otherWitness: .bringTogether(orRebuild: path)
    case .copied(let place): place.isPlace(of: path) ? .bringNewerBack() : .continueHere
    case .restored: .bringNewerBack()
    case .later(let state): .bringNewerBack(namesAllRows: state.namesAllRows)
    case .elsewhere(let place):
      place == FilePlace.absolute(path) ? .bringNewerBack() : .continueThere
    case .unvouchedVoid: .confirmVoid
    case .replaced: .bringBackOrStartAgain
    case .logOnReadOnlyDisk: .copyToOwnFolder
    case .bothDamaged: .useBackup
    case .noMemory: .closePrograms
    case .runsElsewhere: .compareCopies
    case .readOnly: .changePermissions
    case .locked: .closeOtherProgram
    case .full: .makeRoom
    case .sqlite: .tryAgain
    case .system: .checkDisk
    case .undecided: .decideChanges()
    case .manifestChanged: .startAgain
    case .noRow: .checkRow
    case .nothingToVoid: .checkReport
    case .unfinished(let id, _): .finishOrVoid(row: id)
    case .seenOtherwise, .otherTagNow: .startAgain
    case .noReason: .sayWhy
    case .repeatedRow: .renameRow
    case .otherKey(let key, _, _): .putKeyFileBack(id: key)
    case .tokensUsedUp: .makeTokenLonger
    case .linkTaken: .giveEachRowItsLink
    case .notOpen: .putAside
    case .finishedElsewhere: .putBack
    case .otherTag: .putFirstBack
    }
  }
}

/// Why a tag was given up, where the ledger says it and not a person.
package enum RecordedWhy: String, CaseIterable {
  case lost, changed

  var words: String {
    switch self {
    case .lost: "it was lost before it was finished"
    case .changed: "the manifest changed, and the tag is written again"
    }
  }

  package init?(words: String) {
    guard let why = Self.allCases.first(where: { $0.words == words }) else { return nil }
    self = why
  }
}

/// What the ledger itself records.
enum LedgerWords {
  static func orphans(_ count: Int) -> String {
    "\(Plain.count(count, "entry", plural: "entries")) refer to rows or claims that are not there"
  }
}

func systemWords(_ errno: Int32) -> String {
  strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
}

extension FilePlace {
  /// Whether a copy would be exactly where the original was.
  func isPlace(of other: String) -> Bool {
    guard isOnThisMachine, let real = realpath(other, nil) else { return false }
    defer { free(real) }
    return String(cString: real) == path
  }

  /// Where it is, for people; with the machine, if that is another.
  package var words: String { isOnThisMachine ? path : "\(path) on \(host)" }
}

/// As many as people want to read.
func theFirst(_ most: Int = 10, of words: [String]) -> String {
  let more = words.count - min(most, words.count)
  return words.prefix(most).joined(separator: ", ") + (more > 0 ? " and \(grouped(more)) more" : "")
}
