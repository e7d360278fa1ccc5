// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

/// A tag whose memory is numbered blocks of one size, read and written as they are.
package protocol BlockTag: WritableTag {
  var blockSize: Int { get }

  /// What people call the tag.
  var title: String { get }

  func extent() throws(TagError) -> BlockExtent

  /// What a block is for, once the tag told its extent.
  func purpose(ofBlock block: Int) -> BlockPurpose

  /// Blocks as they are now, whatever was known about them.
  func readBlocks(_ blocks: Range<Int>) throws(TagError) -> [[UInt8]]

  /// Writes what differs from the blocks as they were read a moment ago, and reads it back.
  ///
  /// What the tag would refuse is refused before the first write, as far as the tag tells.
  func writeBlocks(_ contents: [[UInt8]], from first: Int) throws(TagError)

  /// Looks for this very tag again, and names another one that is there in its place.
  func findAgain() throws(TagError)
}

/// How many blocks a tag has.
package struct BlockExtent: Hashable, Sendable {
  package let count: Int
  /// Whether the tag said so, or its sheet; otherwise it is the most there may be.
  package let isKnown: Bool
}

/// Why blocks are not read or written, before anything was done to the tag.
package enum BlockError: Error, Hashable, Sendable {
  /// The tag has files.
  case noBlocks
  /// The tag does not tell how many blocks it has, and no one else did.
  case countUnknown
  case outside(first: Int, count: Int, of: Int)
  case notWhole(bytes: Int, blockSize: Int)
  /// The block is none of data, and no one said that it may be written.
  case reserved(block: Int, BlockPurpose)
}

extension BlockTag {
  /// The blocks from the first one on, all of which may be there; without a count those to the end.
  package func blocks(from first: Int, count: Int? = nil) throws(TagError) -> Range<Int> {
    let extent = try extent()
    guard (0..<extent.count).contains(first) else {
      throw .blocks(.outside(first: first, count: count ?? 1, of: extent.count))
    }
    let rest = extent.count - first
    guard let count = count ?? (extent.isKnown ? rest : nil) else {
      throw .blocks(.countUnknown)
    }
    guard (1...rest).contains(count) else {
      throw .blocks(.outside(first: first, count: count, of: extent.count))
    }
    return first..<first + count
  }

  /// Puts bytes onto blocks just as they are, and reads every one back.
  ///
  /// Only blocks that differ are written; of those that are not for data, the ones that are allowed.
  /// - Returns: how many were written.
  package func putBlocks(
    _ bytes: [UInt8], from first: Int, allowing allowed: Set<BlockPurpose> = []
  ) throws(TagError) -> Int {
    let contents = try whole(bytes)
    let blocks = try blocks(from: first, count: contents.count)
    let found = try readBlocks(blocks)
    for (block, change) in zip(blocks, zip(found, contents)) where change.0 != change.1 {
      let purpose = purpose(ofBlock: block)
      guard purpose == .data || allowed.contains(purpose) else {
        throw .blocks(.reserved(block: block, purpose))
      }
    }
    // What was read a moment ago and needs no write has been verified by that.
    guard found != contents else { return 0 }
    let writtenBefore = pagesWritten
    try writeBlocks(contents, from: first)
    return pagesWritten - writtenBefore
  }

  private func whole(_ bytes: [UInt8]) throws(TagError) -> [[UInt8]] {
    guard !bytes.isEmpty, bytes.count % blockSize == 0 else {
      throw .blocks(.notWhole(bytes: bytes.count, blockSize: blockSize))
    }
    return stride(from: 0, to: bytes.count, by: blockSize).map {
      Array(bytes[$0..<$0 + blockSize])
    }
  }
}
