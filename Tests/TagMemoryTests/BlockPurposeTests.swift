// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagMemory

struct BlockPurposeTests {
  /// What the sheets say about the pages after the container, typed a second time: the last page of
  /// data, the lock page, the settings, and the pages that show nothing of what they hold.
  static let sheets: [(Chip, last: Int, locks: Int?, settings: [Int], secrets: [Int])] = [
    (.ultralight, 15, nil, [], []),
    (.ultralightC, 39, 40, [41, 42, 43], [44, 45, 46, 47]),
    (.ultralightEV1Small, 15, nil, [16, 17], [18, 19]),
    (.ultralightEV1Large, 35, 36, [37, 38], [39, 40]),
    (.ntag203, 39, 40, [41], []),
    (.ntag210, 15, nil, [16, 17], [18, 19]),
    (.ntag212, 35, 36, [37, 38], [39, 40]),
    (.ntag213, 39, 40, [41, 42], [43, 44]),
    (.ntag215, 129, 130, [131, 132], [133, 134]),
    (.ntag216, 225, 226, [227, 228], [229, 230]),
  ]

  @Test(arguments: sheets.indices)
  func everyPageOfAChipHasAPurpose(index: Int) {
    let (chip, last, locks, settings, secrets) = Self.sheets[index]
    let image = Type2Image(delivered: chip)
    var purposes: [BlockPurpose] = [.number, .number, .locks, .container]
    purposes += [BlockPurpose](repeating: .data, count: last - 3)
    for page in last + 1..<chip.layout.pageCount {
      if page == locks { purposes.append(.locks) }
      if settings.contains(page) { purposes.append(.settings) }
      if secrets.contains(page) { purposes.append(.secret) }
    }
    #expect((0..<chip.layout.pageCount).map(image.purpose(ofPage:)) == purposes, "\(chip)")
  }

  /// After the data of a chip that no one knows may be what closes it.
  @Test func ofAnUnknownChipOnlyItsDataIsSure() {
    var bytes = [UInt8](repeating: 0, count: 64)
    bytes.replaceSubrange(12..<16, with: [0xE1, 0x10, 0x03, 0x00])
    let image = Type2Image(chip: nil, bytes: bytes)
    let expected: [BlockPurpose] =
      [.number, .number, .locks, .container] + [BlockPurpose](repeating: .data, count: 6)
      + [BlockPurpose](repeating: .settings, count: 6)
    #expect((0..<16).map(image.purpose(ofPage:)) == expected)
    let blank = Type2Image(chip: nil, bytes: [UInt8](repeating: 0, count: 64))
    #expect(blank.purpose(ofPage: 4) == .settings)
  }

  /// An unknown chip with 48 bytes of data, of which TLVs reserve page 8 for locks and page 10 for
  /// something else.
  private static var reserving: Type2Image {
    var bytes = [UInt8](repeating: 0, count: 64)
    bytes.replaceSubrange(12..<16, with: [0xE1, 0x10, 0x06, 0x00])
    bytes.replaceSubrange(
      16..<29,
      with: [
        0x01, 0x03, 0x20, 0x10, 0x44, 0x02, 0x03, 0x28, 0x04, 0x04, 0x03, 0x00, 0xFE,
      ])
    return Type2Image(chip: nil, bytes: bytes)
  }

  /// Locks and settings may be within the data, and the TLVs before the message say where.
  @Test func whatTLVsReserveIsNoData() throws {
    var image = Self.reserving
    var expected = [BlockPurpose](repeating: .data, count: 12)
    expected[4] = .locks
    expected[6] = .settings
    #expect((4..<16).map(image.purpose(ofPage:)) == expected)
    // Before the TLVs were all read, any page may be such a one.
    image[6] = nil
    #expect((4..<16).allSatisfy { image.purpose(ofPage: $0) == .settings })
  }

  /// Which bits of such a page lock what is not known: they may be set, and nothing else may be done.
  @Test func reservedLocksAreOnlySet() throws {
    var image = Self.reserving
    image[8] = Page(0x01, 0, 0, 0)
    let plan = try RawPagePlan(writing: [Page(0x03, 0, 0, 0)], from: 8, on: image)
    #expect(plan.data.isEmpty && plan.special.map(\.purpose) == [.lockDynamic])
    #expect(throws: TagMemoryError.self) {
      try RawPagePlan(writing: [Page(0x02, 0, 0, 0)], from: 8, on: image)
    }
  }
}
