// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger

extension Attempt {
  /// What the loop has to do; each action is answered by one event.
  package enum Action: Hashable, Sendable {
    /// Asks the ledger whether it knows the tag; changes nothing.
    case lookUp
    /// Reserves the next free row.
    case chooseRow
    /// Finds out whether this tag can get its row, without changing anything on it.
    ///
    /// A tag whose row was begun may contain anything, so the requirement of a blank tag no longer
    /// applies.
    case examine(finishing: Bool)
    /// Stores that this row belongs to this tag, or that its claim is being completed.
    case claim(finishing: Bool)
    /// Writes the message to the tag and reads it back.
    case write
    /// Stores that the tag is about to change in a way that reading may not show.
    case beginStep(ProtectionStep)
    /// Changes the tag and verifies the change.
    case perform(ProtectionStep)
    /// Reads what a tag shows that is done, or that failed for good.
    case look
    /// Stores the ending and which steps were verified.
    case store(Ending)
    /// The presentation is over, so the operator may be told.
    case tell(Ending)
  }

  /// The result of an action.
  package enum Event: Hashable, Sendable {
    case isKnown(KnownState)
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
  package enum KnownState: Hashable, Sendable, CaseIterable {
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
    /// The same tag may succeed next time: it was silent, or taken away.
    case passing
    case lasting
    /// The begun tag may be a different one: what this one shows says nothing about it.
    case suspect
  }

  /// How a presentation ends.
  package enum Ending: Hashable, Sendable {
    case ok
    /// Put the same tag on the reader again, so that it can be finished.
    case again
    case putAside(Claim)
    case alreadyDone
    case noRowLeft
    case ledgerFailed

    /// What happens to the claim of a tag that is put aside.
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
