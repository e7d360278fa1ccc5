// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Finds frames in a byte stream that may be cut anywhere and may hold noise between them.
///
/// Wake-up bytes, stray bytes and broken frames are skipped. After a broken frame the search
/// continues right after its start code, not after its supposed end, because a frame that was cut
/// off is usually followed by a whole one.
package struct FrameDecoder: Sendable {
  /// Why something that began like a frame was not one.
  package enum Damage: Hashable, Sendable {
    case lengthChecksum
    case length(Int)
    case contentChecksum
    case direction(UInt8)
  }

  package enum Finding: Hashable, Sendable {
    case frame(Frame)
    case damage(Damage)
  }

  private var pending: [UInt8] = []

  package init() {}

  /// The bytes of a frame that has begun and not ended.
  package var pendingCount: Int { pending.count }

  /// Takes the next bytes of the stream and returns what they complete.
  ///
  /// What is kept between two calls is never longer than the longest frame.
  package mutating func receive(_ bytes: [UInt8]) -> [Finding] {
    pending += bytes
    var findings: [Finding] = []
    var position = 0
    while let start = startCode(from: position) {
      switch readFrame(behind: start + 2) {
      case .unfinished:
        pending.removeFirst(start)
        return findings
      case .found(let finding, let end):
        findings.append(finding)
        position = end
      }
    }
    // Only a 00 at the very end can still become the start code of a frame.
    pending = pending[position...].last == 0x00 ? [0x00] : []
    return findings
  }

  private enum Reading {
    case unfinished
    case found(Finding, end: Int)
  }

  private func startCode(from position: Int) -> Int? {
    var index = position
    while index + 1 < pending.count {
      if pending[index] == 0x00 && pending[index + 1] == 0xFF { return index }
      index += 1
    }
    return nil
  }

  /// Reads a frame whose length field begins at `header`.
  private func readFrame(behind header: Int) -> Reading {
    guard header + 1 < pending.count else { return .unfinished }
    switch (pending[header], pending[header + 1]) {
    case (0x00, 0xFF): return .found(.frame(.acknowledge), end: header + 2)
    case (0xFF, 0x00): return .found(.frame(.notAcknowledge), end: header + 2)
    case (0xFF, 0xFF):
      guard header + 4 < pending.count else { return .unfinished }
      let field = pending[(header + 2)...(header + 4)]
      guard Frame.sum(field) == 0 else {
        return .found(.damage(.lengthChecksum), end: header)
      }
      let length = Int(pending[header + 2]) << 8 | Int(pending[header + 3])
      return readBody(header + 5, length: length, resume: header)
    default:
      guard Frame.sum(pending[header...(header + 1)]) == 0 else {
        return .found(.damage(.lengthChecksum), end: header)
      }
      return readBody(header + 2, length: Int(pending[header]), resume: header)
    }
  }

  /// Reads direction, content and checksum; the closing 00 is left to be skipped as noise, because
  /// the frame is complete without it and a chip answers before it has come.
  private func readBody(_ start: Int, length: Int, resume: Int) -> Reading {
    guard (1...(Frame.longestContent + 1)).contains(length) else {
      return .found(.damage(.length(length)), end: resume)
    }
    guard start + length < pending.count else { return .unfinished }
    guard Frame.sum(pending[start...(start + length)]) == 0 else {
      return .found(.damage(.contentChecksum), end: resume)
    }
    let content = Array(pending[(start + 1)..<(start + length)])
    let end = start + length + 1
    switch pending[start] {
    case Frame.toReader: return .found(.frame(.command(content)), end: end)
    case Frame.toHost: return .found(.frame(.answer(content)), end: end)
    case Frame.refusalMark where content.isEmpty: return .found(.frame(.refusal), end: end)
    default: return .found(.damage(.direction(pending[start])), end: end)
    }
  }
}
