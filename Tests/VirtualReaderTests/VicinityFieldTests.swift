// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader
@testable import VirtualVicinity

/// What the air makes of requests to chips of ISO 15693.
struct VicinityFieldTests {
  private static let inventory: [UInt8] = [0x26, 0x01, 0x00]
  private static let write = hex("2221" + VirtualVicinityChipTests.air + "0401020304")

  private func field(_ plan: FaultPlan) throws -> (VicinityField, VirtualVicinityChip) {
    let field = VicinityField(plan)
    let chip = try VirtualVicinityChipTests.slix()
    field.place(chip)
    return (field, chip)
  }

  @Test func oneAnswersAndTwoHideEachOther() throws {
    let (field, chip) = try field(.none)
    let found = VicinityField.Heard.answer([0, 0] + chip.uid.reversed())
    #expect(field.send(Self.inventory) == found)
    field.place(
      try #require(VirtualVicinityChip(.st25dv04k, uid: hex("E002241122334455"))))
    #expect(field.send(Self.inventory) == .damaged)
    // The tag that a request names still hears it.
    #expect(field.send(Self.write) == .answer([0]))
    field.clear()
    #expect(field.send(Self.inventory) == .nothing)
    #expect(field.requests == 4 && field.programmedBlocks == 1 && field.faults == 0)
  }

  @Test func lostAnswersHaveBeenMeant() throws {
    let cases: [(Disturbance, VicinityField.Heard, wrote: Bool)] = [
      (.frameLost, .nothing, false), (.answerLost, .nothing, true),
      (.answerCorrupted, .damaged, true),
    ]
    for (disturbance, heard, wrote) in cases {
      var plan = FaultPlan.none
      plan.atFrame[0] = disturbance
      let (field, chip) = try field(plan)
      #expect(field.send(Self.write) == heard, "\(disturbance)")
      #expect((chip.memory[16] == 1) == wrote, "\(disturbance)")
      #expect(field.faults == 1)
    }
  }

  @Test func aTornTagIsAwayForAWhile() throws {
    var plan = FaultPlan.none
    plan.atWrite[0] = .pageHalf
    let (field, chip) = try field(plan)
    #expect(field.send(Self.write) == .nothing)
    #expect(Array(chip.memory[16..<20]) == [1, 2, 0, 0])
    for _ in 1..<6 { #expect(field.send(Self.inventory) == .nothing) }
    #expect(field.send(Self.inventory) != .nothing)
  }

  @Test func aSwapComesJustBeforeItsRequest() throws {
    let (field, chip) = try field(.none)
    let other = try #require(VirtualVicinityChip(.slix, uid: hex("E0040150000000FF")))
    field.swaps[1] = other
    #expect(field.send(Self.inventory) == .answer([0, 0] + chip.uid.reversed()))
    #expect(field.send(Self.inventory) == .answer([0, 0] + other.uid.reversed()))
    #expect(field.send(Self.write) == .nothing)
  }
}
