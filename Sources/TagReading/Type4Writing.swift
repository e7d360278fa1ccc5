// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

extension Type4Tag {
  /// Puts a message into the file with the fewest writes, and reads it back in the same presentation.
  package func put(_ message: [UInt8]) throws(TagError) -> MessageOutcome {
    let writtenBefore = pagesWritten
    let writes = try plan(message)
    // Bytes that were just read and need no write are verified by that.
    guard !writes.isEmpty else { return .alreadyThere }
    let before = file
    do throws(TagError) {
      try write(writes)
      try verify(message.count)
    } catch {
      switch error {
      case .refused:
        try? undo(writes, to: before)
        try nameRefusal()
      case .differs:
        // What the tag made of the message could be another link: no message is better.
        try? write(try planWrites(of: []))
        try nameRefusal()
      default: break
      }
      throw error
    }
    return outcome(since: writtenBefore)
  }

  /// The writes that a message requires; none if it is there already.
  package func plan(_ message: [UInt8]) throws(TagError) -> [Type4Write] {
    // One command returns the old length and everything that the new message will change.
    try read(upTo: file.lengthSize + message.count)
    let writes = try planWrites(of: message)
    guard !writes.isEmpty else { return [] }
    // A tag with a random UID can never be recognised.
    guard !tag.uid.isRandom else { throw .randomUID }
    // A blank chip has the factory settings; one with a message may have been closed afterwards.
    if file.length != 0 { try nameRefusal() }
    return writes
  }

  private func planWrites(of message: [UInt8]) throws(TagError) -> [Type4Write] {
    try planning { () throws(TagMemoryError) in
      try Type4Plan(
        writing: message, on: file, container, limits, wholeWrite: chip?.wholeWrite ?? 0
      ).writes
    }
  }

  /// Throws if the chip's settings tell that it will not take or show a message.
  func nameRefusal() throws(TagError) {
    guard let settings = try readSettings() else { return }
    guard settings.writer == .anyone else { throw .keyNeeded(settings.writer) }
    if settings.isDynamic { throw .dynamicContent }
  }

  /// Sends writes in order; afterwards the file is what the tag must contain.
  private func write(_ writes: [Type4Write]) throws(TagError) {
    var taken = 0
    for (number, write) in writes.enumerated() {
      try requireTaken(
        writes, before: number, since: &taken, purpose: \.purpose, on: session.reader,
        at: { .byte($0.offset) },
        repeatUnlessDone: { write throws(TagError) in
          if try !isDone(write) { try send(write) }
        })
      try send(write)
      pagesWritten += 1
      file = file.applying(write)
    }
  }

  /// Restores the content from before writes, one of which was refused.
  ///
  /// A refused write may still have changed bytes. So all of them are read from the tag, and the old
  /// length is restored only over bytes that read as before; otherwise the tag stays empty. The
  /// caller has a better error than one from here.
  private func undo(_ writes: [Type4Write], to before: Type4File) throws(TagError) {
    let end = writes.map { $0.offset + $0.bytes.count }.max() ?? 0
    let found = try readAgain(0..<end)
    guard !before.holds(found, at: 0) else { return }
    // The last write first, because it activates the message.
    for write in writes.reversed() where write.purpose != .invalidate {
      let place = write.offset..<write.offset + write.bytes.count
      if Array(found[place]) != write.replaced { try self.write([write.undone]) }
    }
    let body = file.lengthSize..<end
    if try before.holds(readAgain(body), at: body.lowerBound) {
      if let first = writes.first, first.purpose == .invalidate { try write([first.undone]) }
    } else {
      try write(try planWrites(of: []))
    }
  }

  /// Reads length and message back and compares them byte for byte with the expected ones.
  private func verify(_ count: Int) throws(TagError) {
    let range = 0..<file.lengthSize + count
    let found = try readAgain(range)
    for offset in range where found[offset] != file.bytes[offset] {
      throw .differs(.byte(offset))
    }
  }

  private func send(_ write: Type4Write) throws(TagError) {
    let place = TagPlace.byte(write.offset)
    try TagReading.write(at: place) { _ throws(TagError) in
      do throws(TagError) {
        try session.update(container.fileID, write.bytes, at: write.offset)
        return nil
      } catch {
        guard let reason = error.unknown else { throw error.interrupting(place) }
        return reason
      }
    } isDone: { () throws(TagError) in
      try isDone(write)
    }
  }

  /// Whether a write without an answer was done all the same.
  private func isDone(_ write: Type4Write) throws(TagError) -> Bool {
    do throws(TagError) {
      try session.restart()
      let range = write.offset..<write.offset + write.bytes.count
      return try readAgain(range) == write.bytes
    } catch {
      throw error.interrupting(.byte(write.offset))
    }
  }
}
