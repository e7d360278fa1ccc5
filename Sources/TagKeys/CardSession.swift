// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Why nothing was agreed on with a smart card.
package enum CardSessionError: Error, Hashable, Sendable {
  /// The card sent more or less than it must.
  case length(Int)
  /// What the card sent was not made with the key.
  case notProven
  /// libcrypto had no memory, or does not know AES.
  case libraryRefused
}

/// What reader and card share once they have proven a key to each other, and how a command is closed
/// with it (NT4H2421Gx rev 3.0, 9.1).
package struct CardSession: Sendable {
  /// The number of this transaction, which the card made up.
  let transaction: [UInt8]
  private let encryptionKey: [UInt8]
  private let codeKey: [UInt8]
  /// How many commands there were since the authentication; both sides count.
  private(set) var counter: UInt16

  /// The keys come from what both sides made up, so no two sessions have the same (9.1.7).
  init(
    key: [UInt8], ours: [UInt8], theirs: [UInt8], transaction: [UInt8]
  ) throws(CardSessionError) {
    let mixed = zip(ours[2..<8], theirs[0..<6]).map { $0 ^ $1 }
    var context = Array(ours[0..<2])
    context += mixed
    context += theirs[6..<16]
    context += ours[8..<16]
    func derived(_ label: [UInt8]) -> [UInt8]? {
      // One key of 128 bits is wanted.
      BlockCipher.code(of: label + [0x00, 0x01, 0x00, 0x80] + context, key: key)
    }
    guard let encryptionKey = derived([0xA5, 0x5A]), let codeKey = derived([0x5A, 0xA5]) else {
      throw .libraryRefused
    }
    self.init(transaction: transaction, encryptionKey: encryptionKey, codeKey: codeKey)
  }

  init(transaction: [UInt8], encryptionKey: [UInt8], codeKey: [UInt8], counter: UInt16 = 0) {
    self.transaction = transaction
    self.encryptionKey = encryptionKey
    self.codeKey = codeKey
    self.counter = counter
  }

  /// The data field of a command whose data is encrypted and all of which is signed
  /// (CommMode.Full): header, cryptogram and code.
  package func sealed(
    _ command: UInt8, header: [UInt8], _ data: [UInt8]
  ) throws(CardSessionError) -> [UInt8] {
    let label: [UInt8] = [0xA5, 0x5A]
    let start = label + transaction + counterBytes + [UInt8](repeating: 0, count: 8)
    guard
      let vector = BlockCipher.encrypt(start, key: encryptionKey, after: BlockCipher.zeroVector),
      let cryptogram = BlockCipher.encrypt(Self.padded(data), key: encryptionKey, after: vector)
    else { throw .libraryRefused }
    let code = try code(of: [command] + counterBytes + transaction + header + cryptogram)
    return header + cryptogram + code
  }

  /// Counts a command that the card has carried out; those that go in plain are counted too.
  package mutating func count() { counter &+= 1 }

  /// Counts a sealed command, and checks that its answer, which has no data, is the card's own.
  package mutating func accept(_ answer: [UInt8], status: UInt8) throws(CardSessionError) {
    count()
    guard answer.count == Self.codeSize else { throw .length(answer.count) }
    guard try code(of: [status] + counterBytes + transaction) == answer else { throw .notProven }
  }

  /// A card sends and takes every other byte of a code.
  private static let codeSize = 8

  private func code(of message: [UInt8]) throws(CardSessionError) -> [UInt8] {
    guard let whole = BlockCipher.code(of: message, key: codeKey) else { throw .libraryRefused }
    return stride(from: 1, to: whole.count, by: 2).map { whole[$0] }
  }

  private var counterBytes: [UInt8] {
    [UInt8(truncatingIfNeeded: counter), UInt8(truncatingIfNeeded: counter >> 8)]
  }

  /// A byte 80 and zeros up to the next whole block, one block more where it is whole already.
  private static func padded(_ data: [UInt8]) -> [UInt8] {
    let marked = data + [0x80]
    let rest = (BlockCipher.blockSize - marked.count % BlockCipher.blockSize)
    return marked + [UInt8](repeating: 0, count: rest % BlockCipher.blockSize)
  }
}

// Code that logs a value that contains a session must not log its keys.
extension CardSession: CustomStringConvertible, CustomReflectable {
  package var description: String { "CardSession(not shown)" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
