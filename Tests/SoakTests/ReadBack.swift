// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol
import VirtualReader

/// What a reader's transcript proves of one tag: each of its presentations on its own.
///
/// A presentation begins when a new tag is put to sleep, to see whether another one is next to it.
/// When its word is heard, that tag, or the next one, may long be there again.
struct ReadBack: CustomStringConvertible {
  private struct Presentation {
    /// The pages that were read, as they are now, after the last write to the message.
    var pages: Set<Int> = []
    /// Whether the tag answered a password after the last write to its registers.
    var isPasswordProven = false
  }

  private var presentations: [Presentation] = []
  private let uid: String
  /// The pages that the tag shows now.
  private let shown: [[UInt8]]
  private let sheet: TagSheet
  private var fromHost = FrameDecoder()
  private var toHost = FrameDecoder()
  private var asked: [UInt8] = []
  private var isLooking = true
  private var isSelected = false
  /// Whether the last look for a tag named this one alone: only it answers then, whatever a mutated
  /// answer leaves of that.
  private var isNamed = false

  init(
    of uid: String, _ sheet: TagSheet, of chip: VirtualType2Chip, in lines: [TranscriptLine]
  ) {
    self.uid = uid
    self.sheet = sheet
    shown = sheet.shown(sheet.cells(of: chip))
    for line in lines {
      switch line.event {
      // Whoever opens an ACR122U begins with this. A tag that was put to sleep before was not put so for
      // what follows: programs of others do it, too.
      case .fromHost(let bytes) where bytes.first == 0x62 && !presentations.isEmpty:
        isLooking = false
      case .fromHost(let bytes):
        for finding in fromHost.receive(Self.frames(in: bytes)) { hear(finding) }
      case .toHost(let bytes):
        for finding in toHost.receive(Self.frames(in: bytes)) { hear(finding) }
      default: break
      }
    }
  }

  /// An ACR122U carries what a frame holds in messages of its own: ten bytes in front, then FF 00 00 00
  /// and a length on the way to it, and 90 00 behind on the way back.
  private static func frames(in bytes: [UInt8]) -> [UInt8] {
    switch bytes.first {
    case 0x6F where bytes.count > 16 && bytes[10...13] == [0xFF, 0, 0, 0]:
      return (try? Frame.command(Array(bytes[16...])).bytes()) ?? []
    case 0x80 where bytes.count > 13 && bytes[10] == 0xD5:
      return (try? Frame.answer(Array(bytes[11...].dropLast(2))).bytes()) ?? []
    // A frame begins with two zeros, and so does what is between two halves of one.
    case 0x6F, 0x80: return bytes.count > 7 && bytes[5] == 0 ? [] : bytes
    default: return bytes
    }
  }

  /// Whether one presentation of the tag ended with all of these pages read back.
  func proves(_ wanted: ClosedRange<Int>, withPassword: Bool) -> Bool {
    presentations.contains { presentation in
      presentation.pages.isSuperset(of: wanted)
        && (presentation.isPasswordProven || !withPassword)
    }
  }

  var description: String {
    presentations.map { "\($0.pages.sorted())\($0.isPasswordProven ? " and its password" : "")" }
      .joined(separator: ", then ")
  }

  private mutating func hear(_ finding: FrameDecoder.Finding) {
    switch finding {
    // InDeselect.
    case .frame(.command(let content)) where content.first == 0x44: isLooking = true
    // InListPassiveTarget: how many, at which speed, and the UID with the tag of its cascade.
    case .frame(.command(let content)) where content.first == 0x4A:
      asked = []
      isNamed = hex(content.dropFirst(3)) == "88" + uid
    // InDataExchange has the number of its target in front, InCommunicateThru has not.
    case .frame(.command(let content)):
      asked = Array(content.dropFirst(content.first == 0x40 ? 2 : 1))
      guard isSelected, content.first == 0x40 || content.first == 0x42 else {
        asked = []
        return
      }
      if isLooking { presentations.append(Presentation()) }
      isLooking = false
      if asked.first == 0xA2, asked.count > 1 { writes(page: Int(asked[1])) }
    // InListPassiveTarget found some: how many, then ATQA, SAK, and the UID after its length.
    case .frame(.answer(let content)) where content.first == 0x4B && content.dropFirst().first != 0:
      let isSaid = content.count > 7 && hex(content.dropFirst(7).prefix(Int(content[6]))) == uid
      isSelected = isNamed || isSaid
    case .frame(.answer(let content)):
      guard [0x41, 0x43].contains(content.first), content.count > 2, content[1] & 0x3F == 0
      else { return }
      answered(content.dropFirst(2))
    default: break
    }
  }

  private mutating func writes(page: Int) {
    guard let last = presentations.indices.last else { return }
    if page >= sheet.configuration { presentations[last].isPasswordProven = false }
    if (4...sheet.lastUserPage).contains(page) { presentations[last].pages = [] }
  }

  private mutating func answered(_ data: ArraySlice<UInt8>) {
    guard let last = presentations.indices.last else { return }
    switch asked.first {
    case 0x1B:
      presentations[last].isPasswordProven = data.starts(
        with: shown[sheet.configuration + 3].prefix(2))
    case 0x30, 0x3A:
      // A command that was cut names no page.
      guard asked.count > 1 else { return }
      for (number, page) in zip(0..., shown.indices.dropFirst(Int(asked[1]))) {
        guard data.count >= 4 * (number + 1) else { return }
        if data.dropFirst(4 * number).prefix(4) == shown[page][...] {
          presentations[last].pages.insert(page)
        }
      }
    default: break
    }
  }
}
