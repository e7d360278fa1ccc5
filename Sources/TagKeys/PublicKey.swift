// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLibCrypto

/// The owner of one libcrypto public key (EVP_PKEY).
final class PublicKey: Sendable {
  enum Answer: Equatable {
    case fits
    case doesNotFit
    /// Out of memory, or the curve is not there: nothing was learnt about the signature.
    case libraryRefused
  }

  // libcrypto allows any number of threads to verify with a key that no one changes.
  private nonisolated(unsafe) let key: OpaquePointer
  private let curve: SignatureCurve

  /// Fails when libcrypto does not have the curve, or the point is not on it.
  init?(curve: SignatureCurve, point: [UInt8]) {
    // Whatever goes wrong leaves its story in the thread's error queue, which no one reads.
    defer { ERR_clear_error() }
    guard let key = tagpress_public_key(curve.opensslName, point, point.count) else { return nil }
    self.key = key
    self.curve = curve
  }

  deinit { EVP_PKEY_free(key) }

  /// Checks r followed by s over the message itself: the makers sign the UID without hashing it.
  func check(_ signature: [UInt8], of message: [UInt8]) -> Answer {
    defer { ERR_clear_error() }
    guard let encoded = derEncoded(signature) else { return .libraryRefused }
    guard let context = EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else { return .libraryRefused }
    defer { EVP_PKEY_CTX_free(context) }
    guard EVP_PKEY_verify_init(context) == 1 else { return .libraryRefused }
    switch EVP_PKEY_verify(context, encoded, encoded.count, message, message.count) {
    case 1: return .fits
    case 0: return .doesNotFit
    default: return .libraryRefused
    }
  }

  /// The signature in the ASN.1 form that EVP_PKEY_verify wants; nil when memory runs out.
  private func derEncoded(_ signature: [UInt8]) -> [UInt8]? {
    let count = curve.coordinateBytes
    guard let pair = ECDSA_SIG_new() else { return nil }
    defer { ECDSA_SIG_free(pair) }
    let r = BN_bin2bn(Array(signature.prefix(count)), Int32(count), nil)
    let s = BN_bin2bn(Array(signature.suffix(count)), Int32(count), nil)
    // The pair owns both numbers from here on, unless it refuses because one of them is nil.
    guard ECDSA_SIG_set0(pair, r, s) == 1 else {
      BN_free(r)
      BN_free(s)
      return nil
    }
    let length = i2d_ECDSA_SIG(pair, nil)
    guard length > 0 else { return nil }
    return [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, written in
      var end = buffer.baseAddress
      written = Int(max(0, i2d_ECDSA_SIG(pair, &end)))
    }
  }
}

extension SignatureCurve {
  /// OpenSSL calls secp192r1 by its older name.
  fileprivate var opensslName: String {
    self == .secp192r1 ? "prime192v1" : rawValue
  }
}
