// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What to do next to find out the chip of a tag that does not answer GET_VERSION.
///
/// Only reads are tried: older chips differ in how much memory they have, and READ shows where it
/// ends. After a refusal the tag is idle and must be selected again, so a page after the end is
/// asked for only when nothing else helps.
package enum ChipProbe: Hashable, Sendable {
  /// READ this page next, and give the answer, or nil for a refusal.
  case read(page: UInt8)
  /// Nothing more to try. Without a chip, only what the container says holds.
  case done(Chip?)

  /// Decides from the first four pages and from what was tried so far.
  package init(header: [UInt8], answers: [UInt8: [UInt8]?]) {
    // The same four pages again mean that the memory ended and reading continued at page 0.
    func repeatsHeader(_ answer: [UInt8], from page: Int) -> Bool {
      let size = page * Page.size
      return answer.count == header.count && header.count >= size
        && Array(answer[size...]) == Array(header[..<(answer.count - size)])
    }
    guard header.count == 4 * Page.size else {
      self = .read(page: 0)
      return
    }
    if Self.areaSize(header) <= Chip.ultralight.layout.userBytes.count {
      guard let end = answers[Self.lastOfUltralight] else {
        self = .read(page: Self.lastOfUltralight)
        return
      }
      if let end, repeatsHeader(end, from: 1) {
        self = .done(.ultralight)
        return
      }
    }
    guard let behindUser = answers[Self.behindNTAG203] else {
      self = .read(page: Self.behindNTAG203)
      return
    }
    guard let behindUser else {
      self = Self.small(header, answers)
      return
    }
    // Page 29h is the last of an NTAG203. On an Ultralight C two more can be read, and on copies
    // of an NTAG213 three more.
    if repeatsHeader(behindUser, from: 0) {
      self = Self.small(header, answers)
    } else if repeatsHeader(behindUser, from: 1) {
      self = .done(.ntag203)
    } else if repeatsHeader(behindUser, from: 3) {
      self = .done(.ultralightC)
    } else if let end = answers[Self.lastOfNTAG213] {
      self = .done(end.map { repeatsHeader($0, from: 1) } == true ? .ntag213 : nil)
    } else {
      self = .read(page: Self.lastOfNTAG213)
    }
  }

  private static let lastOfUltralight: UInt8 = 0x0F
  private static let behindNTAG203: UInt8 = 0x29
  private static let lastOfNTAG213: UInt8 = 0x2C
  private static let behindUltralight: UInt8 = 0x10

  /// The bytes of the data area that the container claims; 0 on a tag that is not formatted.
  private static func areaSize(_ header: [UInt8]) -> Int {
    Int(header[CapabilityContainer.pageNumber * Page.size + 2]) * 8
  }

  /// A tag without page 29h is an Ultralight when it has no page 10h either.
  private static func small(_ header: [UInt8], _ answers: [UInt8: [UInt8]?]) -> ChipProbe {
    guard let answer = answers[behindUltralight] else { return .read(page: behindUltralight) }
    let ends = answer == nil || answer == header
    // A container for more than an Ultralight holds means a password, not a small memory.
    let fits = areaSize(header) <= Chip.ultralight.layout.userBytes.count
    return .done(ends && fits ? .ultralight : nil)
  }
}
