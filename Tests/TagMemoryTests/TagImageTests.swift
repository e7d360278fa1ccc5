// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TestSupport
import Testing

/// What is remembered of a plan: kept and read again, and what it says about tags.
struct TagImageTests {
  /// Five units: the second is sealed, the third and fourth are written together, the second is
  /// committed; the fifth stays.
  private static func example(reach: Int = 1) throws -> TagImage {
    var image = try #require(TagImage(first: 4, before: [1, 2, 3, 4, 5], reach: reach))
    image.add(step: [.init(unit: 1, hash: 20)])
    image.add(step: [.init(unit: 2, hash: 30), .init(unit: 3, hash: 40)])
    image.add(step: [.init(unit: 1, hash: 21)])
    image.add(exception: .init(unit: 1, hash: 29))
    return image
  }

  @Test(
    arguments: [
      // Nothing, some or all of the writes were done.
      ([1, 2, 3, 4, 5], [Int]()), ([1, 20, 3, 4, 5], []), ([1, 20, 30, 4, 5], []),
      ([1, 20, 3, 40, 5], []), ([1, 20, 30, 40, 5], []), ([1, 21, 30, 40, 5], []),
      // One unit is damaged.
      ([1, 9, 3, 4, 5], [1]), ([1, 20, 9, 40, 5], [2]), ([1, 9, 30, 40, 5], [1]),
      ([1, 20, 3, 9, 5], [3]),
      // The tag was emptied, and what is not shown stands in no one's way.
      ([1, 29, 30, 40, 5], []), ([1, 0, 0, 40, 5], []), ([0, 0, 0, 0, 0], []),
    ] as [([UInt32], [Int])])
  func aTornTagIsKnownAgain(_ found: [UInt32], _ damaged: [Int]) throws {
    let comparison = try Self.example().comparison(with: found.map { $0 == 0 ? nil : $0 })
    #expect(comparison == .consistent(damaged: damaged))
  }

  @Test(
    arguments: [
      // Two units are strange, or one that is not written.
      ([1, 9, 9, 4, 5], 5), ([1, 2, 9, 9, 5], 6), ([9, 2, 3, 4, 5], 4), ([1, 2, 3, 4, 9], 8),
      // New after what is old, and the commit over an old body.
      ([1, 2, 30, 40, 5], nil), ([1, 21, 3, 4, 5], nil), ([9, 9, 9, 9, 9], nil),
    ] as [([UInt32], Int?)])
  func anotherTagIsNot(_ found: [UInt32], _ unit: Int?) throws {
    let comparison = try Self.example().comparison(with: found.map { $0 })
    if case .differs(let named) = comparison {
      #expect(unit == nil || named == unit)
    } else {
      // A seal or a commit alone may be the one unit that was damaged.
      #expect(found[1] == 21 || found[1] == 2, "\(found)")
    }
  }

  /// What a tag has confirmed it keeps, so one that shows what was there before is another one.
  @Test(
    arguments: [
      ([1, 2, 3, 4, 5], 0), ([1, 20, 3, 4, 5], 1), ([1, 20, 30, 40, 5], 2),
      ([1, 21, 30, 40, 5], 3),
      // Not all is known, and what is of no moment of the plan.
      ([0, 20, 0, 0, 0], 1), ([1, 29, 30, 40, 5], 0), ([0, 0, 0, 0, 0], 0),
    ] as [([UInt32], Int)])
  func aConfirmedWriteIsNoLongerOpen(_ known: [UInt32], _ done: Int) throws {
    let example = try Self.example()
    let left = example.advanced(to: known.map { $0 == 0 ? nil : $0 })
    #expect(left.steps == Array(example.steps[done...]))
    let isOpen =
      if case .consistent = left.comparison(with: [1, 2, 3, 4, 5]) { true } else { false }
    #expect(isOpen == (done == 0))
    #expect(left.comparison(with: [1, 21, 30, 40, 5]) == .consistent(damaged: []))
  }

  /// A reader that takes fewer blocks at once sends one step in several commands.
  @Test func aPartOfAStepIsKept() throws {
    let left = try Self.example().advanced(to: [1, 20, 30, 4, 5])
    #expect(left.comparison(with: [1, 20, 30, 4, 5]) == .consistent(damaged: []))
    #expect(left.comparison(with: [1, 20, 30, 9, 5]) == .consistent(damaged: [3]))
    #expect(left.comparison(with: [1, 20, 3, 4, 5]) == .differs(unit: 6))
  }

