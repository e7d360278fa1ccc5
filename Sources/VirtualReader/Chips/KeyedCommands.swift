// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The commands of NTAG 424 DNA that take a key (NT4H2421Gx rev 3.0, 10.4, 10.7 and 10.8).
///
/// More status words: 1E the code does not fit, 40 no such key, 9E a parameter, AE not with this
/// authentication, BE outside the file, CA something else was begun.
extension VirtualType4Chip {
  /// What a card remembers between the two parts of an authentication.
  struct HalfAuthentication {
    let key: UInt8
    let challenge: [UInt8]
    /// What the reader says it can do, cut or filled up to six bytes.
    let abilities: [UInt8]
  }

  /// This many wrong keys close the key for good, and a right one takes some of them back (10.5.1).
  private static let failuresMax = 1000
  private static let failuresForgiven = 10

  /// AuthenticateEV2First, part 1: the key's number, and what the reader can do.
  func beginAuthentication(_ data: [UInt8]) -> SmartCardReply {
    channel = nil
    guard isInApplication else { return Self.native(0x9D) }
    guard data.count >= 2, data[1] <= 6, data.count == 2 + Int(data[1]) else {
      return Self.native(0x7E)
    }
    guard let key = keys[data[0]] else { return Self.native(0x40) }
    guard failedKeys < Self.failuresMax else { return Self.native(0x9D) }
    let challenge = noise.bytes(16)
    let abilities = Array((data[2...] + [UInt8](repeating: 0, count: 6)).prefix(6))
    half = HalfAuthentication(key: data[0], challenge: challenge, abilities: abilities)
    return Self.native(0xAF, AdvancedEncryptionStandard(key: key).encrypt(chain: challenge))
  }

  /// Part 2: the reader's random number and ours, which it must have been able to read.
  func finishAuthentication(_ data: [UInt8], _ half: HalfAuthentication) -> SmartCardReply {
    self.half = nil
    guard let key = keys[half.key] else { return Self.native(0x40) }
    guard data.count == 32 else { return Self.native(0x7E) }
    let cipher = AdvancedEncryptionStandard(key: key)
    let plain = cipher.decrypt(chain: data)
    let reader = Array(plain.prefix(16))
    guard Array(plain.suffix(16)) == Self.turned(half.challenge) else {
      failedKeys += 1
      return Self.native(0xAE)
    }
    failedKeys = max(0, failedKeys - Self.failuresForgiven)
    let transaction = noise.bytes(4)
    channel = SecureChannel(
      key: half.key, key, reader: reader, card: half.challenge, transaction: transaction)
    // This chip says nothing of what it can do.
    let proof = transaction + Self.turned(reader) + [UInt8](repeating: 0, count: 6)
    return Self.native(0x00, cipher.encrypt(chain: proof + half.abilities))
  }

  private static func turned(_ bytes: [UInt8]) -> [UInt8] { Array(bytes[1...] + bytes[..<1]) }

  /// GetFileSettings, which is signed in a session of a key.
  func fileSettings(_ data: [UInt8]) -> SmartCardReply {
    guard isInApplication else { return Self.native(0x9D) }
    let signature = channel == nil ? 0 : SecureChannel.codeSize
    guard data.count == 1 + signature else { return Self.native(0x7E) }
    guard let content = settings[data[0]] else { return Self.native(0xF0) }
    guard channel != nil else { return Self.native(0x00, content) }
    guard channel?.open(0xF5, header: [data[0]], Array(data[1...]), .signed) != nil else {
      return Self.native(0x1E)
    }
    return Self.native(0x00, channel?.signed(0x00, content) ?? [])
  }

  /// ChangeFileSettings; codes of the chip's own in the message (SDM) are not imitated.
  func changeFileSettings(_ data: [UInt8], tearing tear: Tear?) -> SmartCardReply {
    guard isInApplication else { return Self.native(0x9D) }
    guard let file = data.first else { return Self.native(0x7E) }
    guard let old = settings[file] else { return Self.native(0xF0) }
    let mode: SecureChannel.Mode
    switch FileRights(old).changing(with: channel?.key) {
    case .granted(let byKey): mode = byKey ? .full : .plain
    case .closed: return Self.native(0x9D)
    case .keyMissing: return Self.native(0xAE)
    }
    guard let new = opened(0x5F, header: [file], Array(data[1...]), mode) else {
      return Self.native(0x1E)
    }
    guard let options = new.first else { return Self.native(0x7E) }
    // Codes are for the file with the message alone.
    if options & 0x40 != 0 { return Self.native(file == 0x02 ? 0x9E : 0x9D) }
    guard new.count == 3 else { return Self.native(0x7E) }
    guard options & ~0b11 == 0 else { return Self.native(0x9E) }
    let nibbles = new[1...].flatMap { [$0 >> 4, $0 & 0x0F] }
    guard nibbles.allSatisfy(FileRights.isCondition) else { return Self.native(0x9E) }
    // Kind and size stay. The chip promises such a write as a whole (8.6).
    var changed = old
    changed.replaceSubrange(1..<4, with: new)
    settings[file] = PageMemory.torn(old, into: changed, by: tear, tearProof: true)
    return answered(mode, programmedPages: 1)
  }

  /// WriteData: file, place and length, three bytes each with the low one first, and the bytes.
  func writeData(_ data: [UInt8], tearing tear: Tear?) -> SmartCardReply {
    guard isInApplication else { return Self.native(0x9D) }
    guard data.count >= 7 else { return Self.native(0x7E) }
    let (header, body) = (Array(data[..<7]), Array(data[7...]))
    guard let old = settings[header[0]], let id = model.native?.fileIDs[header[0]],
      let content = files[id]
    else { return Self.native(0xF0) }
    let mode: SecureChannel.Mode
    switch FileRights(old).writing(with: channel?.key) {
    case .granted(let byKey): mode = byKey ? SecureChannel.Mode(old[1]) : .plain
    case .closed: return Self.native(0x9D)
    case .keyMissing: return Self.native(0xAE)
    }
    guard let new = opened(0x8D, header: header, body, mode) else { return Self.native(0x1E) }
    func number(_ bytes: ArraySlice<UInt8>) -> Int {
      bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let (offset, length) = (number(header[1..<4]), number(header[4..<7]))
    guard length == new.count else { return Self.native(0x7E) }
    guard length > 0 else { return Self.native(0x9E) }
    guard offset + length <= content.count else { return Self.native(0xBE) }
    let pages = program(id, new, at: offset, tearing: tear)
    return answered(mode, programmedPages: pages)
  }

  /// What a session opens, or the bytes themselves when there is none.
  private func opened(
    _ command: UInt8, header: [UInt8], _ body: [UInt8], _ mode: SecureChannel.Mode
  ) -> [UInt8]? {
    guard channel != nil else { return mode == .plain ? body : nil }
    return channel?.open(command, header: header, body, mode)
  }

  private func answered(_ mode: SecureChannel.Mode, programmedPages: Int) -> SmartCardReply {
    let code = mode == .plain ? [] : channel?.signed(0x00) ?? []
    var reply = Self.native(0x00, code)
    reply.programmedPages = programmedPages
    return reply
  }
}
