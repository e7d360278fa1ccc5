// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import NDEF
internal import TagMemory
internal import TagReading

/// What is wrong with a tag that comes back to be verified.
enum TagFault: Error, Equatable {
  /// The ledger does not know the UID. The tag still shows the link of a row, or another job has it.
  case foreign(TagOwner?)
  /// The same, and the ledger has no tag for the row whose link this one shows.
  case ofFreeRow(String)
  /// The operator gave the tag up, or it failed, and its row has another tag.
  case givenUp(row: String)
  case notFinished
  /// The manifest has another link now, and no one has decided what to do with the tag.
  case undecided

  // What is on the tag.
  case noMessage(TagMemory.TagContent)
  case notStrict(NDEFError)
  /// Phones look only at the first record, and it is not a link.
  case noLinkFirst
  case otherRowsLink(String, row: String)
  case otherLink(String)
  case otherRecords
  case mirrorDiffers

  // Its protection.
  case notProtected
  /// The tag has its password, but it protects less or more than the job requires.
  case protectedOtherwise
  case notLocked
  /// A dump lacks the pages that would tell.
  case protectionHidden

  /// The tag refused what every right tag accepts, such as the job's password.
  case refused(TagError)
  case notGenuine(SignatureFinding)
  case opensNoApp(PreflightProblem)
  /// A tag with this UID was seen before: it was on a reader twice, or one of the two is a copy.
  case seenTwice
}
