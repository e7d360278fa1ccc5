// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
internal import Plain

extension LedgerFault {
  /// What is wrong with the ledger at a path, as a name and facts: other languages say it by them.
  package func told(of path: String) -> Told {
    switch self {
    case .noRow(let id): Told("no-such-row.id", ["row": id])
    case .undecided(let rows): Told("changed-rows", numbers: ["n": rows])
    case .copied(let place) where place.isPlace(of: path): about("back")
    case .copied(let place): about("copied", ["place": place.words])
    case .elsewhere(let place) where place == FilePlace.absolute(path): about("gone")
    case .elsewhere(let place): about("elsewhere", ["place": place])
    case .leadsNowhere(let name, let target): about("link", ["name": name, "target": target])
    case .otherJob(let job): about("other-job", ["job": job])
    case .linked: about("linked")
    case .lost(let witness), .noWitness(let witness), .otherWitness(let witness),
      .differsFromWitness(let witness), .witnessDamaged(let witness, _),
      .witnessIsNoFile(let witness),
      .behindWitness(let witness, _):
      about(name, ["witness": witness])
    case .replaced(let file): about("replaced", ["file": file])
    case .unvouchedVoid(_, let rows):
      about(
        "void", ["rows": firstNames(10, of: rows)])
    case .nothingToVoid(let id): about("no-tag", ["row": id])
    case .otherTagNow(let id, let uid): about("other-tag-now", ["row": id, "uid": upperHex(uid)])
    case .seenOtherwise(let count): Told("ledger.seen-otherwise", numbers: ["n": count])
    case .unfinished(let id, let uid): about("unfinished", ["row": id, "uid": upperHex(uid)])
    case .repeatedRow(let id): about("repeated-row", ["row": id])
    case .otherKey(let key, let tags, let given):
      Told("ledger.other-key", ["key": key, "given": given], numbers: ["n": tags])
    case .tokensUsedUp(let name, let length):
      Told("ledger.tokens-used-up", ["name": name], numbers: ["length": length])
    case .linkTaken(let id): about("link-taken", ["row": id])
    case .missing, .noFolder, .notAFile, .networkFileSystem, .notALedger, .newer, .damaged, .blank,
      .onlyItsLog, .restored, .later, .logOnReadOnlyDisk, .bothDamaged, .noMemory, .runsElsewhere,
      .altered, .readOnly, .locked, .full, .sqlite, .system, .manifestChanged, .noReason, .notOpen,
      .finishedElsewhere, .otherTag:
      about(name)
    }
  }

  private func about(_ part: String, _ texts: [String: String] = [:]) -> Told {
    Told("ledger.\(part)", texts)
  }

  private var name: String {
    switch self {
    case .missing: "missing"
    case .noFolder: "no-folder"
    case .notAFile, .notALedger: "no-ledger"
    case .witnessIsNoFile, .otherWitness, .differsFromWitness: "other-witness"
    case .networkFileSystem: "network"
    case .newer: "newer"
    case .damaged, .altered: "damaged"
    case .blank, .behindWitness: "behind"
    case .onlyItsLog, .lost: "lost"
    case .noWitness: "no-witness"
    case .witnessDamaged: "witness-damaged"
    case .restored, .later: "restored"
    case .logOnReadOnlyDisk, .readOnly: "read-only"
    case .bothDamaged: "both-damaged"
    case .noMemory: "no-memory"
    case .runsElsewhere: "runs-elsewhere"
    case .locked: "locked"
    case .full: "full"
    case .manifestChanged: "manifest-changed"
    case .noReason: "no-reason"
    case .finishedElsewhere: "finished-elsewhere"
    default: "system"
    }
  }
}
