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
    /// Bytes of the row may be on the tag.
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
  /// The link that is on the tag, with the tag's own values in it.
  package let link: String
  /// SHA-256 of the whole message.
  package let messageHash: [UInt8]
  /// The bytes of the whole message, and of the largest one that the tag could hold; nil when an
  /// earlier TagPress made the claim.
  package let messageSize: Int?
  package let capacity: Int?
  /// The number of the manifest by which the tag was last written.
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
  /// The number of a changed manifest for which the operator kept the tag as it is.
  package let kept: Int?
  /// The manifest changed after a claim was done, and no one has decided yet.
  package let isUndecided: Bool

  /// Whether the row and the UID are taken by it.
  package var isLive: Bool { state == .begun || state == .done }
}

/// What came of an attempt to claim a row for a tag.
package enum Beginning: Hashable, Sendable {
  /// The row is the tag's. It is durable: bytes may be written.
  case begun(ClaimID, AttemptID)
  /// Someone else claimed the row: take the next one.
  case rowTaken
  /// The tag has a row already, from another reader or process: ask `claim(of:)` again.
  case tagTaken
}
