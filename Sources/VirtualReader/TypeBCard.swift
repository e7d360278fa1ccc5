// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A Type B card in the field with the states of ISO 14443-3, clause 7.
///
/// It answers every request in the first time slot, so two of them always collide.
final class TypeBCard: Card {
  private enum State: Hashable {
    case unpowered
    case idle
    case halted
    /// Its ATQB was sent; ATTRIB chooses it.
    case ready
    case session
  }

  let tag: TagID
  let stateChanged: (@Sendable ([UInt8]) -> Void)?
  var isSilent = false
  private let identity: TypeBIdentity
  private let card: any SmartCard
  private var state = State.unpowered
  private var session: SmartCardSession?

  init(
    tag: TagID, identity: TypeBIdentity, card: any SmartCard,
    stateChanged: (@Sendable ([UInt8]) -> Void)?
  ) {
    self.tag = tag
    self.identity = identity
    self.card = card
    self.stateChanged = stateChanged
  }

  var chip: any VirtualChip { card }

  func powerUp() {
    guard state == .unpowered else { return }
    state = .idle
  }

  func powerDown() {
    guard state != .unpowered else { return }
    state = .unpowered
    session = nil
    card.fieldLost()
  }

  func isAddressed(by frame: AirFrame) -> Bool { state == .session && frame.coding == .typeB }

  func receive(_ frame: AirFrame, tearing tear: Tear?) -> CardReply {
    guard !isSilent, frame.coding == .typeB else { return .nothing }
    switch state {
    case .unpowered: return .nothing
    case .session: return exchangeBlock(frame, tearing: tear)
    case .idle, .halted, .ready: break
    }
    guard let content = frame.checkedContent else { return .nothing }
    let answer: [UInt8]?
    switch (content.first, content.count) {
    case (0x05, 3): answer = request(parameter: content[2])
    case (0x1D, 9) where state == .ready && Array(content[1..<5]) == identity.pupi:
      answer = attribute(frameSize: content[6] & 0x0F, identifier: content[8] & 0x0F)
    case (0x50, 5) where state == .ready && Array(content[1..<5]) == identity.pupi:
      state = .halted
      answer = [0x00]
    default: answer = nil
    }
    return CardReply(frame: answer.map { .withCRC($0, coding: .typeB) })
  }

  /// REQB, or WUPB with bit 3 of the parameter, which halted cards hear too.
  private func request(parameter: UInt8) -> [UInt8]? {
    guard state != .halted || parameter & 0x08 != 0 else { return nil }
    state = .ready
    return [0x50] + identity.pupi + identity.applicationData + identity.protocolInfo
  }

  /// ATTRIB: how long frames may be, and the number by which the reader will call the card.
  private func attribute(frameSize code: UInt8, identifier: UInt8) -> [UInt8] {
    let ownCode = identity.protocolInfo.count == 3 ? identity.protocolInfo[1] >> 4 : 0
    session = SmartCardSession(
      TagBlocks(
        readerFrame: TagBlocks.frameSize(code: code), cardFrame: TagBlocks.frameSize(code: ownCode),
        identifier: identifier),
      with: card, coding: .typeB)
    state = .session
    card.activated()
    return [identifier]
  }

  private func exchangeBlock(_ frame: AirFrame, tearing tear: Tear?) -> CardReply {
    guard let (reply, isOver) = session?.receive(frame, tearing: tear) else { return .nothing }
    if isOver {
      session = nil
      state = .halted
    }
    if reply.programmedPages > 0 { stateChanged?(chip.state) }
    return reply
  }
}
