// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagKeys
import Testing

@Suite struct ContentHashTests {
  /// The examples of FIPS 180-4 for SHA-256, and no bytes at all.
  private static let vectors = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ]

  @Test func aTextHasItsPublishedHash() {
    for (text, hash) in Self.vectors {
      #expect(ContentHash.of(Array(text.utf8)) == hex(hash))
      var inPieces = ContentHash()
      for byte in text.utf8 { inPieces.update([byte]) }
      #expect(inPieces.finish() == hex(hash))
    }
  }
}
