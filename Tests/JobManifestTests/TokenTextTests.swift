// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import JobManifest

struct TokenTextTests {
  @Test func hasNoLettersThatLookAlike() {
    #expect(RowToken.alphabet.count == 58 && Set(RowToken.alphabet).count == 58)
    #expect("0OIl".utf8.allSatisfy { !RowToken.alphabet.contains($0) })
    let token = RowToken(name: "t", length: 64)
    #expect(token.makeText().utf8.count == 64)
    #expect(token.makeText() != token.makeText())
  }

  @Test func usesEveryLetterEquallyOften() {
    var random = Splitmix64(seed: 58)
    var counts: [UInt8: Int] = [:]
    let token = RowToken(name: "t", length: 58)
    for _ in 0..<1_000 {
      for letter in token.makeText(using: &random).utf8 { counts[letter, default: 0] += 1 }
    }
    // A thousand of each are expected; six standard deviations are 188.
    #expect(counts.count == 58 && counts.values.allSatisfy { (812...1_188).contains($0) })
  }
}
