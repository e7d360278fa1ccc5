// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Advice
import JobManifest
import NDEF
import SiteAssociation
import StrictJSON
import TagMemory
import TagReading
import Testing
import Voices

@testable import JobLedger
@testable import Provisioning
@testable import tagpress

/// What an operator is told about a tag, and the names that scripts know it by.
struct BatchWordsTests {
  private static let passing = ResolverTrouble(words: "It is asleep.", isPassing: true)

  /// A message with the link https://e.com/7.
  private static let link: [UInt8] = [0xD1, 0x01, 0x08, 0x55, 0x04] + Array("e.com/7".utf8)

  private static let obstacles: [(Obstacle, name: String, words: String)] = [
    (
      .tag(.passwordRefused), "password-refused",
      "The tag refuses this password. Put the tag aside."
    ),
    (
      .tag(.reader(.tagGone)), "tag-gone",
      "The tag was taken away too early. Put the tag on the middle of the reader again."
    ),
    (
      .wrongChip(found: "NTAG215", taken: ["NTAG213"]), "wrong-chip",
      "The chip is NTAG215, and the job takes NTAG213. Put the tag aside."
    ),
    (
      .wrongChip(found: nil, taken: ["NTAG213", "NTAG215", "NTAG216"]), "wrong-chip",
      "The chip is not known, and the job takes NTAG213, NTAG215 or NTAG216. Put the tag aside."
    ),
    (
      .notBlank(.message([])), "not-blank",
      """
      The tag already has a message without a link, and the job takes only blank tags. Put the tag \
      aside.
      """
    ),
    (
      .notBlank(.message(link), TagOwner(row: "n7", job: nil)), "not-blank",
      """
      The tag already has the link of row n7, https://e.com/7, and the job takes only blank tags. \
      Put the tag aside.
      """
    ),
    (
      .notBlank(.message(link), TagOwner(row: "n7", job: "winter")), "not-blank",
      """
      The tag already has the link https://e.com/7, and the job takes only blank tags. The job \
      "winter" has a tag with this UID for row n7. Put the tag aside.
      """
    ),
    (
      .notBlank(.foreign), "not-blank",
      """
      The tag contains something that is not NDEF, and the job takes only blank tags. Put the tag \
      aside.
      """
    ),
    (
      .notBlank(.damaged(.interrupted)), "not-blank",
      """
      The tag contains a damaged message, and the job takes only blank tags. Put the tag aside.
      """
    ),
    (
      .notOfThisJob(.message([])), "not-of-this-job",
      "The tag has a message without a link, which does not belong to this job. Put the tag aside."
    ),
    (
      .notOfThisJob(.hidden(page: 4)), "not-of-this-job",
      """
      The tag cannot be read completely and shows no link of this job. Put the tag aside, or erase \
      it with 'tagpress erase'.
      """
    ),
    (
      .notGenuine(.imitation), "not-genuine",
      """
      The job takes only genuine chips, and this one sends a repeated pattern instead of a \
      signature. Put the tag aside.
      """
    ),
    (
      .message(NDEFError(.payloadTooLong, at: 7)), "message",
      """
      The row's message cannot be made: Byte 7: The payload is longer than \
      \(Limit.payloadBytes) bytes. Put a link to the data instead. Correct the row in the manifest.
      """
    ),
    (
      .noResolver, "no-resolver",
      "This row gets its values from a resolver. Add --resolver COMMAND, as before."
    ),
    (.resolver(passing), "resolver", "It is asleep."),
    (
      .preflight(.manifest(.missingValue("cert"))), "missing-value",
      "With the values of the resolver: \(Problem.missingValue("cert").description)"
    ),
    (
      .preflight(.opensNoApp("https://a.example/x", .iOS, .shut, .noRuleMatches)), "opens-no-app",
      """
      With the values of the resolver: "https://a.example/x" opens no app on an iPhone. No pattern \
      matches it. Write <open> for it in an app, or correct the row.
      """
    ),
    (
      .linkTaken(row: "n1"), "same-link",
      """
      The resolver gave the link of row "n1", which already has its tag. Have the resolver give \
      each row its own link, or write duplicates="allow" in <rows>.
      """
    ),
    (
      .mirrorApart, "mirror-apart",
      """
      The chip shows UID and counter only side by side. Write {mirror.uid}x{mirror.counter} in the \
      manifest.
      """
    ),
    (
      .noHash, "no-memory",
      "There is not enough memory to continue. Close other programs, then put the tag on the "
        + "reader again."
    ),
    (
      .changedSinceDone, "changed-since-done",
      """
      A tag with this UID is already done, and this one shows something else: it was changed, or \
      it is a copy. Put the tag aside.
      """
    ),
    (
      .givenUp, "given-up",
      "The tag was given up, and its row gets a new one. Put the tag aside."
    ),
    (
      .notFinished, "not-finished",
      "This is not a finished tag of the job. Put the tag aside, or finish it with "
        + "'tagpress write JOB'."
    ),
    (
      .onAnotherReader, "on-another-reader",
      """
      Another reader is still working on a tag with this UID. If you moved the tag, put it on the \
      reader again. If there are two, one is a copy: put this one aside and compare them.
      """
    ),
    (
      .noRowLeft, "no-row-left",
      "No row is left for it in this run. Keep the tag for the next run, or for another job."
    ),
    (
      .noPlaceLeft, "no-place-left",
      """
      The other readers have the last tags of this run. Put this one on the reader again \
      when they are done, or in the next run.
      """
    ),
    (
      .unexpected, "unexpected",
      "Something went wrong. Put the tag on the middle of the reader again."
    ),
    (
      .ledger(LedgerError(path: "a.ledger", fault: .noReason)), "ledger",
      "Ledger a.ledger: A tag is given up only with a reason. Add --why TEXT."
    ),
  ]

