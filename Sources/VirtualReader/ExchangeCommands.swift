// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol

/// Commands that talk to a tag (UM0701-02, 7.3.8 and 7.3.9).
extension PN532Core {
  /// What InDataExchange knows about MIFARE; anything else to such a tag gets the error frame.
  private enum MifareCommand {
    case authenticate
    case read
    case write16
    case other

    init?(_ data: [UInt8]) {
      switch (data.first, data.count) {
      // Code, block, six bytes of key and a UID of four; one of seven is refused.
      case (0x60, 12), (0x61, 12): self = .authenticate
      case (0x30, 2): self = .read
      case (0xA0, 18): self = .write16
      case (0xA2, 6), (0xB0, 2), (0xC0, 6), (0xC1, 6), (0xC2, 6): self = .other
      default: return nil
      }
    }
  }

  mutating func exchange(target given: UInt8, _ data: [UInt8]) -> Outcome {
    // Bit 6 says that the host has more of the command to send.
    let (number, goesOn) = (given & ~0x40, given & 0x40 != 0)
    guard let index = targets.firstIndex(where: { $0.listed.number == number }) else {
      return .answer(Answer(to: .inDataExchange, .wrongContext))
    }
    let target = targets[index]
    var mifare: MifareCommand?
    if case .typeA = target.listed, target.blocks == nil {
      mifare = MifareCommand(data)
      if mifare == nil { return .refusal }
    }
    registers.noteExchange()
    guard reach(number) else { return .answer(Answer(to: .inDataExchange, waitInVain())) }
    if var blocks = targets[index].blocks {
      let (status, answer) = exchangeBlocks(&blocks, data, goesOn: goesOn)
      targets[index].blocks = blocks
      return .answer(Answer(to: .inDataExchange, [status.byte] + answer))
    }
    let (status, answer) =
      mifare.map { exchange($0, target, data) } ?? ask(data, coding: target.coding)
    return .answer(Answer(to: .inDataExchange, status, answer))
  }

  private mutating func exchange(
    _ command: MifareCommand, _ target: Target, _ data: [UInt8]
  ) -> (StatusCode, [UInt8]) {
    switch command {
    case .authenticate: return (authenticate(target, data), [])
    case .read: return ask(data)
    case .write16:
      let first = confirm(Array(data.prefix(2)))
      return (first == .success ? confirm(Array(data.dropFirst(2))) : first, [])
    case .other: return (confirm(data), [])
    }
  }

  /// Sends what is answered with data.
  private mutating func ask(
    _ frame: [UInt8], coding: AirCoding = .typeA
  ) -> (StatusCode, [UInt8]) {
    guard let answer = antenna.exchange(.withCRC(frame, coding: coding)).frame else {
      return (waitInVain(), [])
    }
    guard answer.lastBits == 0 else { return (.wrongDataFormat, []) }
    guard let content = answer.checkedContent else { return (.wrongCRC, []) }
    return (.success, content)
  }

  /// Sends what is answered with the four bits of an acknowledgement.
  private mutating func confirm(_ frame: [UInt8]) -> StatusCode {
    guard let answer = antenna.exchange(.withCRC(frame)).frame else {
      return waitInVain()
    }
    return answer == .fourBits(0xA) ? .success : .wrongDataFormat
  }

  private mutating func waitInVain() -> StatusCode {
    antenna.wait(microseconds: timeoutMicroseconds)
    return .timeout
  }

  /// A chip without Crypto-1 does not know the command and says nothing.
  private mutating func authenticate(_ target: Target, _ data: [UInt8]) -> StatusCode {
    let card = antenna.cards.first { $0.tag == target.tag && !$0.isSilent } as? TypeACard
    guard let card, card.isActive, let chip = card.chip as? any ClassicChip else {
      return ask(Array(data.prefix(2))).0
    }
    antenna.countAuthentication()
    let isOpen = chip.authenticate(
      block: Int(data[1]), withKeyA: data[0] == 0x60, key: Array(data[2..<8]),
      uid: Array(data[8..<12]))
    guard isOpen else {
      // Only WUPA reaches a card that has refused a key.
      card.halt()
      return .authenticationFailed
    }
    return .success
  }

  /// Sends bytes as the registers say: checksums, last bits and modulation are up to the host.
  mutating func communicate(_ data: [UInt8]) -> Answer {
    registers.noteExchange()
    guard let coding = registers.coding, !data.isEmpty else {
      return Answer(to: .inCommunicateThru, waitInVain())
    }
    let given = AirFrame(
      registers.addsCRC ? data + coding.checksum(of: data) : data,
      lastBits: registers.sentLastBits, coding: coding)
    let manual = registers.leavesParityToHost && coding == .typeA
    guard let frame = manual ? ManualParity.unwrapped(given) : given else {
      return Answer(to: .inCommunicateThru, waitInVain())
    }
    let echo = antenna.exchange(frame)
    guard let heard = echo.frame else {
      return Answer(to: .inCommunicateThru, waitInVain())
    }
    let answer = manual ? ManualParity.wrapped(heard) : heard
    let alignment = registers.receiveAlignment
    let aligned =
      alignment == 0 ? answer : AirFrame(bits: answer.bits, from: alignment, coding: coding)
    registers.noteReceived(aligned)
    guard echo.collision == nil else { return Answer(to: .inCommunicateThru, .collision) }
    guard let content = registers.checksCRC ? aligned.checkedContent : aligned.bytes else {
      return Answer(to: .inCommunicateThru, .wrongCRC)
    }
    guard content.count <= Self.longestTagAnswer else {
      return Answer(to: .inCommunicateThru, .bufferTooSmall)
    }
    return Answer(to: .inCommunicateThru, .success, content)
  }

  /// A frame's content less the answer's code and status.
  static let longestTagAnswer = Frame.longestContent - 2
}
