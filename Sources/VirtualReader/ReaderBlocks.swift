// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The PN532's own side of the block protocol of ISO 14443-4 with one card.
struct ReaderBlocks: Hashable {
  /// The longest frame that the card takes, checksum included.
  let cardFrame: Int
  /// How long the card may take to answer.
  let waitingMicroseconds: Int
  /// The number by which the card is called; nil for none at all.
  let identifier: UInt8?
  let coding: AirCoding
  var number: UInt8 = 0
  /// What the card has sent beyond what fits into one answer to the host.
  var surplus: [UInt8] = []
  /// The card has said that it has more to send.
  var cardHasMore = false

  /// 256 · 16 periods of the carrier, about 302 µs, doubled with each step of the code (7.2).
  private static let shortestWait = 302

  init(cardFrame: Int, waitingCode: UInt8, identifier: UInt8?, coding: AirCoding) {
    self.cardFrame = cardFrame
    // 15 is reserved and taken for the default.
    let code = waitingCode == 15 ? 4 : waitingCode
    waitingMicroseconds = Self.shortestWait << Int(code & 0x0F)
    self.identifier = identifier
    self.coding = coding
  }

  /// What an ATS says (5.2); the bytes that it leaves out have defaults.
  init(ats: [UInt8]) {
    let format = ats.count > 1 ? ats[1] : 0x02
    var rest = ats.dropFirst(2)
    if format & 0x10 != 0 { _ = rest.popFirst() }
    let interface = format & 0x20 != 0 ? rest.first ?? 0x40 : 0x40
    self.init(
      cardFrame: TagBlocks.frameSize(code: format & 0x0F), waitingCode: interface >> 4,
      identifier: nil, coding: .typeA)
  }

  /// What an ATQB says, for a card that was given a number.
  init(atqb: [UInt8], identifier: UInt8) {
    let info = Array(atqb.suffix(3))
    self.init(
      cardFrame: TagBlocks.frameSize(code: info.count == 3 ? info[1] >> 4 : 0),
      waitingCode: info.count == 3 ? info[2] >> 4 : 4, identifier: identifier, coding: .typeB)
  }

  /// How much of a command fits into one block.
  var room: Int { cardFrame - 3 - (identifier == nil ? 0 : 1) }

  func block(_ control: UInt8, _ content: some Sequence<UInt8> = []) -> AirFrame {
    var bytes = [control | (identifier == nil ? 0 : 0x08)]
    if let identifier { bytes.append(identifier) }
    return .withCRC(bytes + content, coding: coding)
  }

  /// Takes a card's block apart; nil for one that is not for this reader.
  func content(of frame: AirFrame) -> (control: UInt8, content: [UInt8])? {
    guard var rest = frame.checkedContent?[...], let control = rest.popFirst() else { return nil }
    if control & 0x08 != 0 {
      guard let called = rest.popFirst(), called == identifier else { return nil }
    }
    return (control & ~0x08, Array(rest))
  }
}
