// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Our half of AuthenticateEV2First, in which reader and card prove a key to each other without
/// sending it (NT4H2421Gx rev 3.0, 9.1.5).
package struct CardAuthentication: Sendable {
  /// What the card is sent: our random number and its own, which only the key could open.
  package let answer: [UInt8]
  private let key: [UInt8]
  private let ours: [UInt8]
  private let theirs: [UInt8]

  /// The key of all NTAG 424 DNA when they leave the factory (8.2.4.2); everyone knows it.
  package static let factoryKey = [UInt8](repeating: 0, count: BlockCipher.blockSize)
  private static let proofSize = 32

  /// `challenge` is what the card sent, and `random` are sixteen bytes that no one can foresee.
  package init(
    key: [UInt8], challenge: [UInt8], random: [UInt8]
  ) throws(CardSessionError) {
    for bytes in [key, challenge, random] where bytes.count != BlockCipher.blockSize {
      throw .length(bytes.count)
    }
    let vector = BlockCipher.zeroVector
    guard let theirs = BlockCipher.decrypt(challenge, key: key, after: vector),
      let answer = BlockCipher.encrypt(random + Self.turned(theirs), key: key, after: vector)
    else { throw .libraryRefused }
    self.answer = answer
    self.key = key
    self.theirs = theirs
    ours = random
  }

  /// The session that begins when the card has proven the key too.
  package func session(provenBy proof: [UInt8]) throws(CardSessionError) -> CardSession {
    guard proof.count == Self.proofSize else { throw .length(proof.count) }
    guard let plain = BlockCipher.decrypt(proof, key: key, after: BlockCipher.zeroVector) else {
      throw .libraryRefused
    }
    // After the number of the transaction and our own comes what the card can do.
    guard Array(plain[4..<20]) == Self.turned(ours) else { throw .notProven }
    return try CardSession(
      key: key, ours: ours, theirs: theirs, transaction: Array(plain[0..<4]))
  }

  /// The first byte goes after the others.
  private static func turned(_ bytes: [UInt8]) -> [UInt8] {
    Array(bytes.dropFirst() + bytes.prefix(1))
  }
}
