// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TagReading
import TestSupport
import Testing

@testable import VirtualReader

/// Copies and worn tags: what cannot be done has a name, and is never called done.
struct BadCopyTests {
  @Test func aCopyWithLessMemoryThanItSaysTakesWhatItHas() throws {
    let station = try TagStation()
    let cases: [(ChipModel, claims: ChipModel, Chip, front: [UInt8], large: Int)] = [
      (.ntag213, .ntag215, .ntag215, hex("0103A00C34"), 480),
      (.ntag213, .ntag216, .ntag216, hex("0103A00C34"), 860),
      (.ntag215, .ntag216, .ntag216, [], 860),
      (.ultralightEV1Small, .ultralightEV1Large, .ultralightEV1Large, [], 120),
    ]
    for (model, claims, claimed, front, large) in cases {
      let laid = station.lay {
        VirtualType2Chip(model, uid: uid(1), claiming: claims) ?? make(model)
      }
      let before = laid.cells
      let sheet = try DataSheet.of(claimed)
      let tag = try station.select()
      #expect(tag.image.chip == claimed)
      // Its memory ends before the message does: that shows before the first write.
      #expect(throws: TagError.memory(.pageRefused(page: model.pages))) {
        try tag.put(link(size: large), .format)
      }
      #expect(laid.cells == before, "\(model.name) as \(claims.name)")
      // What fits is right, whatever the chip says about itself.
      _ = try station.select().put(link(size: 20), .format)
      let written = sheet.formatted(before, holding: front + tlv(link(size: 20)))
      #expect(laid.cells == written, "\(model.name) as \(claims.name)")
      station.remove(laid)
    }
  }

  @Test func theFirstMessageThatReachesRegistersOfACopyIsNotCalledDone() throws {
    let station = try TagStation()
    // The user memory of an NTAG213 ends at page 27h, and its registers are pages 28h to 2Ch.
    for last in 0x28...0x2C {
      let laid = station.lay {
        VirtualType2Chip(.ntag213, uid: uid(1), claiming: .ntag216) ?? make(.ntag213)
      }
      let size = (last - 4) * 4 + 1
      #expect(throws: TagError.self, "up to page \(last)") {
        try station.select().put(link(size: size, letter: "c"), .overwriteForeign)
      }
      station.remove(laid)
    }
  }

  @Test func wornPagesAreNamed() throws {
    let station = try TagStation()
    for sheet in DataSheet.all {
      let message = link(size: 40, letter: "w")
      let wanted = sheet.written(message, over: factory(sheet.model))
      for page in [4, 5, 9, 12] {
        for wear in [Wear.keepsOldValue, .refuses] where wanted[page] != factory(sheet.model)[page]
        {
          let laid = station.lay(sheet.model) { $0.worn[page] = wear }
          let old = laid.cells[page]
          let expected: TagError =
            wear == .refuses
            ? .refused(.page(page), .nak(5))
            : .differs(.page(page), wanted: thePage(wanted[page]), found: thePage(old))
          do throws(TagError) {
            _ = try identify(on: station).put(message, .format)
            Issue.record("\(sheet.chip), page \(page), \(wear): called done")
          } catch {
            #expect(error == expected, "\(sheet.chip), page \(page), \(wear)")
            #expect(error.whatIsWrong.contains("worn"))
          }
          station.remove(laid)
        }
      }
    }
  }

  private func thePage(_ bytes: [UInt8]) -> Page { Page(bytes[0], bytes[1], bytes[2], bytes[3]) }

  private func identify(on station: TagStation) throws(TagError) -> Type2Tag {
    do {
      return try station.select()
    } catch {
      throw error as? TagError ?? .reader(.nothingSelected)
    }
  }

  @Test func aCopyWithoutAVersionIsKnownByItsMemory() throws {
    let station = try TagStation()
    let sheet = try DataSheet.of(.ntag213)
    let laid = station.lay(.ntag213WithoutVersion)
    let tag = try station.select()
    #expect(tag.version == nil && tag.image.chip == .ntag213)
    #expect(try tag.readSignature() == nil)
    for size in [20, 137] {
      _ = try tag.put(link(size: size))
      let written = sheet.written(link(size: size), over: factory(.ntag213))
      #expect(laid.cells[3...] == written[3...])
    }
    #expect(laid.journal == [])
    station.remove(laid)
  }

  @Test func aCopyThatIsSilentToNewerCommandsIsReadAndWritten() throws {
    for silent: UInt8 in [0x3A, 0x3C] {
      let station = try TagStation()
      _ = station.virtual.place { PartlySilentChip(make(.ntag213), silentTo: silent) }
      let tag = try station.select()
      #expect(tag.image.chip == .ntag213)
      #expect((try tag.readSignature() == nil) == (silent == 0x3C))
      try tag.read(.everything)
      #expect(TagState(tag.image).content == .factoryNew)
      _ = try tag.put(link(size: 20))
      #expect(try station.select().put(link(size: 20)) == .alreadyThere)
    }
  }

  @Test func anUnknownChipIsWrittenByItsContainer() throws {
    let station = try TagStation()
    let laid = station.lay(.unknown)
    let before = laid.cells
    let tag = try station.select()
    #expect(tag.image.chip == nil)
    _ = try tag.put(link(size: 20))
    var expected = before
    expected.replaceSubrange(4..<10, with: pages(tlv(link(size: 20)) + [0]))
    #expect(laid.cells == expected)
    #expect(throws: TagError.memory(.chipUnknown)) { try tag.lockForEver() }
    #expect(throws: TagError.memory(.chipUnknown)) {
      try tag.protect(with: Secrets.right(), scope: .writing)
    }
    #expect(throws: TagError.memory(.messageTooLarge(size: 127, capacity: 126))) {
      try tag.put(link(size: 127))
    }
    #expect(laid.cells == expected)
    station.remove(laid)
  }

  /// Which page within its data holds lock bits, only a TLV before the message tells.
  @Test func plainBytesLeaveTheLocksOfAnUnknownChipAlone() throws {
    let station = try TagStation()
    let laid = station.lay(.unknown)
    let reserving: [UInt8] = [0x01, 0x03, 0x60, 0x10, 0x44, 0x03, 0x00, 0xFE]
    #expect(try station.select().putBlocks(reserving, from: 4) == 2)
    let tag = try station.select()
    #expect(throws: TagError.blocks(.reserved(block: 24, .locks))) {
      try tag.putBlocks([1, 2, 3, 4], from: 24)
    }
    #expect(try station.select().putBlocks([1, 2, 3, 4], from: 25) == 1)
    #expect(try station.select().putBlocks([1, 2, 3, 4], from: 24, allowing: [.locks]) == 1)
    #expect(laid.cells[24...25] == [[1, 2, 3, 4], [1, 2, 3, 4]])
    station.remove(laid)
  }
}

