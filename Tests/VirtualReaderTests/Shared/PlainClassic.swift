// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import VirtualReader

/// The least MIFARE Classic that the reader's tests need: keys A, READ and WRITE, no access bits.
final class PlainClassic: ClassicChip {
  let identity: TypeAIdentity
  private var blocks: [[UInt8]]
  private var openSector: Int?
  private var pendingBlock: Int?

  init(uid: [UInt8]) {
    identity = TypeAIdentity(uid: uid, atqa: [0x00, 0x04], sak: 0x08)
    let trailer = hex("FFFFFFFFFFFF FF078069 FFFFFFFFFFFF")
    blocks = (0..<64).map { $0 % 4 == 3 ? trailer : [UInt8](repeating: 0, count: 16) }
  }

  var state: [UInt8] { blocks.flatMap { $0 } }

  func fieldLost() { forget() }
  func activated() { forget() }

  private func forget() {
    openSector = nil
    pendingBlock = nil
  }

  func authenticate(block: Int, withKeyA: Bool, key: [UInt8], uid: [UInt8]) -> Bool {
    guard withKeyA, block < blocks.count, uid == identity.uid else { return false }
    let isRight = Array(blocks[block / 4 * 4 + 3].prefix(6)) == key
    openSector = isRight ? block / 4 : nil
    return isRight
  }

  func answer(to frame: [UInt8], tearing tear: Tear?) -> ChipReply {
    if let block = pendingBlock, frame.count == 16 {
      pendingBlock = nil
      blocks[block] = frame
      return ChipReply(.acknowledge, programmedPages: 1)
    }
    pendingBlock = nil
    guard frame.count == 2, openSector == Int(frame[1]) / 4 else { return ChipReply(.refuse(4)) }
    let block = Int(frame[1])
    switch frame[0] {
    case 0x30:
      let keyHidden = [UInt8](repeating: 0, count: 6) + blocks[block].dropFirst(6)
      return ChipReply(.data(block % 4 == 3 ? keyHidden : blocks[block]))
    case 0xA0:
      pendingBlock = block
      return ChipReply(.acknowledge)
    default:
      return ChipReply(.refuse(4))
    }
  }
}
