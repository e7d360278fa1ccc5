// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol
import Testing

@Suite struct ListedTargetTests {
  private let one = ListedFelicaTarget(number: 1, pollingAnswer: [0x01, 0xAA, 0xBB])
  private let two = ListedFelicaTarget(number: 2, pollingAnswer: [0x01, 0xCC])

  @Test func targetsAreTakenApartAsTheyWerePutTogether() {
    #expect(ListedFelicaTarget.list(in: [0]) == [])
    #expect(ListedFelicaTarget.list(in: [1] + one.bytes) == [one])
    #expect(ListedFelicaTarget.list(in: [2] + one.bytes + two.bytes) == [one, two])
    #expect(ListedFelicaTarget.list(in: [1] + one.bytes + two.bytes) == [one], "one was counted")
  }

  /// What is cut off is no target, and the ones before it are.
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
