// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Plain
import Testing

struct TallyTests {
  @Test func kindsAreInTheOrderInWhichTheyCame() {
    var tally = Tally()
    for name in ["b", "a", "b"] { tally.add(name) }
    tally.add("a", times: 4)
    #expect(tally.counts.map(\.name) == ["b", "a"] && tally.counts.map(\.count) == [2, 5])
    #expect(tally.called { $0 + "!" }.counts.map(\.name) == ["b!", "a!"])
  }

  @Test func kindsBeyondTheTwelfthAreOnlyCounted() {
    var tally = Tally()
    for number in 0..<20 { tally.add("kind \(number)", times: 2) }
    tally.add("kind 0")
    #expect(tally.counts.count == 12 && tally.others == 16 && tally.counts[0].count == 3)
  }
}
