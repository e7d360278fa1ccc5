// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension TagReader {
  /// Sends a command that does no harm when it arrives twice, and finds out why if it fails.
  ///
  /// The first try costs one exchange. Only when its failure is unclear is the tag selected again
  /// and asked once more with care; after a refusal or silence it must be selected before the next
  /// command, because a Type 2 tag falls idle then.
  package func ask(
    _ tag: TagInField, _ command: [UInt8]
  ) throws(ReaderError) -> [UInt8] {
    do {
      return try exchange(command, .quick)
    } catch {
      guard error == .unclear else { throw error }
    }
    try reselect(tag)
    return try exchange(command, .careful)
  }

  /// Selects the same tag again, or says what lies there instead.
  package func reselect(_ tag: TagInField) throws(ReaderError) {
    let family = tag.technology.family
    do throws(ReaderError) {
      if try select(family, uid: tag.uid) != nil { return }
    } catch {
      // Right behind a command that was given up, a PN532 may miss the next one.
      guard error == .readerSilent else { throw error }
      if try select(family, uid: tag.uid) != nil { return }
    }
    guard let other = try select(family) else { throw .tagGone }
    guard other.uid == tag.uid else { throw .tagSwapped(found: other.uid) }
  }

  /// Makes sure that no second tag of the same family lies beside the selected one.
  ///
  /// A reader that is told to find two tags finds even one only every second time. So the known tag
  /// is put to sleep, and whatever answers then is another one.
  package func requireAlone(_ tag: TagInField) throws(ReaderError) {
    try halt()
    if let other = try select(tag.technology.family), other.uid != tag.uid {
      throw .severalTags(tag.uid, other.uid)
    }
    try reselect(tag)
  }

  /// Makes sure that no second tag lies beside one that a command could reach in its place.
  ///
  /// A command of FeliCa names the tag that it is for, and tags of the other families are only read.
  /// So is one with a UID that it makes up anew, which would look like another tag.
  package func requireNoneBeside(_ tag: TagInField) throws(ReaderError) {
    if tag.technology.family == .typeA, !tag.uid.isMadeUp { try requireAlone(tag) }
  }
}
