// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Text that a chip sends in place of what its memory holds.
struct AsciiMirror: Hashable {
  /// The first byte of the memory, counted from page 0, that is replaced.
  let start: Int
  let text: [UInt8]
}

extension VirtualType2Chip {
  /// The text that READ and FAST_READ mirror now, or nil when they show the memory as it is.
  ///
  /// A mirror that would not end inside the user memory is not a mirror at all, and so is one whose
  /// counter is switched off or waits for the password.
  var mirror: AsciiMirror? {
    let page = settings.mirrorPage
    guard model.userPages.contains(page), let text = mirroredText else { return nil }
    let start = page * PageMemory.pageSize + Int(settings.mirror >> 4 & 0b11)
    let end = (model.userPages.upperBound + 1) * PageMemory.pageSize
    guard start + text.count <= end else { return nil }
    return AsciiMirror(start: start, text: text)
  }

  private var mirroredText: [UInt8]? {
    switch model.mirror {
    case .none: return nil
    case .uid: return Self.digits(identity.uid)
    case .uidAndCounter: break
    }
    switch settings.mirror >> 6 {
    case 0b01: return Self.digits(identity.uid)
    case 0b10: return mirroredCounter
    case 0b11: return mirroredCounter.map { Self.digits(identity.uid) + Array("x".utf8) + $0 }
    default: return nil
    }
  }

  private var mirroredCounter: [UInt8]? {
    guard showsPresentations else { return nil }
    return counters.first.map { Self.digits($0.bytes.reversed()) }
  }

  private static func digits(_ bytes: [UInt8]) -> [UInt8] { Array(HexText.text(bytes).utf8) }
}
