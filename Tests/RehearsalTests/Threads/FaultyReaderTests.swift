// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TagReading
import TestSupport
import Testing
import VirtualReader

/// Tags by the hundred on a reader where everything goes wrong that can: whatever `put` calls done
/// is right in the chip, and an operator who presents the tag again gets there.
struct FaultyReaderTests {
  /// How often an operator puts the same tag on the reader before it is put aside.
  private static let presentations = 30

  /// Faults of the air, and torn writes.
  private static var air: FaultOdds {
    var odds = FaultOdds.badAir
    odds.tornWrite = Ratio(1, of: 60)
    return odds
  }

  @Test(arguments: [0x5EED_0001, 0x5EED_0002, 0x5EED_0003, 0x5EED_0004])
  func aTagThatIsCalledDoneIsRight(seed: UInt64) throws {
    let faults = FaultPlan(seed: seed, odds: Self.air)
    let batch = try Batch(faults)
    for number in 0..<100 {
      let sheet = DataSheet.all[number % DataSheet.all.count]
      let size = [17, 46, min(sheet.capacity, 130)][number % 3]
      try batch.finish(sheet, link(size: size, letter: "b"), within: Self.presentations)
    }
    #expect(batch.errors.count > 30, "the test must test something; \(faults)")
  }

  @Test func aLineThatLosesFramesIsSurvived() throws {
    var odds = Self.air
    // Each of these costs libnfc a time-out of its own.
    odds.commandLost = Ratio(1, of: 200)
    odds.answerLost = Ratio(1, of: 200)
    odds.answerCorrupted = Ratio(1, of: 200)
    let batch = try Batch(FaultPlan(seed: 0x11FE, odds: odds))
    for sheet in DataSheet.all {
      try batch.finish(sheet, link(size: 40, letter: "c"), within: Self.presentations)
    }
  }

  @Test func aDefectiveTagIsNeverCalledDone() throws {
    var odds = FaultOdds()
    odds.wornPage = Ratio(1, of: 2)
    odds.missingPages = Ratio(1, of: 2)
    let batch = try Batch(FaultPlan(seed: 0xDEFEC7, odds: odds))
    for number in 0..<40 {
      try batch.present(
        DataSheet.all[number % DataSheet.all.count], link(size: 40, letter: "c"), times: 1)
    }
    // A chip that shows zeros where others end is not known, and so not formatted.
    let named = batch.errors.filter {
      if case .differs = $0 { true } else { $0 == .memory(.chipUnknown) }
    }
    #expect(named.count == batch.errors.count, "\(batch.errors)")
    #expect(named.count > 20 && batch.done > 0, "\(named.count) named, \(batch.done) done")
  }

  /// Tags one after another on one bad reader.
  final class Batch {
    private let station: TagStation
    private let faults: FaultPlan
    /// Everything that was thrown; the compiler knows that it is one of ours.
    private(set) var errors: [TagError] = []
    private(set) var done = 0

    init(_ faults: FaultPlan) throws {
      self.faults = faults
      station = try TagStation(faults)
    }

    /// Presents a tag until it is done.
    func finish(_ sheet: DataSheet, _ message: [UInt8], within times: Int) throws {
      let before = done
      try present(sheet, message, times: times)
      #expect(done == before + 1, "\(sheet.chip.rawValue) was never done, \(faults)")
    }

    /// Presents a tag until it is done or put aside.
    func present(_ sheet: DataSheet, _ message: [UInt8], times: Int) throws {
      let laid = station.lay(sheet.model)
      defer { station.remove(laid) }
      let before = laid.cells
      for _ in 0..<times {
        do throws(TagError) {
          let tag = try select()
          // What a torn write left behind is this batch's own.
          _ = try tag.put(message, [.format, .overwriteForeign])
        } catch {
          errors.append(error)
          continue
        }
        done += 1
        #expect(sheet.phone(reads: laid.cells) == .message(message), "\(sheet.chip), \(faults)")
        #expect(laid.cells[..<3] == before[..<3], "\(sheet.chip), \(faults)")
        let behind = sheet.lastUserPage + 1
        #expect(laid.cells[behind...] == before[behind...], "\(sheet.chip), \(faults)")
        return
      }
    }

    /// Waits for a tag that was torn off or has left; it is back after a few looks.
    private func select() throws(TagError) -> Type2Tag {
      var found: TagInField?
      do throws(ReaderError) {
        for _ in 0..<20 where found == nil { found = try station.reader.select(.typeA) }
      } catch {
        throw .reader(error)
      }
      guard let found else { throw .reader(.tagGone) }
      return try Type2Tag(found, on: station.reader)
    }
  }
}
