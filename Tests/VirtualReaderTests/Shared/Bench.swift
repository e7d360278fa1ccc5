// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol

@testable import VirtualReader

/// A host link without a terminal: commands in, answers out, nothing in between.
struct Bench {
  var link: HostLink

  init(
    plan: FaultPlan = .none, perCommand: Duration = .zero,
    deafAfterAbort: Bool = false, waking isWaking: Bool = true
  ) {
    var options = VirtualReaderOptions(faults: plan)
    options.time = TimeModel(perCommand: perCommand)
    options.isDeafBehindAbort = deafAfterAbort
    link = HostLink(options)
    if isWaking { _ = link.receive(hex("5555000000000000"), at: nil) }
  }

  @discardableResult
  mutating func place(_ chip: any VirtualChip) -> TagID {
    link.board.place(chip, stateChanged: nil)
  }

  /// What comes back for a command, without the ACK: nil for nothing at all.
  mutating func ask(_ content: String) -> String? {
    guard let bytes = try? Frame.command(hex(content)).bytes() else { return nil }
    return Self.text(link.receive(bytes, at: nil).bytes)
  }

  /// The answers in a stretch of bytes as text: `ack` when there is nothing else, `error` for 7F.
  static func text(_ bytes: [UInt8]) -> String? {
    var decoder = FrameDecoder()
    var text: String?
    for case .frame(let frame) in decoder.receive(bytes) {
      switch frame {
      case .acknowledge: text = text ?? "ack"
      case .refusal: text = "error"
      case .answer(let content): text = hexText(content)
      case .command, .notAcknowledge: break
      }
    }
    return text
  }
}

func hexText(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
