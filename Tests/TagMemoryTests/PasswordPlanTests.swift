// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagMemory

struct PasswordPlanTests {
  static let password = Page(0xA1, 0xB2, 0xC3, 0xD4)

  private static func tag(_ chip: Chip = .ntag213, access: UInt8 = 0) -> Type2Image {
    var tag = image(chip)
    let first = chip.layout.configurationPage ?? 0
    tag[first] = Page(0x04, 0, 0, 0xFF)
    tag[first + 1] = Page(access, 0x05, 0, 0)
    return tag
  }

  @Test func protectionStartsLast() throws {
    let writing = try PasswordPlan(
      protecting: Self.tag(), password: Self.password, acknowledge: (0xE5, 0xF6), scope: .writing)
    #expect(
      traced(writing.writes) == ["a22ba1b2c3d4", "a22ce5f60000", "a22904000004"].map(hex))
    let both = try PasswordPlan(
      protecting: Self.tag(), password: Self.password, acknowledge: (0xE5, 0xF6),
      scope: .readingAndWriting)
    #expect(
      traced(both.writes)
        == ["a22ba1b2c3d4", "a22ce5f60000", "a22a80050000", "a22904000004"].map(hex))
    #expect(TagState(both.result).access == .passwordToRead(from: 4))
    #expect(both.result[3] == Self.tag()[3])
  }

  @Test(arguments: [
    Chip.ntag210, .ntag212, .ntag213, .ntag215, .ntag216, .ultralightEV1Small, .ultralightEV1Large,
  ])
  func aTagIsOpenedAsItWas(chip: Chip) throws {
    let tag = Self.tag(chip)
    let protected = try PasswordPlan(
      protecting: tag, password: Self.password, acknowledge: (1, 2), scope: .readingAndWriting)
    #expect(throws: TagMemoryError.passwordRequired(from: 4)) {
      try PasswordPlan(unprotecting: protected.result, authenticated: false)
    }
    let open = try PasswordPlan(unprotecting: protected.result)
    #expect(open.result == tag)
    #expect(open.writes.map(\.purpose) == [.protectFrom, .access, .password, .acknowledge])
  }

  /// What a tear left is put back, and what an owner may have set stays.
  @Test func noiseInTheRegistersGoesWithTheNextPlan() throws {
    let cases: [(first: String, second: String, protected: [String], open: [String])] = [
      ("00000000", "00050000", ["04000004", "00050000"], ["040000ff", "00050000"]),
      ("e7311204", "38a15c07", ["04000004", "00050000"], ["040000ff", "00050000"]),
      ("04010029", "00050100", ["04000004", "00050000"], ["040000ff", "00050000"]),
      // Set like that by its owner: weak modulation, a count of taps, a page for a mirror.
      ("000000ff", "18050000", ["00000004", "18050000"], ["000000ff", "18050000"]),
      ("04000cff", "10000000", ["04000c04", "10000000"], ["04000cff", "10000000"]),
    ]
    for (first, second, protected, open) in cases {
      var tag = Self.tag()
      let limit = hex(second)[0] & 7
      tag[0x29] = Page(hex(first))
      tag[0x2A] = Page([hex(second)[0] & ~7] + hex(second)[1...])
      let closing = try PasswordPlan(
        protecting: tag, password: Self.password, acknowledge: (1, 2), scope: .writing,
        authenticated: true, repairing: true)
      #expect([closing.result[0x29], closing.result[0x2A]] == protected.map { Page(hex($0)) })
      tag[0x2A]?[0] |= limit
      let opening = try PasswordPlan(unprotecting: tag)
      #expect([opening.result[0x29], opening.result[0x2A]] == open.map { Page(hex($0)) })
      // One that is protected is called so, whatever else is there.
      tag[0x29]?[3] = 4
      tag[0x2A]?[0] &= 0x38
      let again = try PasswordPlan(
        protecting: tag, password: Self.password, acknowledge: (1, 2), scope: .writing,
        authenticated: true)
      #expect(again.writes.allSatisfy { $0.readsAs == nil })
    }
  }

  /// A job that began a tag puts back strong modulation too; nothing of a frozen tag.
  @Test func ofATagThatWasBegunStrongModulationComesBack() throws {
    for (chip, first) in [(Chip.ntag210, 0x04), (.ntag216, 0x04), (.ultralightEV1Large, 0)]
      as [(Chip, UInt8)]
    {
      let page = try #require(chip.layout.configurationPage)
      var tag = Self.tag(chip)
      tag[page] = Page(0, 0, 0, 0xFF)
      #expect(try PasswordPlan(repairing: tag).result[page] == Page(first, 0, 0, 0xFF))
      tag[page + 1] = Page(0x40, 0x05, 0, 0)
      #expect(try PasswordPlan(repairing: tag).writes == [])
      #expect(try PasswordPlan(repairing: Type2Image(delivered: chip)).writes == [])
    }
  }

  @Test func aSecretIsNeverPrinted() throws {
    let plan = try PasswordPlan(
      protecting: Self.tag(), password: Self.password, acknowledge: (0xE5, 0xF6), scope: .writing)
    #expect(
      plan.writes.map(\.description) == [
        "2B  ?? ?? ?? ?? -> ** ** ** **  password",
        "2C  ?? ?? ?? ?? -> ** ** ** **  acknowledge",
        "29  04 00 00 FF -> 04 00 00 04  protect-from",
      ])
  }

  @Test func theSettingsAreFrozenOnlyByTheirOwnPlan() throws {
    let protected = try PasswordPlan(
      protecting: Self.tag(), password: Self.password, acknowledge: (1, 2), scope: .writing
    ).result
    let frozen = try PasswordPlan(freezing: protected)
    #expect(traced(frozen.writes) == [hex("a22a40050000")])
    #expect(throws: TagMemoryError.freezingUnprotected(from: 0xFF)) {
      try PasswordPlan(freezing: Self.tag())
    }
    #expect(throws: TagMemoryError.configurationFrozen) {
      try PasswordPlan(unprotecting: frozen.result)
    }
  }

  @Test func whatWouldEndBadlyIsRefused() {
    func refusal(_ tag: Type2Image) -> TagMemoryError? {
      do throws(TagMemoryError) {
        _ = try PasswordPlan(
          protecting: tag, password: Self.password, acknowledge: (1, 2), scope: .writing)
        return nil
      } catch {
        return error
      }
    }
    #expect(refusal(Self.tag(access: 0x02)) == .attemptLimited(2))
    #expect(refusal(Self.tag(access: 0x40)) == .configurationFrozen)
    #expect(refusal(image(.ntag203)) == .passwordUnsupported(.ntag203))
    #expect(refusal(image(.ultralightC)) == .passwordUnsupported(.ultralightC))
    var unread = Self.tag()
    unread[0x2A] = nil
    #expect(refusal(unread) == .pageNotRead(page: 0x2A))
  }
}
