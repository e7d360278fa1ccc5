// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import TagMemory

struct Type4PlanTests {
  private static let desfire = "000F 20 003B 0034 0406E10404000000"
  private static let old = link(size: 20, letter: "o")

  /// A file of this container that holds a message, read so far.
  private static func file(
    _ container: Type4Container, _ message: [UInt8], upTo count: Int = .max
  ) -> Type4File {
    var file = Type4File(container, Type4Limits(container, frame: 262))
    let length = file.lengthField(message.count)
    let rest = [UInt8](repeating: 0, count: max(0, file.size - length.count - message.count))
    file.append(Array((length + message + rest).prefix(count)))
    return file
  }

  private static func plan(
    _ text: String, from old: [UInt8], to new: [UInt8], wholeWrite: Int = 0
  ) throws -> [String] {
    let container = try Type4Container(hex(text))
    return try Type4Plan(
      writing: new, on: file(container, old), container, Type4Limits(container, frame: 262),
      wholeWrite: wholeWrite
    ).writes.map(\.description)
  }

  @Test func theOrderNeverLetsAnotherMessageBeRead() throws {
    let new = link(size: 70, letter: "n")
    let small = "000F 20 000F 000D 0406E10400800000"
    let cases: [(String, [UInt8], [UInt8], whole: Int, [String])] = [
      (Self.desfire, Self.old, Self.old, 0, []),
      (
        Self.desfire, [], Self.old, 0,
        ["bytes 2 to 21: message", "bytes 0 to 1: length"]
      ),
      (
        Self.desfire, Self.old, new, 0,
        [
          "bytes 0 to 1: length 0", "bytes 4 to 55: message", "bytes 56 to 71: message",
          "bytes 0 to 1: length",
        ]
      ),
      (Self.desfire, Self.old, [], 0, ["bytes 0 to 1: length"]),
      // Only what differs.
      (
        small, Self.old, link(size: 20, letter: "o").dropLast() + [0x70], 0,
        ["bytes 0 to 1: length 0", "bytes 21 to 21: message", "bytes 0 to 1: length"]
      ),
      // A chip that writes this many bytes as a whole needs one write.
      (Self.desfire, Self.old, link(size: 40), 128, ["bytes 0 to 41: length and message"]),
      (Self.desfire, [], link(size: 50), 128, ["bytes 0 to 51: length and message"]),
      // One byte more than a command of this tag takes.
      (
        Self.desfire, [], link(size: 51), 128,
        ["bytes 2 to 52: message", "bytes 0 to 1: length"]
      ),
    ]
    for (container, old, new, whole, writes) in cases {
      #expect(try Self.plan(container, from: old, to: new, wholeWrite: whole) == writes)
    }
  }

  @Test func aMessageFitsToTheByte() throws {
    let containers = [
      (Self.desfire, 1022), ("0017 20 0100 00FF 0406E10401000000", 254),
      ("000F 20 000F 000D 0406E10400050000", 3),
      ("0011 30 0800 0800 0608E1040000A0000000", 0xA000 - 4),
      // The offsets of version 2.0 end there.
      ("000F 20 00FF 00FF 0406E104FFFE0000", 0x8000 - 2),
    ]
    for (text, capacity) in containers {
      let container = try Type4Container(hex(text))
      let limits = Type4Limits(container, frame: 262)
      #expect(Self.file(container, []).capacity == capacity, "\(text)")
      for size in [capacity, capacity + 1] {
        let plan = try? Type4Plan(
          writing: [UInt8](repeating: 1, count: size), on: Self.file(container, []), container,
          limits, wholeWrite: 0)
        #expect((plan != nil) == (size == capacity), "\(text)")
      }
    }
  }

  @Test func whatIsNotWrittenIsNamed() throws {
    let cases: [(String, TagMemoryError)] = [
      ("000F 10 003B 0034 0406E10404000000", .versionReadOnly(major: 1, minor: 0)),
      ("000F 20 003B 0034 0406E104040000FF", .readOnly),
      ("000F 20 003B 0034 0406E10404000080", .readOnly),
      // The length itself takes two bytes.
      ("000F 20 003B 0001 0406E10404000000", .containerLimits(read: 59, write: 1)),
    ]
    for (text, error) in cases {
      #expect(throws: error) { try Self.plan(text, from: [], to: Self.old) }
      #expect(try Self.plan(text, from: Self.old, to: Self.old) == [])
    }
    let container = try Type4Container(hex(Self.desfire))
    #expect(throws: TagMemoryError.answerSize(expected: 22, got: 9)) {
      try Type4Plan(
        writing: Self.old, on: Self.file(container, [], upTo: 9), container,
        Type4Limits(container, frame: 262), wholeWrite: 0)
    }
  }

  /// Any old message, any new one: after each write the file holds the old one, none, or the new one.
  @Test(arguments: [0x7404_0001, 0x7404_0002] as [UInt64])
  func everyStepIsSafe(seed: UInt64) throws {
    var random = Splitmix64(seed: seed)
    for _ in 0..<200 {
      let write = Int.random(in: 2...60, using: &random)
      let text =
        "000F 20 003B 00" + (write < 16 ? "0" : "") + String(write, radix: 16)
        + "0406E10401000000"
      let container = try Type4Container(hex(text))
      let (old, new) = (Self.randomMessage(&random), Self.randomMessage(&random))
      var file = Self.file(container, old)
      let plan = try Type4Plan(
        writing: new, on: file, container, Type4Limits(container, frame: 262),
        wholeWrite: [0, 128].randomElement(using: &random) ?? 0)
      let before = file
      for step in plan.writes {
        #expect(step.bytes.count <= write && !step.bytes.isEmpty, "seed \(seed)")
        #expect(Array(file.bytes[step.offset...].prefix(step.bytes.count)) == step.replaced)
        file = file.applying(step)
        let seen = file.content
        #expect(
          seen == before.content || seen == .empty || seen == .message(new), "seed \(seed)")
      }
      #expect(file.content == (new.isEmpty ? .empty : .message(new)), "seed \(seed)")
      for step in plan.writes.reversed() { file = file.applying(step.undone) }
      #expect(file == before, "seed \(seed)")
    }
  }

  private static func randomMessage(_ random: inout Splitmix64) -> [UInt8] {
    guard Int.random(in: 0...5, using: &random) > 0 else { return [] }
    return link(
      size: Int.random(in: 6...200, using: &random),
      letter: ["a", "b"].randomElement(using: &random) ?? "a")
  }
}
