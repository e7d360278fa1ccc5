// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import TagMemory

struct MessagePlaceTests {
  /// The largest message of each chip as it is sold, counted by hand from its data sheet.
  static let capacities: [(Chip, Int)] = [
    (.ultralight, 46), (.ultralightC, 137), (.ultralightEV1Small, 46), (.ultralightEV1Large, 126),
    (.ntag203, 137), (.ntag210, 46), (.ntag212, 121), (.ntag213, 137), (.ntag215, 492),
    (.ntag216, 868),
  ]

  @Test(arguments: capacities)
  func capacityIsExact(chip: Chip, capacity: Int) throws {
    #expect(chip.capacity == capacity)
    let tag = image(chip)
    let full = try WritePlan(writing: link(size: capacity), on: tag)
    #expect(TagState(full.result).content == .message(link(size: capacity)))
    #expect(throws: TagMemoryError.messageTooLarge(size: capacity + 1, capacity: capacity)) {
      try WritePlan(writing: link(size: capacity + 1), on: tag)
    }
  }

  /// Every room around the border where the length grows from one byte to three.
  @Test func everyRoomIsFilledToTheByte() throws {
    for size in 1...40 {
      for padding in 0..<8 {
        let bytes =
          [0x01, 0x02, 0x03, 0x04, 0, 0, 0, 0, 0, 0, 0, 0, 0xE1, 0x10, UInt8(size), 0]
          + [UInt8](repeating: 0, count: padding) + [0x03, 0x00]
          + [UInt8](repeating: 0, count: size * 8 - padding)
        let tag = Type2Image(chip: nil, bytes: bytes)
        guard padding + 2 <= size * 8 else { continue }
        let place = try MessagePlace(on: tag)
        let largest = (0...place.room).last { TLV.headerSize(forLength: $0) + $0 <= place.room }
        #expect(place.room == size * 8 - padding)
        #expect(place.capacity == largest)
        let plan = try WritePlan(writing: [UInt8](repeating: 7, count: place.capacity), on: tag)
        #expect(
          TLVArea(of: plan.result, container: CapabilityContainer(Page(0xE1, 0x10, UInt8(size), 0)))
            .messageBytes(in: plan.result)?.count == place.capacity)
      }
    }
  }

  @Test func aContainerLargerThanTheChipIsNotBelieved() throws {
    let place = try MessagePlace(on: image(.ntag213, container: Page(0xE1, 0x10, 0x6D, 0x00)))
    #expect(place.capacity == 137)
    let sixteen = try MessagePlace(on: image(.ntag216, container: Page(0xE1, 0x10, 0x7F, 0x00)))
    #expect(sixteen.capacity == 884)
  }

  @Test func reservedBytesAreTakenOff() throws {
    // Six bytes at 32 are reserved: 144 bytes less 5 of control TLV, 6 reserved, 2 of header.
    let tag = image(.ntag213, area: hex("0203 80 06 02 0300fe"))
    #expect(try MessagePlace(on: tag).capacity == 144 - 5 - 6 - 2)
  }

  @Test func whatIsBeforeAMessageStays() throws {
    let cases: [(String, Int)] = [
      ("000003 00 fe", 18),  // NULLs
      ("fd020102 0300fe", 20),  // a proprietary TLV before an empty message
      ("f000 0303d00000 fe", 18),  // an unknown TLV before a sound message
      ("0103a01044 0300fe", 21),  // another chip's lock control TLV
    ]
    for (area, address) in cases {
      let place = try MessagePlace(on: image(.ntag213, area: hex(area)))
      #expect(place.address == address && place.newFront.isEmpty, "\(area)")
    }
  }

  @Test func withoutASoundMessageTheTagStartsOver() throws {
    let own = hex("0103a00c34")
    let cases: [(String, [UInt8])] = [
      ("0103a00c34 fe", []),  // the chip's own front is there
      ("0103a00c34 7b22", []),
      ("0103a00c34 03 ffd000", []),  // a message that overruns
      ("fe", own),
      ("f000 0300fe", own),  // an unknown TLV before an empty one
      ("00000103a00c34 0000", own),
      ("7b226b", own),  // foreign data
      ("0103a00c22 03 f0d1", own),  // torn: the last byte of the lock control TLV is wrong
    ]
    for (area, front) in cases {
      let place = try MessagePlace(on: image(.ntag213, area: hex(area)))
      #expect(place.address == 21 && place.newFront == front, "\(area)")
    }
    #expect(try MessagePlace(on: image(.ntag215, area: hex("7b226b"))).address == 16)
    #expect(try MessagePlace(on: image(.ntag215, area: hex("0103a00c347b"))).address == 16)
  }

  /// What was on the tag before a tear may not have left room for them.
  @Test func theFrontIsLeftOutWhereTheMessageOnlyFitsWithoutIt() throws {
    for chip in [Chip.ntag203, .ntag213, .ntag212, .ultralightC] {
      let torn = image(chip, area: hex("8001 12d1 01"))
      let most = chip.capacity + chip.layout.controlTLVs.count
      for (size, address) in [(chip.capacity, 21), (chip.capacity + 1, 16), (most, 16)] {
        let message = link(size: size)
        let plan = try WritePlan(writing: message, on: torn)
        #expect(plan.place.address == address, "\(chip), \(size)")
        let end = chip.layout.userBytes.upperBound
        #expect(phoneReads(plan.result.bytes, userEnd: end) == .message(message))
      }
      #expect(throws: TagMemoryError.messageTooLarge(size: most + 1, capacity: most)) {
        try WritePlan(writing: link(size: most + 1), on: torn)
      }
      #expect(torn.room == .bytes(most))
    }
    // Where it is sound, it stays.
    let blank = image(.ntag213, area: hex("0103a00c34 fe"))
    #expect(throws: TagMemoryError.messageTooLarge(size: 138, capacity: 137)) {
      try WritePlan(writing: link(size: 138), on: blank)
    }
  }

  @Test func anAreaWithoutRoomForAnEmptyMessageIsRefused() {
    // The control TLV of an unknown chip reserves 256 bytes from byte 21 on.
    let tag = unknown("01020304 05060708 00000000 e1100100 02035100 02000000")
    #expect(throws: TagMemoryError.noRoom(bytes: 0)) { try MessagePlace(on: tag) }
  }
}
