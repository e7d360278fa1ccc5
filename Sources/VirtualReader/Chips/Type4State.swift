// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension VirtualType4Chip {
  /// Files are kept in rows of this many bytes; a row of zeros has no line.
  private static let rowSize = 32

  /// The chip as a text file: its UID and all its files, and what the factory did not leave so.
  package var state: [UInt8] {
    var lines = ["\(ChipStateWord.uid.rawValue) \(HexText.text(uid))"]
    func add(_ word: ChipStateWord, _ number: UInt8, _ bytes: [UInt8]) {
      lines.append("\(word.rawValue) \(HexText.text([number])) \(HexText.text(bytes))")
    }
    for (number, content) in settings.sorted(by: { $0.key < $1.key })
    where content != model.native?.fileSettings[number] {
      add(.settings, number, content)
    }
    for (number, key) in keys.sorted(by: { $0.key < $1.key })
    where key != model.native?.keys[number] {
      add(.key, number, key)
    }
    if failedKeys > 0 { lines.append("\(ChipStateWord.failedPasswords.rawValue) \(failedKeys)") }
    for (id, content) in files.sorted(by: { $0.key < $1.key }) {
      for start in stride(from: 0, to: content.count, by: Self.rowSize) {
        let row = content[start...].prefix(Self.rowSize)
        guard row.contains(where: { $0 != 0 }) else { continue }
        let place = "\(HexText.text(ofTwoBytes: Int(id))) \(HexText.text(ofTwoBytes: start))"
        lines.append("\(ChipStateWord.file.rawValue) \(place) \(HexText.text(row))")
      }
    }
    return ChipStateLines.file(of: model.name, lines)
  }

  /// Reads the chip back from a state file.
  package convenience init(state bytes: [UInt8]) throws(ChipStateError) {
    let text = try ChipStateLines(bytes)
    guard let model = Type4Model.named(text.model) else { throw .unknownModel }
    var said = ChipStateRegister()
    var uid: [UInt8]?
    var files: [UInt16: [UInt8]] = [:]
    var settings: [UInt8: [UInt8]] = [:]
    var keys: [UInt8: [UInt8]] = [:]
    var failedKeys = 0
    for file in model.files { files[file.id] = [UInt8](repeating: 0, count: file.size) }
    for line in text.lines {
      switch line.word {
      case .uid:
        try said.enter(line)
        guard let bytes = HexText.bytes(line.digits, count: 7) else { throw line.isBad }
        uid = bytes
      case .file:
        let (id, start, row) = try line.row()
        try said.enter(line, number: Int(id) << 16 | start)
        guard let size = files[id]?.count, start + row.count <= size else { throw line.isBad }
        files[id]?.replaceSubrange(start..<start + row.count, with: row)
      case .settings:
        let number = try line.numberOfNative(model.native?.fileSettings)
        try said.enter(line, number: Int(number))
        settings[number] = try line.bytes(7)
      case .key:
        let number = try line.numberOfNative(model.native?.keys)
        try said.enter(line, number: Int(number))
        keys[number] = try line.bytes(16)
      case .failedPasswords:
        try said.enter(line)
        guard line.values.count == 1, let count = UInt16(line.values[0]) else { throw line.isBad }
        failedKeys = Int(count)
      default: throw .unknownLine(line: line.number)
      }
    }
    guard let uid else { throw .missing(.uid, number: 0) }
    self.init(
      model, uid: uid, files: files, settings: settings, keys: keys, failedKeys: failedKeys)
  }
}

extension Type4Model {
  static func named(_ name: String) -> Type4Model? {
    allModels.first { $0.name == name }
  }
}

extension ChipStateLines.Line {
  /// A file, a place in it and what is there.
  fileprivate func row() throws(ChipStateError) -> (id: UInt16, start: Int, [UInt8]) {
    guard values.count == 3, let id = HexText.bytes(values[0], count: 2),
      let start = HexText.bytes(values[1], count: 2),
      let row = HexText.bytes(values[2], count: values[2].count / 2), !row.isEmpty
    else { throw isBad }
    return (UInt16(id[0]) << 8 | UInt16(id[1]), Int(start[0]) << 8 | Int(start[1]), row)
  }

  /// The number of a file or a key that the chip has.
  fileprivate func numberOfNative(_ factory: [UInt8: [UInt8]]?) throws(ChipStateError) -> UInt8 {
    let number = UInt8(truncatingIfNeeded: try number(values.first))
    guard factory?[number] != nil else { throw isBad }
    return number
  }
}
