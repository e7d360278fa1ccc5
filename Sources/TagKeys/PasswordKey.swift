// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
internal import Plain

/// The secret of 32 bytes that the passwords of a customer's tags are made from.
///
/// The bytes live in one place, in pages that no core dump has, are never printed, and are
/// overwritten when the last owner lets go. That is all that can be promised: libcrypto's own working
/// memory or a register may hold copies for a while.
package final class PasswordKey: Sendable {
  package static let byteCount = 32

  /// What a person calls it; see `isNameAllowed`.
  package let name: String

  /// Names the key without giving it away.
  package let id: PasswordKeyID

  // Filled in `init` and only read afterwards.
  private nonisolated(unsafe) let secret: SecretPages

  /// Makes a new key from the kernel's random numbers.
  package convenience init(name: String) throws(PasswordKeyError) {
    keepMemoryPrivate()
    guard let secret = SecretPages(count: Self.byteCount) else { throw .libraryRefused }
    // getentropy is getrandom(2) without its partial answers; it waits until the kernel is seeded.
    let result = secret.withBytes { buffer in
      buffer.baseAddress.map { getentropy($0, buffer.count) } ?? -1
    }
    guard result == 0 else { throw .noRandomBytes(errno: errno) }
    try self.init(name: name, secret: secret)
  }

  /// Takes a key that was stored.
  ///
  /// The caller overwrites its own copy of the bytes.
  package convenience init(name: String, bytes: [UInt8]) throws(PasswordKeyError) {
    keepMemoryPrivate()
    guard bytes.count == Self.byteCount else {
      throw Self.isNameAllowed(name) ? .length(bytes.count) : .name
    }
    guard let secret = SecretPages(count: bytes.count) else { throw .libraryRefused }
    secret.withBytes { $0.copyBytes(from: bytes) }
    try self.init(name: name, secret: secret)
  }

  /// Takes a key that is in such pages already.
  init(name: String, secret: SecretPages) throws(PasswordKeyError) {
    guard Self.isNameAllowed(name) else { throw .name }
    guard secret.count == Self.byteCount else { throw .length(secret.count) }
    let code = secret.withBytes {
      authenticationCode(
        of: Array("tagpress key id 1".utf8), key: UnsafeRawBufferPointer($0))
    }
    guard let code else { throw .libraryRefused }
    id = PasswordKeyID(value: code.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
    self.name = name
    self.secret = secret
  }

  /// Lends the bytes; they must not be kept.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    secret.withBytes { body(UnsafeRawBufferPointer($0)) }
  }

  /// Allows names of 1 to 60 bytes that a terminal shows as they are.
  ///
  /// Control and formatting characters could make a terminal show another name than the file has.
  package static func isNameAllowed(_ name: String) -> Bool {
    let forbidden: Set<Unicode.GeneralCategory> = [
      .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned,
    ]
    return (1...60).contains(name.utf8.count) && name.first != " " && name.last != " "
      && name.unicodeScalars.allSatisfy { !forbidden.contains($0.properties.generalCategory) }
  }
}

/// Eight hexadecimal digits that follow from a key: the first four bytes of its HMAC-SHA-256 over
/// "tagpress key id 1".
///
/// The key file holds it, so that a damaged key is noticed, and `check` names it, so that a person
/// sees which key a job uses.
package struct PasswordKeyID: Sendable, Hashable, CustomStringConvertible {
  let value: UInt32

  init(value: UInt32) { self.value = value }

  /// Reads what `description` wrote; small letters are accepted too.
  package init?(_ text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 8, let bytes = bytes(ofHexDigits: digits) else { return nil }
    value = bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  package var description: String {
    upperHex(value)
  }
}
