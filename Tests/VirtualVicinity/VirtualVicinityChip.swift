// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import VirtualReader

/// One virtual chip of ISO 15693: requests and answers as they are on the air, without their CRC.
///
/// It is not a chip for the virtual PN532, whose radio does not speak this language.
package final class VirtualVicinityChip {
  package let model: VicinityModel
  /// Eight bytes, E0 first; on the air the last one comes first.
  package let uid: [UInt8]
  package private(set) var memory: [UInt8]
  package private(set) var lockedBlocks: Set<Int>
  /// The blocks that no longer take what is written.
  package var worn: [Int: Wear] = [:]
  private var isQuiet = false

  static let uidSize = 8
  /// Chips keep a number for the kind of their content, and none here was ever given one.
  private static let contentKind: UInt8 = 0x00
  private static let applicationFamily: UInt8 = 0x00

  /// Makes an empty chip; nil for a UID that chips of the model do not have.
  package convenience init?(_ model: VicinityModel, uid: [UInt8]) {
    self.init(
      model, uid: uid,
      memory: [UInt8](repeating: 0, count: model.blockCount * model.blockSize))
  }

  /// Makes a chip with this memory; nil when that, or the UID, is not the model's.
  package init?(
    _ model: VicinityModel, uid: [UInt8], memory: [UInt8], locked: Set<Int> = []
  ) {
    guard uid.count == Self.uidSize, uid.starts(with: model.uidStart),
      memory.count == model.blockCount * model.blockSize
    else { return nil }
    self.model = model
    self.uid = uid
    self.memory = memory
    lockedBlocks = locked
  }

  package func fieldLost() { isQuiet = false }

  /// Answers a request; nil is silence.
  package func answer(to request: [UInt8], tearing tear: Tear?) -> VicinityReply? {
    guard let request = VicinityRequest(request) else { return nil }
    switch request.receiver {
    case .everybody where isQuiet: return nil
    case .everybody: break
    case .one(let uid): guard uid == self.uid else { return nil }
    case .ending(let bits): return inventory(bits)
    }
    do throws(VicinityRefusal) {
      return try answer(request, tearing: tear)
    } catch {
      guard error != .notSupported || model.namesReasons else { return nil }
      return VicinityReply([0x01, model.namesReasons ? error.rawValue : 0x0F])
    }
  }

  /// Inventory calls every chip whose UID ends with certain bits.
  private func inventory(_ mask: VicinityMask) -> VicinityReply? {
    guard !isQuiet, mask.fits(uid) else { return nil }
    return VicinityReply([0x00, Self.contentKind] + uid.reversed())
  }

  private func answer(
    _ request: VicinityRequest, tearing tear: Tear?
  ) throws(VicinityRefusal) -> VicinityReply? {
    let (content, wantsStatus) = (request.parameters, request.hasOption)
    switch request.code {
    case 0x02:
      guard case .one = request.receiver else { throw .notRecognised }
      isQuiet = true
      return nil
    case 0x20:
      guard content.count == 1 else { throw .notRecognised }
      return try read(Int(content[0]), count: 1, withStatus: wantsStatus)
    case 0x21:
      guard content.count == 1 + model.blockSize else { throw .notRecognised }
      return try write(Array(content.dropFirst()), to: Int(content[0]), request, tear)
    case 0x22:
      guard content.count == 1 else { throw .notRecognised }
      return try lock(Int(content[0]), request, tear)
    case 0x23 where model.longestRead > 0:
      guard content.count == 2 else { throw .notRecognised }
      return try read(
        Int(content[0]), count: Int(content[1]) + 1, withStatus: wantsStatus)
    case 0x26:
      isQuiet = false
      return VicinityReply([0x00])
    case 0x2B: return VicinityReply(systemInformation)
    case 0x2C:
      guard content.count == 2 else { throw .notRecognised }
      let blocks = try blocks(Int(content[0]), count: Int(content[1]) + 1)
      return VicinityReply([0x00] + blocks.map(status))
    default: throw .notSupported
    }
  }

  /// Everything that ISO 15693-3, 10.4.12 lets a chip tell: kind, family, memory, number of the chip.
  private var systemInformation: [UInt8] {
    let size = [
      UInt8(truncatingIfNeeded: model.blockCount - 1),
      UInt8(truncatingIfNeeded: model.blockSize - 1),
    ]
    return [0x00, model.tellsMemory ? 0x0F : 0x0B] + uid.reversed()
      + [Self.contentKind, Self.applicationFamily] + (model.tellsMemory ? size : [])
      + [model.icReference]
  }

  private func read(
    _ first: Int, count: Int, withStatus: Bool
  ) throws(VicinityRefusal) -> VicinityReply {
    guard count == 1 || count <= model.longestRead else { throw .unnamed }
    var answer: [UInt8] = [0x00]
    for block in try blocks(first, count: count) {
      answer += (withStatus ? [status(block)] : []) + memory[bytes(of: block)]
    }
    return VicinityReply(answer)
  }

  private func write(
    _ content: [UInt8], to block: Int, _ request: VicinityRequest, _ tear: Tear?
  ) throws(VicinityRefusal) -> VicinityReply {
    try check(block, request)
    guard !lockedBlocks.contains(block) else { throw .blockLocked }
    switch worn[block] {
    case .refuses: throw .notProgrammed
    case .keepsOldValue: break
    case nil:
      // No sheet promises that a block is written as a whole or not at all.
      let new = PageMemory.torn(
        Array(memory[bytes(of: block)]), into: content, by: tear, tearProof: false)
      memory.replaceSubrange(bytes(of: block), with: new)
    }
    return VicinityReply([0x00], programmedBlocks: 1)
  }

  private func lock(
    _ block: Int, _ request: VicinityRequest, _ tear: Tear?
  ) throws(VicinityRefusal) -> VicinityReply {
    try check(block, request)
    guard model.lockable.contains(block) else { throw .notLocked }
    guard !lockedBlocks.contains(block) else { throw .alreadyLocked }
    if PageMemory.survives(tear) { lockedBlocks.insert(block) }
    return VicinityReply([0x00], programmedBlocks: 1)
  }

  /// What every request that changes a block must get right.
  private func check(_ block: Int, _ request: VicinityRequest) throws(VicinityRefusal) {
    guard !model.writesWithOption || request.hasOption else { throw .optionNotSupported }
    guard block < model.blockCount else { throw .blockMissing }
  }

  private func blocks(_ first: Int, count: Int) throws(VicinityRefusal) -> Range<Int> {
    guard first + count <= model.blockCount else { throw .blockMissing }
    return first..<first + count
  }

  private func bytes(of block: Int) -> Range<Int> {
    block * model.blockSize..<(block + 1) * model.blockSize
  }

  private func status(_ block: Int) -> UInt8 { lockedBlocks.contains(block) ? 0x01 : 0x00 }
}

/// The answer of a chip of ISO 15693, and what it cost its memory.
package struct VicinityReply: Hashable, Sendable {
  package var answer: [UInt8]
  package var programmedBlocks: Int

  package init(_ answer: [UInt8], programmedBlocks: Int = 0) {
    self.answer = answer
    self.programmedBlocks = programmedBlocks
  }
}
