// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagReading

/// How a reader lets us at ISO 15693 tags.
package enum VicinityAccess: Hashable, Sendable, CaseIterable {
  /// Whole requests over the air, so that the tag itself sees which tag they are for.
  case transparent
  /// Identiv's command that carries a request without flags and UID.
  case requests
  /// READ BINARY and UPDATE BINARY on blocks.
  case blocks
}

/// The way to the ISO 15693 tag on a slot.
protocol VicinityChannel {
  var access: VicinityAccess { get }

  /// The tag that was there when the way was found.
  var tag: TagInField { get }

  /// The most bytes of an answer, its flags among them.
  var longestAnswer: Int { get }

  /// The tag that is there now; nil when none answers.
  func presentTag() throws(ReaderError) -> TagInField?

  /// Sends one raw request, or what the reader has instead, and returns a raw response.
  func exchange(_ request: [UInt8]) throws(ReaderError) -> [UInt8]

  /// Gives the tag back to the reader.
  func close()
}

extension VicinityChannel {
  /// Takes a request apart, and makes sure that the tag it is for is there before a write.
  ///
  /// The reader puts its own request together, so the tag does not see which tag ours was for.
  func checked(_ request: [UInt8]) throws(ReaderError) -> VicinityRequest {
    guard let parsed = VicinityRequest(request) else { throw .notPossible }
    // The answer would have another form, which the reader does not hand on. Of a write only the
    // moment of the answer would be another, and that is the reader's own affair.
    guard !parsed.hasOption || parsed.changesTag else { throw .notPossible }
    // A tag other than the one that is there would say nothing.
    guard parsed.uid == nil || parsed.uid == tag.uid else { throw .silent }
    if parsed.changesTag {
      guard let present = try presentTag()?.uid else { throw .silent }
      guard present == tag.uid else { throw .tagSwapped(found: present) }
    }
    return parsed
  }
}

/// Finds out by reading alone which way leads to the tag; nil when there is none.
///
/// What led to the last tag on this reader is tried first. A way that fails is none, because some
/// readers fall silent at a command that they do not know; but when no other is found, the failure
/// tells nothing of the reader, and is thrown.
func openVicinityChannel(
  on slot: any CardSlot, first: VicinityAccess?
) throws(ReaderError) -> (any VicinityChannel)? {
  let others = VicinityAccess.allCases.filter { $0 != first }
  var failure: ReaderError?
  for access in (first.map { [$0] } ?? []) + others {
    do throws(ReaderError) {
      if let channel = try access.open(on: slot) { return channel }
    } catch {
      // Another way would take one of them for the only one.
      if case .severalTags = error { throw error }
      failure = error
    }
  }
  if let failure { throw failure }
  return nil
}

extension VicinityAccess {
  fileprivate func open(
    on slot: any CardSlot
  ) throws(ReaderError) -> (any VicinityChannel)? {
    switch self {
    case .transparent: return try TransparentVicinity(on: slot)
    case .requests: return try IdentivVicinity(on: slot)
    case .blocks: return try BlockVicinity(on: slot)
    }
  }
}

extension SlotAnswer {
  /// The tag's error response that a refused read stands for, or what is to be thought of it.
  ///
  /// Of a refused write no one knows what the tag did, so its refusals stay unclear.
  func refusal(of request: VicinityRequest) throws(ReaderError) -> [UInt8] {
    guard !request.changesTag else { throw error }
    guard deniesBlock else { throw error }
    // No such block (ISO 15693-3, 7.4.2).
    return [0x01, 0x10]
  }

  /// Whether the reader says that there is no such block.
  fileprivate var deniesBlock: Bool { [0x6A82, 0x6A83, 0x6B00].contains(status) }
}

extension CardSlot {
  /// Asks for one block, and again if the answer is that there is no such block.
  ///
  /// Said once it may be a moment's trouble, for which a good tag would be put aside; said twice it
  /// is an answer of the tag.
  func askForBlock(_ command: [UInt8]) throws(ReaderError) -> SlotAnswer {
    let answer = try ask(command)
    return answer.deniesBlock ? try ask(command) : answer
  }
}
