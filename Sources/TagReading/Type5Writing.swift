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
    return .written(pages: pagesWritten - writtenBefore)
  }

  /// Removes the message, whatever it was, so that the tag reads as empty.
  package func erase() throws(TagError) -> MessageOutcome {
    let writtenBefore = pagesWritten
    _ = try put([], .overwriteForeign)
    // After unknown data, an empty message proves nothing, so that is removed too.
    if image.content != .empty { _ = try put([], .overwriteForeign) }
    let writes = pagesWritten - writtenBefore
    return writes == 0 ? .alreadyThere : .written(pages: writes)
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

  /// Sends one write; silence proves nothing, so the tag is read then.
  private func send(_ write: BlockWrite) throws(TagError) {
    let command: VicinityCommand =
      write.purpose == .lock ? .lock(write.block) : .write(write.block, write.new)
    var failure = ReaderError.silent
    // Whether an answer came each time, and the block stayed as it was.
    var isRefusal = true
    for attempt in 1...VicinityTag.tries {
      var answer: VicinityAnswer?
      do throws(ReaderError) {
        answer = try vicinity.changeOnce(command, attempt == 1 ? .quick : .careful)
        failure = .corrupted
      } catch {
        switch error {
        case .unclear, .silent, .corrupted, .readerSilent: failure = error
        case .notPossible:
          // A reader may be wrong about what it cannot do.
          guard try outcome(of: write) == .done else { throw .reader(error) }
          return
        default: throw .interrupted(.block(write.block), error)
        }
      }
      switch answer {
      case .data: return
      // A lock without an answer; the tag is asked for all of them at the end.
      case .refused(let code) where write.purpose == .lock && code.meansLocked: return
      case .refused(let code): throw .refused(.block(write.block), .vicinity(code))
      case nil: break
      }
      let found = try outcome(of: write)
      if found == .done { return }
      isRefusal = isRefusal && failure == .unclear && found == .undone
    }
    // Some readers have one status for every refusal of a tag.
    if isRefusal { throw .refused(.block(write.block), .vicinity(.withoutReason)) }
    throw .interrupted(.block(write.block), failure)
  }

  private enum WriteOutcome {
    case done
    case undone
    /// The block has neither its old nor its new content, or the tag does not tell.
    case other
  }

  /// The result of a write without an answer, according to the tag.
  private func outcome(of write: BlockWrite) throws(TagError) -> WriteOutcome {
    let block = write.block..<write.block + 1
    do throws(TagError) {
      try asking { () throws(ReaderError) in try vicinity.reselect() }
      guard write.purpose == .lock else {
        let found = try readAgain(block).first
        return found == write.new ? .done : found == write.old ? .undone : .other
      }
      guard let isLocked = try vicinity.lockStates(block)?.first else { return .other }
      return isLocked ? .done : .undone
    } catch {
      throw error.interrupting(.block(write.block))
    }
  }
}
