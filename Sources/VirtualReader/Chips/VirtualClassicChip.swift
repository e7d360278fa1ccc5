// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A virtual MIFARE Classic 1K, far enough to be recognised, dumped and written by other tools.
///
/// It has no value blocks (INCREMENT, DECREMENT, RESTORE, TRANSFER): nothing here counts on a Classic.
package final class VirtualClassicChip: ClassicChip {
  package static let modelName = "MIFARE Classic 1K"
  /// The key of every sector at delivery.
  package static let factoryKey = [UInt8](repeating: 0xFF, count: 6)

  package var journal: [ChipEvent]?
  /// The cells of all blocks, keys included, as no reader can see them.
  package private(set) var blocks: [[UInt8]]

  private var open: (sector: Int, withKeyA: Bool)?
  private var half: Int?

  /// Makes a chip as it leaves the factory, or nil for a UID that does not have four bytes.
  package init?(uid: [UInt8]) {
    guard uid.count == 4 else { return nil }
    let empty = [UInt8](repeating: 0, count: ClassicMemory.blockSize)
    // Transport configuration: keys FF, access bits FF 07 80, and the general purpose byte 69.
    let trailer = Self.factoryKey + [0xFF, 0x07, 0x80, 0x69] + Self.factoryKey
    blocks = (0..<ClassicMemory.blocks).map {
      ClassicMemory.trailer(of: $0) == $0 ? trailer : empty
    }
    blocks[0] = uid + [uid.reduce(0, ^), 0x08, 0x04, 0x00] + [UInt8](repeating: 0, count: 8)
  }

  package convenience init(state bytes: [UInt8]) throws(ChipStateError) {
    let file = try ChipStateLines(bytes)
    guard file.model == Self.modelName else { throw .unknownModel }
    let blocks = try file.blocks(0..<ClassicMemory.blocks, ofSize: ClassicMemory.blockSize)
    self.init(blocks: blocks.sorted { $0.key < $1.key }.map(\.value))
  }

  private init(blocks: [[UInt8]]) { self.blocks = blocks }

  package var state: [UInt8] {
    ChipStateLines.file(of: Self.modelName, blocks: blocks.enumerated().map { ($0, $1) })
  }

  package var identity: TypeAIdentity {
    TypeAIdentity(uid: Array(blocks[0].prefix(4)), atqa: [0x00, 0x04], sak: 0x08, ats: [])
  }

  package func fieldLost() { forget() }

  package func activated() { forget() }

  private func forget() {
    open = nil
    half = nil
  }

  package func authenticate(block: Int, withKeyA: Bool, key: [UInt8], uid: [UInt8]) -> Bool {
    forget()
    guard blocks.indices.contains(block), uid == identity.uid else { return false }
    let trailer = blocks[ClassicMemory.trailer(of: block)]
    let access = ClassicAccess(trailer: trailer)
    guard access.isSound, key == Array(withKeyA ? trailer.prefix(6) : trailer.suffix(6)) else {
      journal?.append(.passwordFailed(count: 0))
      return false
    }
    // A key B that can be read is data: the chip accepts it and then gives nothing for it.
    if withKeyA || !access.keyBIsReadable {
      open = (block / ClassicMemory.blocksPerSector, withKeyA)
    }
    return true
  }

  package func answer(to frame: [UInt8], tearing tear: Tear?) -> ChipReply {
    let reply = reply(to: frame, tearing: tear)
    if case .refuse = reply.answer { forget() }
    return reply
  }

  /// NAK 4: the chip does not do that, whether it is unknown or not allowed.
  private static let refusal = ChipReply(.refuse(0x4))

  private func reply(to frame: [UInt8], tearing tear: Tear?) -> ChipReply {
    if let block = half {
      half = nil
      guard frame.count == ClassicMemory.blockSize else { return Self.refusal }
      return write(frame, to: block, tearing: tear)
    }
    guard frame.count == 2, let open, Int(frame[1]) / ClassicMemory.blocksPerSector == open.sector
    else { return Self.refusal }
    let block = Int(frame[1])
    let trailer = ClassicMemory.trailer(of: block)
    let access = ClassicAccess(trailer: blocks[trailer])
    switch frame[0] {
    case 0x30 where block == trailer:
      return ChipReply(.data(shownTrailer(block, access: access, withKeyA: open.withKeyA)))
    case 0x30 where access.mayRead(block: block % 4, withKeyA: open.withKeyA):
      return ChipReply(.data(blocks[block]))
    case 0xA0:
      half = block
      return ChipReply(.acknowledge)
    default:
      return Self.refusal
    }
  }

  // Key A never leaves the chip, the rest as far as the access bits say.
  private func shownTrailer(_ block: Int, access: ClassicAccess, withKeyA: Bool) -> [UInt8] {
    var shown = [UInt8](repeating: 0, count: ClassicMemory.blockSize)
    if access.mayReadAccessBits(withKeyA: withKeyA) {
      shown.replaceSubrange(6..<10, with: blocks[block][6..<10])
    }
    if access.keyBIsReadable, withKeyA {
      shown.replaceSubrange(10..<16, with: blocks[block][10..<16])
    }
    return shown
  }

  private func write(_ bytes: [UInt8], to block: Int, tearing tear: Tear?) -> ChipReply {
    guard let open, block != 0 else { return refuseWrite(block) }
    let trailer = ClassicMemory.trailer(of: block)
    let access = ClassicAccess(trailer: blocks[trailer])
    var content = blocks[block]
    if block == trailer {
      let keys = access.mayWriteKeys(withKeyA: open.withKeyA)
      let bits = access.mayWriteAccessBits(withKeyA: open.withKeyA)
      guard keys || bits else { return refuseWrite(block) }
      if keys {
        content.replaceSubrange(0..<6, with: bytes[0..<6])
        content.replaceSubrange(10..<16, with: bytes[10..<16])
      }
      if bits { content.replaceSubrange(6..<10, with: bytes[6..<10]) }
    } else {
      guard access.mayWrite(block: block % 4, withKeyA: open.withKeyA) else {
        return refuseWrite(block)
      }
      content = bytes
    }
    blocks[block] = PageMemory.torn(blocks[block], into: content, by: tear, tearProof: false)
    if block == trailer, !ClassicAccess(trailer: blocks[block]).isSound {
      journal?.append(.sectorLost(open.sector))
    }
    return ChipReply(.acknowledge, programmedPages: 1)
  }

  private func refuseWrite(_ block: Int) -> ChipReply {
    journal?.append(.writeRefused(page: block))
    return Self.refusal
  }
}
