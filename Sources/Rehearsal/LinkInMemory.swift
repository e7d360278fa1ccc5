// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import NDEF
internal import TagMemory
internal import VirtualReader

/// The link in a virtual tag's memory that phones see: its first record, if that is one.
///
/// The bytes are taken from inside the chip, so that no reader and no password comes between.
func linkInMemory(ofState state: [UInt8]) -> String? {
  guard let bytes = messageInMemory(ofState: state),
    let first = (try? MessageReading(bytes))?.views().first, first.flaw == nil,
    case .uri(let link) = first.content
  else { return nil }
  return link
}

private func messageInMemory(ofState state: [UInt8]) -> [UInt8]? {
  if let virtual = try? VirtualType2Chip(state: state) {
    let cells = (0..<virtual.model.pages).flatMap { virtual.cells(ofPage: $0) }
    let chip = Chip.allCases.first { SimulatedChip($0)?.type2?.name == virtual.model.name }
    guard let chip,
      case .message(let bytes) = TagState(Type2Image(chip: chip, bytes: cells)).content
    else { return nil }
    return bytes
  }
  if let virtual = try? VirtualFelicaLiteChip(state: state) {
    // Whether phones look here at all, its configuration says.
    var image = Type3Image(chip: .felicaLiteS, isFoundAsNDEF: false)
    for (number, block) in virtual.blocks { image[number] = block }
    guard case .message(let bytes) = image.content else { return nil }
    return bytes
  }
  guard let virtual = try? VirtualType4Chip(state: state), let file = virtual.files[0xE104],
    file.count > 2
  else { return nil }
  let length = Int(file[0]) << 8 | Int(file[1])
  return length > 0 && length <= file.count - 2 ? Array(file[2..<2 + length]) : nil
}
