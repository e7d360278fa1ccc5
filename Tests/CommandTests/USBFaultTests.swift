// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PretendedMachine
import TestSupport
import Testing
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
    for number in stride(from: 0, to: commands * Self.faults.count, by: step) {
      let (place, fault) = (number / Self.faults.count, Self.faults[number % Self.faults.count])
      var faults = FaultPlan.none
      faults.atExchange = [place: fault]
      let desk = try USBDesk(model, tag: tag, faults: faults)
      let result = try desk.put()
      desk.expectTrueOK(of: result, "\(fault) at \(place): \(result)")
      if Self.passes(fault) {
        #expect(result.exit == .code(0), "\(fault) at \(place): \(result)")
      }
    }
  }
}
