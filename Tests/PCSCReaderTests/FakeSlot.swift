// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport

@testable import PCSCReader

/// A slot of the tests in front of an imitated reader.
final class FakeSlot: CardSlot {
  typealias Model = ImitatedReader.Model

  let name: String
  private var reader: ImitatedReader
  /// What lies there; the answer to reset names no chip.
  var tag: (any VicinityAir)?
  /// A second tag, which only a reader with transparent sessions lets us hear.
  var beside: (any VicinityAir)?
  /// By the number of the command, from 0.
  var trouble: [Int: SlotError] = [:]
  /// A card that vanishes in mid-command may leave no bytes and no error behind.
  var emptyAnswers: Set<Int> = []
  /// What is done before a command.
  var before: [Int: (FakeSlot) -> Void] = [:]
  private(set) var asked: [String] = []
  private(set) var endings: [CardEnding] = []
  private(set) var isConnected = false

  init(_ model: Model, _ tag: (any VicinityAir)?) {
    reader = ImitatedReader(model)
    self.tag = tag
    name = "\(model)"
  }

  var commandsSent: Int { asked.count }
  var isInSession: Bool { reader.isInSession }

  /// Another program had the card reset, and the reader its air back.
  func endSession() { reader.endSession() }

  func hasCard(within longest: Duration) throws(SlotError) -> Bool { tag != nil }

  func connect() throws(SlotError) -> [UInt8] {
    guard tag != nil else { throw .cardGone }
    isConnected = true
    return ImitatedReader.answerToReset
  }

  func disconnect(_ ending: CardEnding) {
    guard isConnected else { return }
    isConnected = false
    endings.append(ending)
  }

  func transmit(_ command: [UInt8]) throws(SlotError) -> [UInt8] {
    let number = asked.count
    asked.append(hexText(command))
    before[number]?(self)
    if let error = trouble[number] { throw error }
    guard isConnected else { throw .cardGone }
    if emptyAnswers.contains(number) { return [] }
    return reader.answer(to: command, over: tag, beside)
  }
}
