// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Provisioning
import TagReading
import TagReport
import TestSupport
import Testing
import VirtualReader
import VirtualVicinity

@testable import tagpress

/// What is said about an ISO 15693 tag on a reader that reads blocks and nothing else.
struct Type5ReportTests {
  private static func page(_ model: VicinityModel, _ start: [UInt8]) throws -> String {
    let zeros = [UInt8](repeating: 0, count: model.blockCount * model.blockSize - start.count)
    let uid = model.uidStart + [UInt8](repeating: 7, count: 8 - model.uidStart.count)
    let reader = BlockReader(
      try #require(VirtualVicinityChip(model, uid: uid, memory: start + zeros)))
    let counted = CountedReader(reader)
    return try tagDescription(of: reader.tag(), nil, on: counted).page(raw: false)
  }

  @Test func saysWhatTheReaderDoesNotTell() throws {
    let page = try Self.page(.slix, [0xE1, 0x40, 0x0D, 0x01, 0x03, 0x00, 0xFE])
    #expect(
      page.contains(
        """
        A Type 5 tag (ISO 15693), UID E004015007070707

          memory     blocks of 4 bytes (the tag does not say how many), room for a message of 98 bytes

        """), "\(page)")
    #expect(
      page.contains(
        "  access     says that anyone can write to it, but not which blocks are locked\n"),
      "\(page)")
  }

  /// Block numbers have one byte, and the message 1500.
  @Test func saysThatAMessageContinuesWhereNothingIsRead() throws {
    let page = try Self.page(
      .st25dv04k, [0xE1, 0x40, 0x00, 0x01, 0x00, 0x00, 0x00, 0xFF, 0x03, 0xFF, 0x05, 0xDC])
    #expect(
      page.contains("a message that continues after block 255, where nothing is read\n"), "\(page)")
  }
}

/// A reader that brings blocks of one chip.
private final class BlockReader: TagReader {
  let identity = ReaderIdentity(name: "field", model: "a reader of the tests")
  private let field = VicinityField()
  private let chip: VirtualVicinityChip

  init(_ chip: VirtualVicinityChip) {
    self.chip = chip
    field.place(chip)
  }

  func tag() throws -> TagInField {
    TagInField(uid: try #require(TagUID(chip.uid)), technology: .vicinity(dsfid: 0))
  }

  func select(_ family: TagFamily, uid: TagUID?) throws(ReaderError) -> TagInField? {
    try? tag()
  }

  func felicaTags() throws(ReaderError) -> [TagInField] { [] }

  func exchange(_ command: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8] {
    // The reads of one block, and of several.
    guard [0x20, 0x23].contains(command[1]), case .answer(let answer) = field.send(command) else {
      throw .notPossible
    }
    return answer
  }

  func halt() throws(ReaderError) {}
  func switchField(on: Bool) throws(ReaderError) {}
}
