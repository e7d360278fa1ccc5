// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

extension Type3Tag: KeylessTag {
  package static var type: TagType { .type3 }

  package var chipName: String? { image.chip?.rawValue }

  package var capacity: Int? { image.capacity }

  package func content(forMessageOf size: Int) throws(TagError) -> TagContent {
    try read()
    return image.content
  }

  package func plannedWrites(
    for order: TagOrder
  ) throws(TagError) -> (message: [BlockWrite], locks: [BlockWrite]) {
    try refuseSecretsAndTexts(order)
    try read()
    let writes = try plan(order.message, order.permissions).writes
    guard order.lock else { return (writes, []) }
    try readConfiguration()
    let coming = image.applying(writes)
    let locks = try planning { () throws(TagMemoryError) in
      try Type3LockPlan(on: coming).writes
    }
    return (writes, locks)
  }

  package func readWhole() throws(TagError) -> WholeTag {
    try read()
    try readConfiguration()
    return .type3(image, carriesTransit: try isTransitCard())
  }
}

// The blocks of a Type 3 tag are those of NDEF: the attributes, and what is for a message.

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
    // A transit card is someone's money, whatever room is left on it.
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
  /// The writes that put contents onto blocks that were read.
  fileprivate func changes(to contents: [[UInt8]], from first: Int) -> [BlockWrite] {
    contents.enumerated().compactMap { offset, new in
      let old = self[first + offset]
      guard old != new else { return nil }
      return BlockWrite(block: first + offset, old: old, new: new, purpose: .body)
    }
  }
}
