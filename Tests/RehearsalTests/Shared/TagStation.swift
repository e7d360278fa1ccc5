// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import LibNFCReader
import TagReading
import Testing

@testable import VirtualReader

/// One reader for a whole test, and tags that come and go: opening a reader costs 50 ms, a tag one.
final class TagStation {
  let virtual: VirtualReader
  let reader: LibNFCReader

  init(_ options: VirtualReaderOptions = VirtualReaderOptions()) throws {
    virtual = try VirtualReader(options)
    reader = try open(virtual)
  }

  convenience init(_ faults: FaultPlan) throws {
    try self.init(VirtualReaderOptions(faults: faults))
  }

  /// Puts a chip as it comes from the factory on the reader, changed as the test wants it.
  func lay(
    _ model: ChipModel, _ change: @Sendable @escaping (VirtualType2Chip) -> Void = { _ in }
  ) -> LaidTag {
    lay { make(model, change) }
  }

  /// Puts a chip with exactly these cells on the reader.
  func lay(_ model: ChipModel, holding cells: [[UInt8]]) -> LaidTag {
    lay { make(model, holding: cells) }
  }

  func lay(_ make: @Sendable () -> VirtualType2Chip) -> LaidTag {
    let held = Held()
    let id = virtual.place {
      let chip = make()
      chip.journal = []
      held.chip = chip
      return chip
    }
    return LaidTag(id: id, held: held, station: self)
  }

  /// Takes a tag away for good.
  func remove(_ tag: LaidTag) { virtual.discard(tag.id) }

  /// Selects whatever is on the reader and finds out what it is.
  func select() throws -> Type2Tag {
    try Type2Tag(#require(try reader.select(.typeA)), on: reader)
  }

  /// How many commands and page writes something cost.
  func cost(of work: () throws -> Void) rethrows -> Cost {
    let before = virtual.counters
    try work()
    let after = virtual.counters
    return Cost(
      commands: after.hostCommands - before.hostCommands,
      writes: after.programmedPages - before.programmedPages)
  }

  struct Cost: Equatable {
    let commands: Int
    let writes: Int
  }
}

/// A chip as it comes from the factory, changed as the test wants it.
func make(
  _ model: ChipModel, _ change: (VirtualType2Chip) -> Void = { _ in }
) -> VirtualType2Chip {
  let made = chip(model, 1)
  change(made)
  return made
}

/// A chip with exactly these cells.
func make(_ model: ChipModel, holding cells: [[UInt8]]) -> VirtualType2Chip {
  make(model) { chip in
    for (page, content) in cells.enumerated() { chip.set(page, content) }
    chip.activated()
  }
}

/// The cells of a chip as it comes from the factory, with the UID of these tests.
func factory(_ model: ChipModel) -> [[UInt8]] { make(model).allCells }

extension VirtualType2Chip {
  /// Puts bytes into the cells, as only the factory can.
  func set(_ page: Int, _ content: [UInt8]) { memory[page] = content }

  var allCells: [[UInt8]] { (0..<model.pages).map(cells(ofPage:)) }

  /// Puts a text of the same length in the place of one that the cells hold, wherever pages end.
  func replace(_ old: String, with new: String) throws {
    let cells = Array(allCells.joined())
    let start = try #require(
      cells.indices.first { cells[$0...].starts(with: old.utf8) }, "\(old) is not on the chip")
    for (place, byte) in zip(start..., new.utf8) {
      var page = self.cells(ofPage: place / 4)
      page[place % 4] = byte
      set(place / 4, page)
    }
  }
}

/// A tag on the virtual reader, seen from inside the chip.
struct LaidTag {
  let id: TagID
  fileprivate let held: Held
  fileprivate let station: TagStation

  fileprivate init(id: TagID, held: Held, station: TagStation) {
    self.id = id
    self.held = held
    self.station = station
  }

  /// The whole memory, secrets included.
  var cells: [[UInt8]] { chip?.allCells ?? [] }

  /// What happened inside since the tag was put on the reader.
  var journal: [ChipEvent] { chip?.journal ?? [] }

  /// The reader's thread does nothing while no command is under way, and asking for the tags takes
  /// the lock under which it worked last.
  private var chip: VirtualType2Chip? {
    _ = station.virtual.tagsInField
    return held.chip
  }
}

/// A chip that both the reader's thread and the test know; see `LaidTag.chip`.
private final class Held: @unchecked Sendable {
  var chip: VirtualType2Chip?
}
