// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagKeys

struct OriginalityKeyTests {
  @Test(arguments: OriginalityKey.published)
  func pointIsOnItsCurve(_ key: OriginalityKey) {
    let point = key.uncompressedPoint
    #expect(point.count == 1 + 2 * key.curve.coordinateBytes)
    #expect(PublicKey(curve: key.curve, point: point) != nil)
    for byte in point.indices {
      var changed = point
      changed[byte] ^= 0x10
      #expect(PublicKey(curve: key.curve, point: changed) == nil, "byte \(byte)")
    }
  }

  @Test func aPointOfWrongLengthIsRefused() throws {
    let key = try #require(OriginalityKey.published.first)
    for count in 0..<key.uncompressedPoint.count {
      let short = Array(key.uncompressedPoint.prefix(count))
      #expect(PublicKey(curve: key.curve, point: short) == nil, "\(count) bytes")
    }
  }

  @Test func everyNameAndPointIsThereOnce() {
    let keys = OriginalityKey.published
    #expect(Set(keys.map(\.name)).count == keys.count)
    #expect(Set(keys.map(\.point)).count == keys.count)
  }

  @Test(arguments: SignedChip.allCases)
  func everyChipHasAKeyOnOneCurveOnly(_ chip: SignedChip) {
    let keys = OriginalityKey.published.filter { $0.chips.contains(chip) }
    #expect(Set(keys.map(\.curve)).count == 1)
  }

  @Test func pointIsWrittenMostSignificantByteFirst() throws {
    let key = try #require(OriginalityKey.published.first)
    let expected = hex("04 494E1A386D3D3CFE3DC10E5DE68A499B 1C202DB5B132393E89ED19FE5BE8BC61")
    #expect(key.uncompressedPoint == expected)
  }
}
