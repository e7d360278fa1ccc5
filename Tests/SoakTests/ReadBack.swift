// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol
import VirtualReader

/// What a reader's transcript proves of the tag that was presented last, and that was called OK.
///
/// A presentation begins when a new tag is put to sleep, to see whether another one lies beside it.
struct ReadBack {
  /// The pages that were read, as they are now, after the last write to the message.
  private(set) var pages: Set<Int> = []
  /// Whether the tag answered a password after the last write to its registers.
  private(set) var isPasswordProven = false

  private let shown: [[UInt8]]
  private let sheet: TagSheet
  private var fromHost = FrameDecoder()
  private var toHost = FrameDecoder()
  private var asked: [UInt8] = []
  private var isLooking = true

  /// `shown` is what the tag shows now.
  init(_ sheet: TagSheet, showing shown: [[UInt8]], in lines: [TranscriptLine]) {
    self.shown = shown
    self.sheet = sheet
    for line in lines {
      switch line.event {
      case .fromHost(let bytes): for finding in fromHost.receive(bytes) { hear(finding) }
      case .toHost(let bytes): for finding in toHost.receive(bytes) { hear(finding) }
      default: break
      }
    }
  }

  private mutating func hear(_ finding: FrameDecoder.Finding) {
    switch finding {
    // InDeselect.
    case .frame(.command(let content)) where content.first == 0x44: isLooking = true
    // InDataExchange has the number of its target in front, InCommunicateThru has not.
    case .frame(.command(let content)):
      asked = Array(content.dropFirst(content.first == 0x40 ? 2 : 1))
      guard content.first == 0x40 || content.first == 0x42 else {
        asked = []
        return
      }
      if isLooking { (pages, isPasswordProven, isLooking) = ([], false, false) }
      guard asked.first == 0xA2, asked.count > 1 else { return }
      if Int(asked[1]) >= sheet.configuration { isPasswordProven = false }
      if (4...sheet.lastUserPage).contains(Int(asked[1])) { pages = [] }
    case .frame(.answer(let content)):
      guard [0x41, 0x43].contains(content.first), content.count > 2, content[1] & 0x3F == 0
      else { return }
      answered(content.dropFirst(2))
    default: break
    }
  }

  private mutating func answered(_ data: ArraySlice<UInt8>) {
    switch asked.first {
    case 0x1B: isPasswordProven = data.starts(with: shown[sheet.configuration + 3].prefix(2))
    case 0x30, 0x3A:
      for (number, page) in zip(0..., shown.indices.dropFirst(Int(asked[1]))) {
        guard data.count >= 4 * (number + 1) else { return }
        if data.dropFirst(4 * number).prefix(4) == shown[page][...] { pages.insert(page) }
      }
    default: break
    }
  }
}
