// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A Type A chip's answer, and what it cost the memory.
package struct ChipReply: Hashable, Sendable {
  package var answer: ChipAnswer
  package var programmedPages: Int

  package init(_ answer: ChipAnswer, programmedPages: Int = 0) {
    self.answer = answer
    self.programmedPages = programmedPages
  }
}

/// What a Type A chip sends, or that it sends nothing.
package enum ChipAnswer: Hashable, Sendable {
  /// The antenna appends CRC_A.
  case data([UInt8])
  /// Four bits, Ah.
  case acknowledge
  /// A four-bit NAK, after which the chip is back in IDLE or HALT.
  case refuse(UInt8)
  /// An unknown command or nothing to say; the chip is back in IDLE or HALT.
  case silence
  /// Silence that means success, as for the second part of SECTOR SELECT; the chip stays ACTIVE.
  case quiet
}

/// What becomes of memory whose programming is cut short by the field going away.
///
/// The caller removes the power afterwards.
package enum Tear: Hashable, Sendable {
  case pageOld
  case pageNew
  case pageHalf
  case pageNoise(UInt64)
  /// Of a write of several pages this many are new, the next one is half written, the rest is old.
  case pagesWritten(Int)
}
