// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The exact block writes that turn what is on a Type 5 tag into what must be on it.
///
/// The order is that of Type 2: a seal comes before the body while it changes, and the commit
/// replaces the seal.
package struct Type5WritePlan: Hashable, Sendable {
  /// In the order in which they must be sent; empty when the tag is right already.
  package let writes: [BlockWrite]
  /// The tag after the last write.
  package let result: Type5Image
  /// The blocks to read back and compare with `result`.
  ///
  /// They begin with the container, although that is seldom written: on a copy with less memory than
  /// it says, a block that it does not have is one of the first again.
  package let blocksToVerify: Range<Int>

  /// Plans a message; no bytes at all make the tag empty.
  package init(
    writing message: [UInt8], on image: Type5Image, formatting: Bool = false
  ) throws(TagMemoryError) {
    // A message that another writer put where we would not is all the same there.
    guard message.isEmpty || image.content != .message(message) else {
      writes = []
      result = image
      blocksToVerify = 0..<0
      return
    }
    let place = try Type5Place(on: image, formatting: formatting)
    guard message.count <= place.capacity else {
      throw .messageTooLarge(size: message.count, capacity: place.capacity)
    }
    let draft = place.draft(of: message)
    let changes = try Self.changes(to: image, draft, at: place.start)
    writes = Self.ordered(changes, at: place, on: image)
    result = image.applying(writes)
    let front = 0..<place.start / image.blockSize
    let first = image.firstUnknown(in: front) == nil ? 0 : front.upperBound
    blocksToVerify = first..<image.blocks(for: place.start + draft.count)
    guard !writes.isEmpty else { return }
    if let container = image.container, container.writeAccess != 0 { throw .readOnly }
    for write in writes where image.isLocked(write.block) == true {
      throw .blockLocked(write.block)
    }
  }

  private struct Change {
    let block: Int
    let old: [UInt8]
    let new: [UInt8]
  }

  /// The blocks that differ from the image, in ascending order.
  private static func changes(
    to image: Type5Image, _ draft: [UInt8], at start: Int
  ) throws(TagMemoryError) -> [Change] {
    var changes: [Change] = []
    let size = image.blockSize
    for block in start / size..<image.blocks(for: start + draft.count) {
      guard let old = image[block] else { throw image.unknown(block) }
      var new = old
      for index in 0..<size where draft.indices.contains(block * size + index - start) {
        new[index] = draft[block * size + index - start]
      }
      if new != old { changes.append(Change(block: block, old: old, new: new)) }
    }
    return changes
  }

  private static func ordered(
    _ changes: [Change], at place: Type5Place, on image: Type5Image
  ) -> [BlockWrite] {
    guard place.newContainer == nil else {
      // No one looks for a message before the container is there: it comes last, and seals all.
      let body = changes.filter { $0.block != 0 }.map { write($0, .body) }
      return formatting(changes.first { $0.block == 0 }, around: body)
    }
    return ordered(changes, behind: place.seals[...], on: image)
  }

  /// What becomes the container, after the body.
  ///
  /// Half of a container is none to us, and may be one to others; so it goes before anything else.
  private static func formatting(
    _ container: Change?, around body: [BlockWrite]
  ) -> [BlockWrite] {
    guard let container else { return body }
    guard Type5Container.size(beginningWith: container.old) != nil else {
      return body + [write(container, .format)]
    }
    var blank = container.old
    for index in 0..<Type5Container.shortSize { blank[index] = 0 }
    return [write(Change(block: 0, old: container.old, new: blank), .invalidate)] + body
      + [write(Change(block: 0, old: blank, new: container.new), .format)]
  }

  /// The changes in the order that the seals want; of those there are two at most.
  private static func ordered(
    _ changes: [Change], behind seals: ArraySlice<Seal>, on image: Type5Image
  ) -> [BlockWrite] {
    guard let seal = seals.first else { return changes.map { write($0, .body) } }
    let sealBlock = seal.address / image.blockSize
    var writes: [BlockWrite] = []
    var last = changes.first { $0.block == sealBlock }
    if let old = image[sealBlock] {
      let committed = last?.new ?? old
      // What else changes in the block of the seal changes with it.
      var sealed = committed
      sealed[seal.address % image.blockSize] = seal.byte
      let isSealed = image.byte(seal.address) == seal.byte
      let sealsOthers = !isSealed && changes.contains { $0.block != sealBlock }
      // A large block holds words of the message: torn together with the length, they would be
      // another link.
      let sealsItself = image.blockSize > Page.size && last != nil && sealed != old
      if sealsOthers || sealsItself {
        let first = Change(block: sealBlock, old: old, new: sealed)
        writes.append(write(first, isSealed ? .body : .invalidate))
        last = committed == sealed ? nil : Change(block: sealBlock, old: sealed, new: committed)
      }
    }
    let others = changes.filter { $0.block != sealBlock }
    writes += ordered(others, behind: seals.dropFirst(), on: image)
    if let last { writes.append(write(last, .commit)) }
    return writes
  }

  private static func write(_ change: Change, _ purpose: BlockWrite.Purpose) -> BlockWrite {
    BlockWrite(block: change.block, old: change.old, new: change.new, purpose: purpose)
  }
}

/// The writes that make a Type 5 tag permanently read-only.
package struct Type5LockPlan: Hashable, Sendable {
  /// The container first, which can be read back; then every block, each permanently.
  package let writes: [BlockWrite]

  /// The blocks whose state must be known before anything can be planned; empty when the tag cannot
  /// be locked.
  package static func blocks(of image: Type5Image) -> Range<Int> {
    guard let container = image.container else { return 0..<0 }
    return 0..<image.blocks(for: container.readableArea(of: image.memorySize).upperBound)
  }

  package init(on image: Type5Image) throws(TagMemoryError) {
    guard let container = image.container, let first = image[0] else {
      if case .unread(let block) = image.head { throw image.unknown(block) }
      throw .notFormatted
    }
    guard image.chip?.takesLock ?? container.takesLock else { throw .lockUnsupported(.type5) }
    var open: [Int] = []
    for block in Self.blocks(of: image) {
      guard let isLocked = image.isLocked(block) else { throw .lockUnknown(block) }
      if !isLocked { open.append(block) }
    }
    let head = image.closedHead ?? first
    var writes: [BlockWrite] = []
    if head != first, open.contains(0) {
      writes.append(BlockWrite(block: 0, old: first, new: head, purpose: .closeAccess))
    }
    // The container goes last: as long as one block is open, anyone who asks finds the tag
    // unlocked.
    for block in open.filter({ $0 != 0 }) + open.filter({ $0 == 0 }) {
      let content = (block == 0 ? head : image[block]) ?? []
      writes.append(BlockWrite(block: block, old: content, new: content, purpose: .lock))
    }
    self.writes = writes
  }
}

extension Type5Image {
  /// The first block as locking leaves it.
  package var closedHead: [UInt8]? {
    guard let container, let first = self[0] else { return nil }
    let closed = container.closedForWriting
    return Array((closed + first.dropFirst(closed.count)).prefix(blockSize))
  }
}
