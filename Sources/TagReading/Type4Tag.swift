// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

/// A Type 4 tag on a reader: what is known about its file, and the commands that tell more.
package final class Type4Tag {
  package let tag: TagInField
  package let container: Type4Container
  package let chip: TagChip?
  package internal(set) var file: Type4File
  /// How many writes were done since it was selected.
  package internal(set) var pagesWritten = 0

  let session: Type4Session
  let limits: Type4Limits
  /// What an NTAG 424 said about its files in this presentation, and the steps to lock it.
  var settings: [NTAG424Settings.File: NTAG424Settings] = [:]
  var lockPlan: NTAG424LockPlan?

  /// Finds the NDEF application and its container, without changing anything on the tag.
  package init(_ tag: TagInField, on reader: any TagReader) throws(TagError) {
    let session = Type4Session(tag, on: reader)
    do throws(TagError) {
      try session.open()
    } catch {
      guard case .noApplication = error, let version = try? session.version(), version.isDESFire
      else { throw error }
      throw .unformatted(version)
    }
    var head = try session.read(
      Type4Container.ownFileID, at: 0, count: Type4Container.smallestSize)
    let size = Type4Container.size(beginningWith: head)
    if head.count == Type4Container.smallestSize, size > head.count {
      head += try session.read(
        Type4Container.ownFileID, at: head.count, count: size - head.count)
    }
    container = try planning { () throws(TagMemoryError) in try Type4Container(head) }
    limits = Type4Limits(container, frame: reader.identity.longestAnswer)
    file = Type4File(container, limits)
    self.tag = session.tag
    self.session = session
    if let ats = session.tag.technology.answerToSelect {
      chip = TagChip(ats: ats, container)
    } else {
      chip = nil
    }
  }

  /// Whether a tag may be of Type 4, by what it said when it was selected.
  package static func speaks(_ technology: TagTechnology) -> Bool {
    technology.family == .typeA && technology.isSmartCard
  }

  /// Reads on from what is known up to this byte, or to the end of the file.
  package func read(upTo count: Int) throws(TagError) {
    while file.bytes.count < min(count, file.size) {
      let offset = file.bytes.count
      file.append(try piece(at: offset, upTo: min(count, file.size)))
    }
  }

  /// Reads all of the message.
  package func readMessage() throws(TagError) {
    try read(upTo: file.lengthSize)
    try read(upTo: file.extent)
  }

  /// The current bytes of the file, whatever was known about them.
  func readAgain(_ range: Range<Int>) throws(TagError) -> [UInt8] {
    var found: [UInt8] = []
    while found.count < range.count {
      found += try piece(at: range.lowerBound + found.count, upTo: range.upperBound)
    }
    return Array(found.prefix(range.count))
  }

  /// One READ; a tag that sends less than announced would be read forever.
  private func piece(at offset: Int, upTo end: Int) throws(TagError) -> [UInt8] {
    let count = min(limits.read(at: offset), end - offset)
    let found = try session.read(container.fileID, at: offset, count: count)
    guard found.count >= count else { throw .nothingRead(offset: offset + found.count) }
    return found
  }

  /// The version of a chip of NXP's DESFire family; nil for others.
  package func readVersion() throws(TagError) -> CardVersion? { try session.version() }

  /// Who may write a file of an NTAG 424; nil for other chips.
  package func readSettings(
    of file: NTAG424Settings.File = .message
  ) throws(TagError) -> NTAG424Settings? {
    guard chip == .ntag424 else { return nil }
    if let known = settings[file] { return known }
    let answer = try session.ask(0xF5, [file.rawValue])
    let found = answer.status == .nativeDone ? NTAG424Settings(answer.data) : nil
    settings[file] = found
    return found
  }

  /// The maker's signature over the UID; nil if the chip has none.
  package func readSignature() throws(TagError) -> [UInt8]? {
    guard chip?.isSigned == true else { return nil }
    let answer = try session.ask(0x3C, [0x00])
    let isDone = answer.status == .nativeDone || answer.status == .nativeSignature
    return isDone && !answer.data.isEmpty ? answer.data : nil
  }
}

extension Type4Session {
  /// GET_VERSION; nil for a card that does not support it.
  func version() throws(TagError) -> CardVersion? {
    let answer = try ask(0x60)
    return answer.status == .nativeDone ? CardVersion(answer.data) : nil
  }
}
