// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagReading

// How tags and families are in a message.

extension WireWriter {
  mutating func add(_ family: TagFamily) {
    switch family {
    case .typeA: add(0 as UInt8)
    case .felica: add(1 as UInt8)
    case .typeB: add(2 as UInt8)
    case .topaz: add(3 as UInt8)
    case .vicinity: add(4 as UInt8)
    }
  }

  mutating func add(_ uid: TagUID) {
    add(uid.bytes)
  }

  mutating func add(_ tag: TagInField) {
    add(tag.uid)
    add(tag.technology.family)
    switch tag.technology {
    case .typeA(let atqa, let sak, let ats):
      add(UInt8(truncatingIfNeeded: atqa >> 8))
      add(UInt8(truncatingIfNeeded: atqa))
      add(sak)
      add(ats)
    case .felica(let pmm, let systemCode):
      add(pmm)
      add(systemCode)
    case .vicinity(let dsfid): add(dsfid)
    case .typeB, .topaz: break
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
