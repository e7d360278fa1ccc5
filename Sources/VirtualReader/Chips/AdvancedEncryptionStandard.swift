// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// AES with a key of 128 bits (FIPS 197), the block cipher inside the silicon of an NTAG 424 DNA.
///
/// It serves the virtual chips alone, so that they judge what a writer's own cipher made. Its time
/// depends on the key, which protects no secret of anyone.
struct AdvancedEncryptionStandard {
  static let blockSize = 16

  /// Sixteen bytes for each of eleven additions of the key.
  private let roundKeys: [[UInt8]]

  /// A key that is too short is filled up with zeros.
  init(key: [UInt8]) {
    var words = (0..<4).map { word in
      (0..<4).map { 4 * word + $0 < key.count ? key[4 * word + $0] : 0 }
    }
    var constant: UInt8 = 1
    for index in 4..<44 {
      var word = words[index - 1]
      if index % 4 == 0 {
        word = (word[1...] + word[..<1]).map { Self.box[Int($0)] }
        word[0] ^= constant
        constant = Self.doubled(constant)
      }
      words.append(zip(words[index - 4], word).map { $0 ^ $1 })
    }
    roundKeys = (0..<11).map { Array(words[4 * $0..<4 * $0 + 4].joined()) }
  }

  /// Encrypts one block.
  func encrypt(_ block: [UInt8]) -> [UInt8] {
    var state = Self.added(block, roundKeys[0])
    for round in 1...10 {
      state = state.map { Self.box[Int($0)] }
      state = (0..<16).map { state[($0 + 4 * ($0 % 4)) % 16] }
      if round < 10 { state = Self.mixed(state, by: [2, 3, 1, 1]) }
      state = Self.added(state, roundKeys[round])
    }
    return state
  }

  /// Decrypts one block, by the steps of `encrypt` from the last to the first.
  func decrypt(_ block: [UInt8]) -> [UInt8] {
    var state = block
    for round in (1...10).reversed() {
      state = Self.added(state, roundKeys[round])
      if round < 10 { state = Self.mixed(state, by: [14, 11, 13, 9]) }
      state = (0..<16).map { state[($0 + 12 * ($0 % 4)) % 16] }
      state = state.map { Self.inverseBox[Int($0)] }
    }
    return Self.added(state, roundKeys[0])
  }

  private static func added(_ state: [UInt8], _ key: [UInt8]) -> [UInt8] {
    zip(state, key).map { $0 ^ $1 }
  }

  /// Multiplies each column by a polynomial, given by its first row (FIPS 197, 5.1.3 and 5.3.3).
  private static func mixed(_ state: [UInt8], by row: [UInt8]) -> [UInt8] {
    (0..<16).map { place in
      (0..<4).reduce(0) { sum, index in
        sum ^ product(row[(index + 4 - place % 4) % 4], state[place / 4 * 4 + index])
      }
    }
  }

  private static func doubled(_ byte: UInt8) -> UInt8 { byte << 1 ^ (byte & 0x80 == 0 ? 0 : 0x1B) }

  private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
    var (sum, factor): (UInt8, UInt8) = (0, right)
    for bit in 0..<8 {
      if left >> bit & 1 != 0 { sum ^= factor }
      factor = doubled(factor)
    }
    return sum
  }

  // The table of the standard is the inverse of each byte and a turn of its bits (5.1.1).
  private static let box: [UInt8] = (UInt8.min...UInt8.max).map { byte in
    // The inverse is the 254th power.
    let inverse = (0..<254).reduce(1) { power, _ in product(power, byte) }
    return (1...4).reduce(inverse ^ 0x63) { $0 ^ (inverse << $1 | inverse >> (8 - $1)) }
  }

  private static let inverseBox: [UInt8] = {
    var inverse = [UInt8](repeating: 0, count: 256)
    for (byte, image) in box.enumerated() { inverse[Int(image)] = UInt8(byte) }
    return inverse
  }()
}

/// AES over more than one block.
extension AdvancedEncryptionStandard {
  static let zeroVector = [UInt8](repeating: 0, count: blockSize)

  /// Encrypts whole blocks in a chain (CBC); bytes after the last whole block are left out.
  func encrypt(chain plain: [UInt8], after vector: [UInt8] = zeroVector) -> [UInt8] {
    var previous = vector
    return Self.blocks(plain).flatMap { block in
      previous = encrypt(zip(block, previous).map { $0 ^ $1 })
      return previous
    }
  }

  /// Decrypts whole blocks of a chain; bytes after the last whole block are left out.
  func decrypt(chain cryptogram: [UInt8], after vector: [UInt8] = zeroVector) -> [UInt8] {
    var previous = vector
    return Self.blocks(cryptogram).flatMap { block in
      defer { previous = block }
      return zip(decrypt(block), previous).map { $0 ^ $1 }
    }
  }

  /// CMAC (NIST SP 800-38B): the last block of a chain whose own last block was mixed with a subkey.
  func code(of message: [UInt8]) -> [UInt8] {
    let single = Self.shifted(encrypt(Self.zeroVector))
    let rest = message.count % Self.blockSize
    let isWhole = rest == 0 && !message.isEmpty
    let filled =
      isWhole
      ? message : message + [0x80] + [UInt8](repeating: 0, count: Self.blockSize - 1 - rest)
    let subkey = isWhole ? single : Self.shifted(single)
    let last = zip(filled.suffix(Self.blockSize), subkey).map { $0 ^ $1 }
    return encrypt(chain: filled.dropLast(Self.blockSize) + last).suffix(Self.blockSize)
  }

  /// One bit to the left; the bit that falls out comes back as a constant.
  private static func shifted(_ block: [UInt8]) -> [UInt8] {
    var result = block.indices.map { index in
      block[index] << 1 | (index + 1 < block.count ? block[index + 1] >> 7 : 0)
    }
    if let first = block.first, first & 0x80 != 0 { result[blockSize - 1] ^= 0x87 }
    return result
  }

  private static func blocks(_ bytes: [UInt8]) -> [[UInt8]] {
    (0..<bytes.count / blockSize).map { Array(bytes[$0 * blockSize..<($0 + 1) * blockSize]) }
  }
}
