// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What protects one tag: the password it asks for (PWD) and the answer it proves itself with (PACK).
///
/// docs/password-keys.md has the derivation with vectors that anyone can compute again. The bytes are
/// not overwritten after use: they go to a tag through buffers that are not ours anyway.
package struct TagPassword: Sendable, Equatable {
  /// PWD, 4 bytes.
  package let password: [UInt8]

  /// PACK, 2 bytes.
  package let acknowledgement: [UInt8]

  /// What chips have when they leave the factory, and what writers set when they set nothing
  /// (NTAG213/215/216 data sheet, 8.8: PWD is FFFFFFFF and PACK 0000 at delivery).
  ///
  /// A tag with such a value looks unprotected to other tools, so it is never derived.
  static func looksUnset(password: [UInt8], acknowledgement: [UInt8]) -> Bool {
    password.allSatisfy { $0 == 0xFF } || password.allSatisfy { $0 == 0 }
      || acknowledgement.allSatisfy { $0 == 0 }
  }
}

extension PasswordKey {
  /// The password of the tag with this UID of 7 bytes; the same key and UID always give the same.
  package func tagPassword(uid: [UInt8]) throws(PasswordKeyError) -> TagPassword {
    // NTAG 21x and Ultralight EV1 are the chips with PWD_AUTH, and all their UIDs have 7 bytes.
    guard uid.count == 7 else { throw .uidLength(uid.count) }
    // A usable value comes at the first count but for one UID in about 65,000.
    for count in UInt8.min...UInt8.max {
      let message = Array("tagpress ntag password 1".utf8) + [count] + uid
      guard var code = withBytes({ authenticationCode(of: message, key: $0) }) else {
        throw .libraryRefused
      }
      defer { erase(&code) }
      let password = Array(code[0..<4])
      let acknowledgement = Array(code[4..<6])
      if !TagPassword.looksUnset(password: password, acknowledgement: acknowledgement) {
        return TagPassword(password: password, acknowledgement: acknowledgement)
      }
    }
    throw .noUsablePassword
  }
}

// Code that logs a value that contains a password must not log the password.
extension TagPassword: CustomStringConvertible, CustomReflectable {
  package var description: String { "TagPassword(not shown)" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
