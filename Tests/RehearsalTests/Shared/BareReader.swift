// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import VirtualReader

/// A reader with one chip on it and nothing in between: for sweeps with so many tags that libnfc and
/// its line would take minutes.
final class BareReader: TagReader {
  let identity = ReaderIdentity(name: "bare", model: "a chip without a reader")
  private let chip: any VirtualChip
  /// Which write tears, counted from 0, and how; the tag is away after it.
  private let tear: (write: Int, Tear)?
  /// Changes what the reader sends on its way.
  var onTheWay: ([UInt8]) -> [UInt8] = { $0 }
  private(set) var exchanges = 0
  private(set) var writes = 0
  private var isAway = false
  private var isSelected = false

  init(_ chip: any VirtualChip, tearing tear: (write: Int, Tear)? = nil) {
    (self.chip, self.tear) = (chip, tear)
    chip.fieldLost()
  }

  func select(_ family: TagFamily, uid: TagUID?) throws(ReaderError) -> TagInField? {
    guard !isAway, let found = tag, found.technology.family == family,
      uid == nil || uid == found.uid
    else { return nil }
    if let card = chip as? VirtualType4Chip {
      card.activated()
    } else if let type2 = chip as? any TypeAChip {
      type2.activated()
    }
    isSelected = true
    return found
  }

  private var tag: TagInField? {
    if let card = chip as? VirtualFelicaCard { return felica(card.idm, card.pmm, [0x12, 0xFC]) }
    if let lite = chip as? VirtualFelicaLiteChip {
      return felica(lite.idm, lite.blocks[0x83].map { Array($0.suffix(8)) } ?? [], [0x12, 0xFC])
    }
    guard let identity = (chip as? any TypeAChip)?.identity, let uid = TagUID(identity.uid) else {
      return nil
    }
    return TagInField(
      uid: uid,
      technology: .typeA(atqa: 0x0044, sak: identity.sak, ats: Array(identity.ats.dropFirst())))
  }

  private func felica(_ idm: [UInt8], _ pmm: [UInt8], _ system: [UInt8]) -> TagInField? {
    TagUID(idm).map { TagInField(uid: $0, technology: .felica(pmm: pmm, systemCode: system)) }
  }

  func felicaTags() throws(ReaderError) -> [TagInField] { throw .notPossible }

  func exchange(_ given: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8] {
    exchanges += 1
    guard !isAway, isSelected else { throw .silent }
    let command = onTheWay(given)
    let isWrite = isWrite(command)
    let tearsNow = isWrite && tear?.write == writes
    if isWrite { writes += 1 }
    let answer: [UInt8]
    do throws(ReaderError) {
      answer = try send(command, tearing: tearsNow ? tear?.1 : nil)
    } catch {
      // Such a tag falls idle.
      isSelected = false
      throw error
    }
    guard !tearsNow else {
      isAway = true
      throw .silent
    }
    return answer
  }

  func isWrite(_ command: [UInt8]) -> Bool {
    if chip is VirtualType4Chip { return command.count > 1 && command[1] == 0xD6 }
    if chip is any FelicaChip { return command.first == 0x08 }
    return command.first == 0xA2
  }

  private func send(_ command: [UInt8], tearing tear: Tear?) throws(ReaderError) -> [UInt8] {
    if let card = chip as? VirtualType4Chip {
      return card.answer(command: command, tearing: tear).answer
    }
    if let felica = chip as? any FelicaChip {
      guard let reply = felica.answer(to: command, tearing: tear) else {
        throw .silent
      }
      return reply.packet
    }
    switch (chip as? any TypeAChip)?.answer(to: command, tearing: tear).answer {
    case .data(let bytes): return bytes
    case .acknowledge: return []
    case .refuse(let code): throw .refused(code)
    case .silence, .quiet, nil: throw .silent
    }
  }

  func halt() throws(ReaderError) { isSelected = false }

  func switchField(on: Bool) throws(ReaderError) {
    guard !on else { return }
    isSelected = false
    chip.fieldLost()
  }
}

extension BareReader {
  /// Selects the chip and finds out what it is.
  func open() throws -> Type2Tag {
    guard let tag = try select(.typeA) else { throw ReaderError.tagGone }
    return try Type2Tag(tag, on: self)
  }

  /// The same for a chip of any type.
  func openTag() throws -> any WritableTag {
    for family in [TagFamily.typeA, .felica] {
      if let tag = try select(family) { return try TagReading.openTag(tag, on: self) }
    }
    throw ReaderError.tagGone
  }
}
