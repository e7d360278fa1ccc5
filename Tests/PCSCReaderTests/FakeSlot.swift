// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport

@testable import PCSCReader

/// A slot for tests, with an imitated reader.
final class FakeSlot: CardSlot {
  typealias Model = ImitatedReader.Model

  let name: String
  let model: Model
  private var reader: ImitatedReader
  /// What is there; the answer to reset names no chip.
  var tag: (any VicinityAir)?
  /// A second tag, which only a reader with transparent sessions lets us hear.
  var beside: (any VicinityAir)?
  /// What goes wrong with a command, by its number, from 0.
  var fault: (Int) -> SlotFault? = { _ in nil }
  /// What is done before a command.
  var before: [Int: (FakeSlot) -> Void] = [:]
  private(set) var asked: [String] = []
  private(set) var endings: [CardEnding] = []
  private(set) var isConnected = false
  private var away: (any VicinityAir)?
  private var looksUntilReturn = 0

  init(_ model: Model, _ tag: (any VicinityAir)?) {
    self.model = model
    reader = ImitatedReader(model)
    self.tag = tag
    name = "\(model)"
  }

  var commandsSent: Int { asked.count }
  var isInSession: Bool { reader.isInSession }

  /// Another program had the card reset, and the reader its air back.
  func endSession() { reader.endSession() }

  /// Has one command end like this, of which the tag hears nothing.
  func fail(at number: Int, _ ending: SlotFault.Ending) {
    fault = { $0 == number ? .unheard(ending) : nil }
  }

  /// Puts a tag on the reader, or takes it away; a tag that was to come back does not.
  func lay(_ tag: (any VicinityAir)?) {
    self.tag = tag
    away = nil
  }

  func hasCard(within longest: Duration) throws(SlotError) -> Bool {
    bringBack()
    return tag != nil
  }

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
    bringBack()
    let fault = fault(number)
    if case .cardLeaves(let looks) = fault { takeAway(for: looks) }
    guard isConnected else { throw .cardGone }
    switch fault {
    case .unheard(.error(let error)): throw error
    case .unheard(.bytes(let bytes)): return bytes
    case .carriedOut(let ending):
      _ = reader.answer(to: command, over: tag, beside)
      switch ending {
      case .error(let error): throw error
      case .bytes(let bytes): return bytes
      }
    case .cardLeaves, nil: return reader.answer(to: command, over: tag, beside)
    }
  }

  /// The service notices, and what it knew of the card is nothing worth.
  private func takeAway(for looks: Int) {
    guard tag != nil else { return }
    away = tag
    tag = nil
    looksUntilReturn = looks
    isConnected = false
  }

  private func bringBack() {
    guard let away else { return }
    looksUntilReturn -= 1
    guard looksUntilReturn <= 0 else { return }
    tag = away
    self.away = nil
  }
}
