// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// One virtual FeliCa Lite-S: fourteen blocks for anyone and the blocks that govern them.
///
/// Session keys are not imitated: MAC and MAC_A read as zero, so no one can authenticate, and what
/// needs an authentication is refused.
package final class VirtualFelicaLiteChip: FelicaChip {
  package static let modelName = "FeliCa Lite-S"
  /// What the chips of this kind say about their times in the PMm; F1 is the Lite-S.
  static let pmm: [UInt8] = [0x00, 0xF1, 0x00, 0x00, 0x00, 0x01, 0x43, 0x00]

  /// The content of the blocks that survive without power, as no reader need be able to see it.
  package private(set) var blocks: [Int: [UInt8]]

  /// Makes a chip with nothing on it, or nil for an IDm that does not have eight bytes.
  ///
  /// A formatted one belongs to NFC's system 12FC and carries the attributes of an empty tag. With
  /// the IC code F0 it says that it is a Lite, which is alike in all that is done without a key.
  package init?(idm: [UInt8], isFormatted: Bool = true, icCode: UInt8 = 0xF1) {
    guard idm.count == 8 else { return nil }
    var pmm = Self.pmm
    pmm[1] = icCode
    let empty = [UInt8](repeating: 0, count: FelicaPacket.blockSize)
    blocks = [:]
    for block in Self.keptBlocks { blocks[block] = empty }
    blocks[Block.register] = [UInt8](repeating: 0xFF, count: FelicaPacket.blockSize)
    blocks[Block.id] = idm + empty.prefix(8)
    blocks[Block.deviceID] = idm + pmm
    blocks[Block.systemCode] = [0x88, 0xB4] + empty.prefix(14)
    let ndef: UInt8 = isFormatted ? 0x01 : 0x00
    blocks[Block.configuration] = [0xFF, 0xFF, 0xFF, ndef, 0xFF] + empty.prefix(11)
    if isFormatted {
      // Four blocks at once to read, one to write, thirteen in all, may be written; and the sum.
      blocks[0] = [0x10, 0x04, 0x01, 0x00, 0x0D, 0, 0, 0, 0, 0, 0x01, 0, 0, 0, 0, 0x23]
    }
  }

  /// Makes a chip with the memory of another one, as far as it is known; nil for an IDm that does not
  /// have eight bytes, or a block that such a chip does not have.
  ///
  /// A block that is not known is as the factory left it.
  package convenience init?(idm: [UInt8], blocks: [Int: [UInt8]]) {
    self.init(idm: idm, isFormatted: false)
    for (block, content) in blocks where !Self.emptyBlocks.contains(block) {
      guard self.blocks[block] != nil, content.count == FelicaPacket.blockSize else { return nil }
      self.blocks[block] = content
    }
    // The numbers by which the chip is found are the ones that were asked for.
    self.blocks[Block.deviceID]?.replaceSubrange(0..<8, with: idm)
  }

  /// Makes the chip that a state file describes.
  init(blocks: [Int: [UInt8]]) { self.blocks = blocks }

  /// The numbers of the blocks that are more than storage.
  enum Block {
    static let lastUser = 0x0D
    static let register = 0x0E
    static let challenge = 0x80
    static let id = 0x82
    static let deviceID = 0x83
    static let serviceCode = 0x84
    static let systemCode = 0x85
    static let keyVersion = 0x86
    static let key = 0x87
    static let configuration = 0x88
    static let writeCount = 0x90
    static let state = 0x92
  }

  static let keptBlocks = Array(0x00...0x0E) + Array(0x82...0x88) + [0x90]
  /// Blocks that show zeros: keys never come out, and nothing here computes a MAC.
  private static let emptyBlocks: Set<Int> = [0x80, 0x81, 0x87, 0x91, 0x92, 0xA0]

  package var idm: [UInt8] { Array((blocks[Block.deviceID] ?? []).prefix(8)) }

  package func fieldLost() {}

  package func isMeant(by idm: ArraySlice<UInt8>) -> Bool { Array(idm) == self.idm }

  package func answer(to packet: [UInt8], tearing tear: Tear?) -> FelicaReply? {
    guard let request = FelicaPacket(packet) else { return nil }
    if case .polling(let asked, let addition) = request {
      guard let system = systems.first(where: { polling(asked, means: $0) }) else { return nil }
      return FelicaReply(
        [0x01] + (blocks[Block.deviceID] ?? []) + pollingAddition(addition, system: system))
    }
    guard packet.count >= 9, isMeant(by: packet[1..<9]) else { return nil }
    switch request {
    case .read(let access): return read(access)
    case .write(let access, let data): return write(access, data, tearing: tear)
    // A Lite-S knows three commands, and says nothing to any other.
    case .polling, .requestService, .requestResponse, .requestSystemCode: return nil
    }
  }

  /// 88B4 forever, 12FC once the configuration says so.
  private var systems: [UInt16] { configuration[3] & 1 == 1 ? [0x88B4, 0x12FC] : [0x88B4] }

  private var configuration: [UInt8] {
    blocks[Block.configuration] ?? [UInt8](repeating: 0, count: FelicaPacket.blockSize)
  }

  private func read(_ access: FelicaAccess) -> FelicaReply {
    do throws(FelicaStatus) {
      try check(access, services: [0x000B, 0x0009], atMost: 4)
      var data: [UInt8] = []
      for (index, element) in access.blocks.enumerated() {
        if element.number <= Block.register, isSet(element.number, inByte: 6) {
          throw .needsAuthentication(index)
        }
        data += try content(of: element.number, at: index)
      }
      return FelicaReply(
        [0x07] + idm + [0x00, 0x00, UInt8(truncatingIfNeeded: access.blocks.count)] + data)
    } catch {
      return FelicaReply([0x07] + idm + error.bytes)
    }
  }

  private func content(of block: Int, at index: Int) throws(FelicaStatus) -> [UInt8] {
    if Self.emptyBlocks.contains(block) {
      return [UInt8](repeating: 0, count: FelicaPacket.blockSize)
    }
    guard let content = blocks[block] else { throw .blockNumber(index) }
    return content
  }

  private func write(
    _ access: FelicaAccess, _ data: [UInt8], tearing tear: Tear?
  ) -> FelicaReply {
    do throws(FelicaStatus) {
      // A second block could only be a MAC, which no one has the key for.
      try check(access, services: [0x0009], atMost: 1)
      let programmed = try write(data, to: access.blocks[0].number, tearing: tear)
      return FelicaReply([0x09] + idm + [0x00, 0x00], programmedBlocks: programmed)
    } catch {
      return FelicaReply([0x09] + idm + error.bytes)
    }
  }

  private func check(
    _ access: FelicaAccess, services: Set<UInt16>, atMost limit: Int
  ) throws(FelicaStatus) {
    guard access.services.count == 1 else { throw .serviceCount }
    guard services.contains(access.services[0]) else { throw .serviceCode(0) }
    guard (1...limit).contains(access.blocks.count) else { throw .blockCount }
    for (index, element) in access.blocks.enumerated() {
      guard element.service == 0 else { throw .serviceOrder(index) }
      guard element.mode == 0 else { throw .accessMode(index) }
    }
  }

  /// Writes a block as far as the configuration lets it, and tells how many were programmed.
  private func write(
    _ data: [UInt8], to block: Int, tearing tear: Tear?
  ) throws(FelicaStatus) -> Int {
    // The challenge is kept without programming anything, and leads nowhere here.
    if block == Block.challenge { return 0 }
    guard let old = blocks[block] else {
      throw block == Block.state ? .needsAuthentication(0) : .blockNumber(0)
    }
    let new = try content(data, over: old, of: block)
    // Nothing promises that a block is written as a whole, and its own checksum (CRC_CHECK) says
    // that it need not be. Blocks that govern the chip are spared: noise there would end a chip
    // instead of testing its writer.
    let tearProof = block > Block.lastUser
    blocks[block] = PageMemory.torn(old, into: new, by: tear, tearProof: tearProof)
    countWrite()
    return 1
  }

  private func content(
    _ data: [UInt8], over old: [UInt8], of block: Int
  ) throws(FelicaStatus) -> [UInt8] {
    let isOpen = configuration[2] == 0xFF
    switch block {
    case 0...Block.register:
      guard isSet(block, inByte: 0) else { throw .blockNumber(0) }
      // Bytes 8 and 10 ask for an authentication or a MAC.
      guard !isSet(block, inByte: 8), !isSet(block, inByte: 10) else {
        throw .needsAuthentication(0)
      }
      if block == Block.register { return try subtracted(data, from: old) }
      return data
    case Block.id where isOpen: return old.prefix(8) + data.suffix(8)
    case Block.serviceCode where isOpen, Block.keyVersion where isOpen, Block.key where isOpen:
      return data
    case Block.configuration: return try Self.configuration(data, over: old)
    default: throw .blockNumber(0)
    }
  }

  /// Whether the bit of a block is set in the two configuration bytes from this one on.
  private func isSet(_ block: Int, inByte byte: Int) -> Bool {
    let bits = UInt16(configuration[byte]) | UInt16(configuration[byte + 1]) << 8
    return bits >> UInt16(block) & 1 == 1
  }

  /// The first two numbers of the register, least significant byte first, may only fall.
  private func subtracted(_ data: [UInt8], from old: [UInt8]) throws(FelicaStatus) -> [UInt8] {
    for range in [0..<4, 4..<8] {
      let (before, after) = (PageMemory.number(Array(old[range])), Array(data[range]))
      guard PageMemory.number(after) <= before else { throw .blockNumber(0) }
    }
    return data
  }

  /// MC: what is given away does not come back.
  ///
  /// Bit 15 of bytes 0 and 1 guards them and bytes 6 to 12, byte 2 guards itself up to byte 5. Whether
  /// a cleared bit can be set again before byte 2 is closed is told nowhere; here it cannot.
  private static func configuration(
    _ data: [UInt8], over old: [UInt8]
  ) throws(FelicaStatus) -> [UInt8] {
    let (rightsAreOpen, systemIsOpen) = (old[1] & 0x80 != 0, old[2] == 0xFF)
    guard rightsAreOpen || systemIsOpen else { throw .blockNumber(0) }
    var new = old
    if rightsAreOpen {
      for byte in 0...1 { new[byte] = old[byte] & data[byte] }
      for byte in 6...12 { new[byte] = old[byte] | data[byte] }
    }
    if systemIsOpen { new.replaceSubrange(2...5, with: data[2...5]) }
    return new
  }

  /// WCNT, three bytes, least significant first; at its end it stops.
  private func countWrite() {
    guard let old = blocks[Block.writeCount] else { return }
    let count = min(PageMemory.number(Array(old.prefix(3))) + 1, 0xFF_FFFF)
    blocks[Block.writeCount] = Array(PageMemory.bytes(count)[..<3] + old[3...])
  }
}
