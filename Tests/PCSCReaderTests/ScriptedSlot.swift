// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import PCSCReader

/// A slot that knows what it will be asked, in which order, and what it answers.
final class ScriptedSlot: CardSlot {
  let name = "a reader of the tests"
  private let answerToReset: [UInt8]
  private var script: [(command: [UInt8], answer: [UInt8])]
  private(set) var endings: [CardEnding] = []
  private(set) var commandsSent = 0

  init(_ script: [(String, String)], answerToReset: String = "") {
    self.script = script.map { (hex($0.0), hex($0.1)) }
    self.answerToReset = hex(answerToReset)
  }

  /// Whether all that was expected was asked.
  var isDone: Bool { script.isEmpty }

  func hasCard(within longest: Duration) throws(SlotError) -> Bool { true }

  func connect() throws(SlotError) -> [UInt8] { answerToReset }

  func transmit(_ command: [UInt8]) throws(SlotError) -> [UInt8] {
    commandsSent += 1
    guard let next = script.first else {
      Issue.record("asked \(hexText(command)) at the end of the script")
      throw .cardGone
    }
    script.removeFirst()
    #expect(hexText(command) == hexText(next.command))
    return next.answer
  }

  func disconnect(_ ending: CardEnding) { endings.append(ending) }
}
