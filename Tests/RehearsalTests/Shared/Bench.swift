// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import LibNFCReader
import TagReading
import Testing
import VirtualReader

/// Opens the virtual reader through unmodified libnfc.
func open(_ reader: VirtualReader) throws -> LibNFCReader {
  try LibNFCReader(ReaderName("pn532_uart:\(reader.path)"))
}

/// A new chip as it comes from the factory.
func chip(_ model: ChipModel, _ number: UInt16) -> VirtualType2Chip {
  guard let chip = VirtualType2Chip(model, uid: uid(number)) else {
    fatalError("a UID of the tests has seven bytes")
  }
  return chip
}

/// The whole memory of a virtual tag, page by page, secrets included.
func memory(of tag: TagID, in reader: VirtualReader) throws -> [[UInt8]] {
  let chip = try VirtualType2Chip(state: try #require(reader.state(of: tag)))
  return (0..<chip.model.pages).map { chip.cells(ofPage: $0) }
}

/// A UID of seven bytes that begins with the number of NXP.
func uid(_ number: UInt16) -> [UInt8] {
  [0x04, 0xA1, 0xB2, UInt8(number >> 8), UInt8(number & 0xFF), 0x5C, 0x80]
}

/// A reader with one selected NTAG213, and perhaps a fault in the exchanges that follow.
final class RehearsalBench {
  let virtual: VirtualReader
  let id: TagID
  let reader: LibNFCReader
  let tag: TagInField

  init(_ fault: Fault? = nil, for count: Int = 1) throws {
    var options = VirtualReaderOptions()
    if let fault {
      let start = try RehearsalBench.exchangesToSelect()
      for index in start..<start + count { options.faults.atExchange[index] = fault }
    }
    virtual = try VirtualReader(options)
    id = virtual.place { chip(.ntag213, 1) }
    reader = try open(virtual)
    tag = try #require(try reader.select(.typeA))
  }

  /// How many exchanges opening and selecting take is libnfc's own affair; so they are counted.
  private static func exchangesToSelect() throws -> Int {
    let virtual = try VirtualReader()
    virtual.place { chip(.ntag213, 1) }
    let reader = try open(virtual)
    _ = try reader.select(.typeA)
    return virtual.counters.hostCommands
  }
}
