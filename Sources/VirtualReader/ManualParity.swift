// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Frames of a host that computes parity bits itself (ManualRCV, bit 4: ParityDisable).
///
/// After each whole byte is its parity bit, so nine bits carry eight.
enum ManualParity {
  /// What the chip sends, or nil when a parity bit is wrong and no tag will make sense of it.
  static func unwrapped(_ frame: AirFrame) -> AirFrame? {
    let bits = frame.bits
    var content: [Bool] = []
    for start in stride(from: 0, to: bits.count, by: 9) {
      let group = bits[start...].prefix(9)
      guard group.count == 9 else {
        content += group
        break
      }
      // ISO 14443-3, 6.2.3: the number of ones is odd, the parity bit included.
      guard group.filter({ $0 }).count % 2 == 1 else { return nil }
      content += group.dropLast()
    }
    return AirFrame(bits: content)
  }

  /// What the chip hands to the host; an answer of a few bits has no parity.
  static func wrapped(_ frame: AirFrame) -> AirFrame {
    guard frame.lastBits == 0 else { return frame }
    return AirFrame(
      bits: frame.bytes.flatMap { byte -> [Bool] in
        AirFrame([byte]).bits + [byte.nonzeroBitCount % 2 == 0]
      })
  }
}
