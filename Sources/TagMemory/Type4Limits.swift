// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// How many bytes of a file one command moves on this tag with this reader.
package struct Type4Limits: Hashable, Sendable {
  private let answer: Int
  private let command: Int
  private let hasLargeOffsets: Bool

  /// Where READ and UPDATE BINARY can no longer begin; after it the offset is an object.
  package static let plainEnd = 0x8000
  /// Object 54 with an offset of three bytes.
  private static let offsetObject = 5
  /// The longest head of object 53, tag and length.
  private static let dataObjectHead = 4
  /// The most that three bytes of an offset reach.
  private static let largeEnd = 1 << 24

  /// `frame` is the most that the reader carries to or from a tag at once.
  package init(_ container: Type4Container, frame: Int) {
    // Two bytes of the answer are its status.
    answer = min(container.readMax, max(1, frame - 2))
    // Four bytes of the command and its length: one byte up to 255, three beyond.
    command = min(container.writeMax, max(1, min(0xFF, frame - 5), frame - 7))
    hasLargeOffsets = container.majorVersion == 3
  }

  /// How far into a file commands reach.
  package var end: Int {
    let objects = Self.offsetObject + Self.dataObjectHead
    return hasLargeOffsets && command > objects ? Self.largeEnd : Self.plainEnd
  }

  /// How many bytes one READ brings from there.
  package func read(at offset: Int) -> Int {
    offset < Self.plainEnd ? answer : max(1, answer - Self.dataObjectHead)
  }

  /// How many bytes one UPDATE takes there.
  package func write(at offset: Int) -> Int {
    offset < Self.plainEnd
      ? command : max(1, command - Self.offsetObject - Self.dataObjectHead)
  }
}
