// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

/// The result of writing a message to a tag.
package enum MessageOutcome: Hashable, Sendable {
  /// It was there already; nothing was written.
  case alreadyThere
  /// This many pages were written, registers included, and everything was read back.
  case written(pages: Int)
}

/// What a writer may do besides replacing one message with another.
package struct WritePermissions: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Permanently format an unformatted tag for NDEF.
  package static let format = WritePermissions(rawValue: 1)
  /// Overwrite data that is not NDEF.
  package static let overwriteForeign = WritePermissions(rawValue: 2)
}

extension Type2Tag {
  /// Writes a message with as few writes as possible, and reads it back in the same presentation.
  ///
  /// Lock and configuration pages are only read if the tag refuses or shows something else, to find
  /// the reason.
  package func put(
    _ message: [UInt8], _ permissions: WritePermissions = []
  ) throws(TagError) -> MessageOutcome {
    let writtenBefore = pagesWritten
    do throws(TagError) {
      try putUnlessHindered(message, permissions)
    } catch {
      switch error {
      case .refused, .differs: break
      default: throw error
      }
      try read(.settings)
      guard image.mirror != nil else {
        // A lock or a password that was found now explains a refusal better.
        if case .refused = error { _ = try plan(message, permissions) }
        throw error
      }
      try putUnlessHindered(message, permissions)
    }
    return outcome(since: writtenBefore)
  }

  /// Takes the message off the tag, whatever it was, so that the tag reads as empty.
  ///
  /// An active mirror is switched off even where it shows nothing: it would appear in whatever is
  /// written next.
  package func erase() throws(TagError) -> MessageOutcome {
    try read(.writing(messageSize: 0))
    if image.chip?.layout.features.contains(.mirror) == true { try read(.settings) }
    let writtenBefore = pagesWritten
    _ = try put([], .overwriteForeign)
    // After unknown data, an empty message proves nothing, so that is removed too.
    if TagState(image).content != .empty { _ = try put([], .overwriteForeign) }
    return outcome(since: writtenBefore)
  }

  private func putUnlessHindered(
    _ message: [UInt8], _ permissions: WritePermissions
  ) throws(TagError) {
    try read(.writing(messageSize: message.count))
    // The tag must be judged by what it stores, and a mirror shows something else.
    if image.mayShowMirror(of: tag.uid.bytes) { try read(.settings) }
    if image.mirror != nil {
      try switchMirrorOff()
      try read(.writing(messageSize: message.count))
    }
    let plan = try plan(message, permissions)
    // Bytes that were just read and need no write are verified by that.
    guard !plan.writes.isEmpty else { return }
    do throws(TagError) {
      try write(plan.writes)
      try verify(plan.pagesToVerify)
    } catch {
      switch error {
      case .refused: undo(plan.writes)
      // What a lying page made of the message could be another link: no message is better.
      case .differs: try? write(self.plan([], permissions).writes)
      default: break
      }
      throw error
    }
  }

  /// The writes that a message requires, according to what was read.
  package func plan(
    _ message: [UInt8], _ permissions: WritePermissions = []
  ) throws(TagError) -> WritePlan {
    try refuseForeign(permissions)
    return try planning { () throws(TagMemoryError) in
      try WritePlan(
        writing: message, on: image, formatting: permissions.contains(.format),
        authenticated: isAuthenticated)
    }
  }

  /// Refuses content that is not NDEF, unless it may be overwritten.
  func refuseForeign(_ permissions: WritePermissions) throws(TagError) {
    guard !permissions.contains(.overwriteForeign), case .foreign = TagState(image).content else {
      return
    }
    // A torn header looks foreign until all of its message is read.
    try read(.everything)
    if case .foreign = TagState(image).content { throw .foreignContent }
  }

  /// Sends writes in order; afterwards the image is what the tag must contain.
  package func write(_ writes: [PageWrite]) throws(TagError) {
    var taken = 0
    for (number, write) in writes.enumerated() {
      try requireTaken(
        writes, before: number, since: &taken, purpose: \.purpose, on: reader,
        at: { .page(Int($0.page)) },
        repeatUnlessDone: { write throws(TagError) in
          if try isDone(write) != true { try send(write) }
        })
      try send(write)
      pagesWritten += 1
      image = image.applying([write])
    }
  }

  /// Restores the content from before writes of which the last were not done.
  ///
  /// In the opposite order each step is as safe as before, and the old message is complete with the
  /// last. The caller has a better error than one from here.
  private func undo(_ writes: [PageWrite]) {
    for write in writes.reversed() where image[Int(write.page)] == write.readsAs {
      guard let undone = write.undone, (try? self.write([undone])) != nil else { return }
    }
  }

  /// Reads pages back and compares them byte for byte with the image.
  package func verify(_ pages: ClosedRange<Int>) throws(TagError) {
    let found = try readAgain(pages)
    // What another tag shows says nothing about this one.
    try confirm()
    for page in pages {
      guard let wanted = image[page] else { continue }
      guard let content = found[page] else { throw .hidden(.page(page), nil) }
      guard content == wanted else {
        throw .differs(.page(page), wanted: wanted, found: content)
      }
    }
  }

  private func send(_ write: PageWrite) throws(TagError) {
    let command = [0xA2, write.page] + write.new.bytes
    let place = TagPlace.page(Int(write.page))
    try TagReading.write(at: place, withoutReason: .nak(0)) { care throws(TagError) in
      do throws(ReaderError) {
        // What has content is the answer to something else.
        return try reader.exchange(command, care).isEmpty ? nil : .corrupted
      } catch {
        if case .refused(let code) = error { throw .refused(place, .nak(code)) }
        return try error.unknown(at: place)
      }
    } isDone: { () throws(TagError) in
      try isDone(write)
    }
  }

  /// Whether a write without an answer was done all the same; nil if the page has neither its old
  /// nor its new content, or is not shown.
  private func isDone(_ write: PageWrite) throws(TagError) -> Bool? {
    let page = Int(write.page)
    do {
      try reselect()
      guard let wanted = write.readsAs, let found = try readAgain(page...page)[page] else {
        return nil
      }
      if found == wanted { return true }
      return found == write.old ? false : nil
    } catch {
      throw error.interrupting(.page(page))
    }
  }
}
