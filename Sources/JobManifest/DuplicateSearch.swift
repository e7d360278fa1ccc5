// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Finds duplicates in a job, at a cost of eight bytes per id and eight per link.
///
/// The first pass over the files stores a hash of each text, ignoring case. Only if some hash occurs
/// twice are the files read again, now keeping the texts of those few.
final class DuplicateSearch {
  private var hashes = HashLog()
  private var suspects: [UInt64] = []
  /// The suspects that the second pass found, in order.
  private var isSeen: [Bool] = []
  private var firsts: [UInt64: First] = [:]

  /// How many suspects are kept with their texts; beyond that, they are compared by their hashes.
  private static let firstsMax = 10_000

  private struct First {
    let text: [UInt8]
    let row: EarlierRow
  }

  /// The earlier row, and its place.
  enum Match {
    /// One of so many that it is only counted.
    case oneOfMany
    case same(EarlierRow)
    case sameButCase(String, EarlierRow)
    /// People consider the two equal.
    case sameButLook(String, EarlierRow)
  }

  func note(_ text: [UInt8]) {
    hashes.append(foldedHash(NormalText.look(of: text)))
  }

  /// Ends the first pass; true if a second is needed.
  func findSuspects() -> Bool {
    suspects = hashes.takeRepeated()
    isSeen = [Bool](repeating: false, count: suspects.count)
    return !suspects.isEmpty
  }

  /// What a row repeats in the second pass.
  func match(_ text: [UInt8], of row: borrowing JobRow) -> Match? {
    let hash = foldedHash(NormalText.look(of: text))
    guard let suspect = suspect(hash) else { return nil }
    guard isSeen[suspect] else {
      isSeen[suspect] = true
      if firsts.count < Self.firstsMax {
        firsts[hash] = First(text: text, row: row.asEarlier)
      }
      return nil
    }
    guard let first = firsts[hash] else { return .oneOfMany }
    if first.text == text { return .same(first.row) }
    let other = String(decoding: first.text, as: UTF8.self)
    if isSameButCase(first.text, text) { return .sameButCase(other, first.row) }
    return isSameButCase(NormalText.look(of: first.text), NormalText.look(of: text))
      ? .sameButLook(other, first.row) : nil
  }

  private func isSameButCase(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy { $0.lowercased == $1.lowercased }
  }

  private func suspect(_ hash: UInt64) -> Int? {
    var range = suspects.startIndex..<suspects.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if suspects[middle] == hash { return middle }
      range = suspects[middle] < hash ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var lowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
}

/// Hashes, which are only collected until the repeated ones are looked for.
///
/// They are kept apart by their first byte, so that each part can be searched with a small table.
private struct HashLog {
  private var parts = [[UInt64]](repeating: [], count: 256)

  mutating func append(_ hash: UInt64) {
    let part = Int(hash >> 56)
    let count = parts[part].count
    // An array that doubles would hold three times as much while it grows.
    if count == parts[part].capacity { parts[part].reserveCapacity(count + count / 4 + 64) }
    parts[part].append(hash)
  }

  /// The hashes that occurred more than once, sorted; the log is empty afterwards.
  mutating func takeRepeated() -> [UInt64] {
    var repeated: [UInt64] = []
    var table: [UInt64] = []
    for index in parts.indices {
      var size = 64
      while size < 2 * parts[index].count { size *= 2 }
      table.removeAll(keepingCapacity: true)
      // No hash is zero, so zero stands for an empty place.
      table.append(contentsOf: repeatElement(0, count: size))
      for hash in parts[index] {
        var place = Int(truncatingIfNeeded: hash) & (size - 1)
        while table[place] != 0, table[place] != hash { place = (place + 1) & (size - 1) }
        if table[place] == hash, repeated.last != hash { repeated.append(hash) }
        table[place] = hash
      }
      parts[index] = []
    }
    repeated.sort()
    return repeated
  }
}

/// A hash for which upper and lower case, and a few other pairs, are the same; never zero.
private func foldedHash(_ text: [UInt8]) -> UInt64 {
  let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
  var hash = UInt64(text.count) &* factor
  func mix(_ word: UInt64) {
    let product = (hash ^ (word | 0x2020_2020_2020_2020)).multipliedFullWidth(by: factor)
    hash = product.high ^ product.low
  }
  text.withUnsafeBytes { bytes in
    var offset = 0
    while offset + 8 <= bytes.count {
      mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var last: UInt64 = 0
    while offset < bytes.count {
      last = last << 8 | UInt64(bytes[offset])
      offset += 1
    }
    mix(last)
  }
  return max(hash ^ hash >> 29, 1)
}
