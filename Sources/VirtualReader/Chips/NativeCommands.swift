// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The native commands of NTAG 424 DNA and DESFire that need no key, in ISO wrapping.
///
/// Their status words begin with 91: 00 done, AF more to come, 1C unknown, 7E wrong length, 9D not
/// here, A0 no such application, F0 no such file.
extension VirtualType4Chip {
  func answer(_ native: NativeAbilities, _ command: CommandAPDU) -> SmartCardReply {
    // The wrapping always asks for an answer of any length.
    guard command.p1p2 == 0, command.expected == 256, !command.isExtended else {
      return Self.native(0x7E)
    }
    if command.ins == 0xAF { return nextOfVersion(native) }
    versionParts = nil
    switch (command.ins, command.data.count) {
    case (0x60, 0):
      versionParts = 1
      return Self.native(0xAF, native.version.first ?? [])
    case (0xF5, 1):
      guard isInApplication else { return Self.native(0x9D) }
      return native.fileSettings[command.data[0]].map { Self.native(0x00, $0) }
        ?? Self.native(0xF0)
    case (0x5A, 3):
      guard let applications = native.applications else { return Self.native(0x1C) }
      let exists = command.data == [0, 0, 0] || applications.contains(command.data)
      return Self.native(exists ? 0x00 : 0xA0)
    case (0x6A, 0):
      guard let applications = native.applications else { return Self.native(0x1C) }
      return Self.native(0x00, applications.flatMap { $0 })
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

  private static func native(_ status: UInt8, _ data: [UInt8] = []) -> SmartCardReply {
    SmartCardReply(data + [0x91, status])
  }
}
