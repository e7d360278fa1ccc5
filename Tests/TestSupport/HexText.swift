// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The bytes of hexadecimal text; spaces and line ends are only for the eye.
///
/// The tests of each room call it `hex`.
package func bytes(ofHex text: some StringProtocol) -> [UInt8] {
  let digits: [Int] = text.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map { (place: Int) -> UInt8 in
    UInt8(digits[place] * 16 + digits[place + 1])
  }
}
