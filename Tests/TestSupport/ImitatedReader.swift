// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Answers raw requests of ISO 15693 as the tag on an imitated reader.
package protocol VicinityAir: AnyObject {
  /// Most significant byte first.
  var uid: [UInt8] { get }
  var blockSize: Int { get }

  /// nil for silence.
  func answer(to request: [UInt8]) -> [UInt8]?
}

/// A PC/SC reader of one of the kinds whose ways to ISO 15693 are known, as far as its maker or
/// programs for it say: what it makes of each command.
package struct ImitatedReader {
  package enum Model: CaseIterable, Sendable {
    /// Transparent sessions; UIDs least significant byte first; no READ BINARY.
    case acr1552u
    /// One block at a time, when the count is left to it.
    case omnikey5022
    /// Requests without flags and UID.
    case identiv3720
    /// Any number of whole blocks, by their bytes.
    case generic
    /// The same, with the number of the block where the others have its upper half.
    case numberAhead

    /// Those through which tags are written.
    package static let allCases: [Model] = [.acr1552u, .omnikey5022, .identiv3720, .generic]
  }

  package let model: Model
  package private(set) var isInSession = false

  /// An ISO 15693 tag; it names no chip.
  package static let answerToReset: [UInt8] = [
    0x3B, 0x8F, 0x80, 0x01, 0x80, 0x4F, 0x0C, 0xA0, 0x00, 0x00, 0x03, 0x06, 0x0B, 0x00, 0x14, 0x00,
    0x00, 0x00, 0x00, 0x77,
  ]

  private static let done: [UInt8] = [0x90, 0x00]
  private static let tagSilent: [UInt8] = [0x64, 0x01]
  private static let tagRefuses: [UInt8] = [0x6A, 0x82]
  private static let unknownCommand: [UInt8] = [0x6D, 0x00]

  package init(_ model: Model) {
    self.model = model
  }

  /// Another program had the card reset, or its power went, and the reader has its air back.
  package mutating func endSession() { isInSession = false }

  /// What the reader says to a command while this tag is on it, and perhaps one next to it.
  package mutating func answer(
    to command: [UInt8], over tag: (any VicinityAir)?, _ beside: (any VicinityAir)? = nil
  ) -> [UInt8] {
    guard command.count >= 5, command[0] == 0xFF else { return [0x6E, 0x00] }
    switch (model, command[1]) {
    case (_, 0xCA): return uid(of: tag)
    case (.acr1552u, 0xC2): return transparent(command, [tag, beside])
    case (.identiv3720, 0xFC): return request(command, tag)
    case (.omnikey5022, 0xB0) where command[4] == 0: return read(command, blocks: 1, tag)
    case (.generic, 0xB0), (.numberAhead, 0xB0): return readBytes(command, tag)
    case (.omnikey5022, 0xD6), (.generic, 0xD6), (.numberAhead, 0xD6):
      return write(command, tag)
    default: return Self.unknownCommand
    }
  }

  private func uid(of tag: (any VicinityAir)?) -> [UInt8] {
    guard let tag else { return Self.tagSilent }
    return (model == .acr1552u ? tag.uid.reversed() : tag.uid) + Self.done
  }

  private mutating func transparent(_ command: [UInt8], _ tags: [(any VicinityAir)?]) -> [UInt8] {
    // The result is in an object; the first of the command's own is the one that failed.
    let went: [UInt8] = [0xC0, 0x03, 0x00] + Self.done
    func failed(_ status: [UInt8]) -> [UInt8] { [0xC0, 0x03, 0x01] + status + Self.done }
    let collision: [UInt8] = [0x92, 0x01, 0x00, 0x96, 0x02, 0x02, 0x00]
    let frame: [UInt8] = [0x5F, 0x46, 0x04, 0x00, 0x03, 0x03, 0x00, 0x95]
    let objects = Array(command.dropFirst(5).dropLast())
    switch (command[3], objects) {
    case (0x00, [0x81, 0x00]): isInSession = true
    case (0x00, [0x82, 0x00]): isInSession = false
    case (0x02, [0x8F, 0x02, 0x02, 0x03]) where isInSession: break
    case (0x01, _) where isInSession && objects.starts(with: frame):
      let request = Array(objects.dropFirst(frame.count + 1))
      let answers = tags.compactMap { $0?.answer(to: request) }
      guard let answer = answers.first else { return failed(Self.tagSilent) }
      guard answers.count == 1 else { return went + collision + Self.done }
      // After 7F a length takes a byte more.
      let length: [UInt8] =
        answer.count > 0x7F ? [0x81, UInt8(answer.count)] : [UInt8(answer.count)]
      let reception: [UInt8] = [0x92, 0x01, 0x00, 0x96, 0x02, 0x00, 0x00, 0x97]
      return went + reception + length + answer + Self.done
    default: return failed([0x6A, 0x81])
    }
    return went + Self.done
  }

  /// The manual's requests and no others, after their length.
  ///
  /// Those that ask for data end with how much. Flags are the reader's own; the answer comes without
  /// them.
  private func request(_ command: [UInt8], _ tag: (any VicinityAir)?) -> [UInt8] {
    let body = Array(command.dropFirst(5).prefix(Int(command[4])))
    let wanted: [UInt8]
    switch body.first {
    case 0x21, 0x22: wanted = []
    case 0x20, 0x23, 0x2B, 0x2C: wanted = [0x00]
    default: return Self.unknownCommand
    }
    guard command == [0xFF, 0xFC, 0x00, 0x00, UInt8(body.count)] + body + wanted else {
      return [0x67, 0x00]
    }
    guard let answer = tag?.answer(to: [0x02] + body) else { return Self.tagSilent }
    return answer[0] == 0x00 ? answer.dropFirst() + Self.done : Self.tagRefuses
  }

  private func number(in command: [UInt8]) -> UInt8 {
    model == .numberAhead ? command[2] : command[3]
  }

  private func readBytes(_ command: [UInt8], _ tag: (any VicinityAir)?) -> [UInt8] {
    guard let tag else { return Self.tagSilent }
    let count = Int(command[4])
    guard count > 0, count % tag.blockSize == 0 else {
      return [0x6C, UInt8(tag.blockSize)]
    }
    return read(command, blocks: count / tag.blockSize, tag)
  }

  /// The reader asks for one block after the other, and stops at the first that is refused.
  private func read(_ command: [UInt8], blocks: Int, _ tag: (any VicinityAir)?) -> [UInt8] {
    var data: [UInt8] = []
    for offset in 0..<blocks {
      let block = UInt8(truncatingIfNeeded: Int(number(in: command)) + offset)
      guard let answer = tag?.answer(to: [0x02, 0x20, block]) else { return Self.tagSilent }
      guard answer[0] == 0x00 else { return Self.tagRefuses }
      data += answer.dropFirst()
    }
    return data + Self.done
  }

  private func write(_ command: [UInt8], _ tag: (any VicinityAir)?) -> [UInt8] {
    let data = Array(command.dropFirst(5))
    guard data.count == tag?.blockSize, Int(command[4]) == data.count else { return [0x67, 0x00] }
    guard let answer = tag?.answer(to: [0x02, 0x21, number(in: command)] + data) else {
      return Self.tagSilent
    }
    return answer[0] == 0x00 ? Self.done : [0x63, 0x00]
  }
}
