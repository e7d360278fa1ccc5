// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What the PN532's firmware does on its own to find tags that are not of Type A.
extension Antenna {
  /// Sends Polling and gives the answers from their code on, in the order of their time slots.
  mutating func pollFelica(_ polling: [UInt8], _ coding: AirCoding) -> [[UInt8]] {
    let length = UInt8(truncatingIfNeeded: polling.count + 1)
    return poll(.withCRC([length] + polling, coding: coding)).compactMap { echo in
      guard echo.collision == nil, let content = echo.frame?.checkedContent,
        content.count == Int(content[0]), content.count >= 18, content[1] == 0x01
      else { return nil }
      return Array(content.dropFirst())
    }
  }

  /// REQB for one time slot; two cards collide in it, and neither is found.
  mutating func requestTypeB(family: UInt8) -> [UInt8]? {
    let echo = exchange(.withCRC([0x05, family, 0x00], coding: .typeB))
    guard echo.collision == nil, let atqb = echo.frame?.checkedContent, atqb.count == 12,
      atqb[0] == 0x50
    else { return nil }
    return atqb
  }

  /// ATTRIB: frames of up to 64 bytes, ISO 14443-4, and the number of the card.
  mutating func attribute(atqb: [UInt8], identifier: UInt8) -> [UInt8]? {
    let frame = [0x1D] + atqb[1..<5] + [0x00, 0x05, 0x01, identifier]
    return exchange(.withCRC(frame, coding: .typeB)).frame?.checkedContent
  }

  /// RID: the four bytes of a Topaz' UID that it gives.
  mutating func readJewelID() -> [UInt8]? {
    let answer = exchange(.withCRC([0x78, 0, 0, 0, 0, 0, 0], coding: .typeB)).frame
    guard let content = answer?.checkedContent, content.count == 6 else { return nil }
    return Array(content.dropFirst(2))
  }
}
