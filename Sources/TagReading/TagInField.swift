// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A tag that a reader has selected: which one it is, and how to talk to it.
package struct TagInField: Hashable, Sendable {
  package let uid: TagUID
  package let technology: TagTechnology

  package init(uid: TagUID, technology: TagTechnology) {
    self.uid = uid
    self.technology = technology
  }
}

/// The air interface of a tag, with what it said about itself when it was selected.
package enum TagTechnology: Hashable, Sendable {
  /// ISO 14443 Type A; the ATS is empty for a tag that does not speak ISO 14443-4.
  case typeA(atqa: UInt16, sak: UInt8, ats: [UInt8])
  case felica(pmm: [UInt8], systemCode: [UInt8])
  case typeB
  case topaz
  /// ISO 15693; the DSFID is a number for the kind of data on the tag.
  case vicinity(dsfid: UInt8)

  package var family: TagFamily {
    switch self {
    case .typeA: .typeA
    case .felica: .felica
    case .typeB: .typeB
    case .topaz: .topaz
    case .vicinity: .vicinity
    }
  }

  /// The ATS of a Type A tag.
  var answerToSelect: [UInt8]? {
    if case .typeA(_, _, let ats) = self { ats } else { nil }
  }

  /// Whether the tag speaks ISO 14443-4: whole commands, whole answers, refusals in words.
  package var isSmartCard: Bool {
    switch self {
    case .typeA(_, let sak, _): sak & 0x20 != 0
    case .typeB: true
    case .felica, .topaz, .vicinity: false
    }
  }
}

/// What a reader can look for; one look finds tags of one family only.
package enum TagFamily: Sendable, CaseIterable {
  case typeA
  case felica
  case typeB
  case topaz
  /// ISO 15693.
  case vicinity
}