extension ChipModel {
  /// A copy of an NTAG213 that knows neither GET_VERSION nor what came with it.
  fileprivate static let ntag213WithoutVersion = ChipModel(
    name: "NTAG213 without a version", pages: ntag213.pages, userPages: ntag213.userPages,
    version: nil, factoryPages: ntag213.factoryPages, lockPages: ntag213.lockPages,
    locksHold: .atOnce, protection: ntag213.protection, counters: .none, mirror: .none,
    unknownCommand: .refuse(0))

  /// A chip with 128 bytes that no table has.
  fileprivate static let unknown = ChipModel(
    name: "unknown", pages: 36, userPages: 4...35, version: [0, 0x77, 1, 1, 1, 0, 0x0E, 3],
    factoryPages: [3: [0xE1, 0x10, 0x10, 0x00], 4: [0x03, 0x00, 0xFE, 0x00]],
    lockPages: [.fixedPlace], locksHold: .atOnce, protection: .none, counters: .none,
    mirror: .none, unknownCommand: .silence)
}

/// A copy that says nothing to a command of its generation, where the original answers.
private final class PartlySilentChip: TypeAChip {
  private let chip: any TypeAChip
  private let command: UInt8

  init(_ chip: any TypeAChip, silentTo command: UInt8) {
    self.chip = chip
    self.command = command
  }

  var identity: TypeAIdentity { chip.identity }
  var state: [UInt8] { chip.state }
  func fieldLost() { chip.fieldLost() }
  func activated() { chip.activated() }

  func answer(to frame: [UInt8], tearing tear: Tear?) -> ChipReply {
    frame.first == command ? ChipReply(.silence) : chip.answer(to: frame, tearing: tear)
  }
}
