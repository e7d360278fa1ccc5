// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagReading

/// ISO 15693 through Identiv's own command: the reader adds flags and, if it likes, the UID.
struct IdentivVicinity: VicinityChannel {
  let access = VicinityAccess.requests
  let longestAnswer = 1 + 128

  let tag: TagInField
  private let slot: any CardSlot
  /// Whether the flags of responses come along; the manual does not say, so the tag's own system
  /// information shows it.
  private let showsFlags: Bool

  /// nil when the reader does not know the command.
  init?(on slot: any CardSlot) throws(ReaderError) {
    guard let found = try Self.systemInformation(on: slot) else { return nil }
    self.slot = slot
    tag = found.tag
    showsFlags = found.showsFlags
  }

  func presentTag() throws(ReaderError) -> TagInField? {
    do throws(ReaderError) {
      return try Self.systemInformation(on: slot)?.tag
    } catch {
      guard error == .silent else { throw error }
      return nil
    }
  }

  func exchange(_ request: [UInt8]) throws(ReaderError) -> [UInt8] {
    let request = try checked(request)
    let translated: [UInt8]
    switch request.code {
    // Only the read of several blocks is in the manual; one block is several, too.
    case VicinityRequest.readSingle:
      translated = [VicinityRequest.readSeveral] + request.parameters + [0x00]
    case 0x21...0x23, 0x2B, 0x2C: translated = [request.code] + request.parameters
    default: throw .notPossible
    }
    guard let command = ReaderCommand.identiv(translated) else { throw .notPossible }
    let answer = try slot.ask(command)
    guard answer.isDone else { return try answer.refusal(of: request) }
    return showsFlags ? answer.data : [0x00] + answer.data
  }

  func close() {}

  /// GET SYSTEM INFORMATION, which tells the UID and by its place whether flags come first.
  private static func systemInformation(
    on slot: any CardSlot
  ) throws(ReaderError) -> (tag: TagInField, showsFlags: Bool)? {
    guard let command = ReaderCommand.identiv([VicinityRequest.systemInformation]) else {
      return nil
    }
    let answer = try slot.ask(command)
    guard answer.isDone else {
      if answer.error == .silent { throw .silent }
      return nil
    }
    // Information flags come first, then the UID, least significant byte first, and then, when the
    // lowest flag says so, the storage format.
    for start in [1, 2] where answer.data.count >= start + 8 {
      let end = start + 8
      let bytes = Array(answer.data[start..<end].reversed())
      guard bytes[0] == 0xE0, let uid = TagUID(vicinity: bytes) else { continue }
      let hasFormat = answer.data[start - 1] & 0x01 != 0 && answer.data.count > end
      let tag = TagInField(
        uid: uid, technology: .vicinity(dsfid: hasFormat ? answer.data[end] : 0))
      return (tag, start == 2)
    }
    return nil
  }
}
