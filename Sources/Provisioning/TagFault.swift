// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import NDEF
internal import TagMemory
internal import TagReading

/// What is wrong with a tag that comes back from a job.
enum TagFault: Error, Equatable {
  /// The ledger does not know the UID. The tag shows the link of a row all the same, or another job
  /// has it.
  case foreign(TagOwner?)
  /// It does not know a tag of the row whose link this one shows either.
  case ofFreeRow(String)
  /// The operator gave the tag up, or it failed, and its row has another tag.
  case givenUp(row: String)
  case notFinished
  /// The manifest has another link now, and no one has said what is to become of the tag.
  case undecided

  // What is on the tag.
  case noMessage(TagMemory.TagContent)
  case notStrict(NDEFError)
  /// Phones look at the first record alone, and it is not a link.
  case noLinkFirst
  case otherRowsLink(String, row: String)
  case otherLink(String)
  case otherRecords
  case mirrorDiffers

  // What keeps others from changing it.
  case notProtected
  /// The tag has its password, and it guards less or more than the job wants.
  case protectedOtherwise
  case notLocked
  /// A dump lacks the pages that would tell.
  case protectionHidden

  /// The tag refused what every right tag takes, such as the password of the job.
  case refused(TagError)
  case notGenuine(SignatureFinding)
  case opensNoApp(PreflightProblem)
  /// A tag with this UID was seen before: it was on a reader twice, or one of the two is a copy.
  case seenTwice
}
