// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TagReading
import Testing
import VirtualReader

/// A chip is called by its name or by none: lost frames must not make another chip of it.
struct IdentificationTests {
  @Test(arguments: [0x1DE7_0001, 0x1DE7_0002])
  func lostFramesMakeNoOtherChip(seed: UInt64) throws {
    var odds = FaultOdds()
    odds.tagAnswerLost = Ratio(1, of: 6)
    odds.tagMissesFrame = Ratio(1, of: 6)
    odds.tagAnswerCorrupted = Ratio(1, of: 6)
    let faults = FaultPlan(seed: seed, odds: odds)
    let station = try TagStation(faults)
    var named: [Chip: Int] = [:]
    for sheet in DataSheet.all {
      let laid = station.lay(sheet.model)
      for _ in 0..<20 {
        guard let found = try station.reader.select(.typeA) else { continue }
        do throws(TagError) {
          let tag = try Type2Tag(found, on: station.reader)
          guard let chip = tag.image.chip else { continue }
          #expect(chip == sheet.chip, "\(faults)")
          named[chip, default: 0] += 1
        } catch {
          guard case .reader = error else {
            Issue.record("\(error), \(faults)")
            continue
          }
        }
      }
      #expect(laid.journal == [])
      station.remove(laid)
    }
    #expect(named.count == DataSheet.all.count && named.values.allSatisfy { $0 > 3 }, "\(named)")
  }

  @Test func aReadProtectedChipIsNamedToo() throws {
    let station = try TagStation()
    for registers in try Registers.all() {
      for auth0: UInt8 in [0x04, 0x08, 0x10, UInt8(registers.page)] {
        let cells = registers.cells(
          factory(registers.sheet.model), auth0: auth0, access: 0x80,
          password: Secrets.password, acknowledge: Secrets.acknowledge)
        let laid = station.lay(registers.sheet.model, holding: cells)
        let tag = try station.select()
        #expect(tag.image.chip == registers.sheet.chip)
        // READ continues at page 0 where the protected pages begin; those are not taken for data.
        try tag.read(.everything)
        for page in Int(auth0)..<registers.sheet.model.pages {
          #expect(tag.image[page] == nil, "\(registers.sheet.chip), from \(auth0), page \(page)")
        }
        for page in 0..<Int(auth0) {
          #expect(tag.image[page]?.bytes == cells[page])
        }
        // The same for a writer, who does not begin at page 0.
        let writer = try station.select()
        try writer.read(.writing(messageSize: 46))
        for page in Int(auth0)..<registers.sheet.model.pages {
          #expect(writer.image[page] == nil, "\(registers.sheet.chip), from \(auth0), page \(page)")
        }
        station.remove(laid)
      }
    }
  }

  @Test func aClassicIsNoType2Tag() throws {
    let virtual = try VirtualReader()
    virtual.place { VirtualClassicChip(uid: [1, 2, 3, 4]) ?? chip(.ntag213, 1) as any VirtualChip }
    let reader = try open(virtual)
    let tag = try #require(try reader.select(.typeA))
    #expect(throws: TagError.wrongType(.type2, sak: 0x08)) { try Type2Tag(tag, on: reader) }
  }
}
