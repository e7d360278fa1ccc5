// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A FeliCa chip in the field: packets, and the time slots of Polling (JIS X 6319-4).
final class FelicaCard: Card {
  let tag: TagID
  let stateChanged: (@Sendable ([UInt8]) -> Void)?
  var isSilent = false
  private let felica: any FelicaChip
  private var isPowered = false
  private var noise: Noise

  init(
    tag: TagID, felica: any FelicaChip, stateChanged: (@Sendable ([UInt8]) -> Void)?
  ) {
    self.tag = tag
    self.felica = felica
    self.stateChanged = stateChanged
    noise = Noise(seed: UInt64(truncatingIfNeeded: tag.number))
  }

  var chip: any VirtualChip { felica }

  func powerUp() { isPowered = true }

  func powerDown() {
    guard isPowered else { return }
    isPowered = false
    felica.fieldLost()
  }

  /// Polling calls everyone; every other packet names its chip by the IDm after its code.
  func isAddressed(by frame: AirFrame) -> Bool {
    guard let packet = Self.packet(in: frame), packet.first != 0x00, packet.count >= 9 else {
      return false
    }
    return felica.isMeant(by: packet[1..<9])
  }

  func receive(_ frame: AirFrame, tearing tear: Tear?) -> CardReply {
    guard !isSilent, isPowered, let packet = Self.packet(in: frame) else { return .nothing }
    var slot = 0
    if packet.first == 0x00 {
      guard packet.count == 5, [0, 1, 3, 7, 15].contains(packet[4]) else { return .nothing }
      slot = Int(noise.next() % (UInt64(packet[4]) + 1))
    }
    guard let reply = felica.answer(to: packet, tearing: tear) else { return .nothing }
    if reply.programmedBlocks > 0 { stateChanged?(chip.state) }
    let length = UInt8(truncatingIfNeeded: reply.packet.count + 1)
    return CardReply(
      frame: .withCRC([length] + reply.packet, coding: frame.coding),
      programmedPages: reply.programmedBlocks, slot: slot)
  }

  /// The packet in a frame whose checksum and length byte are right.
  private static func packet(in frame: AirFrame) -> [UInt8]? {
    guard frame.coding == .felica212 || frame.coding == .felica424,
      let content = frame.checkedContent, let length = content.first,
      Int(length) == content.count, content.count > 1
    else { return nil }
    return Array(content.dropFirst())
  }
}
