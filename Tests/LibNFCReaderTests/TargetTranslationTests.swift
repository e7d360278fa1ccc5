// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import CLibNFC
import TagReading
import Testing

@testable import LibNFCReader

/// What libnfc makes of an answer, and what of that is believed.
@Suite struct TargetTranslationTests {
  @Test func theLateAnswerOfAnotherFamilyIsNoCard() {
    var target = nfc_target()
    target.nm = TagFamily.felica.modulation
    target.nti.nfi.szLen = 20
    target.nti.nfi.btResCode = 0x01
    target.nti.nfi.abtId = (0x01, 0x10, 1, 2, 3, 4, 5, 6)
    #expect(TagInField(target)?.uid == TagUID([0x01, 0x10, 1, 2, 3, 4, 5, 6]))

    // ATQA 0044, SAK 00, seven bytes of UID: what a Type A tag answers, read as a FeliCa card's.
    target.nti.nfi.szLen = 0x00
    target.nti.nfi.btResCode = 0x44
    target.nti.nfi.abtId = (0x00, 0x07, 0x04, 0xA0, 0x00, 0x01, 0x5C, 0x21)
    #expect(TagInField(target) == nil)
  }
}
