// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import Testing

struct AskingTests {
  let tag: TagInField
  let other: TagInField

  init() throws {
    tag = try typeATag([0x04, 0xE1, 0x41, 0x12, 0x4C, 0x28, 0x80])
    other = try typeATag([0x04, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66])
  }

  private func outcome(_ reader: FakeReader, _ action: () throws(ReaderError) -> [UInt8])
    -> Result<[UInt8], ReaderError>
  {
    do {
      return .success(try action())
    } catch {
      return .failure(error)
    }
  }

  @Test func anAnswerCostsOneExchange() {
    let reader = FakeReader([.answers([1, 2])])
    #expect(
      outcome(reader) { () throws(ReaderError) in try reader.ask(tag, [0x60]) } == .success([1, 2]))
    #expect(reader.asked == ["quick 60"])
  }

  struct Failure: Sendable {
    let name: String
    let script: @Sendable (TagInField, TagInField) -> [FakeReader.Step]
    let result: @Sendable (TagInField, TagInField) -> Result<[UInt8], ReaderError>
    let exchanges: Int
  }

  static let failures: [Failure] = [
    Failure(
      name: "a refusal is told from silence by asking with care",
      script: { tag, _ in [.fails(.unclear), .finds(tag), .fails(.refused(0))] },
      result: { _, _ in .failure(.refused(0)) }, exchanges: 3),
    Failure(
      name: "an answer that was lost once comes at the second try",
      script: { tag, _ in [.fails(.unclear), .finds(tag), .answers([7])] },
      result: { _, _ in .success([7]) }, exchanges: 3),
    Failure(
      name: "a tag that was taken away",
      script: { _, _ in [.fails(.unclear), .finds(nil), .finds(nil)] },
      result: { _, _ in .failure(.tagGone) }, exchanges: 3),
    Failure(
      name: "a tag that was swapped for another",
      script: { _, other in [.fails(.unclear), .finds(nil), .finds(other)] },
      result: { _, other in .failure(.tagSwapped(found: other.uid)) }, exchanges: 3),
    Failure(
      name: "a reader that is gone is not asked again",
      script: { _, _ in [.fails(.readerGone)] },
      result: { _, _ in .failure(.readerGone) }, exchanges: 1),
  ]

  @Test(arguments: failures.indices)
  func aFailureIsNamed(_ index: Int) {
    let failure = AskingTests.failures[index]
    let reader = FakeReader(failure.script(tag, other))
    let result = outcome(reader) { () throws(ReaderError) in try reader.ask(tag, [0x30, 4]) }
    #expect(result == failure.result(tag, other), "\(failure.name)")
    #expect(reader.asked.count == failure.exchanges, "\(failure.name)")
    #expect(reader.isFinished)
  }
}
