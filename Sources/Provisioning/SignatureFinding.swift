// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagKeys

/// What a tag's originality signature says, by the ledger's names, which never change.
package enum SignatureFinding: String, Hashable, Sendable, CaseIterable {
  case genuine
  /// Signed by a maker's key, but for a different kind of chip.
  case otherChip = "other-chip"
  case unknownKey = "unknown-key"
  /// A pattern that imitations send.
  case imitation
  /// It calls itself a virtual tag.
  case virtual
  case malformed
  /// This machine's libcrypto cannot tell.
  case uncheckable
  /// The chip shows no signature.
  case missing

  init(_ verdict: SignatureVerdict?) {
    switch verdict {
    case .genuine: self = .genuine
    case .signedForOtherChips: self = .otherChip
    case .notByKnownKey: self = .unknownKey
    case .fake: self = .imitation
    case .virtual: self = .virtual
    case .malformed: self = .malformed
    case .uncheckable: self = .uncheckable
    case nil: self = .missing
    }
  }
}
