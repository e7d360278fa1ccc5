// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A Topaz or Jewel chip in the field: it answers requests like Type A and knows no anticollision.
///
/// Its own frames are sent byte by byte on the air; here each is one frame with its CRC_B.
final class TopazCard: Card {
  let tag: TagID
  let stateChanged: (@Sendable ([UInt8]) -> Void)?
  var isSilent = false
  private let topaz: any TopazChip
  private var isPowered = false
  private var isAwake = false

  init(tag: TagID, topaz: any TopazChip, stateChanged: (@Sendable ([UInt8]) -> Void)?) {
    self.tag = tag
    self.topaz = topaz
    self.stateChanged = stateChanged
  }

  var chip: any VirtualChip { topaz }

  /// What the chip answers to REQA in the order in which the PN532 reports it; 0 in the low byte
  /// says that there is no anticollision.
  static let atqa: [UInt8] = [0x0C, 0x00]

  func powerUp() { isPowered = true }

  func powerDown() {
    guard isPowered else { return }
    isPowered = false
    isAwake = false
    topaz.fieldLost()
  }

  func isAddressed(by frame: AirFrame) -> Bool { isAwake && frame.bitCount > 8 }

  func receive(_ frame: AirFrame, tearing tear: Tear?) -> CardReply {
    guard !isSilent, isPowered else { return .nothing }
    if frame.lastBits == 7, frame.bytes == [0x26] || frame.bytes == [0x52] {
      isAwake = true
      return CardReply(frame: AirFrame(Self.atqa.reversed()))
    }
    guard isAwake, frame.coding == .typeB, let content = frame.checkedContent else {
      return .nothing
    }
    if content == [0x78, 0, 0, 0, 0, 0, 0] {
      return CardReply(frame: .withCRC(topaz.identification, coding: .typeB))
    }
    return CardReply(frame: topaz.answer(to: content).map { .withCRC($0, coding: .typeB) })
  }
}
