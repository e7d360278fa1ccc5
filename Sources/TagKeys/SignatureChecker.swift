// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Synchronization

/// Tells whether a chip maker signed the UID of a tag.
///
/// Keys are parsed when they are first needed and then kept, so one checker serves a whole batch;
/// it may be used from any thread.
package final class SignatureChecker: Sendable {
  private let parsed = Mutex<[OriginalityKey: PublicKey]>([:])

  package init() {}

  /// Judges a signature as READ_SIG answered it.
  ///
  /// The UID is the one that TagPress shows: most significant byte first, without check bytes.
  /// When the chip is known, a signature by another chip's key is told apart from a right one;
  /// without it every published key of the signature's curve is tried.
  package func verdict(
    signature: [UInt8], uid: [UInt8], chip: SignedChip? = nil
  ) -> SignatureVerdict {
    guard [4, 7, 8].contains(uid.count) else { return .malformed(.uidLength(uid.count)) }
    guard let curve = SignatureCurve.allCases.first(where: { $0.signatureBytes == signature.count })
    else { return .malformed(.length(signature.count)) }

    let keys = OriginalityKey.published.filter { $0.curve == curve }
    let own = keys.filter { key in chip.map(key.chips.contains) ?? true }
    if own.isEmpty { return .malformed(.length(signature.count)) }
    if let verdict = verdictByPattern(signature) { return verdict }

    for key in own + keys.filter({ !own.contains($0) }) {
      switch check(signature, of: signedMessage(uid), with: key) {
      case .fits: return own.contains(key) ? .genuine(key) : .signedForOtherChips(key)
      case .doesNotFit: continue
      case .libraryRefused: return .uncheckable(curve)
      }
    }
    return .notByKnownKey
  }

  private func check(
    _ signature: [UInt8], of message: [UInt8], with key: OriginalityKey
  ) -> PublicKey.Answer {
    let publicKey = parsed.withLock { parsed in
      if let known = parsed[key] { return known as PublicKey? }
      let new = PublicKey(curve: key.curve, point: key.uncompressedPoint)
      parsed[key] = new
      return new
    }
    return publicKey?.check(signature, of: message) ?? .libraryRefused
  }
}

/// The bytes that the maker signed: the UID in the order in which the chip transmits it.
///
/// ISO 15693 chips transmit it backwards; theirs has 8 bytes and begins with E0 (ISO 15693-3, 4.1).
private func signedMessage(_ uid: [UInt8]) -> [UInt8] {
  uid.count == 8 && uid.first == 0xE0 ? uid.reversed() : uid
}

/// What TagPress's own virtual tags send in place of a signature, and zeros up to its length.
private let virtualText = Array("TagPress virtual tag, not signed".utf8)

/// Names what is not a signature at first sight: fill bytes, a block repeated to the end, and the text
/// of a virtual tag.
private func verdictByPattern(_ signature: [UInt8]) -> SignatureVerdict? {
  if signature.starts(with: virtualText),
    signature.dropFirst(virtualText.count).allSatisfy({ $0 == 0 })
  {
    return .virtual
  }
  if let byte = signature.first, signature.allSatisfy({ $0 == byte }) {
    switch byte {
    case 0x00: return .malformed(.allZero)
    case 0xFF: return .malformed(.allOnes)
    default: return .fake(.oneByte(byte))
    }
  }
  for period in [2, 4, 8, 16]
  where signature.dropFirst(period).elementsEqual(signature.dropLast(period)) {
    return .fake(.repeated(bytes: period))
  }
  return nil
}
