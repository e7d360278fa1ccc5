// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TestSupport

/// The bytes of hexadecimal text; spaces and line ends are only for the eye.
func hex(_ text: String) -> [UInt8] { bytes(ofHex: text) }

extension Splitmix64 {
  mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }
}

/// A message of one URI record with exactly `size` bytes, all text made of one letter.
func link(size: Int, letter: Character = "a", prefix: UInt8 = 4) -> [UInt8] {
  let short: [UInt8] = [0xD1, 0x01, UInt8(truncatingIfNeeded: size - 4), 0x55, prefix]
  let length = size - 7
  let long: [UInt8] = [
    0xC1, 0x01, 0, 0, UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length),
    0x55, prefix,
  ]
  let head = size - 4 <= 255 ? short : long
  return head + [UInt8](repeating: letter.asciiValue ?? 0x61, count: max(0, size - head.count))
}

/// `https://example.com/a`, the message of the published write traces.
let exampleLink = hex("d1010e55046578616d706c652e636f6d2f61")

/// A tag of a chip with a serial number, and with what is in its data area.
func image(_ chip: Chip, area: [UInt8]? = nil, container: Page? = nil) -> Type2Image {
  var image = Type2Image(delivered: chip)
  image[0] = Page(0x04, 0x11, 0x22, 0xBF)
  image[1] = Page(0x33, 0x44, 0x55, 0x66)
  image[2] = Page(0x44, 0x48, 0x00, 0x00)
  image[3] = container ?? chip.layout.container
  guard let area else { return image }
  for page in chip.layout.userPages {
    let at = (page - 4) * 4
    let byte = { (index: Int) in area.indices.contains(at + index) ? area[at + index] : 0 }
    image[page] = Page(byte(0), byte(1), byte(2), byte(3))
  }
  return image
}

/// A tag of an unknown chip, from a whole dump.
func unknown(_ dump: String) -> Type2Image {
  Type2Image(chip: nil, bytes: hex(dump))
}

/// Writes as the published traces give them: `a2 pp dd dd dd dd`.
func traced(_ writes: [PageWrite]) -> [[UInt8]] {
  writes.map { [0xA2, $0.page] + $0.new.bytes }
}
