// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A smart card between its activation and DESELECT: it hears nothing but blocks.
///
/// Type A and Type B cards come here by different ways and are alike from here on.
struct SmartCardSession {
  private var blocks: TagBlocks
  private let card: any SmartCard
  private let coding: AirCoding

  init(_ blocks: TagBlocks, with card: any SmartCard, coding: AirCoding) {
    self.blocks = blocks
    self.card = card
    self.coding = coding
  }

  /// Answers a frame, and tells whether it ended the session.
  mutating func receive(_ frame: AirFrame, tearing tear: Tear?) -> (CardReply, isOver: Bool) {
    guard let block = frame.checkedContent else { return (.nothing, false) }
    switch blocks.receive(block) {
    case .silence: return (.nothing, false)
    case .block(let block): return (CardReply(frame: sent(block)), false)
    case .deselected(let block): return (CardReply(frame: sent(block)), true)
    case .command(let command):
      let reply = card.answer(command: command, tearing: tear)
      let block = blocks.answered(reply.answer, extensions: reply.waitingTimeExtensions)
      return (CardReply(frame: sent(block), programmedPages: reply.programmedPages), false)
    }
  }

  private func sent(_ block: [UInt8]) -> AirFrame { .withCRC(block, coding: coding) }
}
