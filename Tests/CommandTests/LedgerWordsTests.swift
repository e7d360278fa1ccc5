// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Advice
import Testing
import Voices

@testable import JobLedger
@testable import tagpress

struct LedgerWordsTests {
  @Test(
    arguments: [
      (.missing, "There is no ledger yet. 'tagpress write JOB' creates it. If"),
      (.noFolder, "Its folder does not exist. Check the path"),
      (.notAFile, "It is not an ordinary file. Move away"),
      (.networkFileSystem(.nfs), "It would be on NFS, where two machines"),
      (.notALedger, "The file was not made by TagPress. Move it away"),
      (.otherJob("spring"), "It belongs to the job \"spring\". Give this manifest"),
      (
        .newer(migrations: 3, known: 1), "A later TagPress made it (3 steps of its tables, and this"
      ),
      (.damaged, "It is damaged. Run 'tagpress doctor --rebuild spring.ledger', which"),
      (.blank, "The file is empty, and what was in it is lost. Run 'tagpress doctor"),
      (.linked(names: 2), "One of its files has 2 names on this disk (hard links)"),
      (.onlyItsLog("-wal"), "It is not there, but its log is (spring.ledger-wal), which"),
      (.lost(witness: "w"), "It is not there, but its witness is (w), which says"),
      (.noWitness("w"), "Its witness w is not there, so it is not certain"),
      (.witnessDamaged("w", line: 7), "Its witness w is damaged at line 7. Run"),
      (.behindWitness("w", lines: 1), "It lacks 1 entry that its witness w has: it is an old"),
      (.otherWitness("w"), "w is the witness of another ledger. Put"),
      (.differsFromWitness("w"), "It has other rows on other tags than its witness w. Run"),
      (.replaced("w"), "w was removed or replaced while it was in use. What"),
      (.logOnReadOnlyDisk, "Its newest entries are in its log, which can only be read"),
      (.bothDamaged, "Neither it nor its witness is intact, so no program"),
      (.noMemory, "There is not enough memory. Close"),
      (.runsElsewhere, "Another program is writing the row of this tag now. If"),
      (.altered("step"), "Another program changed its tables (step)"),
      (.readOnly, "Its permissions, or those of its folder, keep you from using it. Change"),
      (.locked, "Another program keeps it locked. Close"),
      (.full, "The disk or your quota is full. Make room"),
      (.sqlite(1034), "SQLite refused (disk I/O error, code 1034). Try again"),
      (.system(errno: 5), "The disk or the system refused (Input/output error). Check the disk"),
      (.undecided(rows: 1), "1 finished row changed in the manifest. Add --changed"),
      (.undecided(rows: 2), "2 finished rows changed in the manifest. Add --changed"),
      (.manifestChanged, "Another program took over a changed manifest meanwhile. Start again"),
      (.noRow(id: "x"), "The job has no row \"x\". 'tagpress links JOB'"),
      (
        .nothingToVoid(id: "x"),
        "No tag has row \"x\", so there is nothing to give up. 'tagpress report --csv JOB'"
      ),
      (
        .unfinished(id: "x", uid: [4, 0xAB]), "Row \"x\" was begun on the tag 04AB, which may show"
      ),
      (
        .elsewhere("/x.ledger"), "This job was begun with another ledger, /x.ledger. With a new one"
      ),
      (
        .unvouchedVoid("w", rows: ["a"]),
        "Its witness w says that a tag was given up, and nothing else knows of it: row \"a\". Someone"
      ),
      (
        .unvouchedVoid("w", rows: (1...12).map { "n\($0)" }),
        #"Its witness w says that tags were given up, and nothing else knows of it: rows "n1", "n2", "n3", "#
          + #""n4", "n5", "n6", "n7", "n8", "n9", "n10" and 2 more. Someone"#
      ),
      (.seenOtherwise(now: 2), "What was confirmed is different now: it is about 2 tags. Nothing"),
      (
        .otherTagNow(id: "x", uid: [4, 0xAB]),
        "Row \"x\" has another tag by now, 04AB. Nothing was given up. Start again"
      ),
      (.finishedElsewhere, "Another program has finished the tag with this UID meanwhile. Put"),
      (.noReason, "A tag is given up only with a reason. Add --why TEXT"),
      (.repeatedRow(id: "x"), "The manifest has row \"x\" twice. Give"),
      (
        .tokensUsedUp(name: "code", length: 4),
        "No free value was found for the token \"code\" with 4"
      ),
      (.linkTaken(id: "x"), "The tag of row \"x\" has this link already. Have the resolver"),
      (
        .otherKey(ofTags: "5057309A", tags: 2, given: "0A0B0C0D"),
        "The key 5057309A protects 2 tags of the job, and this key file has the key 0A0B0C0D. Put"
      ),
      (.notOpen, "The attempt was already over"),
      (.otherTag(uid: [4, 0xAB]), "The claim belongs to the tag 04AB, but another one"),
    ] as [(LedgerFault, String)])
  func everyFaultSaysWhatIsTheCaseAndWhatToDo(_ fault: LedgerFault, _ start: String) {
    let error = LedgerError(path: "spring.ledger", fault: fault)
    let words = error.words(Voice("write").cures)
    #expect(words.hasPrefix("Ledger spring.ledger: \(start)"), "\(words)")
    #expect(words.hasSuffix("."))
  }
}
