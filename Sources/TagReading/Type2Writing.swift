// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

/// What became of a message that was to be put on a tag.
package enum MessageOutcome: Hashable, Sendable {
  /// It was there already; nothing was written.
  case alreadyThere
  /// This many pages were written, registers included, and everything was read back.
  case written(pages: Int)
}

/// What a writer may do beyond replacing one message by another.
package struct WritePermissions: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Permanently make an NDEF tag of an unformatted one.
  package static let format = WritePermissions(rawValue: 1)
  /// Write over data that is not NDEF.
  package static let overwriteForeign = WritePermissions(rawValue: 2)
}

extension Type2Tag {
  /// Puts a message on the tag with the fewest writes, and reads it back in the same presentation.
  ///
  /// Lock and configuration pages are not read for this; they are when the tag refuses or shows
  /// something else, so that the reason has a name.
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
        // A lock or a password that was found now is the better reason for a refusal.
        if case .refused = error { _ = try plan(message, permissions) }
        throw error
      }
      try putUnlessHindered(message, permissions)
    }
    return outcome(since: writtenBefore)
  }

  /// Takes the message off the tag, whatever it was, so that the tag reads as empty.
  ///
  /// An active mirror is switched off also where it shows nothing: it would appear in whatever is
  /// written next.
  package func erase() throws(TagError) -> MessageOutcome {
    try read(.writing(messageSize: 0))
    if image.chip?.layout.features.contains(.mirror) == true { try read(.settings) }
    let writtenBefore = pagesWritten
    _ = try put([], .overwriteForeign)
    // After something unknown a message of no bytes proves nothing: that goes too.
    if TagState(image).content != .empty { _ = try put([], .overwriteForeign) }
    return outcome(since: writtenBefore)
  }

  private func putUnlessHindered(
    _ message: [UInt8], _ permissions: WritePermissions
  ) throws(TagError) {
    try read(.writing(messageSize: message.count))
    // The tag must be judged by what it holds, and a mirror shows something else.
    if image.mayShowMirror(of: tag.uid.bytes) { try read(.settings) }
    if image.mirror != nil {
      try switchMirrorOff()
      try read(.writing(messageSize: message.count))
    }
    let plan = try plan(message, permissions)
    // What was read a moment ago and needs no write has been verified by that.
    guard !plan.writes.isEmpty else { return }
    do throws(TagError) {
      try write(plan.writes)
      try verify(plan.pagesToVerify)
    } catch {
      switch error {
      case .refused: takeBack(plan.writes)
      // What a page that lies made of the message could be another link: no message is better.
      case .differs: try? write(self.plan([], permissions).writes)
      default: break
      }
      throw error
    }
  }

  /// The writes that putting a message would take, as the tag was read.
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

  /// Refuses content that is not NDEF, unless it may be lost.
  func refuseForeign(_ permissions: WritePermissions) throws(TagError) {
    guard !permissions.contains(.overwriteForeign), case .foreign = TagState(image).content else {
      return
    }
    // A torn header looks foreign until the whole of its message is seen.
    try read(.everything)
    if case .foreign = TagState(image).content { throw .foreignContent }
  }

  /// Sends writes in their order; after this the image is what the tag must be.
  package func write(_ writes: [PageWrite]) throws(TagError) {
    for write in writes {
      try send(write)
      pagesWritten += 1
      image = image.applying([write])
    }
  }

  /// Puts back what was there before writes of which the last were not done.
  ///
  /// In the opposite order each step is as safe as it was on the way, and the old message is whole
  /// with the last. The caller has a better error than one that comes up here.
  private func takeBack(_ writes: [PageWrite]) {
    for write in writes.reversed() where image[Int(write.page)] == write.readsAs {
      guard let undone = write.undone, (try? self.write([undone])) != nil else { return }
    }
  }

  /// Reads pages back and compares them byte for byte with the image.
  package func verify(_ pages: ClosedRange<Int>) throws(TagError) {
    let found = try readAgain(pages)
    // What another tag shows says nothing of this one.
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
        _ = try reader.exchange(command, care)
        return nil
      } catch {
        if case .refused(let code) = error { throw .refused(place, .nak(code)) }
        return try error.unknown(at: place)
      }
    } isDone: { () throws(TagError) in
      try isDone(write)
    }
  }

  /// Whether a write whose answer was lost has been done all the same; nil when the page holds
  /// neither what it held nor what it should hold, or does not show it.
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
