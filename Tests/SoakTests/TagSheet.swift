// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagKeys
import TestSupport
import VirtualReader

/// What the judge knows about a chip, from its data sheet: no table of the sources is asked.
struct TagSheet: Sendable {
  let model: ChipModel
  let lastUserPage: Int
  /// CFG0; CFG1, PWD and PACK follow.
  let configuration: Int
  /// What comes before the message TLV when the chip leaves the factory.
  let front: [UInt8]

  static let ntag213 = TagSheet(
    model: .ntag213, lastUserPage: 0x27, configuration: 0x29,
    front: [0x01, 0x03, 0xA0, 0x0C, 0x34])
  static let ntag215 = TagSheet(
    model: .ntag215, lastUserPage: 0x81, configuration: 0x83, front: [])
  static let ntag216 = TagSheet(
    model: .ntag216, lastUserPage: 0xE1, configuration: 0xE3, front: [])

  /// A new chip; with a message, one that someone else has written.
  func chip(_ uid: [UInt8], holding message: [UInt8]? = nil) -> VirtualType2Chip? {
    guard let new = VirtualType2Chip(model, uid: uid), let message else {
      return VirtualType2Chip(model, uid: uid)
    }
    var pages = cells(of: new)
    let area = front + [0x03, UInt8(message.count)] + message + [0xFE]
    for (offset, byte) in area.enumerated() { pages[4 + offset / 4][offset % 4] = byte }
    return VirtualType2Chip(model, pages: pages, signature: nil)
  }

  func cells(of chip: VirtualType2Chip) -> [[UInt8]] {
    (0..<chip.model.pages).map(chip.cells(ofPage:))
  }

  /// The cells as a reader is shown them: with the UID where the mirror's registers want it.
  func shown(_ cells: [[UInt8]]) -> [[UInt8]] {
    let register = cells[configuration]
    // MIRROR_CONF, MIRROR_BYTE and MIRROR_PAGE (NTAG213/215/216, 8.5.6).
    guard register[0] >> 6 == 1, register[2] > 3 else { return cells }
    let text = Array(hex(cells[0].prefix(3) + cells[1]).utf8)
    let start = Int(register[2]) * 4 + Int(register[0] >> 4 & 3)
    var shown = cells
    for (offset, byte) in text.enumerated() where (start + offset) / 4 <= lastUserPage {
      shown[(start + offset) / 4][(start + offset) % 4] = byte
    }
    return shown
  }

  /// What a phone reads.
  func phone(reads cells: [[UInt8]]) -> Seen {
    phone(isShown: shown(cells))
  }

  /// What a phone reads when these are the pages that it is shown.
  func phone(isShown pages: [[UInt8]]) -> Seen {
    phoneReads(Array(pages.joined()), userEnd: (lastUserPage + 1) * 4)
  }

  /// The pages on which a message of this many bytes is, from its tag to its last byte.
  func pages(ofMessage count: Int) -> ClosedRange<Int> {
    let start = 16 + front.count
    return start / 4...(start + (count > 254 ? 4 : 2) + count - 1) / 4
  }

  /// What is wrong with the protection of a finished tag, tried on the chip itself.
  ///
  /// Of a tag that is locked partly, only some pages must be `kept`.
  func faultOfProtection(
    _ kind: SoakJob.Kind, of chip: VirtualType2Chip, by key: PasswordKey?,
    kept: ClosedRange<Int>? = nil
  ) throws -> String? {
    let open = try openPages(of: chip)
    switch kind {
    case .lock:
      let open = open.filter { kept?.contains($0) ?? true }
      if !open.isEmpty { return "pages \(open) can be written on a locked tag" }
      if chip.cells(ofPage: 3)[3] & 0x0F != 0x0F { return "the container says it can be written" }
    case .password:
      guard open.isEmpty else { return "pages \(open) can be written without the password" }
      let uid = Array(chip.cells(ofPage: 0).prefix(3) + chip.cells(ofPage: 1))
      guard let secret = try key?.tagPassword(uid: uid) else { return "there is no key" }
      let twin = try VirtualType2Chip(state: chip.state)
      twin.activated()
      let answer = twin.answer(to: [0x1B] + secret.password, tearing: nil).answer
      guard answer == .data(secret.acknowledgement) else { return "the password is not the key's" }
      // Whether the page itself can still be programmed is no question of the password.
      twin.worn = [:]
      guard twin.answer(to: [0xA2, 4] + chip.cells(ofPage: 4), tearing: nil).programmedPages == 1
      else { return "the password opens nothing" }
    case .plain, .ownUID, .mirror, .text:
      if open.count != lastUserPage - 3 { return "pages are protected that nobody wanted to be" }
    }
    return nil
  }

  /// The user pages that a stranger can write.
  private func openPages(of chip: VirtualType2Chip) throws -> [Int] {
    let twin = try VirtualType2Chip(state: chip.state)
    twin.worn = [:]
    return (4...lastUserPage).filter { page in
      twin.fieldLost()
      let write = [0xA2, UInt8(page)] + chip.cells(ofPage: page)
      return twin.answer(to: write, tearing: nil).programmedPages == 1
    }
  }
}

/// Upper-case hex without separators.
func hex(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
}
