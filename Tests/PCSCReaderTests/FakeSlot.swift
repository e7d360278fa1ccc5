// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

@testable import PCSCReader

/// A slot of the tests that behaves like one of the readers whose ways are known, as far as its maker
/// or programs for it say.
final class FakeSlot: CardSlot {
  enum Model: CaseIterable {
    /// Transparent sessions; UIDs least significant byte first; no READ BINARY.
    case acr1552u
    /// One block at a time, when the count is left to it.
    case omnikey5022
    /// Requests without flags and UID.
    case identiv3720
    /// Any number of whole blocks, by their bytes.
    case generic
  }

  let name: String
  let model: Model
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
  private(set) var isInSession = false

  init(_ model: Model, _ tag: (any VicinityAir)?) {
    self.model = model
    self.tag = tag
    name = "\(model)"
  }

  func hasCard(within longest: Duration) throws(SlotError) -> Bool { tag != nil }

  func connect() throws(SlotError) -> [UInt8] {
    guard tag != nil else { throw .cardGone }
    isConnected = true
    return hex("3B8F8001804F0CA0000003060B00140000000077")
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
    guard command.count >= 5, command[0] == 0xFF else { return hex("6E00") }
    switch (model, command[1]) {
    case (_, 0xCA): return uid
    case (.acr1552u, 0xC2): return transparent(command)
    case (.identiv3720, 0xFC): return request(Array(command.dropFirst(5)))
    case (.omnikey5022, 0xB0) where command[4] == 0: return read(command, blocks: 1)
    case (.generic, 0xB0): return readBytes(command)
    case (.omnikey5022, 0xD6), (.generic, 0xD6): return write(command)
    default: return hex("6D00")
    }
  }

  /// Another program had the card reset, and the reader its air back.
  func endSession() { isInSession = false }

  private var uid: [UInt8] {
    guard let tag else { return hex("6401") }
    return (model == .acr1552u ? tag.uid.reversed() : tag.uid) + hex("9000")
  }

  private func transparent(_ command: [UInt8]) -> [UInt8] {
    let objects = Array(command.dropFirst(5).dropLast())
    switch (command[3], objects) {
    case (0x00, [0x81, 0x00]): isInSession = true
    case (0x00, [0x82, 0x00]): isInSession = false
    case (0x02, [0x8F, 0x02, 0x02, 0x03]) where isInSession: break
    case (0x01, _) where isInSession && objects.starts(with: hex("5F4604 00030300 95")):
      let answers = [tag, beside].compactMap { $0?.answer(to: Array(objects.dropFirst(9))) }
      guard let answer = answers.first else { return hex("C003016401 9000") }
      guard answers.count == 1 else { return hex("C003009000 920100 96020200 9000") }
      // Behind 7F a length takes a byte more.
      let length: [UInt8] =
        answer.count > 0x7F ? [0x81, UInt8(answer.count)] : [UInt8(answer.count)]
      return hex("C003009000 920100 96020000 97") + length + answer + hex("9000")
    default: return hex("C003016A81 9000")
    }
    return hex("C003009000 9000")
  }

  /// Flags are the reader's own; the answer comes without them.
  private func request(_ body: [UInt8]) -> [UInt8] {
    // The read of one block is not among the commands.
    guard body.first != 0x20 else { return hex("6D00") }
    guard let answer = tag?.answer(to: [0x02] + body) else { return hex("6401") }
    return answer[0] == 0x00 ? answer.dropFirst() + hex("9000") : hex("6A82")
  }

  private func readBytes(_ command: [UInt8]) -> [UInt8] {
    guard let tag else { return hex("6401") }
    let count = Int(command[4])
    guard count > 0, count % tag.blockSize == 0 else {
      return [0x6C, UInt8(tag.blockSize)]
    }
    return read(command, blocks: count / tag.blockSize)
  }

  /// The reader asks for one block after the other, and stops at the first that is refused.
  private func read(_ command: [UInt8], blocks: Int) -> [UInt8] {
    var data: [UInt8] = []
    for offset in 0..<blocks {
      let block = UInt8(truncatingIfNeeded: Int(command[3]) + offset)
      guard let answer = tag?.answer(to: [0x02, 0x20, block]) else { return hex("6401") }
      guard answer[0] == 0x00 else { return hex("6A82") }
      data += answer.dropFirst()
    }
    return data + hex("9000")
  }

  private func write(_ command: [UInt8]) -> [UInt8] {
    let data = Array(command.dropFirst(5))
    guard data.count == tag?.blockSize, Int(command[4]) == data.count else { return hex("6700") }
    guard let answer = tag?.answer(to: [0x02, 0x21, command[3]] + data) else {
      return hex("6401")
    }
    return answer[0] == 0x00 ? hex("9000") : hex("6300")
  }
}
