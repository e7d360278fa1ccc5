// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLibCrypto

/// SHA-256 (FIPS 180-4): 32 bytes that tell two files apart.
///
/// It is nil when libcrypto refuses, which happens only without memory.
package func sha256(_ bytes: [UInt8]) -> [UInt8]? {
  var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
  var count: UInt32 = 0
  guard EVP_Digest(bytes, bytes.count, &digest, &count, EVP_sha256(), nil) == 1, count == 32 else {
    ERR_clear_error()
    return nil
  }
  return Array(digest.prefix(32))
}
