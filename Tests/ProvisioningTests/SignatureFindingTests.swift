// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagKeys
import Testing

@testable import Provisioning

/// The words of the ledger for what a signature says; old ledgers have them forever.
struct SignatureFindingTests {
  private static let key = OriginalityKey.published[0]

  private static let findings: [(SignatureVerdict?, SignatureFinding, name: String)] = [
    (.genuine(key), .genuine, "genuine"),
    (.signedForOtherChips(key), .otherChip, "other-chip"),
    (.notByKnownKey, .unknownKey, "unknown-key"),
    (.fake(.oneByte(0xCA)), .imitation, "imitation"),
    (.virtual, .virtual, "virtual"),
    (.malformed(.allZero), .malformed, "malformed"),
    (.uncheckable(key.curve), .uncheckable, "uncheckable"),
    (nil, .missing, "missing"),
  ]

  @Test func everyVerdictHasItsWord() {
    for (verdict, finding, name) in Self.findings {
      #expect(SignatureFinding(verdict) == finding && finding.rawValue == name)
    }
    #expect(Set(Self.findings.map { $0.1 }) == Set(SignatureFinding.allCases))
  }
}
