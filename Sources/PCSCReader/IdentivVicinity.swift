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
    switch request.code {
    case VicinityRequest.readSingle: return try readOne(request)
    case 0x21...0x23, 0x2B, 0x2C:
      let answer = try ask([request.code] + request.parameters, changesTag: request.changesTag)
      return try answer.isDone ? response(answer) : answer.refusal(of: request)
    default: throw .notPossible
    }
  }

  /// One block is several, too, for a reader or a tag that knows no other way.
  ///
  /// What is known of the manual begins behind the read of one block, so that a reader may know it.
  private func readOne(_ request: VicinityRequest) throws(ReaderError) -> [UInt8] {
    let one = try ask([request.code] + request.parameters)
    guard !one.isDone else { return response(one) }
    let several = try ask([VicinityRequest.readSeveral] + request.parameters + [0x00])
    return try several.isDone ? response(several) : several.refusal(of: request)
  }

  private func ask(
    _ request: [UInt8], changesTag: Bool = false
  ) throws(ReaderError) -> SlotAnswer {
    guard let command = ReaderCommand.identiv(request, changesTag: changesTag) else {
      throw .notPossible
    }
    return try slot.ask(command)
  }

  private func response(_ answer: SlotAnswer) -> [UInt8] {
    showsFlags ? answer.data : [0x00] + answer.data
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
