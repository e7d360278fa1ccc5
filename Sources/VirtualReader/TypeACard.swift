// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A Type A chip in the field with the states of ISO 14443-3.
final class TypeACard: Card {
  private enum State: Hashable {
    case unpowered
    case idle
    case ready(level: Int)
    case active
    /// After RATS, where only blocks of ISO 14443-4 are heard.
    case session
  }

  let tag: TagID
  let typeA: any TypeAChip
  let stateChanged: (@Sendable ([UInt8]) -> Void)?
  var isSilent = false
  private var state = State.unpowered
  /// Whether the chip was put to sleep by HLTA: then only WUPA reaches it, and errors lead back here.
  private var isHalted = false
  private var session: SmartCardSession?

  init(tag: TagID, chip: any TypeAChip, stateChanged: (@Sendable ([UInt8]) -> Void)?) {
    self.tag = tag
    typeA = chip
    self.stateChanged = stateChanged
  }

  var chip: any VirtualChip { typeA }

  func powerUp() {
    guard state == .unpowered else { return }
    state = .idle
    isHalted = false
  }

  func powerDown() {
    guard state != .unpowered else { return }
    state = .unpowered
    session = nil
    typeA.fieldLost()
  }

  /// Puts the chip to sleep, as a failed authentication does.
  func halt() {
    guard state != .unpowered else { return }
    state = .idle
    isHalted = true
  }

  var isActive: Bool { state == .active || state == .session }

  func isAddressed(by frame: AirFrame) -> Bool { isActive }

  func receive(_ frame: AirFrame, tearing tear: Tear?) -> CardReply {
    guard !isSilent, frame.coding == .typeA else { return .nothing }
    switch state {
    case .unpowered: return .nothing
    case .idle: return CardReply(frame: wake(frame))
    case .ready(let level): return CardReply(frame: select(frame, level: level))
    case .active: return exchange(frame, tearing: tear)
    case .session: return exchangeBlock(frame, tearing: tear)
    }
  }

  /// Answers REQA and WUPA, the two short frames (ISO 14443-3, 6.4.1).
  private func wake(_ frame: AirFrame) -> AirFrame? {
    guard frame.lastBits == 7, frame.bytes.count == 1 else { return nil }
    let isWakeUp = frame.bytes == [0x52]
    guard isWakeUp || (frame.bytes == [0x26] && !isHalted) else { return nil }
    state = .ready(level: 0)
    return AirFrame(typeA.identity.atqa.reversed())
  }

  /// Answers ANTICOLLISION and SELECT of one cascade level (ISO 14443-3, 6.5.3).
  private func select(_ frame: AirFrame, level: Int) -> AirFrame? {
    let parts = cascade
    guard frame.bytes.count >= 2, level < parts.count,
      frame.bytes[0] == 0x93 + 2 * UInt8(level)
    else {
      fallBack()
      return nil
    }
    let part = AirFrame(parts[level])
    if frame.bytes[1] == 0x70 {
      guard frame.checkedContent == [frame.bytes[0], 0x70] + part.bytes else {
        fallBack()
        return nil
      }
      return selected(level: level, of: parts.count)
    }
    let known = Int(frame.bytes[1] >> 4) * 8 + Int(frame.bytes[1] & 0x0F) - 16
    guard (0..<40).contains(known), frame.bitCount == 16 + known else {
      fallBack()
      return nil
    }
    let bits = part.bits
    guard Array(frame.bits[16...]) == Array(bits[..<known]) else { return nil }
    return AirFrame(bits: Array(bits[known...]))
  }

  private func selected(level: Int, of levels: Int) -> AirFrame {
    guard level + 1 == levels else {
      state = .ready(level: level + 1)
      return .withCRC([0x04])
    }
    state = .active
    typeA.activated()
    return .withCRC([typeA.identity.sak])
  }

  /// The UID in pieces of four bytes and a check byte, 88 before a UID that continues.
  private var cascade: [[UInt8]] {
    var rest = typeA.identity.uid[...]
    var parts: [[UInt8]] = []
    while rest.count > 4 {
      parts.append([0x88] + rest.prefix(3))
      rest = rest.dropFirst(3)
    }
    parts.append(Array(rest))
    return parts.map { $0 + [$0.reduce(0, ^)] }
  }

  private func exchange(_ frame: AirFrame, tearing tear: Tear?) -> CardReply {
    if frame.lastBits != 0 {
      fallBack()
      return .nothing
    }
    guard let content = frame.checkedContent else {
      // 1 is the NAK of NXP's Type 2 chips for a parity or CRC error.
      fallBack()
      return typeA.identity.ats.isEmpty ? CardReply(frame: .fourBits(0x1)) : .nothing
    }
    if content == [0x50, 0x00] {
      halt()
      return .nothing
    }
    if content.first == 0xE0, content.count == 2, !typeA.identity.ats.isEmpty {
      beginSession(parameter: content[1])
      return CardReply(frame: .withCRC(typeA.identity.ats))
    }
    let reply = typeA.answer(to: content, tearing: tear)
    if reply.programmedPages > 0 { stateChanged?(chip.state) }
    return CardReply(frame: sent(reply.answer), programmedPages: reply.programmedPages)
  }

  /// RATS: the reader's frame size and the number by which it will call the card (5.1).
  private func beginSession(parameter: UInt8) {
    guard let card = typeA as? any SmartCard else { return }
    let ats = typeA.identity.ats
    // Without a format byte the card takes 32 bytes.
    let code = ats.count > 1 ? ats[1] & 0x0F : 2
    session = SmartCardSession(
      TagBlocks(
        readerFrame: TagBlocks.frameSize(code: parameter >> 4),
        cardFrame: TagBlocks.frameSize(code: code), identifier: parameter & 0x0F),
      with: card, coding: .typeA)
    state = .session
  }

  private func exchangeBlock(_ frame: AirFrame, tearing tear: Tear?) -> CardReply {
    guard let (reply, isOver) = session?.receive(frame, tearing: tear) else { return .nothing }
    if isOver {
      session = nil
      halt()
    }
    if reply.programmedPages > 0 { stateChanged?(chip.state) }
    return reply
  }

  private func sent(_ answer: ChipAnswer) -> AirFrame? {
    switch answer {
    case .data(let bytes): return .withCRC(bytes)
    case .acknowledge: return .fourBits(0xA)
    case .quiet: return nil
    case .refuse(let code):
      fallBack()
      return .fourBits(code)
    case .silence:
      fallBack()
      return nil
    }
  }

  /// An error leads back to IDLE or HALT, wherever the chip was woken from.
  private func fallBack() {
    state = .idle
  }
}
