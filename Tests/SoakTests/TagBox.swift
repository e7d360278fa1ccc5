// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import VirtualReader

/// A tag, wherever it is: in the box, in the hand, or on a reader.
final class BoxedTag {
  let uid: String
  let sheet: TagSheet
  /// Whether it is a copy of another tag, with the same UID.
  let isClone: Bool
  /// The chip's cells when it was taken out of the box.
  let cellsAtFirst: [[UInt8]]
  /// How often it was to be put on the reader again.
  var agains = 0
  /// The state of the chip while no reader knows it.
  fileprivate var stored: [UInt8]
  fileprivate(set) var place: (reader: VirtualReader, tag: TagID)?

  fileprivate init(_ chip: VirtualType2Chip, _ sheet: TagSheet, isClone: Bool = false) {
    uid = hex(chip.identity.uid)
    self.sheet = sheet
    self.isClone = isClone
    cellsAtFirst = sheet.cells(of: chip)
    stored = chip.state
  }

  /// The chip as it is now, apart from every reader.
  func chip() throws -> VirtualType2Chip {
    try VirtualType2Chip(state: place.flatMap { $0.reader.state(of: $0.tag) } ?? stored)
  }
}

/// The tags of an operator; each has a UID of its own, unless it is someone's copy of another one.
final class TagBox {
  /// Everything that was ever taken out.
  private(set) var tags: [BoxedTag] = []
  let trigger = PageTrigger()
  private let series: UInt8
  private let job: SoakJob
  /// How many of a hundred tags are not what the job wants, or are worn.
  private let badTags: Int
  private var random: Splitmix64

  init(series: UInt8, for job: SoakJob, badTags: Int, _ random: Splitmix64) {
    self.series = series
    self.job = job
    self.badTags = badTags
    self.random = random
  }

  /// Takes a new tag out of the box, which may be a bad one.
  func take() throws -> BoxedTag {
    let number = tags.count
    let uid = [0x04, series, UInt8(number >> 8), UInt8(number & 0xFF), 0x5C, 0x21, 0x80]
    var sheet = SoakJob.chips[Int(random.next() % 8) == 0 ? 1 : 0]
    var old: [UInt8]?
    var worn: [Int: Wear] = [:]
    let chance = Int(random.next() % 100)
    switch chance {
    case 0..<badTags where chance % 3 == 0:
      // A page of the message, or one of the locks and registers, of which a message knows nothing.
      let first = sheet.configuration - 1
      let protecting = [2] + (first...first + 4)
      let pages = random.next() % 2 == 0 ? Array(4..<16) : protecting
      let page = pages[Int(random.next() % UInt64(pages.count))]
      worn[page] = random.next() % 2 == 0 ? .refuses : .keepsOldValue
    case 0..<badTags where chance % 3 == 1: old = Self.strangersMessage
    case 0..<badTags: sheet = .ntag215
    default: if job.takesWritten, random.next() % 2 == 0 { old = Self.strangersMessage }
    }
    guard let chip = sheet.chip(uid, holding: old) else { throw TagBoxError.noChip }
    chip.worn = worn
    let tag = BoxedTag(chip, sheet)
    tags.append(tag)
    return tag
  }

  /// Copies a tag onto a chip that takes any UID: as it is now, or as it was at first.
  func clone(_ tag: BoxedTag) throws -> BoxedTag? {
    guard tags.count(where: \.isClone) < Self.clonesMax else { return nil }
    let now = try tag.chip()
    let chip =
      random.next() % 2 == 0
      ? now : VirtualType2Chip(tag.sheet.model, pages: tag.cellsAtFirst, signature: nil)
    guard let chip else { throw TagBoxError.noChip }
    let clone = BoxedTag(chip, tag.sheet, isClone: true)
    tags.append(clone)
    return clone
  }

  private static let clonesMax = 3

  /// Puts a tag on a reader, whichever one has known it before.
  func lay(_ tag: BoxedTag, on reader: VirtualReader) throws {
    if let (known, id) = tag.place {
      if known === reader { return reader.putBack(id) }
      // Nothing may be written any more once its memory is taken along.
      known.lift(id)
      tag.stored = known.state(of: id) ?? tag.stored
      known.discard(id)
    }
    let (state, trigger) = (tag.stored, trigger)
    let changed: @Sendable ([UInt8]) -> Void = { _ in trigger.pageProgrammed() }
    let id = try reader.place(stateChanged: changed) { () throws(ChipStateError) in
      try VirtualType2Chip(state: state)
    }
    tag.place = (reader, id)
  }

  func lift(_ tag: BoxedTag) {
    if let (reader, id) = tag.place { reader.lift(id) }
  }

  /// Puts a tag back that was taken away for a moment only.
  func putBack(_ tag: BoxedTag) {
    if let (reader, id) = tag.place { reader.putBack(id) }
  }

  /// What someone else has written.
  static let strangersMessage: [UInt8] =
    [0xD1, 0x01, 0x1A, 0x55, 0x04] + Array("old.example.com/menu/2019".utf8)
}

enum TagBoxError: Error {
  case noChip
}
