// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension VirtualType2Chip {
  /// The chip as a text file: everything that survives without power, passwords and keys included.
  package var state: [UInt8] {
    var lines: [String] = []
    func add(_ word: ChipStateWord, _ value: String) { lines.append("\(word.rawValue) \(value)") }
    if let claims { add(.claims, claims.name) }
    if let signature, signature != Self.deliveredSignature(of: model, claiming: claims) {
      add(.signature, HexText.text(signature))
    }
    for counter in counters {
      let value = HexText.text(counter.bytes.reversed())
      add(.counter, "\(counter.number) \(value)" + (counter.isTorn ? " torn" : ""))
    }
    if model.configurationPage != nil { add(.failedPasswords, "\(failedPasswords)") }
    if case .tripleDES = model.protection {
      let seed = withUnsafeBytes(of: noise.seed.bigEndian) { Array($0) }
      add(.random, HexText.text(seed))
    }
    if let commandsLeft { add(.commandsLeft, "\(commandsLeft)") }
    for (page, wear) in memory.worn.sorted(by: { $0.key < $1.key }) {
      add(.worn, "\(HexText.text([UInt8(clamping: page)])) \(wear.word)")
    }
    for page in 0..<model.pages {
      let number = HexText.text([UInt8(clamping: page)])
      add(.page, "\(number) \(HexText.text(memory[page], separator: " "))")
    }
    return ChipStateLines.file(of: model.name, lines)
  }

  /// Reads the chip back from a state file.
  package convenience init(state bytes: [UInt8]) throws(ChipStateError) {
    let file = try ChipStateLines(bytes)
    guard let model = ChipModel.named(file.model) else { throw .unknownModel }
    let state = try Type2State(of: model, lines: file.lines)
    self.init(
      model, claiming: state.claims, signature: state.signature, memory: state.memory,
      counters: state.counters, failedPasswords: state.failedPasswords, seed: state.seed,
      commandsLeft: state.commandsLeft)
  }
}

extension ChipModel {
  static func named(_ name: String) -> ChipModel? {
    allModels.first { $0.name == name }
  }
}

extension Wear {
  var word: String {
    switch self {
    case .keepsOldValue: "keeps-old-value"
    case .refuses: "refuses"
    }
  }

  init?(word: String) {
    guard let wear = [Wear.keepsOldValue, .refuses].first(where: { $0.word == word }) else {
      return nil
    }
    self = wear
  }
}

/// What the lines of a Type 2 chip's file say; a line that is absent means the factory's value.
private struct Type2State {
  var claims: ChipModel?
  var signature: [UInt8]?
  var memory: PageMemory
  var counters: [OneWayCounter]
  var failedPasswords = 0
  var seed: UInt64 = 0
  var commandsLeft: Int?

  init(of model: ChipModel, lines: [ChipStateLines.Line]) throws(ChipStateError) {
    memory = PageMemory(pages: model.pages)
    counters = OneWayCounter.atDelivery(of: model)
    var said = ChipStateRegister()
    var pages: Set<Int> = []
    for line in lines {
      switch line.word {
      case .page:
        let page = try line.page(of: model)
        try said.enter(line, number: page)
        memory[page] = try line.bytes(PageMemory.pageSize)
        pages.insert(page)
      case .worn:
        let page = try line.page(of: model)
        try said.enter(line, number: page)
        guard line.values.count == 2, let wear = Wear(word: line.values[1]) else {
          throw line.isBad
        }
        memory.worn[page] = wear
      case .counter:
        let number = try line.number(line.values.first)
        try said.enter(line, number: number)
        try setCounter(number, from: line)
      default:
        try said.enter(line)
        try setSingle(line, of: model)
      }
    }
    if let absent = (0..<model.pages).first(where: { !pages.contains($0) }) {
      throw .missing(.page, number: absent)
    }
  }

  private mutating func setCounter(
    _ number: Int, from line: ChipStateLines.Line
  ) throws(ChipStateError) {
    guard let index = counters.firstIndex(where: { $0.number == number }) else {
      throw counters.isEmpty ? .unknownLine(line: line.number) : line.isBad
    }
    guard (2...3).contains(line.values.count),
      let bytes = HexText.bytes(line.values[1], count: 3),
      line.values.count == 2 || line.values[2] == "torn"
    else { throw line.isBad }
    counters[index].value = bytes.reduce(0) { $0 << 8 | Int($1) }
    counters[index].isTorn = line.values.count == 3
  }

  private mutating func setSingle(
    _ line: ChipStateLines.Line, of model: ChipModel
  ) throws(ChipStateError) {
    switch line.word {
    case .claims:
      guard let claimed = ChipModel.named(line.values.joined(separator: " ")) else {
        throw line.isBad
      }
      claims = claimed
    case .signature where model.isSecondGeneration:
      guard let bytes = HexText.bytes(line.digits, count: 32) else { throw line.isBad }
      signature = bytes
    case .failedPasswords where model.configurationPage != nil:
      guard let count = Int(line.digits), (0...7).contains(count) else { throw line.isBad }
      failedPasswords = count
    case .random where model.protection == .tripleDES(settings: 0x2A):
      guard let bytes = HexText.bytes(line.digits, count: 8) else { throw line.isBad }
      seed = bytes.reduce(0) { $0 << 8 | UInt64($1) }
    case .commandsLeft:
      guard let count = Int(line.digits), count >= 0 else { throw line.isBad }
      commandsLeft = count
    default:
      throw .unknownLine(line: line.number)
    }
  }
}

extension ChipStateLines.Line {
  fileprivate func page(of model: ChipModel) throws(ChipStateError) -> Int {
    let page = try number(values.first)
    guard page < model.pages else { throw .noSuchPage(line: number, page: page) }
    return page
  }
}
