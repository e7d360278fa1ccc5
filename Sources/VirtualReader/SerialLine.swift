// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol

/// What one end of a serial line reads when the other end sends at another speed.
enum SerialLine {
  /// Samples the sender's bits with the reader's clock, as a UART does: it waits for a start bit and
  /// looks at the middle of each of the next nine.
  static func heard(_ bytes: [UInt8], sentAt sender: SerialSpeed, readAt reader: SerialSpeed)
    -> [UInt8]
  {
    guard sender != reader else { return bytes }
    let line = bytes.flatMap { byte -> [Bool] in
      [false] + (0..<8).map { byte >> UInt8($0) & 1 == 1 } + [true]
    }
    let (sent, read) = (sender.bitsPerSecond, reader.bitsPerSecond)
    var heard: [UInt8] = []
    /// The number of the reader's half bits that have passed.
    var time = 0
    func level(_ halfBits: Int) -> Bool {
      let index = halfBits * sent / (2 * read)
      return index < line.count ? line[index] : true
    }
    while time * sent / (2 * read) < line.count {
      guard !level(time) else {
        time += 1
        continue
      }
      let byte = (0..<8).reduce(UInt8(0)) { byte, bit in
        byte | (level(time + 3 + 2 * bit) ? 1 << UInt8(bit) : 0)
      }
      heard.append(byte)
      time += 19
    }
    return heard
  }

  /// How often the line goes up while a byte passes; a sleeping PN532 wakes at the fifth time.
  static func risingEdges(_ byte: UInt8) -> Int {
    var edges = 0
    var isHigh = false
    for bit in 0..<8 {
      let next = byte >> UInt8(bit) & 1 == 1
      if next && !isHigh { edges += 1 }
      isHigh = next
    }
    return isHigh ? edges : edges + 1
  }
}
