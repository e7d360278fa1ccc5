// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLibCrypto

/// SHA-256 (FIPS 180-4): 32 bytes that tell two files apart.
///
/// It is nil when libcrypto refuses, which happens only without memory.
package func sha256(_ bytes: [UInt8]) -> [UInt8]? {
  var digest = Digest()
  digest.update(bytes)
  return digest.finish()
}

/// SHA-256 over bytes that come piece by piece.
package struct Digest: ~Copyable {
  /// nil when libcrypto had no memory for it.
  private let context: OpaquePointer?
  private var isWhole: Bool

  // Looked up once: libcrypto would look for it at every beginning, for longer than a line takes.
  // It never changes, and libcrypto lets any thread use it.
  private nonisolated(unsafe) static let algorithm = EVP_MD_fetch(nil, "SHA256", nil)

  package init() {
    context = EVP_MD_CTX_new()
    isWhole = context != nil && EVP_DigestInit_ex(context, Self.algorithm, nil) == 1
  }

  deinit { EVP_MD_CTX_free(context) }

  package mutating func update(_ bytes: [UInt8]) {
    isWhole = isWhole && EVP_DigestUpdate(context, bytes, bytes.count) == 1
  }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    isWhole = isWhole && EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1
  }

  /// The digest of all bytes so far; nil as for `sha256`.
  package consuming func finish() -> [UInt8]? {
    var digest = [UInt8](repeating: 0, count: 32)
    var count: UInt32 = 0
    guard isWhole, EVP_DigestFinal_ex(context, &digest, &count) == 1, count == 32 else {
      ERR_clear_error()
      return nil
    }
    return digest
  }
}

/// The version of OpenSSL's libcrypto that the process runs with (`OpenSSL_version`).
package func libcryptoVersion() -> String {
  OpenSSL_version(OPENSSL_VERSION_STRING).map { String(cString: $0) } ?? "unknown"
}
