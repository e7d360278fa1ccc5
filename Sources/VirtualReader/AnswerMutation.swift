// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol

/// An answer that a PN532 never gives, in frames whose lengths and checksums are right.
///
/// It is another one in what a driver believes without looking: lengths, counts, the marks of a status,
/// how many bytes there are, and how many frames.
struct AnswerMutation {
  /// What the frames hold, from their codes on.
  private(set) var contents: [[UInt8]]

  private enum Kind: UInt64, CaseIterable {
    case cut, empty, longer, otherByte, boundary, two, noise
    case promisesMore, marksNode, otherStatus, otherCode
    case repeated, followed
  }

  /// Lengths, counts and codes at which something ends.
  private static let boundaries: [UInt8] =
    [0, 1, 2, 0x0A, 0x14, 0x3F, 0x40, 0x7F, 0x80, 0xFE, 0xFF]

  init(_ answer: [UInt8], _ random: inout Noise) {
    let kinds = Kind.allCases
    let kind = kinds[Self.below(kinds.count, &random)]
    contents = [answer]
    guard let code = answer.first else { return }
    var mutated = answer
    switch kind {
    case .cut: mutated = Array(answer.prefix(Self.below(answer.count, &random)))
    case .empty: mutated = [code]
    case .longer:
      let most = Frame.longestContent - answer.count
      // Mostly a few bytes, and now and then as many as there is room for.
      let count = Self.below(4, &random) == 0 ? most : min(most, 1 + Self.below(40, &random))
      mutated += random.bytes(max(0, count))
    case .otherByte: Self.change(&mutated, to: UInt8(truncatingIfNeeded: random.next()), &random)
    case .boundary: Self.change(&mutated, to: Self.boundary(&random), &random)
    case .two:
      Self.change(&mutated, to: Self.boundary(&random), &random)
      Self.change(&mutated, to: Self.boundary(&random), &random)
    case .noise: mutated = [code] + random.bytes(Self.below(Frame.longestContent, &random))
    case .promisesMore: if mutated.count > 1 { mutated[1] |= 0x40 }
    case .marksNode: if mutated.count > 1 { mutated[1] |= 0x80 }
    case .otherStatus:
      if mutated.count > 1 { mutated[1] = UInt8(truncatingIfNeeded: random.next()) }
    case .otherCode: mutated[0] = UInt8(truncatingIfNeeded: random.next())
    case .repeated, .followed: break
    }
    contents = [mutated]
    if kind == .repeated { contents += [mutated] }
    if kind == .followed { contents += [[code] + random.bytes(Self.below(20, &random))] }
  }

  /// Changes one byte after the code.
  private static func change(_ bytes: inout [UInt8], to byte: UInt8, _ random: inout Noise) {
    guard bytes.count > 1 else { return }
    bytes[1 + below(bytes.count - 1, &random)] = byte
  }

  private static func boundary(_ random: inout Noise) -> UInt8 {
    boundaries[below(boundaries.count, &random)]
  }

  private static func below(_ limit: Int, _ random: inout Noise) -> Int {
    Int(random.next() % UInt64(max(1, limit)))
  }
}
