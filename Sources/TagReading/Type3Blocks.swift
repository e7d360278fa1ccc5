// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagMemory

// The blocks of a Type 3 tag are those of NDEF: the attributes and the message blocks.

extension Type3Tag {
  package var blockSize: Int { AttributeBlock.blockSize }
  package var title: String { image.title }

  package func extent() throws(TagError) -> BlockExtent {
    try read()
    let blocks = image.capacity.map { $0 / blockSize }
    return BlockExtent(
      count: 1 + (blocks ?? Type3Image.largestSize / blockSize), isKnown: blocks != nil)
  }

  package func readBlocks(_ blocks: Range<Int>) throws(TagError) -> [[UInt8]] {
    let contents = try readAgain(Array(blocks))
    for (block, content) in zip(blocks, contents) { image[block] = content }
    return contents
  }

  package func writeBlocks(_ contents: [[UInt8]], from first: Int) throws(TagError) {
    try readConfiguration()
    // A transit card is someone's money, however much room is left on it.
    if try isTransitCard() { throw .notNDEF(system: Type3Tag.systemOfTransit) }
    let writes = image.changes(to: contents, from: first)
    for write in writes {
      if let refusal = image.refusal(toWrite: write.block) { throw .memory(refusal) }
    }
    try write(writes)
    try verify(writes.map(\.block))
  }

  package func findAgain() throws(TagError) {
    try asking { () throws(ReaderError) in try felica.reselect() }
  }
}

extension Type3Image {
  /// The writes that bring contents to blocks that were read.
  fileprivate func changes(to contents: [[UInt8]], from first: Int) -> [BlockWrite] {
    contents.enumerated().compactMap { offset, new in
      let old = self[first + offset]
      guard old != new else { return nil }
      return BlockWrite(block: first + offset, old: old, new: new, purpose: .body)
    }
  }
}
