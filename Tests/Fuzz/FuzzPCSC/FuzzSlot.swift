// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import VirtualReader
import VirtualVicinity

@testable import PCSCReader

/// A slot with an imitated reader and a virtual tag, both honest as long as the input lets them.
final class FuzzSlot: CardSlot {
  let name = "a reader of the fuzzer"
  private(set) var commandsSent = 0
  /// Whether bytes of the input were handed on for an answer.
  private(set) var hasLied = false
  private var input: ArraySlice<UInt8>
  private var reader: ImitatedReader
  private let tag: ChipInField
  private let answerToReset: [UInt8]

  /// No procedure needs nearly as many commands for one message.
  private static let commandsMax = 5_000
  private static let chips: [VicinityModel] = [.slix, .st25dv04k, .single, .wide]
  private static let errors: [SlotError] = [
    .cardGone, .cardReset, .cardSilent, .readerGone, .heldElsewhere, .notPermitted, .serviceGone,
    .other(code: 0x8010_0001),
  ]

  /// The first byte chooses the reader, the tag, whether it holds a message, and whether its answer to
  /// reset comes from the input; then a byte for each command says what becomes of it.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    input = Array(bytes)[...]
    let options = Int(input.popFirst() ?? 0)
    let models = ImitatedReader.Model.allCases
    reader = ImitatedReader(models[options & 3])
    let model = Self.chips[options >> 2 & 3]
    guard let tag = ChipInField(model, isBlank: options & 0x10 == 0) else { return nil }
    self.tag = tag
    guard options & 0x20 != 0 else {
      answerToReset = ImitatedReader.answerToReset
      return
    }
    let count = Int(input.popFirst() ?? 0) & 0x3F
    answerToReset = Array(input.prefix(count))
    input = input.dropFirst(count)
    hasLied = true
  }

  /// What a phone makes of the tag.
  var seen: Seen { phonesRead(type5: tag.chip.memory, blockSize: tag.blockSize)[0] }

  func hasCard(within longest: Duration) throws(SlotError) -> Bool { true }

  func connect() throws(SlotError) -> [UInt8] { answerToReset }

  func disconnect(_ ending: CardEnding) {
    if ending != .leave { reader.endSession() }
  }

  func transmit(_ command: [UInt8]) throws(SlotError) -> [UInt8] {
    commandsSent += 1
    expect(commandsSent <= Self.commandsMax, "one command after the other, without end")
    let control = input.popFirst() ?? 0
    switch control >> 6 {
    case 0: return reader.answer(to: command, over: tag)
    case 1: throw error(control)
    case 2:
      _ = reader.answer(to: command, over: tag)
      throw error(control)
    default:
      hasLied = true
      let count = Int(control & 0x3F)
      let answer = Array(input.prefix(count))
      input = input.dropFirst(count)
      return answer
    }
  }

  private func error(_ control: UInt8) -> SlotError {
    let error = Self.errors[Int(control & 0x07)]
    if error == .cardReset { reader.endSession() }
    return error
  }
}

/// A virtual chip on the imitated reader.
private final class ChipInField: VicinityAir {
  let chip: VirtualVicinityChip

  /// nil for a model whose chips have other numbers than is supposed here.
  init?(_ model: VicinityModel, isBlank: Bool) {
    let zeros = [UInt8](repeating: 0, count: 8 - model.uidStart.count)
    let size = model.blockCount * model.blockSize
    // https://example.com/o, at the front of an area that every chip has.
    let held: [UInt8] =
      [0xE1, 0x40, 0x0D, 0x00, 0x03, 0x12, 0xD1, 0x01, 0x0E, 0x55, 0x04]
      + Array("example.com/o".utf8) + [0xFE]
    let content = isBlank ? [] : held
    let memory = content + [UInt8](repeating: 0, count: size - content.count)
    guard let chip = VirtualVicinityChip(model, uid: model.uidStart + zeros, memory: memory) else {
      return nil
    }
    self.chip = chip
  }

  var uid: [UInt8] { chip.uid }
  var blockSize: Int { chip.model.blockSize }

  func answer(to request: [UInt8]) -> [UInt8]? { chip.answer(to: request, tearing: nil)?.answer }
}
