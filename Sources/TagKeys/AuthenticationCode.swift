// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLibCrypto

/// HMAC-SHA-256 (RFC 2104): 32 bytes that only the owner of the key can compute for a message.
///
/// It is nil when libcrypto refuses, which happens only without memory.
package func authenticationCode(of message: String, key: [UInt8]) -> [UInt8]? {
  key.withUnsafeBytes { authenticationCode(of: Array(message.utf8), key: $0) }
}

/// The same of any bytes.
func authenticationCode(
  of message: [UInt8], key: UnsafeRawBufferPointer
) -> [UInt8]? {
  var code = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
  // It may be a password.
  defer { erase(&code) }
  var count: UInt32 = 0
  let result = HMAC(
    EVP_sha256(), key.baseAddress, Int32(key.count), message, message.count, &code, &count)
  guard result != nil, count == 32 else {
    ERR_clear_error()
    return nil
  }
  return Array(code.prefix(32))
}
