// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A chip in the field with the ISO 14443-3 states that the antenna keeps for it.
final class TypeACard {
  private enum State: Hashable {
    case unpowered
    case idle
    case ready(level: Int)
    case active
  }

  let tag: TagID
  let chip: any VirtualChip
  let stateChanged: (@Sendable ([UInt8]) -> Void)?
  /// A chip whose answers have stopped for good.
  var isSilent = false
  private var state = State.unpowered
  /// Whether the chip was put to sleep by HLTA: then only WUPA reaches it, and errors lead back here.
  private var isHalted = false

  init(tag: TagID, chip: any VirtualChip, stateChanged: (@Sendable ([UInt8]) -> Void)?) {
    self.tag = tag
    self.chip = chip
    self.stateChanged = stateChanged
  }

  func powerUp() {
    guard state == .unpowered else { return }
    state = .idle
    isHalted = false
  }

  func powerDown() {
    guard state != .unpowered else { return }
    state = .unpowered
    chip.fieldLost()
  }

  /// Puts the chip to sleep, as a failed authentication does.
  func halt() {
    guard state != .unpowered else { return }
    state = .idle
    isHalted = true
  }

  var isActive: Bool { state == .active }

  /// What came back from a chip, and what became of its memory.
  struct Reply {
    var frame: AirFrame?
    var programmedPages = 0

    static let nothing = Reply()
  }

  func receive(_ frame: AirFrame, tearing tear: Tear?) -> Reply {
    guard !isSilent else { return .nothing }
    switch state {
    case .unpowered: return .nothing
    case .idle: return Reply(frame: wake(frame))
    case .ready(let level): return Reply(frame: select(frame, level: level))
    case .active: return exchange(frame, tearing: tear)
    }
  }

  /// Answers REQA and WUPA, the two short frames (ISO 14443-3, 6.4.1).
  private func wake(_ frame: AirFrame) -> AirFrame? {
    guard frame.lastBits == 7, frame.bytes.count == 1 else { return nil }
    let isWakeUp = frame.bytes == [0x52]
    guard isWakeUp || (frame.bytes == [0x26] && !isHalted) else { return nil }
    state = .ready(level: 0)
    return AirFrame(chip.identity.atqa.reversed())
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
    chip.activated()
    return .withCRC([chip.identity.sak])
  }

  /// The UID in pieces of four bytes and a check byte, 88 in front of what goes on.
  private var cascade: [[UInt8]] {
    var rest = chip.identity.uid[...]
    var parts: [[UInt8]] = []
    while rest.count > 4 {
      parts.append([0x88] + rest.prefix(3))
      rest = rest.dropFirst(3)
    }
    parts.append(Array(rest))
    return parts.map { $0 + [$0.reduce(0, ^)] }
  }

  private func exchange(_ frame: AirFrame, tearing tear: Tear?) -> Reply {
    if frame.lastBits != 0 {
      fallBack()
      return .nothing
    }
    guard let content = frame.checkedContent else {
      // 1 is the NAK of NXP's Type 2 chips for a parity or CRC error.
      fallBack()
      return chip.identity.ats.isEmpty ? Reply(frame: .fourBits(0x1)) : .nothing
    }
    if content == [0x50, 0x00] {
      halt()
      return .nothing
    }
    if content.first == 0xE0, !chip.identity.ats.isEmpty {
      return Reply(frame: .withCRC(chip.identity.ats))
    }
    return programmed(chip.answer(to: content, tearing: tear))
  }

  private func programmed(_ reply: ChipReply) -> Reply {
    if reply.programmedPages > 0 { stateChanged?(chip.state) }
    return Reply(frame: sent(reply.answer), programmedPages: reply.programmedPages)
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
