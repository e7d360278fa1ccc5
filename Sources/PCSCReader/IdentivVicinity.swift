// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagReading

/// ISO 15693 through Identiv's own command: the reader adds flags and, if it likes, the UID.
final class IdentivVicinity: VicinityChannel {
  let access = VicinityAccess.requests
  let longestAnswer = 1 + 128

  let tag: TagInField
  private let slot: any CardSlot
  /// Whether the flags of responses come along; the manual does not say, so the tag's own system
  /// information shows it.
  private let showsFlags: Bool
  /// How one block is asked for: the ways that may be, or the only one that brought it.
  private var waysToOneBlock = WayToOneBlock.allCases

  /// What is known of the manual begins after the read of one block, so a reader may not know it;
  /// one block is several, too, but not every tag shows several; and many readers have READ BINARY.
  private enum WayToOneBlock: CaseIterable {
    case single
    case several
    case binary
  }

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
    case VicinityRequest.writeSingle, VicinityRequest.lock, VicinityRequest.readSeveral,
      VicinityRequest.systemInformation, VicinityRequest.lockStates:
      guard
        let command = ReaderCommand.identiv(
          [request.code] + request.parameters, changesTag: request.changesTag)
      else { throw .notPossible }
      let answer = try slot.ask(command)
      return try answer.isDone ? response(answer) : answer.refusal(of: request)
    default: throw .notPossible
    }
  }

  private func readOne(_ request: VicinityRequest) throws(ReaderError) -> [UInt8] {
    guard let block = request.parameters.first else { throw .notPossible }
    var refusal: SlotAnswer?
    for way in waysToOneBlock {
      let answer = try ask(for: block, by: way)
      if answer.isDone, !answer.data.isEmpty {
        waysToOneBlock = [way]
        return way == .binary ? [0x00] + answer.data : response(answer)
      }
      // That the reader does not know a way tells nothing of the tag.
      if refusal?.isUnknownToReader != false { refusal = answer }
    }
    guard let refusal else { throw .notPossible }
    return try refusal.refusal(of: request)
  }

  private func ask(for block: UInt8, by way: WayToOneBlock) throws(ReaderError) -> SlotAnswer {
    let command =
      switch way {
      case .single: ReaderCommand.identiv([VicinityRequest.readSingle, block])
      case .several: ReaderCommand.identiv([VicinityRequest.readSeveral, block, 0x00])
      case .binary: ReaderCommand.read(UInt16(block), count: 0)
      }
    guard let command else { throw .notPossible }
    return try slot.askForBlock(command)
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
      guard let uid = TagUID(vicinityOnAir: answer.data[start..<end]) else { continue }
      let hasFormat = answer.data[start - 1] & 0x01 != 0 && answer.data.count > end
      let tag = TagInField(
        uid: uid, technology: .vicinity(dsfid: hasFormat ? answer.data[end] : 0))
      return (tag, start == 2)
    }
    return nil
  }
}
