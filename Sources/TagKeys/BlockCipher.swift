// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLibCrypto

/// AES with a key of 128 bits, as smart cards use it: in a chain of blocks, and as a code that only
/// the owner of the key can compute.
///
/// Everything is nil for a length that does not fit, and when libcrypto refuses, which happens only
/// without memory.
enum BlockCipher {
  static let blockSize = 16
  static let zeroVector = [UInt8](repeating: 0, count: blockSize)

  /// Encrypts whole blocks, each mixed with the one before (NIST SP 800-38A, CBC).
  static func encrypt(_ plain: [UInt8], key: [UInt8], after vector: [UInt8]) -> [UInt8]? {
    run(plain, key: key, after: vector, encrypts: true)
  }

  /// Decrypts whole blocks of such a chain.
  static func decrypt(_ cryptogram: [UInt8], key: [UInt8], after vector: [UInt8]) -> [UInt8]? {
    run(cryptogram, key: key, after: vector, encrypts: false)
  }

  /// CMAC (NIST SP 800-38B): a code of 16 bytes for a message of any length.
  static func code(of message: [UInt8], key: [UInt8]) -> [UInt8]? {
    guard key.count == blockSize else { return nil }
    var code = [UInt8](repeating: 0, count: blockSize)
    var count = 0
    let result = EVP_Q_mac(
      nil, "CMAC", nil, "AES-128-CBC", nil, key, key.count, message, message.count, &code,
      code.count, &count)
    guard result != nil, count == blockSize else {
      ERR_clear_error()
      return nil
    }
    return code
  }

  private static func run(
    _ blocks: [UInt8], key: [UInt8], after vector: [UInt8], encrypts: Bool
  ) -> [UInt8]? {
    // libcrypto reads as many bytes of key and vector as the cipher has, and asks for no length.
    guard key.count == blockSize, vector.count == blockSize,
      blocks.count.isMultiple(of: blockSize), let size = Int32(exactly: blocks.count),
      let context = EVP_CIPHER_CTX_new()
    else { return nil }
    defer {
      EVP_CIPHER_CTX_free(context)
      ERR_clear_error()
    }
    var result = [UInt8](repeating: 0, count: blocks.count + blockSize)
    var count: Int32 = 0
    guard
      EVP_CipherInit_ex(context, EVP_aes_128_cbc(), nil, key, vector, encrypts ? 1 : 0) == 1,
      EVP_CIPHER_CTX_set_padding(context, 0) == 1,
      EVP_CipherUpdate(context, &result, &count, blocks, size) == 1, count == size
    else { return nil }
    return Array(result.prefix(blocks.count))
  }
}
