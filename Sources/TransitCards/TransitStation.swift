// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A station by the codes of the Japan Railway Cybernetics Association: a line and a place on it.
///
/// The same codes mean other stations in another region.
package struct TransitStation: Hashable, Sendable {
  package let line: UInt8
  package let station: UInt8

  package var isNone: Bool { line == 0 && station == 0 }
}

extension TransitStation {
  init(_ bytes: ArraySlice<UInt8>) {
    self.init(line: bytes.first ?? 0, station: bytes.dropFirst().first ?? 0)
  }
}

/// Where in Japan a code is valid.
package enum TransitRegion: UInt8, Hashable, Sendable {
  /// The former national railways everywhere, and Tokyo's private lines.
  case railwaysAndTokyo = 0
  case chubu = 1
  case kansai = 2
  case others = 3

  /// Takes the two lowest bits.
  init(bits: UInt8) { self = TransitRegion(rawValue: bits & 3) ?? .others }
}
