// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

extension Type5Tag: KeylessTag {
  package static var type: TagType { .type5 }

  package var chipName: String? { image.chip?.rawValue }

  package var capacity: Int? { image.capacity }

  package func content(forMessageOf size: Int) throws(TagError) -> TagContent {
    try read(forMessageOf: size)
    return image.content
  }

  package func plannedWrites(
    for order: TagOrder
  ) throws(TagError) -> (message: [BlockWrite], locks: [BlockWrite]) {
    try refuseSecretsAndTexts(order)
    try read(forMessageOf: order.message.count)
    let writes = try plan(order.message, order.permissions).writes
    guard order.lock else { return (writes, []) }
    try readLocks(Type5LockPlan.blocks(of: image.applying(writes)))
    let coming = image.applying(writes)
    let locks = try planning { () throws(TagMemoryError) in
      try Type5LockPlan(on: coming).writes
    }
    return (writes, locks)
  }

  package func readWhole() throws(TagError) -> WholeTag {
    try read()
    try readLocks(image.guardedBlocks)
    return .type5(image)
  }
}

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
