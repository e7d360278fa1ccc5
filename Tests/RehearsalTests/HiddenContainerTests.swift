// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TagReading
import TestSupport
import Testing
import VirtualReader

/// FAST_READ that shows nothing but zeros of a tag that is formatted and holds a link: with leave to
/// format it, its old header must still not stand before a new body, nor the new one before an old.
struct HiddenContainerTests {
  @Test(arguments: [Chip.ultralightEV1Small, .ultralightEV1Large, .ntag210, .ntag213, .ntag216])
  func formattingATagWhoseContainerWasHiddenNeverShowsAnotherLink(_ chip: Chip) throws {
    let sheet = try DataSheet.of(chip)
    let old = link(size: 18, letter: "o")
    let new = link(size: 30, letter: "n")
    let fronts = Set([sheet.front, [], [0, 0, 0]])
    for front in fronts {
      let before = sheet.formatted(factory(sheet.model), holding: front + tlv(old))
      for tear in [Tear.pageOld, .pageNew] {
        var write = 0
        while true {
          let virtual = make(sheet.model, holding: before)
          let bare = BareReader(virtual, tearing: (write, tear))
          #expect(throws: TagError.self) {
            let reader = MisheardReader(bare) { command, answer in
              command.first == 0x3A ? answer.map { _ in 0 } : answer
            }
            guard let tag = try reader.select(.typeA) else { throw ReaderError.tagGone }
            _ = try Type2Tag(tag, on: reader).put(new, .format)
          }
          let seen = sheet.phone(reads: virtual.allCells)
          let isHarmless = [.message(old), .message(new), .message([]), .nothing].contains(seen)
          #expect(isHarmless, "write \(write), \(tear), front \(front): \(seen)")
          if bare.writes <= write { break }
          write += 1
        }
        #expect(write > 8, "the test must test something")
      }
    }
  }
}
