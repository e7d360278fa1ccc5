// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A chip of ISO 15693 by its sheet: its memory, and what it knows about the requests.
package struct VicinityModel: Hashable, Sendable {
  package let name: String
  package let blockCount: Int
  package let blockSize: Int
  /// The first bytes of every UID: E0, the number of the maker, and what he tells his chips apart by.
  package let uidStart: [UInt8]
  let icReference: UInt8
  /// How many blocks READ MULTIPLE BLOCKS shows at once; 0 for a chip that does not know the request.
  let longestRead: Int
  /// The blocks that LOCK BLOCK makes read-only.
  let lockable: Range<Int>
  /// Whether what changes the memory must come with the option flag, as makers ask that want a
  /// frame of its own before the answer.
  let writesWithOption: Bool
  /// Whether the chip says why it refuses, and refuses what it does not know; others say 0F, or nothing.
  let namesReasons: Bool
  /// Whether system information has the size of the memory.
  let tellsMemory: Bool

  private init(
    _ name: String, blocks: Int, of size: Int, uidStart: [UInt8], icReference: UInt8,
    longestRead: Int, lockable: Range<Int>? = nil, writesWithOption: Bool = false,
    namesReasons: Bool, tellsMemory: Bool = true
  ) {
    self.name = name
    blockCount = blocks
    blockSize = size
    self.uidStart = uidStart
    self.icReference = icReference
    self.longestRead = longestRead
    self.lockable = lockable ?? 0..<blocks
    self.writesWithOption = writesWithOption
    self.namesReasons = namesReasons
    self.tellsMemory = tellsMemory
  }
}

extension VicinityModel {
  /// NXP SL2S2002; bits 37 and 36 of its UID, counted from 1, are 1 and 0.
  package static let slix = VicinityModel(
    "ICODE SLIX", blocks: 28, of: 4, uidStart: [0xE0, 0x04, 0x01, 0x50], icReference: 0x01,
    longestRead: 28, namesReasons: false)

  /// ST25DV04K-IE: LOCK BLOCK takes the two blocks of the container only.
  package static let st25dv04k = VicinityModel(
    "ST25DV04K", blocks: 128, of: 4, uidStart: [0xE0, 0x02, 0x24], icReference: 0x24,
    longestRead: 128, lockable: 0..<2, namesReasons: true)

  // No one's chips: what real ones do in odd ways, under a maker's number that no one has.

  /// Larger blocks, and writes that want the option flag.
  package static let wide = VicinityModel(
    "ISO 15693 64x8", blocks: 64, of: 8, uidStart: [0xE0, 0x7E, 0x01], icReference: 0x02,
    longestRead: 64, writesWithOption: true, namesReasons: true)

  /// One block at a time, and silence for what it does not know.
  package static let single = VicinityModel(
    "ISO 15693 64x4", blocks: 64, of: 4, uidStart: [0xE0, 0x7E, 0x02], icReference: 0x03,
    longestRead: 0, namesReasons: false)

  /// The largest blocks of all (ISO 15693-3, 4.3), four of them at once.
  package static let widest = VicinityModel(
    "ISO 15693 16x32", blocks: 16, of: 32, uidStart: [0xE0, 0x7E, 0x03], icReference: 0x04,
    longestRead: 4, namesReasons: true)

  /// More blocks than a byte can count, as on ST25DV16K, so system information leaves them out.
  ///
  /// Requests here name the first 256.
  package static let uncounted = VicinityModel(
    "ISO 15693 512x4", blocks: 512, of: 4, uidStart: [0xE0, 0x7E, 0x04], icReference: 0x05,
    longestRead: 32, namesReasons: true, tellsMemory: false)
}
