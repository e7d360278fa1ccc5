// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import LibNFCReader
import TagMemory
import TagReading
import TestSupport
import Testing
import VirtualReader

/// Cards on a reader where frames get lost: whatever `put` calls done is right in the card.
struct FaultyType4Tests {
  private static let old = link(size: 30, letter: "o")
  private static let new = link(size: 70, letter: "n")

  /// The commands of a put, and how many the reader took before it.
  private static func course(
    _ model: Type4Model, _ faults: FaultPlan
  ) throws -> (before: Int, during: Int, error: TagError?, file: [UInt8]) {
    let station = try TagStation(faults)
    let laid = station.lay(model, holding: old)
    let before = station.virtual.counters.hostCommands
    var failure: TagError?
    do {
      _ = try station.selectCard().put(new)
    } catch let error as TagError {
      failure = error
    }
    return (before, station.virtual.counters.hostCommands - before, failure, laid.file)
  }

  /// A single frame is repaired by the reader itself; what is lost for longer is for us.
  @Test(arguments: [
    Fault.tagMissesFrame, .tagAnswerLost, .tagAnswerCorrupted, .tagUnheard(afterFrames: 0),
    .tagUnheard(afterFrames: 1), .tagUnheard(afterFrames: 2), .tagLeaves(exchanges: 1),
  ])
  func whatIsLostAtAnyCommandIsRepairedOrNamed(_ fault: Fault) throws {
    for model in [Type4Model.desfireEV1, .ntag424] {
      let sound = try Self.course(model, .none)
      #expect(sound.error == nil)
      for command in 1..<sound.during {
        var faults = FaultPlan.none
        faults.atExchange[sound.before + command] = fault
        let course = try Self.course(model, faults)
        let seen = model.phone(reads: course.file)
        if let error = course.error {
          // A tag that is away for a moment longer than we look for it.
          #expect(error.passing != nil, "\(fault) at \(command): \(error)")
          #expect(
            [.message(Self.old), .message(Self.new), .message([])].contains(seen),
            "\(fault) at \(command)")
        } else {
          #expect(seen == .message(Self.new), "\(fault) at \(command)")
        }
        if case .tagLeaves = fault { continue }
        #expect(course.error == nil, "\(fault) at \(command)")
      }
    }
  }

  /// Cards one after another on one bad reader; an operator puts each on the reader until it is
  /// done.
  @Test(arguments: [0x5EED_0401, 0x5EED_0402] as [UInt64])
  func aCardThatIsCalledDoneIsRight(seed: UInt64) throws {
    var odds = FaultOdds.badAir
    odds.tagUnheard = Ratio(1, of: 40)
    odds.tornWrite = Ratio(1, of: 20)
    let station = try TagStation(FaultPlan(seed: seed, odds: odds))
    var failures = 0
    for number in 0..<60 {
      let model = Type4Model.writable[number % Type4Model.writable.count]
      let message = link(size: [17, 60, 120][number % 3], letter: "b")
      let laid = station.lay(model, holding: link(size: 25, letter: "a"))
      var isDone = false
      for _ in 0..<30 where !isDone {
        do {
          guard let found = try station.reader.select(.typeA) else { continue }
          _ = try Type4Tag(found, on: station.reader).put(message)
          isDone = true
        } catch let error as TagError {
          failures += 1
          #expect(error.passing != nil, "\(error), seed \(seed)")
        } catch is ReaderError {
          failures += 1
        }
        let seen = model.phone(reads: laid.file)
        if isDone { #expect(seen == .message(message), "seed \(seed)") }
      }
      #expect(isDone, "\(model.name) was never done, seed \(seed)")
      station.virtual.discard(laid.id)
    }
    #expect(failures > 5, "the test must test something, seed \(seed)")
  }
}
