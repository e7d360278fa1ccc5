// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagReading

/// The way to the Type 2 tag on a slot.
protocol Type2Channel {
  /// The most bytes of a tag that come back in one answer.
  var longestAnswer: Int { get }

  /// Sends one command of the tag's own language; a bare acknowledgement is the empty answer.
  func exchange(_ command: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8]

  /// Gives the tag back to the reader.
  func close()
}

extension Type2Channel {
  /// Whether the first pages show this UID, which has seven bytes; a tag of another kind shows nothing
  /// unasked.
  func shows(_ uid: TagUID) throws(ReaderError) -> Bool {
    isHeader(try exchange([0x30, 0x00], .quick), of: uid)
  }

  /// Whether there is no doubt that this tag is there.
  func surelyShows(_ uid: TagUID) -> Bool { (try? shows(uid)) == true }
}

/// Whether the first four pages of a Type 2 tag are those of the one with this UID.
private func isHeader(_ pages: [UInt8], of uid: TagUID) -> Bool {
  pages.count == 16 && Array(pages[0..<3] + pages[4..<8]) == uid.bytes
}

/// Whether a command changes a Type 2 tag: a WRITE, and PWD_AUTH, of which tags count the wrong ones.
func changesType2Tag(_ command: [UInt8]) -> Bool {
  command.first == 0xA2 || command.first == 0x1B
}

/// Finds out by reading alone which way leads to the Type 2 tag; nil when it is none.
func openType2Channel(
  on slot: any CardSlot, uid: TagUID
) throws(ReaderError) -> (any Type2Channel)? {
  // A way that fails for whatever reason is none; if the tag has gone, all of them fail.
  var wasSilent = false
  if let direct = try? DirectType2(on: slot) {
    do throws(ReaderError) {
      if try direct.shows(uid) { return direct }
    } catch {
      wasSilent = error == .silent || error == .unclear
    }
  }
  if let transparent = try? TransparentType2(on: slot) {
    if (try? transparent.shows(uid)) == true { return transparent }
    transparent.close()
  }
  let pages = PageType2(on: slot)
  if try pages.isType2(uid) { return pages }
  // A tag that did not answer the one command and cannot be asked by the other is none of another kind.
  if wasSilent { throw .silent }
  return nil
}

/// What a frame of one byte from a Type 2 tag means: an acknowledgement or a refusal in four bits.
func acknowledgement(_ byte: UInt8) throws(ReaderError) -> [UInt8] {
  switch byte {
  case 0x0A: return []
  case 0x0...0x7: throw .refused(byte)
  default: throw .corrupted
  }
}

/// Type 2 commands through a transparent session.
struct TransparentType2: Type2Channel {
  let longestAnswer = 128
  private let session: TransparentSession

  /// nil when the reader has no session to offer.
  init?(on slot: any CardSlot) throws(ReaderError) {
    guard let session = try TransparentSession(.typeA, on: slot) else { return nil }
    self.session = session
  }

  func exchange(_ command: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8] {
    let frame = try session.exchange(command)
    if frame.bytes.count == 1, frame.lastBits == 0 || frame.lastBits == 4 {
      return try acknowledgement(frame.bytes[0])
    }
    guard frame.lastBits == 0 else { throw .corrupted }
    return frame.bytes
  }

  func close() {
    session.close()
  }
}

/// Type 2 pages through READ BINARY and UPDATE BINARY, which any reader has: READ and WRITE, no more.
struct PageType2: Type2Channel {
  let longestAnswer = 16
  private let slot: any CardSlot

  init(on slot: any CardSlot) {
    self.slot = slot
  }

  /// Whether the tag shows its first pages, which any tag of Type 2 does.
  ///
  /// One failure may be a moment's trouble; two are an answer of the tag, unless they say that it
  /// was silent, or nothing more than that it did not work, as many readers do then.
  func isType2(_ uid: TagUID) throws(ReaderError) -> Bool {
    for attempt in 1...2 {
      let answer = try slot.ask(ReaderCommand.read(0, count: 16))
      if answer.isDone, answer.data.count == 16 { return isHeader(answer.data, of: uid) }
      if attempt == 2, answer.error == .silent || answer.saysNothing { throw .silent }
    }
    return false
  }

  func exchange(_ command: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8] {
    switch (command.first, command.count) {
    case (0x30, 2):
      let answer = try slot.ask(ReaderCommand.read(UInt16(command[1]), count: 16))
      if answer.isDone, answer.data.count == 16 { return answer.data }
      // The reader has one status for a refusal and for silence. A page that cannot be read twice in
      // a row, with the tag selected again in between, is refused.
      throw care == .careful ? .refused(0) : .unclear
    case (0xA2, 6):
      guard
        let update = ReaderCommand.update(UInt16(command[1]), Array(command.dropFirst(2)))
      else { throw .notPossible }
      guard try slot.ask(update).isDone else { throw .unclear }
      return []
    default: throw .notPossible
    }
  }

  func close() {}
}
