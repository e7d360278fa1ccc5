// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import CLibNFC
import PN532Protocol
import TagReading
import Testing

@testable import LibNFCReader

/// What libnfc makes of an answer, and what of that is believed.
struct TargetTranslationTests {
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

  /// An answer to Polling, with and without the system code.
  @Test func aListedCardIsTheOneThatLibNFCWouldSelect() throws {
    let idm: [UInt8] = [0x01, 0x2E, 0x3D, 0x4C, 0x5B, 0x6A, 0x79, 0x88]
    let pmm: [UInt8] = [0x00, 0xF1, 0x00, 0x00, 0x00, 0x01, 0x43, 0x00]
    for systemCode: [UInt8] in [[0x12, 0xFC], []] {
      let listed = ListedFelicaTarget(number: 1, pollingAnswer: [0x01] + idm + pmm + systemCode)
      #expect(
        TagInField(listed)
          == TagInField(
            uid: try #require(TagUID(idm)), technology: .felica(pmm: pmm, systemCode: systemCode)))
    }
  }

  @Test func aUIDIsCalledByWithItsCascadeTags() throws {
    for (uid, call) in [
      ([1, 2, 3, 4], [1, 2, 3, 4]),
      ([1, 2, 3, 4, 5, 6, 7], [0x88, 1, 2, 3, 4, 5, 6, 7]),
      ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [0x88, 1, 2, 3, 0x88, 4, 5, 6, 7, 8, 9, 10]),
    ] as [([UInt8], [UInt8])] {
      #expect(try #require(TagUID(uid)).cascaded == call)
      // A PN531 lists a tag as it is called.
      let listed = ListedTypeATarget(number: 1, atqa: [0x44, 0x00], sak: 0, uid: call, ats: [])
      let tag = TagInField(listed, ofPN531: true)
      #expect(tag?.uid.bytes == uid)
      #expect(tag?.technology == .typeA(atqa: 0x0044, sak: 0, ats: []))
    }
  }

  /// Every length but these two, and every other code, belongs to something else.
  @Test func whatIsNoAnswerToPollingIsNoCard() {
    for count in 0...64 where ![17, 19].contains(count) {
      let answer = [UInt8](repeating: 0x01, count: count)
      #expect(TagInField(ListedFelicaTarget(number: 1, pollingAnswer: answer)) == nil, "\(count)")
    }
    let answer = [UInt8](repeating: 0x44, count: 19)
    #expect(TagInField(ListedFelicaTarget(number: 1, pollingAnswer: answer)) == nil)
  }
}
