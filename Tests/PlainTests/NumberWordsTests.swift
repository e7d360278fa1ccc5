// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Plain
import Testing

struct NumberWordsTests {
  @Test func aNumberHasItsNoun() {
    #expect(count(1, "page") == "1 page" && count(2, "page") == "2 pages")
    #expect(count(0, "page") == "0 pages" && count(1000, "page") == "1000 pages")
    #expect(count(1, "entry", plural: "entries") == "1 entry")
    #expect(count(3, "entry", plural: "entries") == "3 entries")
    #expect(count(grouped: 1, "tag") == "1 tag" && count(grouped: 1000, "tag") == "1,000 tags")
  }

  @Test func thousandsAreGrouped() {
    #expect(
      grouped(-1_234_567) == "-1,234,567" && grouped(999) == "999" && grouped(1000) == "1,000")
    #expect(grouped(.min) == "-9,223,372,036,854,775,808")
  }

  @Test func partsAreCutOff() {
    #expect(percent(2, of: 3) == "66.6 %" && percent(3, of: 3) == "100.0 %")
    #expect(percent(0, of: 0) == nil)
    #expect(decimal(12_345) == "1,234.5")
  }

  @Test func lengthsOfTimeAreRoundedUp() {
    #expect(duration(minutes: 0.1) == "1 min" && duration(minutes: 89) == "89 min")
    #expect(duration(minutes: 90) == "1 h 30 min")
  }

  @Test func columnsNeverCutAText() {
    #expect("ab".padded(to: 4) == "ab  " && "ab".rightAligned(to: 4) == "  ab")
    #expect("abc".padded(to: 2) == "abc" && "abc".rightAligned(to: 2) == "abc")
  }
}
