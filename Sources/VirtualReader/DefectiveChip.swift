// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A Type 2 chip with something wrong with its memory.
final class DefectiveChip: TypeAChip {
  private let chip: any TypeAChip
  private let defect: Defect

  init(_ chip: any TypeAChip, _ defect: Defect) {
    self.chip = chip
    self.defect = defect
  }

  var identity: TypeAIdentity { chip.identity }
  var state: [UInt8] { chip.state }

  func fieldLost() { chip.fieldLost() }
  func activated() { chip.activated() }

  func answer(to frame: [UInt8], tearing tear: Tear?) -> ChipReply {
    switch defect {
    case .wornPage(let page):
      guard frame.count == 6, frame[0] == 0xA2, frame[1] == page else { break }
      var stuck = frame
      stuck[2] &= ~0x01
      return chip.answer(to: stuck, tearing: tear)
    case .missingPages(let first):
      if frame.count == 6, frame[0] == 0xA2, frame[1] >= first {
        return ChipReply(.acknowledge, programmedPages: 1)
      }
      var reply = chip.answer(to: frame, tearing: tear)
      if case .data(let data) = reply.answer, let start = Self.firstPage(read: frame) {
        let kept = min(max(0, Int(first) - Int(start)) * 4, data.count)
        reply.answer = .data(data[..<kept] + [UInt8](repeating: 0, count: data.count - kept))
      }
      return reply
    case .repeatingPages(let end, let first):
      return repeating(frame, from: Int(end), first: Int(first), tearing: tear)
    }
    return chip.answer(to: frame, tearing: tear)
  }

  /// Answers as a chip whose address lines end too early: what it says about itself is the larger
  /// one's.
  private func repeating(
    _ frame: [UInt8], from end: Int, first: Int, tearing tear: Tear?
  ) -> ChipReply {
    func place(_ page: Int) -> UInt8 {
      UInt8(truncatingIfNeeded: page < end ? page : first + (page - end) % max(1, end - first))
    }
    if frame.count == 6, frame[0] == 0xA2 {
      return chip.answer(to: [0xA2, place(Int(frame[1]))] + frame[2...], tearing: tear)
    }
    var reply = chip.answer(to: frame, tearing: tear)
    guard case .data(let data) = reply.answer, let start = Self.firstPage(read: frame) else {
      return reply
    }
    let pageCount = (chip as? VirtualType2Chip)?.model.lastReadablePage ?? 0xFF
    reply.answer = .data(
      (0..<data.count / 4).flatMap { offset -> [UInt8] in
        let page = place((Int(start) + offset) % (pageCount + 1))
        let shown = chip.answer(to: [0x30, page], tearing: nil)
        guard case .data(let bytes) = shown.answer else { return [0, 0, 0, 0] }
        return Array(bytes.prefix(4))
      })
    return reply
  }

  /// READ and FAST_READ are the commands that show pages.
  private static func firstPage(read frame: [UInt8]) -> UInt8? {
    switch (frame.first, frame.count) {
    case (0x30, 2), (0x3A, 3): frame[1]
    default: nil
    }
  }
}
