// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The ACCESS byte of CFG1.
struct AccessByte: Hashable, Sendable {
  let byte: UInt8

  init(_ byte: UInt8) { self.byte = byte }

  /// PROT: reading needs the password too.
  var guardsReading: Bool { byte & 0x80 != 0 }
  /// CFGLCK: CFG0 and CFG1 are permanently read-only, after the next power-up.
  var cfgLock: Bool { byte & 0x40 != 0 }
  /// NFC_CNT_EN: the first READ or FAST_READ after power-up is counted.
  var countsPresentations: Bool { byte & 0x10 != 0 }
  /// NFC_CNT_PWD_PROT: the counter is shown after the password only.
  var guardsCounter: Bool { byte & 0x08 != 0 }
  /// AUTHLIM: this many wrong passwords close the protected memory; 0 is no limit.
  var authLim: Int { Int(byte & 0x07) }
}

/// The settings in force since the last activation; what is written later counts from the next one.
struct ProtectionSettings: Hashable, Sendable {
  /// The first page that needs the password or key.
  let auth0: Int
  let guardsReading: Bool
  let access: AccessByte
  /// The MIRROR byte and MIRROR_PAGE.
  let mirror: UInt8
  let mirrorPage: Int

  var cfgLock: Bool { access.cfgLock }

  /// A chip without protection; AUTH0 is after the last page there can be.
  static let open = ProtectionSettings(
    auth0: 0x100, guardsReading: false, access: AccessByte(0), mirror: 0, mirrorPage: 0)
}

extension ProtectionSettings {
  init(of model: ChipModel, in memory: PageMemory) {
    switch model.protection {
    case .none: self = .open
    case .password(let configuration):
      let cfg0 = memory[configuration]
      let access = AccessByte(memory[configuration + 1][0])
      self.init(
        auth0: Int(cfg0[3]), guardsReading: access.guardsReading, access: access, mirror: cfg0[0],
        mirrorPage: Int(cfg0[2]))
    case .tripleDES(let settings):
      // Bit 0 of AUTH1 says the opposite of PROT: set, it leaves reading free.
      self.init(
        auth0: Int(memory[settings][0]), guardsReading: memory[settings + 1][0] & 0x01 == 0,
        access: AccessByte(0), mirror: 0, mirrorPage: 0)
    }
  }
}

extension VirtualType2Chip {
  /// PWD_AUTH: the PACK for the right password; wrong ones are counted when AUTHLIM is set.
  func authenticate(password: [UInt8], tearing tear: Tear?) -> ChipReply {
    guard let configuration = model.configurationPage else { return Refusal.argument }
    let limit = settings.access.authLim
    if limit > 0, failedPasswords >= limit { return Refusal.overflow }
    guard password == memory[configuration + 2] else {
      if limit > 0, PageMemory.survives(tear) { failedPasswords += 1 }
      note(.passwordFailed(count: failedPasswords))
      if limit > 0, failedPasswords >= limit { note(.closedForEver) }
      return ChipReply(.refuse(0x0), programmedPages: limit > 0 ? 1 : 0)
    }
    let forgives = failedPasswords > 0
    if forgives, PageMemory.survives(tear) { failedPasswords = 0 }
    isAuthenticated = true
    return ChipReply(
      .data(Array(memory[configuration + 3].prefix(2))), programmedPages: forgives ? 1 : 0)
  }
}
