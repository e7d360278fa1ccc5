// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// 3DES with two keys, chained block to block (CBC), as the Ultralight C uses it.
struct TripleDES {
  private let outer: DataEncryptionStandard
  private let inner: DataEncryptionStandard

  /// Sixteen bytes: the outer key, then the inner one.
  init(key: [UInt8]) {
    outer = DataEncryptionStandard(key: Self.number(key.prefix(8)))
    inner = DataEncryptionStandard(key: Self.number(key.dropFirst(8).prefix(8)))
  }

  /// Encrypts whole blocks; bytes after the last whole block are left out.
  func encrypt(_ plain: [UInt8], after vector: [UInt8]) -> [UInt8] {
    var previous = Self.number(vector[...])
    return Self.blocks(plain).flatMap { block in
      previous = outer.encrypt(inner.decrypt(outer.encrypt(block ^ previous)))
      return Self.bytes(previous)
    }
  }

  /// Decrypts whole blocks; bytes after the last whole block are left out.
  func decrypt(_ cryptogram: [UInt8], after vector: [UInt8]) -> [UInt8] {
    var previous = Self.number(vector[...])
    return Self.blocks(cryptogram).flatMap { block in
      defer { previous = block }
      return Self.bytes(outer.decrypt(inner.encrypt(outer.decrypt(block))) ^ previous)
    }
  }

  private static func blocks(_ bytes: [UInt8]) -> [UInt64] {
    (0..<bytes.count / 8).map { number(bytes[$0 * 8..<$0 * 8 + 8]) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
  }
}
