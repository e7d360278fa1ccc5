// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PretendedMachine
import TestSupport
import Testing
import Threads
import VirtualReader

/// Readers on USB that fail at each command of a put: whatever happens, no tag is called good that is
/// not, and no program hangs.
struct USBFaultTests {
  /// What people report of real readers, and what a cable and another program can do.
  static let faults: [Fault] = [
    .commandLost, .answerLost, .answerLate(.milliseconds(150)), .answerLate(.milliseconds(1_500)),
    .readerFallsSilent, .previousAnswer, .answersOutOfStep, .readerSays(0x6300, isDone: false),
    .readerSays(0x6300, isDone: true), .readerSays(0x637F, isDone: false), .chipMute, .readerReset,
    .readerUnplugged(.milliseconds(20)),
  ]

  /// An answer comes twice, and the tag misses the next command: if that is a write, it seems to be
  /// confirmed, and the reader is in step again before anything shows that it was not.
  @Test(arguments: [USBReaderModel.acr122u, .pn533])
  func aWriteWithTheAnswerOfTheOneBeforeIsDoneAgain(model: USBReaderModel) throws {
    let commands = try USBDesk.commands(of: .type2, on: model)
    for place in commands - 16..<commands - 2 {
      var faults = FaultPlan.none
      faults.atExchange = [place: .previousAnswer, place + 1: .tagMissesFrame]
      let desk = try USBDesk(model, tag: .type2, faults: faults)
      let put = try desk.put()
      desk.expectTrueOK(of: put)
      #expect(put.exit == .code(0), "at \(place) of \(commands): \(put)")
    }
  }

  /// One of them is put to sleep to hear the other, and a reader that is opened again wakes it.
  @Test(arguments: [USBReaderModel.acr122u, .acr122uClone, .pn533])
  func twoTagsAreSeenWhateverTheReaderDoes(model: USBReaderModel) throws {
    let faults: [Fault] = [.answerLost, .previousAnswer, .readerSays(0x6300, isDone: true)]
    func desk(_ plan: FaultPlan) throws -> USBDesk {
      let desk = try USBDesk(model, tag: .type2, faults: plan)
      _ = try desk.reader.place {
        try #require(VirtualType2Chip(.ntag215, uid: [4, 9, 9, 9, 9, 9, 9]))
      }
      return desk
    }
    let calm = try desk(.none)
    #expect(try calm.put().exit == .code(1))
    let commands = calm.reader.counters.hostCommands
    for place in commands - 8..<commands {
      let fault = faults[place % faults.count]
      var plan = FaultPlan.none
      plan.atExchange = [place: fault]
      let put = try desk(plan).put()
      #expect(!put.output.hasPrefix("OK"), "\(fault) at \(place): \(put)")
    }
  }

  /// Whether the reader is as before when it is asked again.
  private static func passes(_ fault: Fault) -> Bool {
    switch fault {
    case .readerFallsSilent, .readerUnplugged, .readerReset: false
    default: true
    }
  }

  /// In `make proof` it is every command.
  @Test(arguments: USBReaderTests.pairs)
  func noFaultMakesAWrongOK(model: USBReaderModel, tag: USBTag) throws {
    let commands = try USBDesk.commands(of: tag, on: model)
    let step = Int(try wantedNumber("TAGPRESS_SWEEP_STRIDE") ?? 61)
    let numbers = Guarded(
      Array(stride(from: 0, to: commands * Self.faults.count, by: step).reversed()))
    let mistakes = Guarded<[String]>([])
    // They wait most of their time.
    onThreads(4) { _ in
      while let number = numbers.withLock({ $0.popLast() }) {
        let (place, fault) = (number / Self.faults.count, Self.faults[number % Self.faults.count])
        let mistake = Self.mistake(of: model, tag, with: fault, at: place)
        if let mistake { mistakes.withLock { $0.append("\(fault) at \(place): \(mistake)") } }
      }
    }
    #expect(mistakes.now == [])
  }

  private static func mistake(
    of model: USBReaderModel, _ tag: USBTag, with fault: Fault, at place: Int
  ) -> String? {
    var faults = FaultPlan.none
    faults.atExchange = [place: fault]
    do {
      let desk = try USBDesk(model, tag: tag, faults: faults)
      let result = try desk.put()
      if let mistake = desk.mistake(in: result) { return mistake }
      return passes(fault) && result.exit != .code(0) ? "not written: \(result)" : nil
    } catch {
      return "\(error)"
    }
  }
}
