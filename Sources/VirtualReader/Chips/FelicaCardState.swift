// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension VirtualFelicaCard {
  /// The most blocks of one service that a state file may ask for.
  private static let mostBlocks = 0x1001

  /// The card as a text file: its systems, their services, and each block that is not all zero.
  package var state: [UInt8] {
    var lines = [
      "\(ChipStateWord.idm.rawValue) \(HexText.text(idm))",
      "\(ChipStateWord.pmm.rawValue) \(HexText.text(pmm))",
      "\(ChipStateWord.blocksAtOnce.rawValue) \(limits.read) \(limits.write)",
    ]
    for system in systems {
      lines.append("\(ChipStateWord.system.rawValue) \(HexText.text(ofTwoBytes: Int(system.code)))")
      for service in system.services {
        let codes = service.codes.map { HexText.text(ofTwoBytes: Int($0)) }.joined(separator: " ")
        lines.append("\(ChipStateWord.service.rawValue) \(service.blocks.count) \(codes)")
        for (number, block) in service.blocks.enumerated() where block.contains(where: { $0 != 0 })
        {
          let name = "\(ChipStateWord.block.rawValue) \(HexText.text(ofTwoBytes: number))"
          lines.append("\(name) \(HexText.text(block))")
        }
      }
    }
    return ChipStateLines.file(of: Self.modelName, lines)
  }

  /// Reads the card back from a state file.
  package convenience init(state bytes: [UInt8]) throws(ChipStateError) {
    let file = try ChipStateLines(bytes)
    guard file.model == Self.modelName else { throw .unknownModel }
    var said = ChipStateRegister()
    var idm: [UInt8]?
    var pmm: [UInt8]?
    var limits: FelicaLimits?
    var systems: [FelicaSystem] = []
    for line in file.lines {
      switch line.word {
      case .idm:
        try said.enter(line)
        idm = HexText.bytes(line.digits, count: 8)
        guard idm != nil else { throw line.isBad }
      case .pmm:
        try said.enter(line)
        pmm = HexText.bytes(line.digits, count: 8)
        guard pmm != nil else { throw line.isBad }
      case .blocksAtOnce:
        try said.enter(line)
        let numbers = line.values.compactMap { Int($0) }
        guard numbers.count == 2, line.values.count == 2, numbers.allSatisfy({ $0 > 0 }) else {
          throw line.isBad
        }
        limits = FelicaLimits(read: numbers[0], write: numbers[1])
      case .system:
        guard line.values.count == 1 else { throw line.isBad }
        systems.append(FelicaSystem(code: try line.code(line.values[0]), services: []))
      case .service: try Self.add(service: line, to: &systems)
      case .block: try Self.set(block: line, in: &systems)
      default: throw .unknownLine(line: line.number)
      }
    }
    guard let idm else { throw .missing(.idm, number: 0) }
    guard let pmm else { throw .missing(.pmm, number: 0) }
    guard let limits else { throw .missing(.blocksAtOnce, number: 0) }
    // Only the number of systems can still be wrong.
    guard Self.canName(systems.count) else { throw .missing(.system, number: 0) }
    self.init(idm, pmm, limits, systems)
  }

  private static func add(
    service line: ChipStateLines.Line, to systems: inout [FelicaSystem]
  ) throws(ChipStateError) {
    guard let last = systems.indices.last, line.values.count > 1, let count = Int(line.values[0]),
      (0...mostBlocks).contains(count)
    else { throw line.isBad }
    var codes: [UInt16] = []
    for value in line.values.dropFirst() { codes.append(try line.code(value)) }
    let empty = [UInt8](repeating: 0, count: FelicaPacket.blockSize)
    systems[last].services.append(
      FelicaService(codes: codes, blocks: [[UInt8]](repeating: empty, count: count)))
  }

  /// A block belongs to the service above its line.
  private static func set(
    block line: ChipStateLines.Line, in systems: inout [FelicaSystem]
  ) throws(ChipStateError) {
    guard let system = systems.indices.last, let service = systems[system].services.indices.last,
      line.values.count == 2,
      let content = HexText.bytes(line.values[1], count: FelicaPacket.blockSize)
    else { throw line.isBad }
    let number = Int(try line.code(line.values[0]))
    guard number < systems[system].services[service].blocks.count else { throw line.isBad }
    systems[system].services[service].blocks[number] = content
  }
}

extension ChipStateLines.Line {
  /// A number of four hexadecimal digits.
  fileprivate func code(_ text: String) throws(ChipStateError) -> UInt16 {
    guard let bytes = HexText.bytes(text, count: 2) else { throw isBad }
    return UInt16(bytes[0]) << 8 | UInt16(bytes[1])
  }
}
