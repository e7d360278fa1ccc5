// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension VirtualType2Chip {
  /// The first half of AUTHENTICATE: the chip's challenge, encrypted.
  func beginTripleDES(argument: Int) -> ChipReply {
    guard argument == 0, let cipher else { return Refusal.argument }
    let challenge = noise.bytes(8)
    let cryptogram = cipher.encrypt(challenge, after: Self.zeroVector)
    half = .tripleDES(challenge: challenge, cryptogram: cryptogram)
    isAuthenticated = false
    return ChipReply(.data([0xAF] + cryptogram))
  }

  /// The second half: the reader has answered with its own challenge and the chip's, turned by a byte.
  ///
  /// The chain of blocks continues over all three messages: each starts where the one before ended.
  func finishTripleDES(
    _ frame: [UInt8], challenge: [UInt8], cryptogram: [UInt8]
  ) -> ChipReply {
    guard frame.count == 17, frame.first == 0xAF, let cipher else { return Refusal.argument }
    let answer = Array(frame.dropFirst())
    let plain = cipher.decrypt(answer, after: cryptogram)
    guard Array(plain.suffix(8)) == Self.turned(challenge) else {
      note(.passwordFailed(count: 0))
      return Refusal.argument
    }
    isAuthenticated = true
    let proof = cipher.encrypt(Self.turned(Array(plain.prefix(8))), after: Array(answer.suffix(8)))
    return ChipReply(.data([0x00] + proof))
  }

  private static let zeroVector = [UInt8](repeating: 0, count: 8)

  private static func turned(_ bytes: [UInt8]) -> [UInt8] {
    Array(bytes.dropFirst() + bytes.prefix(1))
  }

  // The key pages hold each of the two keys with its last byte first.
  private var cipher: TripleDES? {
    guard case .tripleDES(let settings) = model.protection else { return nil }
    let outer = (memory[settings + 2] + memory[settings + 3]).reversed()
    let inner = (memory[settings + 4] + memory[settings + 5]).reversed()
    return TripleDES(key: Array(outer) + Array(inner))
  }
}
