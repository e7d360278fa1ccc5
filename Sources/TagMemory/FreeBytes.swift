// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The bytes of a data area that TLVs may use: all but those that control TLVs reserve.
struct FreeBytes: Hashable, Sendable {
  let range: Range<Int>
  // One flag a byte, and no flags at all on the many tags that reserve nothing.
  private var reserved: [Bool] = []

  init(_ range: Range<Int>) {
    self.range = range
  }

  /// Takes bytes out; what is outside the area does not matter.
  mutating func reserve(_ bytes: Range<Int>) {
    let inside = bytes.clamped(to: range)
    guard !inside.isEmpty else { return }
    if reserved.isEmpty {
      reserved = [Bool](repeating: false, count: range.count)
    }
    for address in inside {
      reserved[address - range.lowerBound] = true
    }
  }

  /// The first free byte at or after an address.
  func first(from address: Int) -> Int? {
    var address = max(address, range.lowerBound)
    guard !reserved.isEmpty else { return address < range.upperBound ? address : nil }
    while address < range.upperBound {
      if !reserved[address - range.lowerBound] { return address }
      address += 1
    }
    return nil
  }

  /// How many bytes are free from an address to the end.
  func count(from address: Int) -> Int {
    let address = min(max(address, range.lowerBound), range.upperBound)
    guard !reserved.isEmpty else { return range.upperBound - address }
    return reserved.dropFirst(address - range.lowerBound).count { !$0 }
  }
}
