// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger

extension Attempt {
  /// What the loop is to do; each is answered by one event.
  package enum Action: Hashable, Sendable {
    /// Asks the ledger whether it knows the tag; changes nothing.
    case lookUp
    /// Takes the next row that no tag has.
    case chooseRow
    /// Finds out whether this tag can take its row, without changing anything on it.
    ///
    /// A tag whose row was begun may hold anything, so the job's wish for blank tags is no longer
    /// asked then.
    case examine(finishing: Bool)
    /// Stores that this row belongs to this tag, or that its claim is being finished.
    case claim(finishing: Bool)
    /// Puts the message on the tag and reads it back.
    case write
    /// Stores that the tag is about to change in a way that reading may not show.
    case beginStep(ProtectionStep)
    /// Changes the tag and proves the change.
    case perform(ProtectionStep)
    /// Reads what a tag shows that is done, or that failed for good.
    case look
    /// Stores the ending and which steps were proven.
    case store(Ending)
    /// The presentation is over; the operator may be told.
    case tell(Ending)
  }

  /// What came of an action.
  package enum Event: Hashable, Sendable {
    case isKnown(Acquaintance)
    case rowChosen
    case noRowLeft
    case fits
    case claimed
    case rowTaken
    case tagTaken
    case written
    case stepBegun
    case stepDone
    case shows(Showing)
    case failed(Failure)
    case stored
    case ledgerFailed
  }

  /// What the ledger says about a tag.
  package enum Acquaintance: Hashable, Sendable, CaseIterable {
    case stranger
    case begun
    case done
  }

  /// What a tag shows, compared with its row.
  package enum Showing: Hashable, Sendable, CaseIterable {
    case link
    /// Certainly something else, or nothing.
    case otherContent
    case unknown
  }

  /// What went wrong, by what it means for the tag.
  package enum Failure: Hashable, Sendable, CaseIterable {
    /// The same tag may be free of it next time: silence, or it was taken away.
    case passing
    case lasting
    /// The tag that was begun would be another one: what this one shows says nothing of it.
    case suspect
  }

  /// How a presentation ends.
  package enum Ending: Hashable, Sendable {
    case ok
    /// Put the same tag on the reader again: what was begun is finished then.
    case again
    case putAside(Claim)
    case alreadyDone
    case noRowLeft
    case ledgerFailed

    /// What becomes of the claim of a tag that is put aside.
    package enum Claim: Hashable, Sendable, CaseIterable {
      /// Nothing was claimed in this presentation.
      case unclaimed
      /// The tag does not show the link, so the row is free for another.
      case givenUp
      /// The tag may show the link: only the operator can say that it is lost.
      case kept
    }
  }
}
