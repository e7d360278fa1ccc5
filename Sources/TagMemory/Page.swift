// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

/// The four bytes that a Type 2 tag reads and writes at once.
package struct Page: Hashable, Sendable {
  private var word: UInt32

  package static let size = 4
  package static let zero = Page(0, 0, 0, 0)

  package init(_ byte0: UInt8, _ byte1: UInt8, _ byte2: UInt8, _ byte3: UInt8) {
    word = UInt32(byte0) << 24 | UInt32(byte1) << 16 | UInt32(byte2) << 8 | UInt32(byte3)
  }

  private init(word: UInt32) {
    self.word = word
  }

  /// The byte at an index from 0 to 3; only the index's two low bits count, so nothing traps.
  package subscript(index: Int) -> UInt8 {
    get { UInt8(truncatingIfNeeded: word >> shift(index)) }
    set {
      word &= ~(UInt32(0xFF) << shift(index))
      word |= UInt32(newValue) << shift(index)
    }
  }

  private func shift(_ index: Int) -> Int { 24 - 8 * (index & 3) }

  package var bytes: [UInt8] { [self[0], self[1], self[2], self[3]] }

  /// What a one-time-programmable page holds after `written` was sent to it: bits are only ever set.
  func settingBits(of written: Page) -> Page {
    Page(word: word | written.word)
  }
}

extension Page: CustomStringConvertible {
  /// The bytes as a plan prints them: `34 03 00 FE`.
  package var description: String {
    spacedHex(bytes)
  }
}
