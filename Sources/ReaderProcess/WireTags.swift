// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagReading

// How tags and families are in a message.

extension TagFamily {
  var part: WirePart {
    switch self {
    case .typeA: .byte(0)
    case .felica: .byte(1)
    case .typeB: .byte(2)
    case .topaz: .byte(3)
    case .vicinity: .byte(4)
    }
  }
}

extension TagUID {
  var part: WirePart { .bytes(bytes) }
}

extension TagInField {
  var parts: [WirePart] { [uid.part, technology.family.part] + technology.parts }
}

extension TagTechnology {
  fileprivate var parts: [WirePart] {
    switch self {
    case .typeA(let atqa, let sak, let ats):
      [
        .byte(UInt8(truncatingIfNeeded: atqa >> 8)), .byte(UInt8(truncatingIfNeeded: atqa)),
        .byte(sak), .bytes(ats),
      ]
    case .felica(let pmm, let systemCode): [.bytes(pmm), .bytes(systemCode)]
    case .vicinity(let dsfid): [.byte(dsfid)]
    case .typeB, .topaz: []
    }
  }
}

extension WireScan {
  mutating func family() throws(NoMessage) -> TagFamily {
    switch try byte() {
    case 0: return .typeA
    case 1: return .felica
    case 2: return .typeB
    case 3: return .topaz
    case 4: return .vicinity
    default: throw NoMessage()
    }
  }

  mutating func uid() throws(NoMessage) -> TagUID {
    guard let uid = TagUID(try bytes()) else { throw NoMessage() }
    return uid
  }

  mutating func tag() throws(NoMessage) -> TagInField {
    let uid = try uid()
    let technology: TagTechnology
    switch try family() {
    case .typeA:
      let atqa = UInt16(try byte()) << 8 | UInt16(try byte())
      technology = .typeA(atqa: atqa, sak: try byte(), ats: try bytes())
    case .felica: technology = .felica(pmm: try bytes(), systemCode: try bytes())
    case .typeB: technology = .typeB
    case .topaz: technology = .topaz
    case .vicinity: technology = .vicinity(dsfid: try byte())
    }
    return TagInField(uid: uid, technology: technology)
  }
}
