// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

/// A Type 5 tag on a reader: an ISO 15693 tag that contains, or may contain, NDEF.
package final class Type5Tag {
  package internal(set) var image: Type5Image
  /// How many blocks have been written since it was selected.
  package internal(set) var pagesWritten = 0
  let vicinity: VicinityTag

  package var tag: TagInField { vicinity.tag }

  /// Finds out how large the memory is, without changing anything on the tag.
  package init(_ tag: TagInField, on reader: any TagReader) throws(TagError) {
    guard case .vicinity = tag.technology else { throw .wrongType(.type5, sak: nil) }
    vicinity = VicinityTag(tag, on: reader)
    let memory = try vicinity.measure()
    guard
      let image = Type5Image(
        uid: tag.uid.bytes, blockSize: memory.blockSize, blockCount: memory.blockCount)
    else { throw .strangeBlocks(size: memory.blockSize) }
    self.image = image
  }

  /// Reads the container and the message, and as much as a message of this size will change.
  package func read(forMessageOf size: Int = 0) throws(TagError) {
    let known = image
    do throws(TagError) {
      while let blocks = image.unread(forMessageOf: size) { try readIntoImage(blocks) }
      if image != known { try vicinity.confirm() }
    } catch {
      // The new bytes may be from another tag.
      image = known
      throw error
    }
    image.showsSeveral = vicinity.showsSeveral
    if image.container?.wantsSpecialFrame == true { vicinity.noteSpecialFrame() }
  }

  /// Reads those of these blocks that are unknown.
  func read(blocks: Range<Int>) throws(TagError) {
    let blocks = blocks.clamped(to: 0..<image.blockCount)
    guard let first = blocks.first(where: { image[$0] == nil && !image.isRefused($0) }) else {
      return
    }
    let known = image
    do throws(TagError) {
      try readIntoImage(first..<blocks.upperBound)
      try vicinity.confirm()
    } catch {
      // The new bytes may be from another tag.
      image = known
      throw error
    }
  }

  /// Asks which of these blocks are permanently locked; a tag may not tell.
  package func readLocks(_ blocks: Range<Int>) throws(TagError) {
    guard blocks.contains(where: { image.isLocked($0) == nil }) else { return }
    guard let states = try vicinity.lockStates(blocks) else { return }
    try vicinity.confirm()
    for (block, isLocked) in zip(blocks, states) { image.setLocked(block, isLocked) }
  }

  /// Reads blocks into the image, and records what the tag does not show.
  private func readIntoImage(_ blocks: Range<Int>) throws(TagError) {
    var end = blocks.upperBound
    while blocks.lowerBound < end {
      do throws(TagError) {
        let found = try vicinity.read(blocks.lowerBound..<end)
        for (block, content) in zip(blocks, found) { image[block] = content }
        return
      } catch {
        // The blocks before it are read again, without it.
        guard case .hidden(.block(let block), _) = error else { throw error }
        image.refuse(block)
        end = min(end - 1, block)
      }
    }
  }

  /// The current blocks, whatever was known about them.
  func readAgain(_ blocks: Range<Int>) throws(TagError) -> [[UInt8]] {
    try vicinity.read(blocks)
  }
}
