// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a virtual chip answers where a chip's maker has left a signature.
///
/// Only the maker's key makes one, so this is none, and says what it is to anyone who looks at the
/// bytes. Whoever wants a chip without an answer makes it a clone, or one with another signature.
enum VirtualSignature {
  private static let text = Array("TagPress virtual tag, not signed".utf8)

  /// 32 bytes, of Type 2 chips (secp128r1).
  static let type2 = text
  /// 56 bytes, of Type 4 chips (secp224r1).
  static let type4 = text + [UInt8](repeating: 0, count: 24)
}
