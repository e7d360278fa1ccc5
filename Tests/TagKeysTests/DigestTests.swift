// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import TagKeys

struct DigestTests {
  /// The examples of FIPS 180-4.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  ])
  func isSHA256(_ text: String, _ digest: String) {
    #expect(sha256(Array(text.utf8)) == hex(digest))
    var inPieces = Digest()
    for byte in text.utf8 { inPieces.update([byte]) }
    #expect(inPieces.finish() == hex(digest))
  }
}
