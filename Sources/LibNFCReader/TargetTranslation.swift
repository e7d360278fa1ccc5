// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLibNFC
internal import PN532Protocol
internal import TagReading

extension TagFamily {
  var modulation: nfc_modulation {
    switch self {
    case .typeA: nfc_modulation(nmt: NMT_ISO14443A, nbr: NBR_106)
    case .felica: nfc_modulation(nmt: NMT_FELICA, nbr: NBR_212)
    case .typeB: nfc_modulation(nmt: NMT_ISO14443B, nbr: NBR_106)
    case .topaz: nfc_modulation(nmt: NMT_JEWEL, nbr: NBR_106)
    // libnfc does not speak it, so nothing is called with this.
    case .vicinity: nfc_modulation()
    }
  }

  /// What the reader sends to find a tag of a family, one after the other until one is answered.
  var calls: [[UInt8]] {
    switch self {
    // Polling: NFC's own system first, because a card with several of them has a name for each, and
    // then any. Two cards of NFC's system hide each other in the first call; the second one's two
    // slots tell them apart sooner or later, so that two cards do not look like none forever.
    case .felica:
      [
        TimeSlots.one.polling(system: [0x12, 0xFC]), TimeSlots.two.polling(system: [0xFF, 0xFF]),
      ]
    // Tags of every application.
    case .typeB: [[0x00]]
    case .typeA, .topaz: [[]]
    case .vicinity: []
    }
  }
}

extension TagInField {
  /// Reads libnfc's packed union; nil when it holds a length that its own arrays cannot have.
  init?(_ target: nfc_target) {
    switch target.nm.nmt {
    case NMT_ISO14443A:
      let info = target.nti.nai
      guard let uid = bytes(of: info.abtUid, first: info.szUidLen).flatMap(TagUID.init),
        let ats = bytes(of: info.abtAts, first: info.szAtsLen)
      else { return nil }
      // libnfc keeps the ATQA most significant byte first.
      let atqa = UInt16(info.abtAtqa.0) << 8 | UInt16(info.abtAtqa.1)
      self.init(uid: uid, technology: .typeA(atqa: atqa, sak: info.btSak, ats: ats))
    case NMT_FELICA:
      let info = target.nti.nfi
      guard isPollingAnswer(length: info.szLen, code: info.btResCode) else { return nil }
      guard let idm = bytes(of: info.abtId, first: 8).flatMap(TagUID.init),
        let pmm = bytes(of: info.abtPad, first: 8),
        let systemCode = bytes(of: info.abtSysCode, first: 2)
      else { return nil }
      self.init(uid: idm, technology: .felica(pmm: pmm, systemCode: systemCode))
    case NMT_ISO14443B:
      guard let pupi = bytes(of: target.nti.nbi.abtPupi, first: 4).flatMap(TagUID.init) else {
        return nil
      }
      self.init(uid: pupi, technology: .typeB)
    case NMT_JEWEL:
      guard let id = bytes(of: target.nti.nji.btId, first: 4).flatMap(TagUID.init) else {
        return nil
      }
      self.init(uid: id, technology: .topaz)
    default:
      return nil
    }
  }
}

extension TagInField {
  /// A Type A tag that a PN53x lists.
  ///
  /// A PN531 has the bytes of the ATQA the other way round, and the cascade tags in the UID.
  init?(_ listed: ListedTypeATarget, ofPN531 isPN531: Bool) {
    let atqa = isPN531 ? listed.atqa.reversed() : listed.atqa
    guard let uid = TagUID(isPN531 ? listed.uidWithoutCascadeTags : listed.uid) else { return nil }
    self.init(
      uid: uid,
      technology: .typeA(
        atqa: UInt16(atqa[0]) << 8 | UInt16(atqa[1]), sak: listed.sak,
        ats: Array(listed.ats.dropFirst())))
  }

  init?(_ listed: ListedTypeBTarget) {
    guard let pupi = TagUID(Array(listed.atqb[1..<5])) else { return nil }
    self.init(uid: pupi, technology: .typeB)
  }

  init?(_ listed: ListedJewelTarget) {
    guard let id = TagUID(listed.id) else { return nil }
    self.init(uid: id, technology: .topaz)
  }
}

extension ListedTypeATarget {
  fileprivate var uidWithoutCascadeTags: [UInt8] {
    switch (uid.count, uid.first) {
    case (8, 0x88): Array(uid[1...])
    case (12, 0x88): Array(uid[1..<4] + uid[5..<8] + uid[8...])
    default: uid
    }
  }
}

extension TagInField {
  /// A FeliCa card that a PN53x lists; nil if what it answered is not an answer to Polling.
  init?(_ listed: ListedFelicaTarget) {
    let answer = listed.pollingAnswer
    guard isPollingAnswer(length: answer.count + 1, code: answer.first ?? 0),
      let idm = TagUID(Array(answer[1..<9]))
    else { return nil }
    self.init(
      uid: idm,
      technology: .felica(pmm: Array(answer[9..<17]), systemCode: Array(answer[17...])))
  }
}

/// Whether this is the head of an answer to Polling, with or without the system code (JIS X 6319-4).
///
/// When the machine is so busy that libnfc gives a look up too soon, the answer of a Type A tag may
/// come in after the look for FeliCa, and would make up a card.
private func isPollingAnswer(length: Int, code: UInt8) -> Bool {
  [18, 20].contains(length) && code == 0x01
}

/// The first bytes of one of libnfc's fixed arrays, which Swift sees as tuples.
private func bytes<Tuple>(of tuple: Tuple, first count: Int) -> [UInt8]? {
  withUnsafeBytes(of: tuple) { all in
    count <= all.count && count >= 0 ? Array(all.prefix(count)) : nil
  }
}
