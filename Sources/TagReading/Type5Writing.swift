// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

extension Type5Tag {
  /// Writes a message with as few writes as possible, and reads it back in the same presentation.
  package func put(
    _ message: [UInt8], _ permissions: WritePermissions = []
  ) throws(TagError) -> MessageOutcome {
    let writtenBefore = pagesWritten
    try read(forMessageOf: message.count)
    let plan = try plan(message, permissions)
    // Bytes that were just read and need no write are verified by that.
    guard !plan.writes.isEmpty else { return .alreadyThere }
    do throws(TagError) {
      try write(plan.writes)
    } catch {
      switch error {
      case .refused: try? undo(plan.writes)
      // A reader that could write a moment ago does not accept this one.
      case .reader(.notPossible) where pagesWritten > writtenBefore: try? undo(plan.writes)
      default: break
      }
      throw error
    }
    do throws(TagError) {
      try verify(plan.blocksToVerify)
    } catch {
      // What a lying block made of the message could be another link: no message is better.
      if case .differs = error, let empty = try? self.plan([], permissions) {
        try? write(empty.writes)
      }
      throw error
    }
    return outcome(since: writtenBefore)
  }

  /// Removes the message, whatever it was, so that the tag reads as empty.
  package func erase() throws(TagError) -> MessageOutcome {
    let writtenBefore = pagesWritten
    _ = try put([], .overwriteForeign)
    // After unknown data, an empty message proves nothing, so that is removed too.
    if image.content != .empty { _ = try put([], .overwriteForeign) }
    return outcome(since: writtenBefore)
  }

  /// The writes that a message requires, according to what was read.
  package func plan(
    _ message: [UInt8], _ permissions: WritePermissions = []
  ) throws(TagError) -> Type5WritePlan {
    if !permissions.contains(.overwriteForeign), case .foreign = image.content {
      throw .foreignContent
    }
    let image = image
    return try planning { () throws(TagMemoryError) in
      try Type5WritePlan(
        writing: message, on: image, formatting: permissions.contains(.format))
    }
  }

  /// What locking the tag permanently would write now.
  package func planLock() throws(TagError) -> Type5LockPlan {
    try read()
    try readLocks(Type5LockPlan.blocks(of: image))
    let image = image
    return try planning { () throws(TagMemoryError) in try Type5LockPlan(on: image) }
  }

  /// Makes the tag permanently read-only, and asks it whether it is.
  ///
  /// The caller has verified the message in this presentation of the tag.
  package func lockForEver() throws(TagError) {
    let writes = try planLock().writes
    for write in writes {
      try self.write([write])
      // Only a container that says so is worth being locked.
      if write.purpose == .closeAccess { try verify(write.block..<write.block + 1) }
    }
    guard !writes.isEmpty else { return }
    let blocks = Type5LockPlan.blocks(of: image)
    // The tag's acceptance proves nothing; only its status counts.
    for block in blocks { image.setLocked(block, nil) }
    try readLocks(blocks)
    for block in blocks {
      guard let isLocked = image.isLocked(block) else { throw .locksUnproven }
      if !isLocked { throw .blockStillOpen(block: block) }
    }
  }

  /// Sends writes in order; afterwards the image is what the tag must contain.
  func write(_ writes: [BlockWrite]) throws(TagError) {
    for write in writes {
      try send(write)
      pagesWritten += 1
      image = image.applying([write])
    }
  }

  /// Reads blocks back and compares them byte for byte with the image.
  func verify(_ blocks: Range<Int>) throws(TagError) {
    let found = try readAgain(blocks)
    try vicinity.confirm()
    for (block, content) in zip(blocks, found) where image[block] != content {
      throw .differs(.block(block))
    }
  }

  /// Restores the content from before writes, one of which was refused.
  ///
  /// Every block is read from the tag, and the old message becomes readable again only over blocks
  /// that read as before; otherwise the tag stays without one. The caller has a better error than
  /// one from here.
  private func undo(_ writes: [BlockWrite]) throws(TagError) {
    // The last write may have been done all the same: over blocks of two messages, the new length would
    // show a third.
    for write in writes.reversed() { try restore(write) }
  }

  private func restore(_ write: BlockWrite) throws(TagError) {
    guard let old = write.old else { return }
    let block = write.block..<write.block + 1
    guard let now = try readAgain(block).first else { return }
    image[write.block] = now
    guard now != old else { return }
    try self.write(
      [BlockWrite(block: write.block, old: now, new: old, purpose: write.purpose)])
    try verify(block)
  }

  private func send(_ write: BlockWrite) throws(TagError) {
    let command: VicinityCommand =
      write.purpose == .lock ? .lock(write.block) : .write(write.block, write.new)
    let place = TagPlace.block(write.block)
    try TagReading.write(at: place, withoutReason: .vicinity(.withoutReason)) {
      care throws(TagError) in
      let answer: VicinityAnswer?
      do throws(ReaderError) {
        answer = try vicinity.changeOnce(command, care)
      } catch {
        guard error == .notPossible else { return try error.unknown(at: place) }
        // A reader's word for what it cannot do may be a wrong one.
        guard try isDone(write) == true else { throw .reader(error) }
        return nil
      }
      switch answer {
      case .data: return nil
      // A lock whose answer was lost; the tag is asked for all of them at the end.
      case .refused(let code) where write.purpose == .lock && code.meansLocked: return nil
      case .refused(let code): throw .refused(place, .vicinity(code))
      case nil: return .corrupted
      }
    } isDone: { () throws(TagError) in
      try isDone(write)
    }
  }

  /// Whether a write whose answer was lost has been done all the same, by the tag's own word; nil when the
  /// block holds neither what it held nor what it should hold, or the tag does not tell.
  private func isDone(_ write: BlockWrite) throws(TagError) -> Bool? {
    let block = write.block..<write.block + 1
    do throws(TagError) {
      try asking { () throws(ReaderError) in try vicinity.reselect() }
      guard write.purpose == .lock else {
        let found = try readAgain(block).first
        return found == write.new ? true : found == write.old ? false : nil
      }
      return try vicinity.lockStates(block)?.first
    } catch {
      throw error.interrupting(.block(write.block))
    }
  }
}
