// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What is known about the blocks of a Type 5 tag.
package struct Type5Image: Hashable, Sendable {
  package let chip: Type5Chip?
  package let blockSize: Int
  /// The blocks that can be used.
  package let blockCount: Int
  /// Whether the tag said how many blocks it has; otherwise the count is only the most there may be.
  package let isCounted: Bool
  /// Whether the tag showed several blocks at once, which its container tells other readers.
  package var showsSeveral = false

  private var blocks: [Int: [UInt8]] = [:]
  private var refused: Set<Int> = []
  private var locks: [Int: Bool] = [:]

  /// No more of a memory is used, which is 1 KiB with the usual four bytes in a block.
  ///
  /// A block number of one byte leads no further, and every tag knows the requests that have one.
  package static let mostBlocks = 256
  /// Five bits hold the size of a block (ISO 15693-3, 10.4.12).
  package static let largestBlock = 32

  /// Nil for a size that blocks cannot have; without a count nothing is known about the memory's
  /// end.
  package init?(uid: [UInt8], blockSize: Int, blockCount: Int?) {
    guard (Type5Container.shortSize...Self.largestBlock).contains(blockSize),
      blockCount.map({ $0 > 0 }) != false
    else { return nil }
    self.blockSize = blockSize
    isCounted = blockCount != nil
    chip = blockCount.flatMap {
      Type5Chip(uid: uid, blockCount: $0, blockSize: blockSize)
    }
    let told = chip?.blockCount ?? blockCount
    self.blockCount = min(told ?? Type5Chip.mostBlocks(uid: uid), Self.mostBlocks)
  }

  /// The bytes of a block, as far as they are known.
  package subscript(block: Int) -> [UInt8]? {
    get { blocks[block] }
    set {
      guard (0..<blockCount).contains(block) else { return }
      blocks[block] = newValue?.count == blockSize ? newValue : nil
      refused.remove(block)
    }
  }

  package var knownBlocks: [Int] { blocks.keys.sorted() }

  /// Notes that the tag does not show a block to us.
  package mutating func refuse(_ block: Int) {
    blocks[block] = nil
    refused.insert(block)
  }

  package func isRefused(_ block: Int) -> Bool { refused.contains(block) }

  /// Whether a block is permanently read-only; nil when the tag was not asked.
  package func isLocked(_ block: Int) -> Bool? { locks[block] }

  package mutating func setLocked(_ block: Int, _ isLocked: Bool?) {
    guard (0..<blockCount).contains(block) else { return }
    locks[block] = isLocked
  }

  var memorySize: Int { blockCount * blockSize }

  /// The byte at an address, if its block is known.
  func byte(_ address: Int) -> UInt8? {
    guard address >= 0, let block = blocks[address / blockSize] else { return nil }
    return block[address % blockSize]
  }

  /// Bytes that are all known; nil when one of them is not.
  func bytes(_ range: Range<Int>) -> [UInt8]? {
    var found: [UInt8] = []
    for address in range {
      guard let byte = byte(address) else { return nil }
      found.append(byte)
    }
    return found
  }

  /// How many blocks, from the first on, this many bytes touch.
  func blocks(for size: Int) -> Int { (size + blockSize - 1) / blockSize }

  /// The first block of these that is not known.
  func firstUnknown(in range: Range<Int>) -> Int? { range.first { blocks[$0] == nil } }

  /// The image after writes that all came through.
  package func applying(_ writes: [BlockWrite]) -> Type5Image {
    var image = self
    for write in writes {
      if write.purpose == .lock {
        image.setLocked(write.block, true)
      } else {
        image[write.block] = write.new
      }
    }
    return image
  }
}
