// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Refuses a character beyond ASCII that no one sees or that means nothing, and so no one means to
/// write.
func checkVisible(_ bytes: Span<UInt8>, at offset: Int) throws(LinkFault) {
  // Only the first byte of a character is looked at; the others are below 0xC0.
  guard bytes[offset] >= 0xC0 else { return }
  var scalar: UInt32 = 0
  var end = offset
  repeat {
    let byte = bytes[end]
    let payload: UInt8 =
      end > offset ? 0x3F : byte >= 0xF0 ? 0x07 : byte >= 0xE0 ? 0x0F : 0x1F
    scalar = scalar << 6 | UInt32(byte & payload)
    end += 1
  } while end < bytes.count && bytes[end] & 0xC0 == 0x80
  switch scalar {
  case 0x80...0x9F, 0x2028, 0x2029:
    throw LinkFault(.controlCharacter, at: offset)
  // The joiners U+200C and U+200D are not among these: scripts and emoji need them. So do the
  // variation selectors.
  case 0xAD, 0x61C, 0x115F, 0x1160, 0x180E, 0x200B, 0x200E, 0x200F, 0x202A...0x202E,
    0x2060...0x206F, 0x3164, 0xFEFF, 0xFFA0, 0xFFF9...0xFFFC, 0xE0000...0xE00FF:
    throw LinkFault(.invisibleCharacter, at: offset)
  case 0xA0, 0x2000...0x200A, 0x202F, 0x3000:
    if offset == 0 || end == bytes.count { throw LinkFault(.spaceAtEdge, at: offset) }
  // What a converter writes for a letter that it lost, what is not a character by definition, and
  // what only one font or program knows.
  case 0xFFFD, 0xFDD0...0xFDEF, 0xE000...0xF8FF, 0xF0000...:
    throw LinkFault(.noCharacter, at: offset)
  case _ where scalar & 0xFFFE == 0xFFFE:
    throw LinkFault(.noCharacter, at: offset)
  default: break
  }
}
