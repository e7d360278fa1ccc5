// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagDump
internal import TagMemory
internal import VirtualReader

/// Why a dump cannot be played by the virtual reader.
enum DumpedTagError: Error {
  case dump(String, DumpError)
  case notPlayed(String, family: String)
  case chipUnknown(String)
  case uidUnknown(String)
  case notLite(String)
}

/// The virtual tag that a dump file describes, as a state file; nil when it is not a dump but such
/// a file itself.
func virtualTag(fromDump bytes: [UInt8], name: String) throws -> [UInt8]? {
  do throws(ChipStateError) {
    _ = try VirtualChipFile.read(bytes)
    return nil
  } catch {
    // A file that says about itself that it is a virtual tag gets the errors of one.
    guard error == .notAChipState || error.isAboutText else { return nil }
  }
  let dump: DumpFile
  do throws(DumpError) {
    dump = try DumpFile(reading: bytes, name: name)
  } catch {
    switch error {
    case .empty, .unrecognised: return nil
    default: throw DumpedTagError.dump(name, error)
    }
  }
  switch dump.memory {
  case .type2(let type2): return try virtualTag(type2, name: name)
  case .felica(let felica):
    guard let idm = dump.uid else { throw DumpedTagError.uidUnknown(name) }
    guard let chip = VirtualFelicaLiteChip(idm: idm, blocks: felica.blocks) else {
      throw DumpedTagError.notLite(name)
    }
    return chip.state
  case .type1, .type4, .classic, .vicinity, .selected:
    throw DumpedTagError.notPlayed(name, family: dump.memory.familyName)
  }
}

private func virtualTag(_ type2: Type2Dump, name: String) throws(DumpedTagError) -> [UInt8] {
  guard let model = type2.image.chip.flatMap({ SimulatedChip($0) })?.type2 else {
    throw DumpedTagError.chipUnknown(name)
  }
  let pages = (0..<type2.image.pageCount).map { type2.image[$0]?.bytes }
  guard let chip = VirtualType2Chip(model, pages: pages, signature: type2.signature) else {
    throw DumpedTagError.uidUnknown(name)
  }
  return chip.state
}

extension ChipStateError {
  /// Whether the file is not even text, as a binary dump.
  fileprivate var isAboutText: Bool {
    if case .notText = self { true } else { false }
  }
}

extension SimulatedChip {
  /// Nil for a chip of ISO 15693, which a virtual PN532 does not reach.
  init?(_ chip: TagChip) {
    switch chip {
    case .type2(let chip):
      guard let simulated = SimulatedChip(chip) else { return nil }
      self = simulated
    case .type3(.felicaLite): self = .felicaLite
    case .type3(.felicaLiteS): self = .felicaLiteS
    case .ntag424: self = .ntag424
    case .desfire: self = .desfireEV2
    case .type5: return nil
    }
  }
}
