// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import TagMemory

struct TornHeaderTests {
  private static let noise = [
    hex("5A9B1C77"), hex("80C00102"), hex("FD771234"), hex("7B226D61"), hex("34A40302"),
  ]

  /// The page of the header: 4 on chips without control TLVs, 5 after the five bytes of one.
  private static func headerPage(_ chip: Chip) -> Int {
    chip.layout.controlTLVs.isEmpty ? 4 : 5
  }

  @Test(arguments: Chip.allCases)
  func aTornHeaderIsDamageAndNotForeign(_ chip: Chip) throws {
    let page = Self.headerPage(chip)
    for size in [9, 28, 46, chip.capacity, 254, 255, 300] where size <= chip.capacity {
      let whole = try WritePlan(writing: link(size: size), on: image(chip)).result
      for noise in Self.noise {
        var torn = whole
        torn[page] = Page(noise[0], noise[1], noise[2], noise[3])
        let content = TagState(torn).content
        guard case .damaged = content else {
          Issue.record("\(content), \(size) bytes, noise \(noise)")
          continue
        }
        let again = try WritePlan(writing: link(size: 20, letter: "z"), on: torn)
        let end = chip.layout.userBytes.upperBound
        #expect(
          phoneReads(again.result.bytes, userEnd: end) == .message(link(size: 20, letter: "z")))
      }
    }
  }

  @Test(arguments: Chip.allCases)
  func whatOthersWroteStaysForeign(_ chip: Chip) {
    let control = chip.layout.controlTLVs
    var random = Splitmix64(seed: 0x7EAD_0001)
    var areas = [
      Array(#"{"made":"by others"}"#.utf8), control + Array(#"{"made":"by others"}"#.utf8),
      control + [0x80, 4, 1, 2, 3, 4, 0xFE], control + [0x80, 0xFE],
    ]
    for _ in 0..<200 {
      areas.append(control + [0x80] + (0..<chip.layout.userBytes.count).map { _ in random.byte() })
    }
    for area in areas {
      let content = TagState(image(chip, area: area)).content
      #expect(content == .foreign, "\(area)")
    }
  }
}
