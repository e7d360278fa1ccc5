// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader

struct ClassicAccessTests {
  // Access bytes, then for each data block what key A and key B may do (r, w), for the trailer what
  // they may do with the keys (k), and with the access bits (r, w).
  @Test(arguments: [
    // Transport configuration: key B can be read and is good for nothing.
    ("FF0780", "A:rw B:rw", "A:krw B:"),
    // A sector with an NDEF message, free and read-only, and the application directory.
    ("7F0788", "A:rw B:rw", "A:r B:krw"),
    ("078F0F", "A:r B:r", "A:r B:r"),
    ("787788", "A:r B:rw", "A:r B:krw"),
  ])
  func conditions(access: String, data: String, trailer: String) {
    let bits = ClassicAccess(trailer: hex("FFFFFFFFFFFF\(access)00FFFFFFFFFFFF"))
    #expect(bits.isSound)
    for block in 0..<3 {
      let rights = [true, false].map { keyA in
        (keyA ? "A:" : "B:") + (bits.mayRead(block: block, withKeyA: keyA) ? "r" : "")
          + (bits.mayWrite(block: block, withKeyA: keyA) ? "w" : "")
      }
      #expect(rights.joined(separator: " ") == data)
    }
    let rights = [true, false].map { keyA in
      (keyA ? "A:" : "B:") + (bits.mayWriteKeys(withKeyA: keyA) ? "k" : "")
        + (bits.mayReadAccessBits(withKeyA: keyA) ? "r" : "")
        + (bits.mayWriteAccessBits(withKeyA: keyA) ? "w" : "")
    }
    #expect(rights.joined(separator: " ") == trailer)
  }

  @Test(arguments: ["000000", "FF0781", "FE0780", "FF0700", "FFFFFF"])
  func contradictions(access: String) {
    let bits = ClassicAccess(trailer: hex("FFFFFFFFFFFF\(access)00FFFFFFFFFFFF"))
    #expect(!bits.isSound)
    #expect(!bits.mayRead(block: 0, withKeyA: true))
    #expect(!ClassicAccess(trailer: []).isSound)
  }
}
