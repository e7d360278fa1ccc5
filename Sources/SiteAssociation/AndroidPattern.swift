// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A pattern of a dynamic rule of Android 15 and later.
///
/// It has no variables, cases count, and `*` never reconsiders: it runs until the character after
/// it is found for the first time (Android's documentation of dynamic rules). So one walk is
/// enough.
struct AndroidPattern: Sendable {
  private let pattern: [UInt8]

  init(_ pattern: String) {
    self.pattern = Array(pattern.utf8)
  }

  /// Whether the pattern matches the whole of `text[range]`; `steps` grows by what it took.
  func matches(_ text: [UInt8], in range: Range<Int>, steps: inout Int) -> Bool {
    var offset = range.lowerBound
    var index = 0
    while index < pattern.count {
      steps += 1
      switch pattern[index] {
      case UInt8(ascii: "*"):
        while index < pattern.count && pattern[index] == UInt8(ascii: "*") { index += 1 }
        guard index < pattern.count else { return true }
        let next = pattern[index]
        // What a star before a `?` takes is not documented; nothing is the cautious reading.
        if next == UInt8(ascii: "?") { continue }
        while offset < range.upperBound && text[offset] != next {
          offset += 1
          steps += 1
        }
      case UInt8(ascii: "?"):
        guard offset < range.upperBound else { return false }
        offset += 1
        while offset < range.upperBound && text[offset] & 0xC0 == 0x80 { offset += 1 }
        index += 1
      case let byte:
        guard offset < range.upperBound && text[offset] == byte else { return false }
        offset += 1
        index += 1
      }
    }
    return offset == range.upperBound
  }
}
