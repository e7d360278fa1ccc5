// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

extension Type3Tag {
  /// Writes a message with as few writes as possible, and reads it back in the same presentation.
  package func put(
    _ message: [UInt8], _ permissions: WritePermissions = []
  ) throws(TagError) -> MessageOutcome {
    let writtenBefore = pagesWritten
    try read()
    let plan = try plan(message, permissions)
    // Bytes that were just read and need no write are verified by that.
    guard !plan.writes.isEmpty else { return .alreadyThere }
    do throws(TagError) {
      try write(plan.writes)
      try verify(plan.blocksToVerify)
    } catch {
      switch error {
      case .refused: try? undo(plan.writes)
      // What a lying block made of the message could be another link: no message is better.
      case .differs:
        if let empty = try? self.plan([], permissions) { try? write(empty.writes) }
      default: break
      }
      throw error
    }
    return outcome(since: writtenBefore)
  }

  /// The writes that a message requires, according to what was read.
  package func plan(
    _ message: [UInt8], _ permissions: WritePermissions = []
  ) throws(TagError) -> Type3WritePlan {
    if !permissions.contains(.overwriteForeign), case .foreign = image.content {
      throw .foreignContent
    }
    let image = image
    let plan = try planning { () throws(TagMemoryError) in
      try Type3WritePlan(
        writing: message, on: image, formatting: permissions.contains(.format))
    }
    // A transit card is someone's money, however much room is left on it.
    if !plan.writes.isEmpty, try isTransitCard() {
      throw .notNDEF(system: Type3Tag.systemOfTransit)
    }
    return plan
  }

  /// What locking the tag permanently would write now.
  package func planLock() throws(TagError) -> Type3LockPlan {
    try read()
    try readConfiguration()
    let image = image
    return try planning { () throws(TagMemoryError) in try Type3LockPlan(on: image) }
  }

  /// Makes the tag permanently read-only and reads each step back before the next makes it final.
  ///
  /// The caller has verified the message in this presentation of the tag.
  package func lockForEver() throws(TagError) {
    for write in try planLock().writes {
      try self.write([write])
      try verify([write.block])
    }
  }

  /// Sends writes in order; afterwards the image is what the tag must contain.
  func write(_ writes: [BlockWrite]) throws(TagError) {
    blocksPerWrite = min(blocksPerWrite, image.blocksPerWrite)
    var left = writes[...]
    var taken = 0
    while let first = left.first {
      try requireTaken(
        writes, before: left.startIndex, since: &taken, purpose: \.purpose, on: felica.reader,
        at: { .block($0.block) },
        repeatUnlessDone: { write throws(TagError) in
          if try !areDone([write]) { _ = try send([write]) }
        })
      // Only blocks of the message may be torn together: no reader reads them yet.
      var together = left.prefix { $0.purpose == .body && first.purpose == .body }
      let room = min(blocksPerWrite, FelicaCommand.writable(together.map(\.block)))
      together = together.prefix(room)
      if together.isEmpty { together = left.prefix(1) }
      guard try send(Array(together)) else {
        blocksPerWrite = 1
        continue
      }
      pagesWritten += together.count
      image = image.applying(Array(together))
      left = left.dropFirst(together.count)
    }
  }

  /// Reads blocks back and compares them byte for byte with the image.
  func verify(_ blocks: [Int]) throws(TagError) {
    let found = try readAgain(blocks)
    for (block, content) in zip(blocks, found) where image[block] != content {
      throw .differs(.block(block))
    }
  }

  /// Restores the content from before writes, one of which was refused.
  ///
  /// A refused command may still have changed some of its blocks. So all of them are read from the
  /// tag, and the old length is restored only over blocks that read as before; otherwise the tag
  /// stays without a message. The caller has a better error than one from here.
  private func undo(_ writes: [BlockWrite]) throws(TagError) {
    let body = writes.filter { $0.purpose == .body }
    let attributes = writes.filter { $0.block == AttributeBlock.number }
    guard let before = attributes.first?.old, let seal = attributes.last?.old else { return }
    let blocks = [AttributeBlock.number] + body.map(\.block)
    let found = try readAgain(blocks)
    for (block, content) in zip(blocks, found) { image[block] = content }
    guard found != [before] + body.map({ $0.old ?? [] }) else { return }
    try restore(AttributeBlock.number, to: seal)
    let changed = body.filter { $0.old != nil && $0.old != image[$0.block] }
    // Backwards, so that an interrupted tag is in one of the intermediate states.
    for write in changed.reversed() {
      if let old = write.old { try restore(write.block, to: old) }
    }
    if !changed.isEmpty { try verify(changed.map(\.block)) }
    let length = AttributeBlock(before)?.length ?? 0
    // An unread block may be part of what another program left.
    let isWhole = body.allSatisfy {
      $0.old != nil || ($0.block - 1) * AttributeBlock.blockSize >= length
    }
    if isWhole { try restore(AttributeBlock.number, to: before) }
  }

  /// Writes a block unless it has that content already.
  private func restore(_ block: Int, to content: [UInt8]) throws(TagError) {
    guard image[block] != content else { return }
    try write([BlockWrite(block: block, old: image[block], new: content, purpose: .commit)])
  }

  /// Writes blocks at once.
  /// - Returns: false when the tag refused several, so they must be sent one at a time.
  private func send(_ writes: [BlockWrite]) throws(TagError) -> Bool {
    let place = TagPlace.block(writes.first?.block ?? AttributeBlock.number)
    var takesSeveral = true
    try TagReading.write(at: place) { care throws(TagError) in
      let flags: StatusFlags?
      do throws(ReaderError) {
        flags = try felica.writeOnce(
          writes.map(\.block), writes.flatMap(\.new), of: Type3Tag.writeService, care)
      } catch {
        return try error.unknown(at: place)
      }
      guard let flags else { return .corrupted }
      if flags.isDone { return nil }
      // A chip that only warns has written what it was given; the blocks tell.
      if flags.isWarning, try areDone(writes) { return nil }
      // Each maker has flags of his own for too many blocks; one at a time shows whether that
      // was meant, or which block is refused and why. A memory that failed is left in peace.
      guard writes.count > 1, !flags.meansWorn else { throw .refused(place, .felica(flags)) }
      takesSeveral = false
      return nil
    } isDone: { () throws(TagError) in
      try areDone(writes)
    }
    return takesSeveral
  }

  /// Whether writes without an answer were done all the same.
  private func areDone(_ writes: [BlockWrite]) throws(TagError) -> Bool {
    do throws(TagError) {
      try asking { () throws(ReaderError) in try felica.reselect() }
      return try readAgain(writes.map(\.block)) == writes.map(\.new)
    } catch {
      throw error.interrupting(.block(writes.first?.block ?? AttributeBlock.number))
    }
  }
}
