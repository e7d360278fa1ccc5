// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The card's half of what it shares with a reader that proved a key (NT4H2421Gx rev 3.0, 9.1).
struct SecureChannel {
  /// How a command and its answer are protected; the low bits of a file's options (8.2.3.5).
  enum Mode {
    case plain
    case signed
    case full

    init(_ options: UInt8) {
      switch options & 0b11 {
      case 0b01: self = .signed
      case 0b11: self = .full
      default: self = .plain
      }
    }
  }

  /// The number of the key that was proven.
  let key: UInt8
  private let transaction: [UInt8]
  private let encryption: AdvancedEncryptionStandard
  private let signing: AdvancedEncryptionStandard
  private var count: UInt16 = 0

  /// How much of a code is sent: its second, fourth … sixteenth byte.
  static let codeSize = 8

  /// `reader` and `card` are the random numbers of both.
  init(
    key number: UInt8, _ key: [UInt8], reader: [UInt8], card: [UInt8], transaction: [UInt8]
  ) {
    self.key = number
    self.transaction = transaction
    let mix = zip(reader[2...7], card[0...5]).map { $0 ^ $1 }
    var seed: [UInt8] = [0x00, 0x01, 0x00, 0x80]
    seed += reader[0...1]
    seed += mix
    seed += card[6...15]
    seed += reader[8...15]
    let master = AdvancedEncryptionStandard(key: key)
    encryption = AdvancedEncryptionStandard(key: master.code(of: [0xA5, 0x5A] + seed))
    signing = AdvancedEncryptionStandard(key: master.code(of: [0x5A, 0xA5] + seed))
  }

  /// The data of a command, out of what came after its header; nil when it was not sealed by the
  /// reader that proved the key.
  ///
  /// Every command counts, also one that goes in plain.
  mutating func open(
    _ command: UInt8, header: [UInt8], _ body: [UInt8], _ mode: Mode
  ) -> [UInt8]? {
    guard count < UInt16.max else { return nil }
    defer { count += 1 }
    guard mode != .plain else { return body }
    guard body.count >= Self.codeSize else { return nil }
    let data = Array(body.dropLast(Self.codeSize))
    let signed = [command] + countBytes + transaction + header + data
    guard code(of: signed) == body.suffix(Self.codeSize) else { return nil }
    return mode == .full ? decrypted(data) : data
  }

  /// An answer's data with its code, for the command that was opened last.
  func signed(_ status: UInt8, _ data: [UInt8] = []) -> [UInt8] {
    data + code(of: [status] + countBytes + transaction + data)
  }

  /// What a cryptogram holds up to the mark 80 and the zeros after it; nil without such an end.
  private func decrypted(_ cryptogram: [UInt8]) -> [UInt8]? {
    guard !cryptogram.isEmpty, cryptogram.count.isMultiple(of: 16) else { return nil }
    let start = [0xA5, 0x5A] + transaction + countBytes + [UInt8](repeating: 0, count: 8)
    let plain = encryption.decrypt(chain: cryptogram, after: encryption.encrypt(start))
    guard let end = plain.lastIndex(where: { $0 != 0 }), plain[end] == 0x80,
      plain.count - end <= 16
    else { return nil }
    return Array(plain[..<end])
  }

  private func code(of message: [UInt8]) -> [UInt8] {
    let whole = signing.code(of: message)
    return whole.indices.filter { !$0.isMultiple(of: 2) }.map { whole[$0] }
  }

  /// The count with its low byte first.
  private var countBytes: [UInt8] { [UInt8(count & 0xFF), UInt8(count >> 8)] }
}
