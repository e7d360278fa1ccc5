// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagKeys
internal import TagMemory

/// The short hashes by which a tag's pages or blocks are recognised.
///
/// The tag's UID and the number of the unit are included, so that equal bytes have different hashes.
struct UnitHashes {
  private let uid: [UInt8]

  init(of tag: TagInField) {
    uid = tag.uid.bytes
  }

  func hash(_ bytes: [UInt8], of unit: Int) -> TagImage.Hash {
    let number = [UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit)]
    // If memory runs out, the unit counts as unknown, which hinders nobody.
    guard let digest = sha256(uid + number + bytes) else { return TagImage.anything }
    let hash = digest.prefix(4).reduce(0) { $0 << 8 | TagImage.Hash($1) }
    return max(hash, 1)
  }

  /// The concatenated hashes of units; nil for unknown bytes.
  func hashes(of units: Range<Int>, _ bytes: (Int) -> [UInt8]?) -> [TagImage.Hash?] {
    units.map { unit in bytes(unit).map { hash($0, of: unit) } }
  }
}

extension [TagImage.Hash?] {
  /// Unknown bytes may be replaced with anything.
  var filled: [TagImage.Hash] { map { $0 ?? TagImage.anything } }
}