  @Test(arguments: obstacles.indices)
  func anObstacleHasItsNameAndItsSentence(index: Int) {
    let (obstacle, name, words) = Self.obstacles[index]
    #expect(obstacle.reason(Voice("write").cures) == Reason(name, words))
  }

  /// An operator who puts a tag back must have a chance; otherwise he is told to put it aside.
  @Test func onlyWhatPassesAsksForTheTagAgain() {
    let passing = Self.obstacles.filter { $0.0.isPassing }.map(\.name)
    #expect(
      passing == [
        "tag-gone", "resolver", "missing-value", "opens-no-app", "no-memory", "no-place-left",
        "unexpected", "ledger",
      ])
    let blameless = Self.obstacles.filter { $0.0.isNoOnesFault }.map(\.name)
    #expect(blameless == ["given-up", "on-another-reader", "no-row-left", "no-place-left"])
    #expect(Self.obstacles.filter { $0.0.isContactLost }.map(\.name) == ["tag-gone"])
    #expect(!Obstacle.resolver(ResolverTrouble(words: "No.", isPassing: false)).isPassing)
  }

  private static let faults: [(TagFault, name: String, words: String)] = [
    (.foreign(nil), "foreign", "This tag is not in the ledger. Put the tag aside."),
    (
      .foreign(TagOwner(row: "n1", job: nil)), "foreign",
      "This tag is not in the ledger, and it shows the link of row n1: a copy. Put the tag aside."
    ),
    (
      .ofFreeRow("n1"), "foreign",
      """
      This tag is not in the ledger, and it shows the link of row n1, which has no tag there: a copy, or \
      the ledger does not know all of its tags. Put the tag aside.
      """
    ),
    (
      .foreign(TagOwner(row: "n1", job: "winter")), "foreign",
      """
      This tag is not in the ledger. The job "winter" has a tag with this UID for row n1. Put the \
      tag aside.
      """
    ),
    (
      .givenUp(row: "n1"), "given-up",
      "The tag was given up, and row n1 gets a new one. Put the tag aside."
    ),
    (
      .notFinished, "not-finished",
      "The tag was begun and never finished. Put the tag aside, or finish it with "
        + "'tagpress write JOB'."
    ),
    (
      .undecided, "undecided",
      """
      The manifest now has another link for this row. 'tagpress write --changed keep JOB' leaves \
      finished tags as they are, and 'tagpress write --changed redo JOB' writes them again.
      """
    ),
    (
      .noMessage(.empty), "wrong-content",
      "The tag is empty. Put the tag aside."
    ),
    (
      .notStrict(NDEFError(.truncated, at: 3)), "wrong-content",
      """
      The message on the tag is broken: Byte 3: The message ends inside a record. Read the tag \
      again, or check the length before it. Put the tag aside.
      """
    ),
    (
      .noLinkFirst, "wrong-content",
      "The first record is not a link, so phones will not open it. Put the tag aside."
    ),
    (
      .otherRowsLink("https://a.example/2", row: "n2"), "other-rows-link",
      "The tag shows the link of row n2, https://a.example/2. Put the tag aside."
    ),
    (
      .otherLink("https://a.example/x"), "wrong-content",
      "The tag shows https://a.example/x, which is not its link. Put the tag aside."
    ),
    (
      .otherRecords, "wrong-content",
      "The link is right, but the rest of the message is not what was written. Put the tag aside."
    ),
    (
      .mirrorDiffers, "wrong-content",
      "The chip does not show its own UID in the link, as it should. Put the tag aside."
    ),
    (
      .notProtected, "unprotected",
      "The tag has no password, and the job requires one. Put the tag aside."
    ),
    (.notLocked, "unprotected", "The tag is not locked, as it should be. Put the tag aside."),
    (
      .protectionHidden, "protection-hidden",
      "The dump lacks the pages with lock bits or password settings. Use a complete dump."
    ),
    (
      .refused(.passwordRefused), "password-refused",
      "The tag refuses this password. Put the tag aside."
    ),
    (
      .notGenuine(.missing), "not-genuine",
      "The chip has no signature, so it is not proven to be genuine. Put the tag aside."
    ),
    (
      .opensNoApp(
        .opensNoApp("https://a.example/x", .android, .shut, .excluded(.start, pattern: "/x"))),
      "opens-no-app",
      """
      "https://a.example/x" opens no app on Android. The pattern "/x" keeps it for the browser. \
      Make that pattern narrower, or correct the row.
      """
    ),
    (
      .seenTwice, "seen-twice",
      """
      A tag with this UID was seen before: it was on a reader twice, or one of the two is a copy. \
      Compare them.
      """
    ),
  ]

  @Test(arguments: faults.indices)
  func aFaultHasItsNameAndItsSentence(index: Int) {
    let (fault, name, words) = Self.faults[index]
    #expect(Reason([fault], Voice("verify").cures) == Reason(name, words))
  }

  @Test func ofSeveralFaultsTheFirstNamesTheReasonAndAllAreTold() {
    #expect(Reason([], Voice("verify").cures) == nil)
    let reason = Reason([.notLocked, .seenTwice], Voice("verify").cures)
    #expect(reason?.code == "unprotected")
    #expect(reason?.words.hasPrefix("The tag is not locked, as it should be. A tag") == true)
    #expect(reason?.words.hasSuffix(". Put the tag aside. Compare them.") == true)
    let twice = Reason([.noMessage(.empty), .notGenuine(.missing)], Voice("verify").cures)
    #expect(twice?.words.ranges(of: "Put the tag aside.").count == 1)
  }
}
