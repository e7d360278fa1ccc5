// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol
import Testing

struct ListedTargetTests {
  private let one = ListedFelicaTarget(number: 1, pollingAnswer: [0x01, 0xAA, 0xBB])
  private let two = ListedFelicaTarget(number: 2, pollingAnswer: [0x01, 0xCC])

  private static let desfire = ListedTypeATarget(
    number: 1, atqa: hex("0344"), sak: 0x20, uid: hex("041E2061801D80"), ats: hex("067577810280"))
  private static let classic = ListedTypeATarget(
    number: 2, atqa: hex("0004"), sak: 0x08, uid: hex("278B7034"), ats: [])

  @Test func typeATargetsAreTakenApartOrNotAtAll() {
    let listed = hex("02 01 0344 20 07 041E2061801D80 067577810280 02 0004 08 04 278B7034")
    #expect([2] + Self.desfire.bytes + Self.classic.bytes == listed)
    #expect(ListedTypeATarget.list(content: listed) == [Self.desfire, Self.classic])
    #expect(ListedTypeATarget.list(content: [0]) == [])
    for length in 0..<listed.count {
      #expect(ListedTypeATarget.list(content: Array(listed[..<length])) == nil)
    }
    #expect(ListedTypeATarget.list(content: listed + [0]) == nil)
  }

  @Test func aTypeBCardAndATopazAreTakenApartOrNotAtAll() {
    let card = ListedTypeBTarget(
      number: 1, atqb: hex("50 11223344 00000000 008171"), attribAnswer: hex("01"))
    let topaz = ListedJewelTarget(number: 1, atqa: hex("000C"), id: hex("01020304"))
    let (b, jewel) = ([1] + card.bytes, [1] + topaz.bytes)
    #expect(ListedTypeBTarget(content: b) == card && ListedJewelTarget(content: jewel) == topaz)
    for length in 0..<b.count { #expect(ListedTypeBTarget(content: Array(b[..<length])) == nil) }
    for length in 0..<jewel.count {
      #expect(ListedJewelTarget(content: Array(jewel[..<length])) == nil)
    }
    #expect(ListedTypeBTarget(content: b + [0]) == nil)
    #expect(ListedJewelTarget(content: jewel + [0]) == nil)
    // What a Type A tag answers is as long as many an answer of others.
    #expect(ListedTypeBTarget(content: [1] + Self.desfire.bytes) == nil)
    #expect(ListedJewelTarget(content: [1] + Self.classic.bytes) == nil)
  }

  @Test func targetsAreTakenApartAsTheyWerePutTogether() {
    #expect(ListedFelicaTarget.list(in: [0]) == [])
    #expect(ListedFelicaTarget.list(in: [1] + one.bytes) == [one])
    #expect(ListedFelicaTarget.list(in: [2] + one.bytes + two.bytes) == [one, two])
    #expect(ListedFelicaTarget.list(in: [1] + one.bytes + two.bytes) == [one], "one was counted")
  }

  /// What is cut off is not a target, and the ones before it are.
  @Test func everyTruncationEndsWithTheLastWholeOne() {
    let content = [2] + one.bytes + two.bytes
    for count in content.indices {
      let found = ListedFelicaTarget.list(in: Array(content.prefix(count)))
      #expect(found == (count > one.bytes.count ? [one] : []), "\(count)")
    }
  }

  @Test func aLengthOfNothingEndsTheList() {
    #expect(ListedFelicaTarget.list(in: [2, 1, 0] + two.bytes) == [])
    #expect(
      ListedFelicaTarget.list(in: [255, 1, 1]) == [
        ListedFelicaTarget(number: 1, pollingAnswer: [])
      ])
  }
}
