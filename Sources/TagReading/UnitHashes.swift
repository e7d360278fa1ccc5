// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagKeys
internal import TagMemory

/// The short hashes by which a tag's pages or blocks are known again.
///
/// The tag's UID and the number of the unit go in, so that equal bytes do not show as equal hashes.
struct UnitHashes {
  private let uid: [UInt8]

  init(of tag: TagInField) {
    uid = tag.uid.bytes
  }

  func hash(_ bytes: [UInt8], of unit: Int) -> TagImage.Hash {
    let number = [UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit)]
    // Without memory for it nothing is known about the unit, and it stands in no one's way.
    guard let digest = sha256(uid + number + bytes) else { return TagImage.anything }
    let hash = digest.prefix(4).reduce(0) { $0 << 8 | TagImage.Hash($1) }
    return max(hash, 1)
  }

  /// The hashes of units one after the other; nil for bytes that are not known.
  func hashes(of units: Range<Int>, _ bytes: (Int) -> [UInt8]?) -> [TagImage.Hash?] {
    units.map { unit in bytes(unit).map { hash($0, of: unit) } }
  }
}

extension [TagImage.Hash?] {
  /// What is not known is replaced with anything.
  var filled: [TagImage.Hash] { map { $0 ?? TagImage.anything } }
}
