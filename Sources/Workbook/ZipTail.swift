// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// Whether the end of a zip file says that it has more entries than we take.
///
/// libzip makes room for all of them when it opens the file, so they are counted before.
func hasTooManyEntries(_ descriptor: Int32, size: Int) -> Bool {
  let tail = bytes(of: descriptor, at: max(0, size - tailBytesMax), count: tailBytesMax)
  guard tail.count >= endBytes else { return false }
  for place in 0...(tail.count - endBytes) where tail[place...].starts(with: [0x50, 0x4B, 5, 6]) {
    let entries = number(tail, at: place + 10, bytes: 2)
    if entries == 0xFFFF, let more = entriesOfLargeZip(descriptor, before: place, of: tail) {
      if more > WorkbookLimits.entriesMax { return true }
    } else if entries > WorkbookLimits.entriesMax {
      return true
    }
  }
  return false
}

/// The record at the end, and the longest comment behind it.
private let endBytes = 22
private let tailBytesMax = endBytes + 0xFFFF + locatorBytes
private let locatorBytes = 20

/// Zip files with large numbers have these in a record of their own, whose place is said by another.
private func entriesOfLargeZip(
  _ descriptor: Int32, before place: Int, of tail: [UInt8]
) -> Int? {
  let locator = place - locatorBytes
  guard locator >= 0, tail[locator...].starts(with: [0x50, 0x4B, 6, 7]) else { return nil }
  let record = bytes(of: descriptor, at: number(tail, at: locator + 8, bytes: 8), count: 56)
  guard record.count == 56, record.starts(with: [0x50, 0x4B, 6, 6]) else { return nil }
  return number(record, at: 32, bytes: 8)
}

private func number(_ bytes: [UInt8], at place: Int, bytes count: Int) -> Int {
  var number: UInt64 = 0
  for index in (0..<count).reversed() { number = number << 8 | UInt64(bytes[place + index]) }
  return Int(clamping: number)
}

private func bytes(of descriptor: Int32, at offset: Int, count: Int) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
    while initialized < count {
      let size = pread(
        descriptor, buffer.baseAddress.map { $0 + initialized }, count - initialized,
        offset.addingReportingOverflow(initialized).partialValue)
      if size < 0, errno == EINTR { continue }
      guard size > 0 else { return }
      initialized += size
    }
  }
}
