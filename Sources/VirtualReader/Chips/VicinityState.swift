// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension VirtualVicinityChip {
  /// The chip as a text file: everything that survives without power.
  package var state: [UInt8] {
    var lines = [
      "\(ChipStateLines.firstWords) \(ChipStateLines.version)",
      "\(ChipStateWord.model.rawValue) \(model.name)",
      "\(ChipStateWord.uid.rawValue) \(HexText.text(uid))",
    ]
    func add(_ word: ChipStateWord, _ block: Int, _ value: String = "") {
      let number = HexText.text([UInt8(clamping: block)])
      lines.append("\(word.rawValue) \(number)" + (value.isEmpty ? "" : " \(value)"))
    }
    for block in lockedBlocks.sorted() { add(.locked, block) }
    for (block, wear) in worn.sorted(by: { $0.key < $1.key }) { add(.worn, block, wear.word) }
    for block in 0..<model.blockCount {
      let start = block * model.blockSize
      add(.block, block, HexText.text(memory[start..<start + model.blockSize], separator: " "))
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// Reads the chip back from a state file.
  package convenience init(state bytes: [UInt8]) throws(ChipStateError) {
    let file = try ChipStateLines(bytes)
    guard let model = VicinityModel.named(file.model) else { throw .unknownModel }
    var said = ChipStateRegister()
    var uid: [UInt8]?
    var blocks: [Int: [UInt8]] = [:]
    var locked: Set<Int> = []
    var worn: [Int: Wear] = [:]
    for line in file.lines {
      guard line.word != .uid else {
        try said.enter(line)
        uid = HexText.bytes(line.digits, count: Self.uidSize)
        guard uid?.starts(with: model.uidStart) == true else { throw line.isBad }
        continue
      }
      let block = try line.number(line.values.first)
      guard block < model.blockCount else {
        throw .noSuchPage(line: line.number, page: block)
      }
      try said.enter(line, number: block)
      let rest = line.values.dropFirst()
      switch line.word {
      case .locked:
        guard rest.isEmpty else { throw line.isBad }
        locked.insert(block)
      case .worn:
        guard rest.count == 1, let wear = rest.first.flatMap(Wear.init(word:)) else {
          throw line.isBad
        }
        worn[block] = wear
      case .block:
        guard let content = HexText.bytes(rest.joined(), count: model.blockSize) else {
          throw line.isBad
        }
        blocks[block] = content
      default: throw .unknownLine(line: line.number)
      }
    }
    guard let uid else { throw .missing(.uid, number: 0) }
    if let absent = (0..<model.blockCount).first(where: { blocks[$0] == nil }) {
      throw .missing(.block, number: absent)
    }
    let memory = (0..<model.blockCount).flatMap { blocks[$0] ?? [] }
    self.init(checked: model, uid, memory, locked, worn)
  }
}
