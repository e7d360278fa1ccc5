// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagMemory

struct MirrorPlanTests {
  static let uid = hex("04E141124C2880")

  /// The data sheet's examples: fields, filler, MIRROR, ACCESS if it changes, text as it is read.
  static let published: [(MirrorFields, String, String, String?, String)] = [
    (MirrorFields(uidAt: 28), "00000000000000", "a22954000cff", nil, "04E141124C2880"),
    (MirrorFields(counterAt: 28), "000000", "a22994000cff", "a22a10050000", "003F31"),
    (
      MirrorFields(both: 28), "00000000000000x000000", "a229d4000cff", "a22a10050000",
      "04E141124C2880x003F31"
    ),
  ]

  private static func message(_ filler: String) -> [UInt8] {
    let uri = Array("nxp.com/index.html?m=".utf8) + filler.utf8
    return [0xD1, 0x01, UInt8(uri.count + 1), 0x55, 0x01] + uri
  }

  private static func tag() -> Type2Image {
    var tag = image(.ntag213)
    tag[0x29] = Page(0x04, 0, 0, 0xFF)
    return tag
  }

  @Test(arguments: published.indices)
  func theDataSheetsExamplesComeOut(index: Int) throws {
    var (fields, filler, mirror, access, text) = Self.published[index]
    let message = Self.message(filler)
    // The sheet's example page says 0Ch byte 1, which is this place in the message.
    fields = MirrorFields(content: fields.content, offset: message.count - filler.utf8.count)
    let written = try WritePlan(writing: message, on: Self.tag())
    let plan = try MirrorPlan(
      showing: fields, in: message, at: written.place, on: written.result)
    #expect(traced(plan.writes) == [access, mirror].compactMap { $0.map(hex) })
    #expect(plan.setting == MirrorSetting(content: fields.content, address: 0x0C * 4 + 1))
    #expect(fields.message(message, showing: Self.uid, counter: 0x3F31) == Self.message(text))
    let off = try MirrorPlan(switchingOff: plan.result)
    #expect(off.result[0x29] == Page(0x04, 0, 0, 0xFF))
    #expect(off.result.mirror == nil)
  }

  @Test func theLastStartOfTheDataSheetIsTheLast() throws {
    // 213: UID 24h byte 1, counter 26h byte 1, both 22h byte 2.
    let last: [(MirrorSetting.Content, Int)] = [
      (.uid, 0x24 * 4 + 1), (.counter, 0x26 * 4 + 1), (.uidAndCounter, 0x22 * 4 + 2),
    ]
    for (content, address) in last {
      for late in 0...1 {
        let offset = address + late - 21 - 2
        let fields = MirrorFields(content: content, offset: offset)
        var message = link(size: 137)
        message.replaceSubrange(offset..<min(137, offset + content.length), with: fields.filler)
        message = Array(message.prefix(137))
        let written = try WritePlan(writing: message, on: Self.tag())
        let plan = try? MirrorPlan(
          showing: fields, in: message, at: written.place, on: written.result)
        #expect(plan?.setting?.address == (late == 0 ? address : nil), "\(content) \(late)")
      }
    }
  }

  @Test func whatTheChipCannotShowIsRefused() throws {
    let message = Self.message("00000000000000")
    let written = try WritePlan(writing: message, on: Self.tag())
    func refusal(_ fields: MirrorFields, _ tag: Type2Image, _ bytes: [UInt8]) -> TagMemoryError? {
      do throws(TagMemoryError) {
        _ = try MirrorPlan(showing: fields, in: bytes, at: written.place, on: tag)
        return nil
      } catch {
        return error
      }
    }
    let fields = MirrorFields(uidAt: message.count - 14)
    #expect(refusal(fields, written.result, message) == nil)
    #expect(
      refusal(MirrorFields(uidAt: 3), written.result, message) == .mirrorFillerMissing(offset: 3))
    #expect(
      refusal(MirrorFields(uidAt: -1), written.result, message) == .mirrorFillerMissing(offset: -1))
    #expect(refusal(fields, image(.ntag210), message) == .mirrorUnsupported(.ntag210))
    var frozen = written.result
    frozen[0x2A] = Page(0x40, 0, 0, 0)
    #expect(refusal(fields, frozen, message) == .configurationFrozen)
    #expect(throws: TagMemoryError.mirrorFieldsApart(uid: 10, counter: 24)) {
      try MirrorFields(uidAt: 10, counterAt: 24)
    }
    #expect(try MirrorFields(uidAt: 10, counterAt: 25).content == .uidAndCounter)
  }

  @Test func aMirrorAcrossReservedBytesIsRefused() throws {
    var tag = image(.ntag213, area: hex("0203 c2 01 02 0300fe"))
    tag[0x29] = Page(0x04, 0, 0, 0xFF)
    let message = Self.message("00000000000000")
    let written = try WritePlan(writing: message, on: tag)
    #expect(throws: TagMemoryError.mirrorInterrupted(address: 50)) {
      try MirrorPlan(
        showing: MirrorFields(uidAt: message.count - 14), in: message, at: written.place,
        on: written.result)
    }
  }
}

extension MirrorFields {
  fileprivate init(both offset: Int) {
    self.init(content: .uidAndCounter, offset: offset)
  }
}
