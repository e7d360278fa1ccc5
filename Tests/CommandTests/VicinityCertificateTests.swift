// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Failures
import Plain
import TagReading
import Terminal
import TestSupport
import Testing
import VirtualReader
import VirtualVicinity

@testable import tagpress

/// A machine's ISO 15693 tag is read, and the certificate that a server has for it comes onto the same
/// tag.
struct VicinityCertificateTests {
  private static let uid: [UInt8] = [0xE0, 0x04, 0x01, 0x50, 0x12, 0x34, 0x56, 0x78]
  private static let otherUID: [UInt8] = [0xE0, 0x04, 0x01, 0x50, 0x12, 0x34, 0x56, 0x79]
  /// What the machine says about itself, and what its maker left behind.
  private static let before = (0..<112).map { UInt8($0) }
  /// Sixteen blocks.
  private static let certificate = (0..<64).map { UInt8(0xFF - $0) }

  private static func chip(_ uid: [UInt8]) throws -> VirtualVicinityChip {
    try #require(VirtualVicinityChip(.slix, uid: uid, memory: before))
  }

  private static func resolve(
    by lines: String, on tag: any WritableTag
  ) throws -> OneTag.Outcome {
    let folder = try TemporaryDirectory()
    let program = ResolverProgram(try script(lines, in: folder))
    return try BlocksWrite().resolve(
      by: program, on: try blockTag(tag), unless: StopFlag(), Console())
  }

  private static let answer =
    "read question\n"
    + #"echo '{"from": 8, "content": ""# + hex(certificate) + #""}'"#

  @Test func theCertificateIsOnTheTagBlockByBlock() throws {
    let field = VicinityField()
    let chip = try Self.chip(Self.uid)
    field.place(chip)
    let outcome = try Self.resolve(by: Self.answer, on: try FieldReader(field).open())
    #expect(outcome.words == "blocks 8 to 23: 16 written, all read back")
    var after = Self.before
    after.replaceSubrange(32..<96, with: Self.certificate)
    #expect(chip.memory == after)
  }

  /// Another tag that comes before any request stays as it is, whatever was done to the first.
  @Test func anotherTagNeverGetsIt() throws {
    let sound = VicinityField()
    sound.place(try Self.chip(Self.uid))
    _ = try Self.resolve(by: Self.answer, on: try FieldReader(sound).open())
    let found = try #require(TagUID(Self.otherUID))
    for request in 2..<sound.requests {
      let field = VicinityField()
      field.place(try Self.chip(Self.uid))
      let other = try Self.chip(Self.otherUID)
      let tag = try FieldReader(field).open()
      field.swaps[request] = other
      let failure = #expect(throws: Failure.self) { try Self.resolve(by: Self.answer, on: tag) }
      #expect(failure?.words.contains(found.description) == true || failure?.name == "interrupted")
      #expect(failure?.uid == TagUID(Self.uid)?.description)
      #expect(other.memory == Self.before, "request \(request)")
    }
    #expect(sound.requests > 20, "the test must test something")
  }

  @Test func aLockedBlockIsFoundBeforeTheFirstWrite() throws {
    let field = VicinityField()
    let chip = try #require(
      VirtualVicinityChip(.slix, uid: Self.uid, memory: Self.before, locked: [20]))
    field.place(chip)
    let tag = try FieldReader(field).open()
    let failure = #expect(throws: Failure.self) { try Self.resolve(by: Self.answer, on: tag) }
    #expect(failure?.name == "block-locked")
    #expect(chip.memory == Self.before)
  }
}

/// A reader that sends raw requests into the virtual field.
private final class FieldReader: TagReader {
  let identity = ReaderIdentity(name: "field", model: "a reader of the tests")
  private let field: VicinityField

  init(_ field: VicinityField) { self.field = field }

  /// The tag in the field, as the program opens it.
  func open() throws -> any WritableTag {
    let tag = try #require(try select(.vicinity))
    return try openTag(tag, on: self)
  }

  func select(_ family: TagFamily, uid: TagUID?) throws(ReaderError) -> TagInField? {
    // One slot, no bits that the UID must end with.
    guard family == .vicinity, case .answer(let answer) = field.send([0x26, 0x01, 0x00]),
      answer.count == 10, let found = TagUID(vicinity: Array(answer[2...])),
      uid == nil || uid == found
    else { return nil }
    return TagInField(uid: found, technology: .vicinity(dsfid: answer[1]))
  }

  func felicaTags() throws(ReaderError) -> [TagInField] { [] }

  func exchange(_ command: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8] {
    switch field.send(command) {
    case .nothing: throw .silent
    case .damaged: throw .corrupted
    case .answer(let answer): return answer
    }
  }

  func halt() throws(ReaderError) {}
  func switchField(on: Bool) throws(ReaderError) {}
}
