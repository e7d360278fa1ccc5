// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagMemory

// A Type 5 tag keeps its locks and settings elsewhere: every block that it counts is for data.

extension Type5Tag {
  package var blockSize: Int { image.blockSize }
  package var title: String { image.title }

  package func extent() -> BlockExtent {
    BlockExtent(count: image.blockCount, isKnown: image.isCounted)
  }

  package func readBlocks(_ blocks: Range<Int>) throws(TagError) -> [[UInt8]] {
    let contents = try readAgain(blocks)
    try vicinity.confirm()
    for (block, content) in zip(blocks, contents) { image[block] = content }
    return contents
  }

  package func writeBlocks(_ contents: [[UInt8]], from first: Int) throws(TagError) {
    try readLocks(first..<first + contents.count)
    var writes: [BlockWrite] = []
    for (offset, new) in contents.enumerated() where image[first + offset] != new {
      let block = first + offset
      if image.isLocked(block) == true { throw .memory(.blockLocked(block)) }
      writes.append(BlockWrite(block: block, old: image[block], new: new, purpose: .body))
    }
    try write(writes)
    guard let low = writes.first?.block, let high = writes.last?.block else { return }
    try verify(low..<high + 1)
  }

  package func findAgain() throws(TagError) {
    try asking { () throws(ReaderError) in try vicinity.reselect() }
  }
}
