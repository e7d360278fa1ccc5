// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// One line of the record of what a virtual reader did.
package struct TranscriptLine: Hashable, Sendable, CustomStringConvertible {
  package enum Event: Hashable, Sendable {
    case fromHost([UInt8])
    case toHost([UInt8])
    case tagEntered(TagID)
    case tagLeft(TagID)
    case fault(Fault)
    case torn(TagID)
  }

  /// The modelled time at which it happened; wall time would make no two runs alike.
  package let time: Duration
  package let event: Event

  package var description: String {
    let text =
      switch event {
      case .fromHost(let bytes): "> \(HexText.text(bytes, separator: " "))"
      case .toHost(let bytes): "< \(HexText.text(bytes, separator: " "))"
      case .tagEntered(let tag): "tag \(tag.number) enters"
      case .tagLeft(let tag): "tag \(tag.number) leaves"
      case .fault(let fault): "fault: \(fault)"
      case .torn(let tag): "tag \(tag.number) is torn off while it writes"
      }
    let microseconds = Int(time / .microseconds(1))
    let fraction = String(1_000 + microseconds % 1_000).dropFirst()
    return "\(microseconds / 1_000).\(fraction) ms \(text)"
  }
}

/// The last lines of what happened, oldest first.
struct Transcript {
  /// Enough for the whole of a long tag, and a bound for a reader that runs for days.
  static let limit = 4_096

  private var kept: [TranscriptLine] = []

  var lines: [TranscriptLine] { Array(kept.suffix(Self.limit)) }

  mutating func note(_ event: TranscriptLine.Event, at time: Duration) {
    kept.append(TranscriptLine(time: time, event: event))
    if kept.count >= 2 * Self.limit { kept.removeFirst(Self.limit) }
  }
}
