// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import NDEF
internal import TagMemory
internal import TagReading

/// What is wrong with a tag that comes back from a job.
enum TagFault: Error, Equatable {
  /// The ledger does not know the UID; the row is the one whose link the tag shows all the same.
  case foreign(showsRow: String?)
  /// The operator gave the tag up, or it failed, and its row has another tag.
  case givenUp(row: String)
  case notFinished
  /// The manifest has another link now, and nobody has said what is to become of the tag.
  case undecided

  // What is on the tag.
  case noMessage(TagMemory.TagContent)
  case notStrict(NDEFError)
  /// Phones look at the first record alone, and it is no link.
  case noLinkFirst
  case otherRowsLink(String, row: String)
  case otherLink(String)
  case otherRecords
  case mirrorDiffers

  // What keeps others from changing it.
  case notProtected
  case notLocked
  /// A dump lacks the pages that would tell.
  case protectionHidden

  /// The tag refused what every right tag takes, such as the password of the job.
  case refused(TagError)
  case notGenuine(SignatureFinding)
  case opensNoApp(PreflightProblem)
  /// A tag with this UID was seen before: it was laid down twice, or one of the two is a copy.
  case seenTwice
}

extension TagFault {
  /// The name that scripts know the fault by; it never changes.
  var machineName: String {
    switch self {
    case .foreign: "foreign"
    case .givenUp: "given-up"
    case .notFinished: "not-finished"
    case .undecided: "undecided"
    case .otherRowsLink: "other-rows-link"
    case .noMessage, .notStrict, .noLinkFirst, .otherLink, .otherRecords, .mirrorDiffers:
      "wrong-content"
    case .notProtected, .notLocked: "unprotected"
    case .protectionHidden: "protection-hidden"
    case .refused(let error): error.machineName
    case .notGenuine: "not-genuine"
    case .opensNoApp: "opens-no-app"
    case .seenTwice: "seen-twice"
    }
  }

  /// What is wrong and what to do with the tag.
  var words: String {
    switch self {
    case .foreign(nil): "The ledger does not know this tag. Put it aside."
    case .foreign(let row?):
      "The ledger does not know this tag, and it shows the link of row \(row): a copy. Put it aside."
    case .givenUp(let row): "The tag was given up, and row \(row) gets another one. Put it aside."
    case .notFinished: "The tag was begun and never finished. Finish it with 'tagpress write'."
    case .undecided:
      "The manifest has another link now for this row. 'tagpress write' asks which one counts."
    case .noMessage(let content):
      "There is no message on the tag (\(content.machineName)). Put it aside."
    case .notStrict(let error): "The message on the tag is broken: \(error.words) Put it aside."
    case .noLinkFirst: "The first record is no link, so phones will not open it. Put it aside."
    case .otherRowsLink(let link, let row):
      "The tag shows the link of row \(row), \(link). Put it aside."
    case .otherLink(let link): "The tag shows \(link), which is not its link. Put it aside."
    case .otherRecords:
      "The link is right, and the rest of the message is not what was written. Put it aside."
    case .mirrorDiffers:
      "The chip does not show its own UID in the link, as it was written. Put it aside."
    case .notProtected: "The tag has no password, and the job wants one. Put it aside."
    case .notLocked: "The tag is not locked, as it should be. Put it aside."
    case .protectionHidden:
      "The dump lacks the pages with lock bits or password settings. Take a whole dump."
    case .refused(let error): error.description
    case .notGenuine(let finding):
      "The maker's signature does not say that the chip is genuine (\(finding.rawValue))."
    case .opensNoApp(let problem): problem.description
    case .seenTwice:
      """
      A tag with this UID was seen before: it was laid down twice, or one of the two is a copy. \
      Compare them.
      """
    }
  }
}
