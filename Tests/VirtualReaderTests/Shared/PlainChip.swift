// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import VirtualReader

/// The least chip that shows what the antenna and the reader do: sixteen pages, READ and WRITE.
///
/// It is here so that the reader's tests do not depend on the tables of real chips.
final class PlainChip: TypeAChip {
  let identity: TypeAIdentity
  private(set) var pages: [[UInt8]]
  private let version: [UInt8]

  init(
    uid: [UInt8], sak: UInt8 = 0x00, atqa: [UInt8]? = nil, version: [UInt8] = [],
    ats: [UInt8] = [],
    pages: [[UInt8]] = []
  ) {
    identity = TypeAIdentity(
      uid: uid, atqa: atqa ?? [0x00, uid.count == 4 ? 0x04 : 0x44], sak: sak, ats: ats)
    self.version = version
    self.pages = pages + Array(repeating: [0, 0, 0, 0], count: max(0, 16 - pages.count))
  }

  func fieldLost() {}
  func activated() {}

  var state: [UInt8] { pages.flatMap { $0 } }

  func answer(to frame: [UInt8], tearing tear: Tear?) -> ChipReply {
    switch (frame.first, frame.count) {
    case (0x30, 2):
      guard frame[1] < pages.count else { return ChipReply(.refuse(0)) }
      let start = Int(frame[1])
      return ChipReply(.data((start..<(start + 4)).flatMap { pages[$0 % pages.count] }))
    case (0x3A, 3):
      guard frame[1] <= frame[2], frame[2] < pages.count else { return ChipReply(.refuse(0)) }
      return ChipReply(.data(pages[Int(frame[1])...Int(frame[2])].flatMap { $0 }))
    case (0xA2, 6):
      guard frame[1] < pages.count else { return ChipReply(.refuse(0)) }
      return write(Array(frame[2...]), to: Int(frame[1]), tear)
    case (0x60, 1) where !version.isEmpty:
      return ChipReply(.data(version))
    default:
      return ChipReply(.silence)
    }
  }

  private func write(_ data: [UInt8], to page: Int, _ tear: Tear?) -> ChipReply {
    switch tear {
    case nil, .pageNew: pages[page] = data
    case .pageOld: break
    case .pageHalf, .pagesWritten: pages[page] = Array(data.prefix(2)) + pages[page].suffix(2)
    case .pageNoise(let noise):
      pages[page] = (0..<4).map { UInt8(truncatingIfNeeded: noise >> UInt64(8 * $0)) }
    }
    return ChipReply(.acknowledge, programmedPages: 1)
  }
}
