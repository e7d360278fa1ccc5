// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a tag's originality signature says about it.
///
/// A signature is a constant that any reader can copy, and magic tags replay it together with its
/// UID. `genuine` therefore means "this UID was sold by the maker", never "this chip is not a copy";
/// the other verdicts are hints about clones and no proof that a tag will not work.
package enum SignatureVerdict: Sendable, Equatable {
  /// The key of this chip, or any published key when no chip was named, made the signature.
  case genuine(OriginalityKey)
  /// A published key made it, for other chips than the one this tag says it is.
  case signedForOtherChips(OriginalityKey)
  /// It has the form of a signature, and no published key made it.
  case notByKnownKey
  /// It is a pattern that imitations answer instead of a signature.
  case fake(FakeSignature)
  /// It is the text that virtual tags of TagPress send; anyone may send it.
  case virtual
  /// It cannot be a signature.
  case malformed(SignatureFault)
  /// This machine's libcrypto cannot compute it; some distributions remove the small curves.
  case uncheckable(SignatureCurve)
}

/// A pattern that is where a signature belongs.
package enum FakeSignature: Sendable, Equatable {
  /// One byte in every place, such as CA from the ChameleonMini emulator.
  case oneByte(UInt8)
  /// The same few bytes over and over, such as pages 0 and 1 four times from Fudan's imitations.
  case repeated(bytes: Int)
}

/// Why something cannot be a signature of a UID.
package enum SignatureFault: Sendable, Equatable {
  /// All bytes are 00: never programmed, or a dump file whose writer did not know it.
  case allZero
  /// All bytes are FF: erased memory.
  case allOnes
  /// No curve has signatures of this many bytes, or the named chip's has not.
  case length(Int)
  /// UIDs have 4, 7 or 8 bytes.
  case uidLength(Int)
}
