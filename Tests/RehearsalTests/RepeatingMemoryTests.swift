// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagKeys
import TagMemory
import TagReading
import TestSupport
import Testing

@testable import VirtualReader

/// Copies whose memory begins again where it ends: what they are called depends on what a phone
/// reads on them afterwards, and on nothing that they say.
struct RepeatingMemoryTests {
  /// A copy: where its memory ends, and what it shows there.
  struct Copy: CustomTestStringConvertible, Sendable {
    let sheet: DataSheet
    let end: Int
    let first: Int

    var testDescription: String { "\(sheet.chip.rawValue), page \(end) is page \(first)" }

    /// With all of its memory, or with its user pages alone.
    static func all(_ sheet: DataSheet) -> [Copy] {
      [8, 16, 20, 32, 64, 128].filter { $0 <= sheet.lastUserPage }.flatMap { end in
        [0, 4].map { Copy(sheet: sheet, end: end, first: $0) }
      }
    }

    func chip() -> DefectiveChip {
      DefectiveChip(
        make(sheet.model), .repeatingPages(from: UInt8(end), first: UInt8(first)))
    }

    /// The sizes of which the last byte, or the end mark, is about where the memory ends.
    var sizes: ClosedRange<Int> {
      let room = (end - 4) * 4 - sheet.front.count
      return max(6, room - 8)...max(6, min(sheet.capacity, room + 12))
    }
  }

  private static let copies = DataSheet.all.flatMap(Copy.all)

  /// What a phone reads now, asked with READ alone, as phones ask.
  private static func phone(reads chip: any TypeAChip, _ sheet: DataSheet) -> Seen {
    chip.fieldLost()
    chip.activated()
    let cells = stride(from: 0, through: sheet.lastUserPage, by: 4).flatMap { page -> [[UInt8]] in
      guard case .data(let bytes) = chip.answer(to: [0x30, UInt8(page)], tearing: nil).answer
      else { return [] }
      return pages(bytes)
    }
    return sheet.phone(reads: Array(cells.prefix(sheet.lastUserPage + 1)))
  }

  @Test(arguments: copies)
  func whatIsCalledWrittenIsWhatAPhoneReads(_ copy: Copy) throws {
    var refusals = 0
    for size in copy.sizes {
      let message = link(size: size, letter: "r")
      let chip = copy.chip()
      do {
        _ = try BareReader(chip).open().put(message, .format)
      } catch is TagError {
        refusals += 1
        // It may hold what it likes, but no other link.
        if case .message(let left) = Self.phone(reads: chip, copy.sheet), isLink(left) {
          #expect(left == message, "\(copy), \(size) bytes")
        }
        continue
      }
      let seen = Self.phone(reads: chip, copy.sheet)
      #expect(seen == .message(message), "\(copy), \(size) bytes")
    }
    let reaches = copy.sheet.capacity > copy.sizes.lowerBound + 12
    #expect(!reaches || refusals > 0, "the test must test something")
  }

  /// The first page that is missing, 16, is page 4 again, with the control TLVs of an NTAG213.
  @Test(arguments: 44...47)
  func theReadBackBeginsBeforeTheMessage(size: Int) throws {
    let copy = Copy(sheet: try DataSheet.of(.ntag213), end: 16, first: 4)
    #expect(throws: TagError.self) {
      try BareReader(copy.chip()).open().put(link(size: size))
    }
  }

  @Test(arguments: copies)
  func lockingAndProtectingSeeWhatTheirRegistersDidToTheMessage(_ copy: Copy) throws {
    let secret = try Secrets.right()
    for size in [6, 20, 40] where size <= copy.sheet.capacity {
      let message = link(size: size, letter: "r")
      for protects in [false, true] {
        let chip = copy.chip()
        do {
          let tag = try BareReader(chip).open()
          _ = try tag.put(message, .format)
          if protects {
            try tag.protect(with: secret, scope: .writing)
          } else {
            try tag.lockForEver()
          }
        } catch is TagError {
          continue
        }
        let seen = Self.phone(reads: chip, copy.sheet)
        #expect(seen == .message(message), "\(copy), \(size) bytes, protects \(protects)")
      }
    }
  }
}
