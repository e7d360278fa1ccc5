// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The native commands of NTAG 424 DNA and DESFire, in ISO wrapping.
///
/// Their status words begin with 91: 00 done, 90 done with a signature, AF more to come, 1C unknown,
/// 7E wrong length, 9D not here, 9E wrong parameter, A0 no such application, F0 no such file.
extension VirtualType4Chip {
  func answer(
    _ native: NativeAbilities, _ command: CommandAPDU, tearing tear: Tear?
  ) -> SmartCardReply {
    let reply = carryOut(native, command, tearing: tear)
    // Whatever goes wrong ends the session of a key (9.1.9).
    let isDone = [[0x91, 0x00], [0x91, 0x90], [0x91, 0xAF]].contains(reply.answer.suffix(2))
    if !isDone { channel = nil }
    return reply
  }

  private func carryOut(
    _ native: NativeAbilities, _ command: CommandAPDU, tearing tear: Tear?
  ) -> SmartCardReply {
    // The wrapping always asks for an answer of any length.
    guard command.p1p2 == 0, command.expected == 256, !command.isExtended else {
      return Self.native(0x7E)
    }
    if command.ins == 0xAF {
      if let half { return finishAuthentication(command.data, half) }
      return nextOfVersion(native)
    }
    versionParts = nil
    guard half == nil else {
      half = nil
      return Self.native(0xCA)
    }
    switch (command.ins, command.data.count) {
    // Inside a session of a key this is signed over all its parts, which is not imitated.
    case (0x60, 0) where channel == nil:
      versionParts = 1
      return Self.native(0xAF, native.version.first ?? [])
    case (0xF5, 1...): return fileSettings(command.data)
    case (0x71, _) where !keys.isEmpty: return beginAuthentication(command.data)
    case (0x5F, _) where !keys.isEmpty:
      return changeFileSettings(command.data, tearing: tear)
    case (0x8D, _) where !keys.isEmpty: return writeData(command.data, tearing: tear)
    case (0x5A, 3):
      guard let applications = native.applications else { return Self.native(0x1C) }
      let exists = command.data == [0, 0, 0] || applications.contains(command.data)
      return Self.native(exists ? 0x00 : 0xA0)
    case (0x3C, 1) where native.isSigned:
      guard command.data == [0x00] else { return Self.native(0x9E) }
      return Self.native(0x90, VirtualSignature.type4)
    case (0x6A, 0):
      guard let applications = native.applications else { return Self.native(0x1C) }
      return Self.native(0x00, applications.flatMap { $0 })
    case (0x3C, _) where native.isSigned: return Self.native(0x7E)
    case (0x60, _), (0xF5, _), (0x5A, _), (0x6A, _): return Self.native(0x7E)
    default: return Self.native(0x1C)
    }
  }

  private func nextOfVersion(_ native: NativeAbilities) -> SmartCardReply {
    guard let given = versionParts else { return Self.native(0x1C) }
    guard given < native.version.count else {
      versionParts = nil
      return Self.native(0x00, uid + native.production)
    }
    versionParts = given + 1
    return Self.native(0xAF, native.version[given])
  }

  static func native(_ status: UInt8, _ data: [UInt8] = []) -> SmartCardReply {
    SmartCardReply(data + [0x91, status])
  }
}
