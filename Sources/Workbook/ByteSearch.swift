// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// Looks for a few bytes in many that come in pieces.
struct ByteSearch {
  private let wanted: [UInt8]
  /// The end of the piece before, in which they may have begun.
  private var rest: [UInt8] = []
  private(set) var isFound = false

  init(_ wanted: [UInt8]) {
    self.wanted = wanted
  }

  mutating func search(_ piece: UnsafeRawBufferPointer) {
    guard !isFound, let last = wanted.last else { return }
    let overlap = wanted.count - 1
    rest.append(contentsOf: piece.prefix(overlap))
    isFound = rest.withUnsafeBytes { holds($0, endingIn: last) } || holds(piece, endingIn: last)
    rest.append(contentsOf: piece.dropFirst(overlap).suffix(overlap))
    rest.removeFirst(max(0, rest.count - overlap))
  }

  private func holds(_ bytes: UnsafeRawBufferPointer, endingIn last: UInt8) -> Bool {
    guard let start = bytes.baseAddress, bytes.count >= wanted.count else { return false }
    var place = start + (wanted.count - 1)
    let end = start + bytes.count
    while place < end, let found = memchr(place, Int32(last), end - place) {
      place = UnsafeRawPointer(found) + 1
      if memcmp(place - wanted.count, wanted, wanted.count) == 0 { return true }
    }
    return false
  }
}
