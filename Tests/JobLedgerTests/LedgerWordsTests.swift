// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import JobLedger

@Suite struct LedgerWordsTests {
  @Test(
    arguments: [
      (.missing, "there is no ledger yet; it is created with the first tag. If"),
      (.noFolder, "its folder does not exist: check the path"),
      (.notAFile, "it is not an ordinary file: move away"),
      (.networkFileSystem(.nfs), "it would lie on NFS, where two machines"),
      (.notALedger, "the file was not made by TagPress: move it away"),
      (.otherJob("spring"), "it belongs to the job \"spring\": give this manifest"),
      (
        .newer(migrations: 3, known: 1), "a later TagPress made it (3 steps of its tables, and this"
      ),
      (.damaged, "it is damaged: run `tagpress doctor --rebuild spring.ledger`, which"),
      (.blank, "the file is empty, and what was in it is lost: run `tagpress doctor"),
      (.linked(names: 2), "one of its files has 2 names on this disk (hard links)"),
      (.onlyItsLog("-wal"), "it is not there, but its log is (spring.ledger-wal), which"),
      (.lost(witness: "w"), "it is not there, but its witness is (w), which says"),
      (.noWitness("w"), "its witness w is not there, so it is not certain"),
      (.witnessDamaged("w", line: 7), "its witness w is damaged at line 7: run"),
      (.behindWitness("w", lines: 1), "it lacks 1 entry that its witness w has: it is an old"),
      (.otherWitness("w"), "w is the witness of another ledger: put"),
      (.differsFromWitness("w"), "it has other rows on other tags than its witness w: run"),
      (.replaced("w"), "w was removed or replaced while it was in use: what"),
      (.logOnReadOnlyDisk, "its newest entries are in its log, which can only be read"),
      (.bothDamaged, "neither it nor its witness is intact, so no program"),
      (.noMemory, "there is not enough memory: close"),
      (.runsElsewhere, "another program is writing the row of this tag now: if"),
      (.altered("step"), "another program changed its tables (step)"),
      (.readOnly, "its permissions, or those of its folder, keep you from using it: change"),
      (.locked, "another program keeps it locked: close"),
      (.full, "the disk or your quota is full: make room"),
      (.sqlite(1034), "SQLite refused (disk I/O error, code 1034): try again"),
      (.system(errno: 5), "the disk or the system refused (Input/output error): check the disk"),
      (.undecided(rows: 1), "1 finished row changed in the manifest: use --changed"),
      (.undecided(rows: 2), "2 finished rows changed in the manifest: use --changed"),
      (.manifestChanged, "another program took over a changed manifest meanwhile: start again"),
      (.noRow(id: "x"), "the job has no row \"x\": check"),
      (.nothingToVoid(id: "x"), "no tag carries row \"x\", so"),
      (.unfinished(id: "x", uid: [4, 0xAB]), "row \"x\" is begun on the tag 04AB, which may show"),
      (.noReason, "a tag is given up only with a reason: add --why TEXT"),
      (.repeatedRow(id: "x"), "the manifest has row \"x\" twice: give"),
      (
        .tokensUsedUp(name: "code", length: 4),
        "no free value was found for the token \"code\" with 4"
      ),
      (.linkTaken(id: "x"), "the tag of row \"x\" has this link already: have the resolver"),
      (
        .otherKey(ofTags: "5057309A", tags: 2, given: "0A0B0C0D"),
        "the key 5057309A protects 2 tags of the job, and this key file has the key 0A0B0C0D: put"
      ),
      (.notOpen, "the attempt was already over"),
      (.otherTag(uid: [4, 0xAB]), "the claim belongs to the tag 04AB, but another one"),
    ] as [(LedgerFault, String)])
  func everyFaultSaysWhatIsTheCaseAndWhatToDo(_ fault: LedgerFault, _ start: String) {
    let error = LedgerError(path: "spring.ledger", fault: fault)
    #expect("\(error)".hasPrefix("ledger spring.ledger: \(start)"), "\(error)")
    #expect("\(error)".contains(":") && !"\(error)".hasSuffix("."))
  }
}
