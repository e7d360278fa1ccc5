// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol

/// The one slot of an ACR122U: the card that its own polling found, and what commands for it mean.
struct CardSlot {
  private(set) var card: FoundCard?
  private(set) var isActive = false
  var nextLook: ContinuousClock.Instant?
  /// What is looked for: bit 7 looks at all, bit 5 every 250 ms, bits 4 to 0 for FeliCa at two speeds,
  /// Topaz, Type B, Type A (ACR122U API 2.04, 6.5).
  private var parameters: UInt8 = 0xFF

  /// What comes of a command.
  enum Meaning: Hashable {
    case says([UInt8])
    case asks([UInt8], CCIDFront.Purpose)
  }

  /// A card as the reader remembers it, whether it is still there or not.
  struct FoundCard: Hashable {
    let uid: [UInt8]
    let ats: [UInt8]
    let answerToReset: [UInt8]
    let isSmartCard: Bool
    let tag: TagID?
  }

  /// bmICCStatus of CCID: 0 active, 1 present, 2 none.
  var status: UInt8 { card == nil ? 0x02 : isActive ? 0x00 : 0x01 }

  var interval: Duration { .milliseconds(parameters & 0x20 != 0 ? 250 : 500) }

  /// Looks for a card, or whether it is still there, if the reader does that now.
  mutating func look(
    _ board: inout ReaderBoard, at now: ContinuousClock.Instant
  ) -> [USBEvent] {
    guard parameters & 0x80 != 0 else {
      nextLook = nil
      return []
    }
    let before = card
    nextLook = now + interval
    // How the real one notices that a card has left is unknown; this does not disturb it.
    if let tag = card?.tag {
      if !board.core.antenna.cards.contains(where: { $0.tag == tag }) { card = nil }
    } else {
      card = find(&board)
    }
    board.charge()
    return notice(of: before)
  }

  mutating func powerOff() { isActive = false }

  mutating func startLooking(at now: ContinuousClock.Instant) {
    parameters = 0xFF
    isActive = false
    nextLook = now + interval
  }

  /// Chooses the card anew, whether the reader looks by itself or not.
  mutating func activate(
    _ board: inout ReaderBoard, at now: ContinuousClock.Instant
  ) -> [USBEvent] {
    let before = card
    card = find(&board)
    board.charge()
    let events = notice(of: before)
    isActive = card != nil
    return events
  }

  private mutating func notice(of before: FoundCard?) -> [USBEvent] {
    guard (card == nil) != (before == nil) else { return [] }
    isActive = false
    return [.notice([0x50, card == nil ? 0x02 : 0x03])]
  }

  private func find(_ board: inout ReaderBoard) -> FoundCard? {
    // Without a limit the chip would look until a tag comes; the first try may only send it to sleep.
    _ = board.core.run([CommandCode.rfConfiguration.rawValue, 0x05, 0xFF, 0x01, 0x01])
    let calls: [(bit: UInt8, call: [UInt8])] = [
      (0x01, [0x01, 0x00]), (0x02, [0x01, 0x03, 0x00]), (0x04, [0x01, 0x04]),
      (0x08, [0x01, 0x01, 0x00, 0xFF, 0xFF, 0x01, 0x00]),
      (0x10, [0x01, 0x02, 0x00, 0xFF, 0xFF, 0x01, 0x00]),
    ]
    for (bit, call) in calls where parameters & bit != 0 {
      let outcome = board.core.run([CommandCode.inListPassiveTarget.rawValue] + call)
      guard case .answer = outcome, let target = board.core.targets.first else { continue }
      return FoundCard(target, tag: board.core.antenna.activeTag)
    }
    return nil
  }

