// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

/// A tag whose memory is numbered blocks of one size, read and written as they are.
package protocol BlockTag: WritableTag {
  var blockSize: Int { get }

  /// The tag's name for people.
  var title: String { get }

  func extent() throws(TagError) -> BlockExtent

  /// The purpose of a block, if the tag has told its extent.
  func purpose(ofBlock block: Int) -> BlockPurpose

  /// The current blocks, whatever was known about them.
  func readBlocks(_ blocks: Range<Int>) throws(TagError) -> [[UInt8]]

  /// Writes the blocks that differ from what was just read, and reads them back.
  ///
  /// What the tag would refuse is refused before the first write, as far as the tag tells.
  func writeBlocks(_ contents: [[UInt8]], from first: Int) throws(TagError)

  /// Looks for this very tag again, and throws if another one has taken its place.
  func findAgain() throws(TagError)
}

/// How many blocks a tag has.
package struct BlockExtent: Hashable, Sendable {
  package let count: Int
  /// Whether the tag or its data sheet says so; otherwise it is the most there may be.
  package let isKnown: Bool
}

/// Why blocks are not read or written, found out before the tag is changed.
package enum BlockError: Error, Hashable, Sendable {
  /// The tag has files.
  case noBlocks
  /// The tag does not say how many blocks it has, and nobody else did.
  case countUnknown
  case outside(first: Int, count: Int, of: Int)
  case notWhole(bytes: Int, blockSize: Int)
  /// The block is not for data, and writing it was not allowed.
  case reserved(block: Int, BlockPurpose)
}

extension BlockTag {
  /// The blocks from the first one on, which must all exist; without a count, those to the end.
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

  /// Writes bytes to blocks unchanged, and reads every one back.
  ///
  /// Only blocks that differ are written, and special ones only if they are allowed.
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
    // Bytes that were just read and need no write are verified by that.
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
