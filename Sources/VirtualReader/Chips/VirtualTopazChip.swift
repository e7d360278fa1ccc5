// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A Topaz 512, far enough to be recognised and read (NFC Forum Type 1).
package final class VirtualTopazChip: TopazChip {
  package static let modelName = "Topaz 512"
  /// Fifteen blocks of eight bytes that RALL shows; the first begins with the UID.
  private static let shownBytes = 120

  package let uid: [UInt8]
  private let memory: [UInt8]

  private init(_ uid: [UInt8]) {
    self.uid = uid
    // E1, version 1.0, 512 bytes, free; then the control blocks that the sheet puts there.
    let head =
      uid + [0x00, 0x00, 0x00, 0x00] + [
        0xE1, 0x10, 0x3F, 0x00, 0x01, 0x03, 0xF2, 0x30, 0x33, 0x02, 0x03, 0xF0, 0x02, 0x03, 0x03,
        0x00, 0xFE,
      ]
    memory = head + [UInt8](repeating: 0, count: Self.shownBytes - head.count)
  }

  /// Makes an empty tag, or nil for a UID that does not have four bytes.
  package convenience init?(uid: [UInt8]) {
    guard uid.count == 4 else { return nil }
    self.init(uid)
  }

  package convenience init(state bytes: [UInt8]) throws(ChipStateError) {
    let file = try ChipStateLines(bytes)
    guard file.model == Self.modelName else { throw .unknownModel }
    var said = ChipStateRegister()
    var uid: [UInt8]?
    for line in file.lines {
      guard line.word == .uid else { throw .unknownLine(line: line.number) }
      try said.enter(line)
      uid = HexText.bytes(line.digits, count: 4)
      guard uid != nil else { throw line.isBad }
    }
    guard let uid else { throw .missing(.uid, number: 0) }
    self.init(uid)
  }

  /// 12 names a Topaz with NDEF and more than 96 bytes.
  private static let header: [UInt8] = [0x12, 0x4C]

  package var identification: [UInt8] { Self.header + uid }

  package var state: [UInt8] {
    ChipStateLines.file(
      of: Self.modelName, ["\(ChipStateWord.uid.rawValue) \(HexText.text(uid))"])
  }

  package func fieldLost() {}

  /// RALL and READ, which name the tag by its UID; writing is left out.
  package func answer(to frame: [UInt8]) -> [UInt8]? {
    guard frame.count == 7, Array(frame[3...]) == uid else { return nil }
    switch frame[0] {
    case 0x00: return Self.header + memory
    case 0x01 where Int(frame[1]) < memory.count: return [frame[1], memory[Int(frame[1])]]
    default: return nil
    }
  }
}