  /// What comes after the message may tear what empties the tag or closes it, and nothing else.
  @Test func aTagThatWasReadBackHasNothingLeftToWrite() throws {
    let done = try Self.example().done
    #expect(done.steps == [])
    #expect(done.comparison(with: [1, 21, 30, 40, 5]) == .consistent(damaged: []))
    #expect(done.comparison(with: [1, 29, 30, 40, 5]) == .consistent(damaged: []))
    #expect(done.comparison(with: [1, 9, 30, 40, 5]) == .consistent(damaged: [1]))
    #expect(done.comparison(with: [1, 21, 30, 4, 5]) == .differs(unit: 7))
    #expect(done.comparison(with: [1, 2, 3, 4, 5]) == .differs(unit: 5))
  }

  /// A copy of what was there before is told from a tag whose page was torn, also beside a wide tear.
  @Test func whatWasThereBeforeConfirmedWritesIsACopy() throws {
    let left = try Self.example(reach: 5).advanced(to: [1, 20, 30, 4, 5])
    #expect(left.replaced == [.init(unit: 1, hash: 2), .init(unit: 2, hash: 3)])
    #expect(left.comparison(with: [1, 2, 3, 4, 5]) == .differs(unit: 5))
    #expect(left.comparison(with: [1, 2, 3, 9, 5]) == .differs(unit: 5))
    #expect(left.comparison(with: [1, 7, 3, 9, 5]) == .consistent(damaged: [1, 2, 3]))
    #expect(TagImage(encoded: left.encoded) == left)
    // A later plan for the tag knows it still, but for what it puts back itself.
    var next = try #require(TagImage(first: 4, before: [1, 20, 30, 4, 5], reach: 5))
    next.add(step: [.init(unit: 2, hash: 3)])
    next.add(replaced: left.replaced)
    #expect(next.replaced == [.init(unit: 1, hash: 2)])
  }

  /// Only the write that comes next can be torn, and only a whole tag is emptied.
  @Test(arguments: [[1, 9, 30, 4, 5], [1, 2, 30, 4, 5], [1, 29, 3, 4, 5]] as [[UInt32]])
  func aUnitThatNoTearReachesIsAnotherTags(_ found: [UInt32]) throws {
    var plan = try #require(TagImage(first: 4, before: [1, 20, 3, 4, 5]))
    plan.add(step: [.init(unit: 2, hash: 30)])
    plan.add(step: [.init(unit: 3, hash: 40)])
    plan.add(step: [.init(unit: 1, hash: 21)])
    plan.add(exception: .init(unit: 1, hash: 29))
    guard case .differs = plan.comparison(with: found) else {
      Issue.record("\(plan.comparison(with: found))")
      return
    }
  }

  @Test func aWideTearDamagesUnitsSideBySide() throws {
    let wide = try Self.example(reach: 2)
    #expect(wide.comparison(with: [1, 20, 8, 9, 5]) == .consistent(damaged: [2, 3]))
    #expect(wide.comparison(with: [1, 7, 8, 9, 5]) == .differs(unit: 5))
    var forgetful = try Self.example()
    forgetful.forget([2, 3, 99])
    #expect(forgetful.comparison(with: [1, 2, 8, 9, 5]) == .consistent(damaged: []))
  }

  @Test func whatIsKeptIsReadAgain() throws {
    let image = try Self.example(reach: 3)
    let bytes = image.encoded
    #expect(bytes.count == 10 + 4 * 5 + 6 * 5)
    #expect(TagImage(encoded: bytes) == image)
    for count in bytes.indices { #expect(TagImage(encoded: Array(bytes[..<count])) == nil) }
    #expect(TagImage(encoded: bytes + [0]) == nil)
    #expect(TagImage(first: 4, before: []) == nil)
    let most = TagImage.mostUnits
    #expect(TagImage(first: 0, before: [UInt32](repeating: 1, count: most)) != nil)
    #expect(TagImage(first: 0, before: [UInt32](repeating: 1, count: most + 1)) == nil)
  }

  @Test(arguments: (0..<200).map { 0x1A6E_0000 + $0 })
  func noBytesStopIt(seed: UInt64) throws {
    var random = Splitmix64(seed: seed)
    var bytes = try Self.example().encoded
    for _ in 0..<3 { bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(random.next() & 0xFF) }
    guard let image = TagImage(encoded: bytes) else { return }
    #expect(TagImage(encoded: image.encoded) == image)
    let found = (0..<Int(random.next() % 12)).map { _ in UInt32(random.next() & 7) as UInt32? }
    _ = image.comparison(with: found)
    _ = TagImage(encoded: random.bytes(Int(random.next() % 200)))
  }
}
