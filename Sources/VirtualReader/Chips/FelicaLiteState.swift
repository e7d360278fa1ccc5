// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension VirtualFelicaLiteChip {
  /// The chip as a text file: every block that survives without power, the key included.
  package var state: [UInt8] {
    var lines: [String] = []
    for (number, content) in blocks.sorted(by: { $0.key < $1.key }) {
      let name = "\(ChipStateWord.block.rawValue) \(HexText.text([UInt8(clamping: number)]))"
      lines.append("\(name) \(HexText.text(content, separator: " "))")
    }
    return ChipStateLines.file(of: Self.modelName, lines)
  }

  /// Reads the chip back from a state file.
  package convenience init(state bytes: [UInt8]) throws(ChipStateError) {
    let file = try ChipStateLines(bytes)
    guard file.model == Self.modelName else { throw .unknownModel }
    var said = ChipStateRegister()
    var blocks: [Int: [UInt8]] = [:]
    for line in file.lines {
      guard line.word == .block else { throw .unknownLine(line: line.number) }
      let block = try line.number(line.values.first)
      guard Self.keptBlocks.contains(block) else {
        throw .noSuchPage(line: line.number, page: block)
      }
      try said.enter(line, number: block)
      blocks[block] = try line.bytes(FelicaPacket.blockSize)
    }
    if let absent = Self.keptBlocks.first(where: { blocks[$0] == nil }) {
      throw .missing(.block, number: absent)
    }
    self.init(blocks: blocks)
  }
}
