// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension VirtualFelicaLiteChip {
  /// The chip as a text file: every block that survives without power, the key included.
  package var state: [UInt8] {
    ChipStateLines.file(of: Self.modelName, blocks: blocks.sorted { $0.key < $1.key })
  }

  /// Reads the chip back from a state file.
  package convenience init(state bytes: [UInt8]) throws(ChipStateError) {
    let file = try ChipStateLines(bytes)
    guard file.model == Self.modelName else { throw .unknownModel }
    self.init(blocks: try file.blocks(Self.keptBlocks, ofSize: FelicaPacket.blockSize))
  }
}
