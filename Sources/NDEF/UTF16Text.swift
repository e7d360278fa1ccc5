// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Reads UTF-16 from `start` on: big-endian unless a byte order mark says otherwise.
///
/// The mark is not part of the text. Lone surrogates become U+FFFD, an odd last byte is left out.
func readUTF16(_ bytes: [UInt8], from start: Int) -> Reading<String> {
  var first = start
  var littleEndian = false
  if start + 1 < bytes.count {
    let mark = (bytes[start], bytes[start + 1])
    littleEndian = mark == (0xFF, 0xFE)
    if littleEndian || mark == (0xFE, 0xFF) { first = start + 2 }
  }

  var units: [UInt16] = []
  units.reserveCapacity((bytes.count - first) / 2)
  var index = first
  while index + 1 < bytes.count {
    let high = UInt16(bytes[littleEndian ? index + 1 : index])
    let low = UInt16(bytes[littleEndian ? index : index + 1])
    units.append(high << 8 | low)
    index += 2
  }

  var flaw: NDEFError?
  if let unit = firstLoneSurrogate(in: units) {
    flaw = NDEFError(.notUTF16, at: first + 2 * unit)
  } else if index < bytes.count {
    flaw = NDEFError(.notUTF16, at: index)
  }
  return Reading(value: String(decoding: units, as: UTF16.self), flaw: flaw)
}

/// The index of the first surrogate that has no partner.
private func firstLoneSurrogate(in units: [UInt16]) -> Int? {
  var index = 0
  while index < units.count {
    if UTF16.isTrailSurrogate(units[index]) { return index }
    if UTF16.isLeadSurrogate(units[index]) {
      guard index + 1 < units.count, UTF16.isTrailSurrogate(units[index + 1]) else { return index }
      index += 1
    }
    index += 1
  }
  return nil
}

/// The text in big-endian UTF-16, with a mark only where its own first character looks like one.
func utf16Bytes(of text: String) -> [UInt8] {
  let units = Array(text.utf16)
  var bytes: [UInt8] = []
  bytes.reserveCapacity(2 * units.count + 2)
  if units.first == 0xFEFF || units.first == 0xFFFE { bytes += [0xFE, 0xFF] }
  for unit in units {
    bytes.append(UInt8(truncatingIfNeeded: unit >> 8))
    bytes.append(UInt8(truncatingIfNeeded: unit))
  }
  return bytes
}
