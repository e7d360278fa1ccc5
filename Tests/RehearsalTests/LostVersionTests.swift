// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Provisioning
import TagReading
import TestSupport
import Testing
import VirtualReader
import Voices

@testable import tagpress

/// A tag of the job whose chip cannot be made to say which one it is: it was not heard, and is judged
/// when it was.
struct LostVersionTests {
  private static let protections = [
    "",
    #"<protect with="password" keys="bench.keys" reading="yes"/>"#,
    #"<protect with="lock" when="written"/>"#,
  ]

  private static func job(_ protect: String) throws -> BatchBench {
    try BatchBench(
      "<link>https://go.example.com/s/{number}</link>\(protect)"
        + #"<rows count="2" id="n{number}"/>"#)
  }

  /// The only tag of a box, as it is now.
  private static func theTag(of box: TagBox) throws -> [UInt8] {
    let (tag, virtual) = try #require(box.tags.values.first)
    return try #require(virtual.state(of: tag))
  }

  /// A box with one tag, at a reader that loses every answer of the first presentation that names a chip.
  private static func deafBox(_ tag: [UInt8]) throws -> (TagBox, [BatchReader]) {
    let box = try TagBox { $0 == 0 ? try? VirtualChipFile.read(tag) : nil }
    let readers = box.readers.map { reader in
      BatchReader(name: reader.name) { () throws(ReaderOpeningError) in
        deaf(try reader.open())
      }
    }
    return (box, readers)
  }

  @Test(arguments: protections)
  func aDoneTagIsAskedForAgain(_ protect: String) throws {
    let bench = try Self.job(protect)
    let first = try TagBox { _ in chip(.ntag216, 0) }
    #expect(try bench.run(first, limit: 1).cause == .enough)
    let done = try Self.theTag(of: first)
    let (box, readers) = try Self.deafBox(done)
    _ = try bench.run(box, on: readers)
    #expect(box.log == ["n1 AGAIN answer-unclear", "n1 ALREADY DONE "])
    #expect(box.alarms.isEmpty)
  }

  @Test(arguments: protections)
  func aBegunTagIsAskedForAgain(_ protect: String) throws {
    let bench = try Self.job(protect)
    let options = VirtualReaderOptions(faults: FaultPlan(tearing: [(write: 4, tear: .pageHalf)]))
    let first = try TagBox(options) { $0 == 0 ? chip(.ntag216, 0) : nil }
    first.mixedUpTags = 2
    #expect(try bench.run(first).cause == .stopped)
    #expect(first.log == ["n1 AGAIN interrupted"])
    let torn = try Self.theTag(of: first)
    let (box, readers) = try Self.deafBox(torn)
    _ = try bench.run(box, on: readers)
    #expect(box.log == ["n1 AGAIN answer-unclear", "n1 OK "])
    #expect(box.alarms.isEmpty)
  }

  @Test func aDoneTagIsVerifiedAgain() throws {
    let bench = try Self.job(#"<protect with="lock" when="written"/>"#)
    let first = try TagBox { _ in chip(.ntag216, 0) }
    #expect(try bench.run(first, limit: 1).cause == .enough)
    let done = try Self.theTag(of: first)
    let (box, readers) = try Self.deafBox(done)
    let verification = try Verification(
      BatchJob(bench.job, cures: Voice("write").cures), associations: [], wantsSignature: false)
    _ = try bench.run(box, task: .verify(verification), on: readers)
    #expect(box.log == ["n1 AGAIN answer-unclear", "n1 OK "])
  }

  /// No one has ever heard the chip of a stranger, which may have nothing to say.
  @Test func aStrangerIsNoTagOfThatKind() throws {
    let bench = try Self.job(#"<protect with="lock" when="written"/>"#)
    let (box, readers) = try Self.deafBox(chip(.ntag216, 0).state)
    _ = try bench.run(box, on: readers)
    #expect(box.log == ["n1 PUT ASIDE chip-unknown"])
  }
}

/// A reader that hears no answer to the first few GET_VERSION, as often as one presentation asks.
private func deaf(_ reader: any TagReader) -> MisheardReader {
  var unheard = 3
  return MisheardReader(reader) { (command, answer) throws(ReaderError) in
    guard command.first == 0x60, unheard > 0 else { return answer }
    unheard -= 1
    throw .silent
  }
}
