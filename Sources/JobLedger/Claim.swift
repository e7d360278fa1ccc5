// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A claim's number.
package struct ClaimID: Hashable, Sendable {
  package let number: Int64
}

/// An attempt's number.
package struct AttemptID: Hashable, Sendable {
  package let number: Int64
}

/// A row and a tag that belong together, or once did.
package struct Claim: Hashable, Sendable {
  package enum State: String, Hashable, Sendable, CaseIterable {
    /// The tag may contain bytes of the row.
    case begun
    /// Everything was read back.
    case done
    /// The tag was put aside; it is known not to show the row's link.
    case failed
    /// The operator gave it up, and said why.
    case void
  }

  package let id: ClaimID
  package let row: RowKey
  package let rowID: String
  package let uid: [UInt8]
  package let state: State
  /// The link on the tag, with the tag's own values.
  package let link: String
  /// SHA-256 of the whole message.
  package let messageHash: [UInt8]
  /// The size of the whole message, and of the largest one that fits on the tag, in bytes; nil when
  /// an earlier TagPress made the claim.
  package let messageSize: Int?
  package let capacity: Int?
  /// The number of the manifest that the tag was last written for.
  package let manifest: Int
  package let chip: String
  package let signature: String?
  package let lock: String?
  package let since: Moment
  /// When everything had been read back.
  package let done: Moment?
  /// When it failed or became void.
  package let ended: Moment?
  package let station: String?
  package let reader: String
  /// Why a claim is failed or void.
  package let why: String?
  /// The number of the changed manifest for which the operator decided to keep the tag as it is.
  package let kept: Int?
  /// The manifest changed after a claim was done, and no one has decided yet.
  package let isUndecided: Bool

  /// Whether it occupies the row and the UID.
  package var isLive: Bool { state == .begun || state == .done }
}

/// The result of an attempt to claim a row for a tag.
package enum Beginning: Hashable, Sendable {
  /// The row belongs to the tag. That is durable, so bytes may be written.
  case begun(ClaimID, AttemptID)
  /// Someone else claimed the row: take the next one.
  case rowTaken
  /// The tag has a row already, from another reader or process: ask `claim(of:)` again.
  case tagTaken
}