  mutating func understand(
    _ command: [UInt8], firmware: String, at now: ContinuousClock.Instant
  ) -> Meaning {
    guard command.count >= 4, command[0] == 0xFF else { return cardCommand(command) }
    let rest = command.dropFirst(5)
    let length = command.count > 4 ? Int(command[4]) : 0
    switch (command[1], command[2]) {
    case (0x00, 0x00):
      guard rest.count == length, rest.first == 0xD4, rest.count > 1 else { break }
      return .asks(Array(rest.dropFirst()), .direct)
    case (0x00, 0x40), (0x00, 0x41), (0x00, 0x52): return .says(CCIDFront.Refusal.done)
    case (0x00, 0x48): return .says(Array(firmware.utf8))
    case (0x00, 0x50): return .says([0x90, parameters])
    case (0x00, 0x51):
      parameters = command[3]
      nextLook = parameters & 0x80 != 0 ? now + interval : nil
      return .says([0x90, parameters])
    case (0xCA, 0x00):
      // From its memory: the card is not asked, and may be gone.
      guard let card else { break }
      return .says(card.uid + CCIDFront.Refusal.done)
    case (0xCA, 0x01):
      guard let card, !card.ats.isEmpty else { break }
      return .says(card.ats + CCIDFront.Refusal.done)
    case (0xB0, _) where card != nil && (1...16).contains(length) && rest.isEmpty:
      return .asks(
        [CommandCode.inDataExchange.rawValue, 0x01, 0x30, command[3]], .block(count: length))
    case (0xD6, _) where card != nil && length == 4 && rest.count == 4:
      return .asks(
        [CommandCode.inDataExchange.rawValue, 0x01, 0xA2, command[3]] + rest, .written)
    case (0xD6, _) where card != nil && length == 16 && rest.count == 16:
      return .asks(
        [CommandCode.inDataExchange.rawValue, 0x01, 0xA0, command[3]] + rest, .written)
    default: break
    }
    return .says(CCIDFront.Refusal.failed)
  }

  /// A command of ISO 7816-4 goes to the card as it is.
  private func cardCommand(_ command: [UInt8]) -> Meaning {
    guard card?.isSmartCard == true, !command.isEmpty else {
      return .says(CCIDFront.Refusal.failed)
    }
    return .asks([CommandCode.inDataExchange.rawValue, 0x01] + command, .card)
  }
}

extension CardSlot.FoundCard {
  fileprivate init(_ target: PN532Core.Target, tag: TagID?) {
    self.tag = tag
    switch target.listed {
    case .typeA(let listed):
      uid = listed.uid
      ats = listed.ats
      isSmartCard = !listed.ats.isEmpty
      answerToReset =
        isSmartCard ? Self.smartCard(Self.historical(listed.ats)) : Self.storage(listed.sak)
    case .typeB(let listed):
      // Four bytes of the application, three of the protocol; the answer to ATTRIB has its limit in front.
      uid = Array(listed.atqb.dropFirst().prefix(4))
      ats = []
      isSmartCard = true
      let limit = (listed.attribAnswer.first ?? 0) & 0xF0
      answerToReset = Self.smartCard(Array(listed.atqb.dropFirst(5).prefix(7)) + [limit])
    case .felica(let listed):
      uid = Array(listed.pollingAnswer.dropFirst(2).prefix(8))
      (ats, isSmartCard) = ([], false)
      answerToReset = Self.storage(
        name: target.coding == .felica424 ? [0xF0, 0x12] : [0xF0, 0x11])
    case .jewel(let listed):
      uid = listed.id
      (ats, isSmartCard) = ([], false)
      answerToReset = Self.storage(name: [0xF0, 0x04])
    }
  }

  /// What ISO 7816 calls historical bytes, behind the format byte and what that announces.
  private static func historical(_ ats: [UInt8]) -> [UInt8] {
    guard ats.count > 1 else { return [] }
    let announced = (4...6).filter { ats[1] >> UInt8($0) & 1 == 1 }.count
    return Array(ats.dropFirst(2 + announced).prefix(15))
  }

  /// PC/SC part 3, 3.1.3.2.3.1: the ATR of a card of ISO 14443-4.
  private static func smartCard(_ historical: [UInt8]) -> [UInt8] {
    checked([0x80 | UInt8(truncatingIfNeeded: historical.count), 0x80, 0x01] + historical)
  }

  /// The name of a memory card by its SAK, which says nothing of which Type 2 chip it is.
  private static func storage(_ sak: UInt8) -> [UInt8] {
    switch sak {
    case 0x00: storage(name: [0x00, 0x03])
    case 0x08, 0x88: storage(name: [0x00, 0x01])
    case 0x18: storage(name: [0x00, 0x02])
    default: storage(name: [0xFF, sak])
    }
  }

  /// PC/SC part 3, 3.1.3.2.3.2: the ATR of a memory card, with the number of the PC/SC workgroup.
  private static func storage(name: [UInt8]) -> [UInt8] {
    checked(
      [0x8F, 0x80, 0x01, 0x80, 0x4F, 0x0C, 0xA0, 0x00, 0x00, 0x03, 0x06, 0x03] + name
        + [0x00, 0x00, 0x00, 0x00])
  }

  /// 3B in front, and behind it the byte that makes all others zero together.
  private static func checked(_ rest: [UInt8]) -> [UInt8] {
    [0x3B] + rest + [rest.reduce(0, ^)]
  }
}
