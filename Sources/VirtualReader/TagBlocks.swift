// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The card's side of the block protocol of ISO 14443-4, clause 7.
///
/// It knows nothing of the card's commands: it hands a whole one out and takes the answer back.
struct TagBlocks: Hashable {
  /// What comes of a block.
  enum Step: Hashable {
    /// A block that makes no sense is not answered.
    case silence
    case block([UInt8])
    /// A command is whole; `answered` has the block to send.
    case command([UInt8])
    case deselected([UInt8])
  }

  /// The longest command APDU there is, and with it what a chain of blocks may make a card keep.
  static let longestCommand = 65_544
  /// By their code, the sizes of frames in ISO 14443-4, 5.1, checksum included.
  static let frameSizes = [16, 24, 32, 40, 48, 64, 96, 128, 256]

  /// The longest frame that the reader takes, and the longest that the card takes.
  private let readerFrame: Int
  private let cardFrame: Int
  /// The number by which the reader calls the card, 0 for a card that needs none.
  private let identifier: UInt8

  private var number: UInt8 = 1
  private var hasIdentifier = false
  private var command: [UInt8] = []
  private var answer: ArraySlice<UInt8> = []
  private var extensionsLeft = 0
  private var isWaitingForTime = false
  private var lastBlock: [UInt8]?

  init(readerFrame: Int, cardFrame: Int, identifier: UInt8) {
    self.readerFrame = readerFrame
    self.cardFrame = cardFrame
    self.identifier = identifier
  }

  static func frameSize(code: UInt8) -> Int { frameSizes[min(Int(code), frameSizes.count - 1)] }

  /// Takes a block without its checksum.
  mutating func receive(_ block: [UInt8]) -> Step {
    guard let control = block.first, block.count + 2 <= cardFrame else { return .silence }
    var content = block.dropFirst()
    // Bit 3 announces the identifier; without it, the block is for the card that has number 0.
    let isCalled = control & 0x08 != 0
    guard (isCalled ? content.popFirst() : 0) == identifier else { return .silence }
    hasIdentifier = isCalled
    switch control & 0xE2 {
    // Bit 2 announces a node address, which no card here knows.
    case 0x02 where control & 0x04 == 0:
      return information(content, goesOn: control & 0x10 != 0)
    case 0xA2 where content.isEmpty:
      return receipt(of: control & 1, isNegative: control & 0x10 != 0)
    case 0xC2 where control & 0x11 == 0x00: return .deselected(block)
    case 0xE2 where control & 0x11 == 0x10: return moreTime(content)
    default: return .silence
    }
  }

  /// The card's answer to the command it was handed.
  mutating func answered(_ bytes: [UInt8], extensions: Int) -> [UInt8] {
    answer = bytes[...]
    extensionsLeft = extensions
    return nextOfAnswer()
  }

  private mutating func information(_ content: ArraySlice<UInt8>, goesOn: Bool) -> Step {
    // 7.5.3.2, rule D: whatever number the block has.
    number ^= 1
    answer = []
    isWaitingForTime = false
    guard command.count + content.count <= Self.longestCommand else {
      command = []
      return .silence
    }
    command += content
    guard !goesOn else { return .block(kept(0xA2 | number)) }
    let whole = command
    command = []
    // An empty block asks whether the card is still there, and is answered by another one.
    return whole.isEmpty ? .block(kept(0x02 | number)) : .command(whole)
  }

  /// R(ACK) and R(NAK): 7.5.4.3, rules 11 to 13.
  private mutating func receipt(of theirs: UInt8, isNegative: Bool) -> Step {
    if theirs == number { return lastBlock.map { .block($0) } ?? .silence }
    if isNegative { return .block([0xA2 | number | callBit] + call) }
    guard !answer.isEmpty else { return .silence }
    number ^= 1
    return .block(nextOfAnswer())
  }

  /// S(WTX) of the reader: it grants the time that the card asked for.
  private mutating func moreTime(_ content: ArraySlice<UInt8>) -> Step {
    guard isWaitingForTime, content.count == 1 else { return .silence }
    isWaitingForTime = false
    return .block(nextOfAnswer())
  }

  private mutating func nextOfAnswer() -> [UInt8] {
    guard extensionsLeft == 0 else {
      extensionsLeft -= 1
      isWaitingForTime = true
      // One more waiting time of the kind that the card promised.
      return kept(0xF2, [0x01])
    }
    let room = readerFrame - 3 - call.count
    let part = answer.prefix(room)
    answer = answer.dropFirst(room)
    return kept(0x02 | (answer.isEmpty ? 0 : 0x10) | number, Array(part))
  }

  private var call: [UInt8] { hasIdentifier ? [identifier] : [] }
  private var callBit: UInt8 { hasIdentifier ? 0x08 : 0 }

  /// Remembers a block, because the reader may ask for it again.
  private mutating func kept(_ control: UInt8, _ content: [UInt8] = []) -> [UInt8] {
    let block = [control | callBit] + call + content
    lastBlock = block
    return block
  }
}
