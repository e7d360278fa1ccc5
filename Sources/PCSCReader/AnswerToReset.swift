// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What is on a reader, by the answer to reset that the reader made up for it.
///
/// A contactless tag has none of its own; the reader says in it what it knows (PC/SC part 3,
/// 3.1.3.2). The name of the chip in it is often wrong, so nothing of its memory is taken from it.
enum TagKind: Hashable, Sendable {
  /// ISO 14443-4, with this many historical bytes.
  case smartCard(historicalCount: Int)
  /// Type A below ISO 14443-4: Type 2, or MIFARE Classic where the name says so.
  case storageCard(isClassic: Bool)
  case vicinity
  case felica
  /// A card with contacts, PicoPass, or what the reader has no word for.
  case other

  init(answerToReset bytes: [UInt8]) {
    if let (standard, name) = storageNumbers(in: bytes) {
      self = TagKind(standard: standard, name: name)
    } else if bytes.count >= 4, bytes[0] == 0x3B, bytes[1] & 0xF0 == 0x80, bytes[2] == 0x80,
      bytes[3] == 0x01
    {
      self = .smartCard(historicalCount: Int(bytes[1] & 0x0F))
    } else {
      self = .other
    }
  }

  /// By the numbers of PC/SC part 3, supplemental document.
  private init(standard: UInt8, name: UInt16) {
    switch (standard, name) {
    case (0x11, _), (_, 0x003B): self = .felica
    // PicoPass answers like ISO 15693 but is something else.
    case (0x09...0x0C, 0x0017...0x0020): self = .other
    case (0x09...0x0C, _): self = .vicinity
    case (0x03, 0x0001), (0x03, 0x0002), (0x03, 0x0026), (0x03, 0x0036...0x0039):
      self = .storageCard(isClassic: true)
    case (0x03, _): self = .storageCard(isClassic: false)
    default: self = .other
    }
  }
}

/// The application that storage cards are listed under: the PC/SC workgroup itself.
private let workgroup: [UInt8] = [0xA0, 0x00, 0x00, 0x03, 0x06]

/// Standard and name of a storage card, after `4F`, a length and the workgroup's number.
private func storageNumbers(in bytes: [UInt8]) -> (standard: UInt8, name: UInt16)? {
  let size = 2 + workgroup.count + 3
  guard bytes.count >= size else { return nil }
  for start in 0...(bytes.count - size) where bytes[start] == 0x4F {
    let object = bytes[(start + 2)..<(start + size)]
    guard object.starts(with: workgroup) else { continue }
    let tail = Array(object.suffix(3))
    return (tail[0], UInt16(tail[1]) << 8 | UInt16(tail[2]))
  }
  return nil
}
