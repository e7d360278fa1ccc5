// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TagReading
import TestSupport
import Testing
import VirtualReader

/// A reader on USB that is an answer behind: a write that never reaches the tag is confirmed with the
/// answer to the one before, and then the reader is put right.
private final class CrossedReader: TagReader {
  private let reader: BareReader
  private let lost: Int
  /// After so many writes the tag is taken away.
  private let writesUntilGone: Int?
  private var writes = 0
  private var confirmed: [UInt8] = []
  private var hasCrossed = false

  init(_ chip: any VirtualChip, losing lost: Int, goneAfter writesUntilGone: Int? = nil) {
    (reader, self.lost, self.writesUntilGone) = (BareReader(chip), lost, writesUntilGone)
  }

  var identity: ReaderIdentity { reader.identity }

  func select(_ family: TagFamily, uid: TagUID?) throws(ReaderError) -> TagInField? {
    isGone ? nil : try reader.select(family, uid: uid)
  }

  private var isGone: Bool { writesUntilGone.map { reader.writes >= $0 } ?? false }

  func exchange(_ command: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8] {
    guard !isGone else { throw .silent }
    guard reader.isWrite(command) else { return try reader.exchange(command, care) }
    defer { writes += 1 }
    if writes == lost {
      hasCrossed = true
      return confirmed
    }
    confirmed = try reader.exchange(command, care)
    return confirmed
  }

  func confirmAnswers() throws(ReaderError) {
    defer { hasCrossed = false }
    if hasCrossed { throw .readerSilent }
  }

  func felicaTags() throws(ReaderError) -> [TagInField] { try reader.felicaTags() }
  func halt() throws(ReaderError) { try reader.halt() }
  func switchField(on: Bool) throws(ReaderError) { try reader.switchField(on: on) }

  func openTag() throws -> any WritableTag {
    for family in [TagFamily.typeA, .felica] {
      if let tag = try select(family, uid: nil) { return try TagReading.openTag(tag, on: self) }
    }
    throw ReaderError.tagGone
  }
}

/// On USB an answer can be that to the command before.
///
/// A message must not count until all of its bytes are on the tag, whatever was confirmed.
struct CrossedAnswersTests {
  enum Kind: CaseIterable {
    case type2, type3, type4

    /// A tag that has another message.
    func chip() throws -> any VirtualChip {
      let chip: any VirtualChip =
        switch self {
        case .type2: make(.ntag213)
        case .type3: try #require(VirtualFelicaLiteChip(idm: [1, 0x2E, 3, 4, 5, 6, 7, 8]))
        case .type4: try #require(VirtualType4Chip(.ntag424, uid: [4, 1, 2, 3, 4, 5, 6]))
        }
      let order = TagOrder(message: link(size: 60, letter: "o"), permissions: .format)
      _ = try BareReader(chip).openTag().put(order)
      return chip
    }

    /// Of Type 4 tags, only a long one takes several writes.
    var order: TagOrder { TagOrder(message: link(size: self == .type4 ? 250 : 60, letter: "n")) }
  }

  private static func writes(_ kind: Kind) throws -> Int {
    let reader = BareReader(try kind.chip())
    _ = try reader.openTag().put(kind.order)
    return reader.writes
  }

  @Test(arguments: Kind.allCases)
  func aWriteThatOnlySeemedToBeConfirmedIsDoneBeforeTheMessageCounts(_ kind: Kind) throws {
    let writes = try Self.writes(kind)
    try #require(writes >= 3)
    let before = try BareReader(kind.chip()).openTag().content(forMessageOf: 0)
    for lost in 0..<writes - 1 {
      let chip = try kind.chip()
      let outcome = try CrossedReader(chip, losing: lost).openTag().put(kind.order)
      #expect(outcome != .alreadyThere)
      let content = try BareReader(chip).openTag().content(forMessageOf: 0)
      #expect(content == .message(kind.order.message), "write \(lost)")
      // The first makes the old message count no more, the last the new one; in between there is none.
      for done in 0...writes {
        let torn = try kind.chip()
        _ = try? CrossedReader(torn, losing: lost, goneAfter: done).openTag().put(kind.order)
        let content = try BareReader(torn).openTag().content(forMessageOf: 0)
        let wanted: [TagContent] =
          done == 0
          ? [before]
          : done < writes
            ? [before, .empty, .damaged(.interrupted)] : [.message(kind.order.message)]
        #expect(wanted.contains(content), "write \(lost), gone after \(done)")
      }
    }
  }
}
