// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagMemory

struct LockPlanTests {
  /// What is sent to make each chip read-only, in order.
  static let plans: [(Chip, [String])] = [
    (.ultralight, ["a203e110060f", "a2020000ffff"]),
    (.ultralightC, ["a203e110120f", "a228ffee0000", "a2020000ffff"]),
    (.ultralightEV1Small, ["a203e110060f", "a2020000ffff"]),
    (.ultralightEV1Large, ["a203e110100f", "a224ff031f00", "a2020000ffff"]),
    (.ntag203, ["a203e110120f", "a228ff000000", "a2020000ffff"]),
    (.ntag210, ["a203e110060f", "a2020000ffff"]),
    (.ntag212, ["a203e110100f", "a224ff031f00", "a2020000ffff"]),
    (.ntag213, ["a203e110120f", "a228ff0f3f00", "a2020000ffff"]),
    (.ntag215, ["a203e1103e0f", "a282ff000f00", "a2020000ffff"]),
    (.ntag216, ["a203e1106d0f", "a2e2ff3f7f00", "a2020000ffff"]),
  ]

  @Test(arguments: plans)
  func everyBitOfTheChipIsSet(chip: Chip, writes: [String]) throws {
    let plan = try LockPlan(on: image(chip))
    #expect(traced(plan.writes) == writes.map(hex))
    #expect(plan.neverLockable.isEmpty)
    #expect(TagState(plan.result).access == .readOnly)
    #expect(try LockPlan(on: plan.result).writes.isEmpty)
  }

  @Test func whatReadsBackKeepsTheOtherBits() throws {
    var tag = image(.ntag213)
    tag[0x28] = Page(0, 0, 0, 0xBD)
    let plan = try LockPlan(on: tag)
    #expect(plan.result[2] == Page(0x44, 0x48, 0xFF, 0xFF))
    #expect(plan.result[0x28] == Page(0xFF, 0x0F, 0x3F, 0xBD))
    #expect(plan.writes.map(\.purpose) == [.closeAccess, .lockDynamic, .lockStatic])
  }

  @Test func aWrongLockControlTLVIsNotAsked() throws {
    let tag = image(.ultralightC, area: hex("0103a00c34 0300fe"))
    #expect(traced(try LockPlan(on: tag).writes)[1] == hex("a228ffee0000"))
  }

  /// Several NTAG216 in the field carry 00 00 7F: their upper pages can never be locked.
  @Test func frozenBitsAreReported() throws {
    var tag = image(.ntag216)
    tag[0xE2] = Page(0, 0, 0x7F, 0xBD)
    let plan = try LockPlan(on: tag)
    #expect(plan.neverLockable.first == 16...31)
    #expect(plan.neverLockable.last == 224...225)
    #expect(plan.neverLockable.count == 14)
    #expect(traced(plan.writes) == ["a203e1106d0f", "a2020000ffff"].map(hex))
    #expect(plan.result[0xE2] == Page(0, 0, 0x7F, 0xBD))

    var behind = image(.ntag213)
    behind[2] = Page(0x44, 0x48, 0x04, 0x00)
    let rest = try LockPlan(on: behind)
    #expect(rest.neverLockable == (10...15).map { $0...$0 })
    #expect(traced(rest.writes).last == hex("a2020000ff03"))
  }

  /// What phones read is the container and all up to the end of the message.
  @Test(
    arguments: [(0x01, 3), (0x02, 4), (0x03, 3), (0x04, nil)] as [(UInt8, Int?)])
  func whatCanNeverBeLockedMustNotBeTheMessages(_ frozen: UInt8, _ page: Int?) throws {
    // The last byte of the message is the last one of page 9.
    var tag = image(.ntag213, area: hex("0103a00c34 0311") + exampleLink.prefix(17))
    tag[2] = Page(0x44, 0x48, frozen, 0x00)
    guard let page else {
      _ = try LockPlan(on: tag)
      return
    }
    #expect(throws: TagMemoryError.neverLockable(page: page)) { try LockPlan(on: tag) }
    #expect(throws: TagMemoryError.neverLockable(page: page)) { try tag.refuseUnlockable() }
    // A bit that was set before it was frozen is as good as any.
    tag[2] = Page(0x44, 0x48, frozen | 0xF8, 0xFF)
    #expect(throws: TagMemoryError.pageLocked(page: 3)) { try LockPlan(on: tag) }
    try tag.refuseUnlockable()
  }

  @Test func whatCannotBeLockedIsRefused() {
    #expect(throws: TagMemoryError.chipUnknown) {
      try LockPlan(on: unknown("01020304 05060708 00000000 e1100100 0300fe00"))
    }
    #expect(throws: TagMemoryError.notFormatted) {
      try LockPlan(on: Type2Image(delivered: .ultralight))
    }
    var unread = image(.ntag213)
    unread[0x28] = nil
    #expect(throws: TagMemoryError.pageNotRead(page: 0x28)) { try LockPlan(on: unread) }
    var closed = image(.ntag213)
    closed[2] = Page(0x44, 0x48, 0x08, 0x00)
    #expect(throws: TagMemoryError.pageLocked(page: 3)) { try LockPlan(on: closed) }
  }
}
