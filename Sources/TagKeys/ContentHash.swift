// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLibCrypto

/// SHA-256 (FIPS 180-4) over bytes that come piece by piece: 32 bytes by which content is known
/// again.
package struct ContentHash: ~Copyable {
  /// nil when libcrypto had no memory for it.
  private let context: OpaquePointer?
  private var isWhole: Bool

  package init() {
    context = EVP_MD_CTX_new()
    isWhole = context != nil && EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
  }

  deinit { EVP_MD_CTX_free(context) }

  package mutating func update(_ bytes: [UInt8]) {
    isWhole = isWhole && EVP_DigestUpdate(context, bytes, bytes.count) == 1
  }

  /// The hash of all bytes so far; nil when libcrypto refused, which happens only without memory.
  package consuming func finish() -> [UInt8]? {
    var hash = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    guard isWhole, EVP_DigestFinal_ex(context, &hash, &count) == 1, count == 32 else { return nil }
    return Array(hash.prefix(32))
  }

  package static func of(_ bytes: [UInt8]) -> [UInt8]? {
    var hash = ContentHash()
    hash.update(bytes)
    return hash.finish()
  }
}
