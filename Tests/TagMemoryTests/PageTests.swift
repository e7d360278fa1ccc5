// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagMemory

struct PageTests {
  @Test func anIndexNeverTraps() {
    var page = Page(0x34, 0x03, 0x00, 0xFE)
    #expect(
      [page[0], page[1], page[2], page[3], page[4], page[-1]] == [0x34, 3, 0, 0xFE, 0x34, 0xFE])
    page[1] = 0xAB
    #expect(page.bytes == [0x34, 0xAB, 0x00, 0xFE])
    #expect(page.description == "34 AB 00 FE")
  }

  @Test func bitsAreOnlyEverSet() {
    let spoilt = Page(0xE1, 0x10, 0x6D, 0x00).settingBits(of: Page(0xE1, 0x10, 0x12, 0x00))
    #expect(spoilt == Page(0xE1, 0x10, 0x7F, 0x00))
  }
}
