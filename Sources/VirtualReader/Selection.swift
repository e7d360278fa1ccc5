// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What the PN532's firmware does on its own to find and select a Type A tag.
extension Antenna {
  /// Sends REQA, or WUPA that halted tags hear too; tells the answer as the PN532 reports it.
  mutating func request(wakingHalted: Bool) -> [UInt8]? {
    let echo = exchange(AirFrame([wakingHalted ? 0x52 : 0x26], lastBits: 7))
    guard let frame = echo.frame, frame.bytes.count == 2 else { return nil }
    return frame.bytes.reversed()
  }

  /// Selects one of the tags that answered, or the one with this UID; ISO 14443-3, 6.5.
  mutating func selectOne(uid wanted: [UInt8]?) -> (uid: [UInt8], sak: UInt8)? {
    var wantedParts = wanted.map(Self.cascade) ?? []
    var uid: [UInt8] = []
    for level in [0x93, 0x95, 0x97] as [UInt8] {
      let known = wantedParts.isEmpty ? nil : wantedParts.removeFirst()
      guard let part = known ?? anticollision(level),
        let sak = select(level, part)
      else { return nil }
      guard sak & 0x04 != 0 else { return (uid + part, sak) }
      uid += part.dropFirst()
    }
    return nil
  }

  /// Puts the active tag to sleep.
  mutating func sendHalt() {
    _ = exchange(.withCRC([0x50, 0x00]))
  }

  /// Asks for the answer to select and gives it with its length byte.
  mutating func requestAnswerToSelect() -> [UInt8] {
    // 5: frames of up to 64 bytes, the most that the PN532 takes; 0: the first card identifier.
    exchange(.withCRC([0xE0, 0x50])).frame?.checkedContent ?? []
  }

  private mutating func select(_ level: UInt8, _ part: [UInt8]) -> UInt8? {
    let frame = AirFrame.withCRC([level, 0x70] + part + [part.reduce(0, ^)])
    return exchange(frame).frame?.checkedContent?.first
  }

  /// Narrows the tags down bit by bit; where two differ, those with a one continue.
  private mutating func anticollision(_ level: UInt8) -> [UInt8]? {
    var known: [Bool] = []
    while known.count < 40 {
      let length = UInt8(truncatingIfNeeded: (known.count / 8 + 2) << 4 | known.count % 8)
      let head = AirFrame([level, length])
      let echo = exchange(AirFrame(bits: head.bits + known))
      guard let bits = echo.frame?.bits, known.count + bits.count == 40 else { return nil }
      guard let collision = echo.collision else {
        let bytes = AirFrame(bits: known + bits).bytes
        return bytes.reduce(0, ^) == 0 ? Array(bytes.dropLast()) : nil
      }
      known += bits[..<collision] + [true]
    }
    return nil
  }

  private static func cascade(_ uid: [UInt8]) -> [[UInt8]] {
    stride(from: 0, to: uid.count, by: 4).map { Array(uid[$0...].prefix(4)) }
  }
}
