// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagKeys

/// An NTAG 424 that has accepted the factory's key 0.
///
/// In such a session the chip refuses ISO's commands (NT4H2421Gx rev 3.0, 10.9.2), so it must be
/// selected again before anything is read again.
struct Type4Authentication {
  private let session: Type4Session
  private var keys: CardSession

  /// AuthenticateEV2First.
  ///
  /// A refused key is not tried again, because the chip counts them.
  init(to session: Type4Session) throws(TagError) {
    // Key 0, and no capabilities of ours.
    let challenge = try session.tell(0x71, [0x00, 0x00])
    guard challenge.status == .nativeMore else { throw .lockRefused(challenge.status) }
    let random = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    let ours = try making { () throws(CardSessionError) in
      try CardAuthentication(
        key: CardAuthentication.factoryKey, challenge: challenge.data, random: random)
    }
    let proof = try session.tell(0xAF, ours.answer)
    guard proof.status != .nativeKeyRefused else { throw .keyChanged }
    guard proof.status == .nativeDone else { throw .lockRefused(proof.status) }
    keys = try making { () throws(CardSessionError) in
      try ours.session(provenBy: proof.data)
    }
    self.session = session
  }

  /// ChangeFileSettings: unchanged options, read access for anyone, and no other access.
  mutating func close(_ file: NTAG424Settings.File, options: UInt8) throws(TagError) {
    let keys = keys
    let settings = [options] + NTAG424Settings.closedRights
    let data = try making { () throws(CardSessionError) in
      try keys.sealed(0x5F, header: [file.rawValue], settings)
    }
    let answer = try session.tell(0x5F, data)
    guard answer.status == .nativeDone else { throw .lockRefused(answer.status) }
    self.keys = try making { () throws(CardSessionError) in
      var keys = keys
      try keys.accept(answer.data, status: answer.status.nativeCode)
      return keys
    }
  }

  /// WriteData of one byte, in plain as the file's own options require.
  mutating func write(
    _ byte: UInt8, to file: NTAG424Settings.File, at offset: UInt8
  ) throws(TagError) {
    // Place and length have three bytes each, the low one first.
    let data = [file.rawValue, offset, 0, 0, 1, 0, 0, byte]
    let answer = try session.tell(0x8D, data)
    guard answer.status == .nativeDone else { throw .lockRefused(answer.status) }
    keys.count()
  }
}

private func making<Result>(
  _ body: () throws(CardSessionError) -> Result
) throws(TagError) -> Result {
  do throws(CardSessionError) {
    return try body()
  } catch {
    switch error {
    // What the key does not decrypt was not sent by the chip, or arrived damaged.
    case .length, .notProven: throw .reader(.corrupted)
    case .libraryRefused: throw .noCipher
    }
  }
}
