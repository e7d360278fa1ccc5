// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a Japanese transit card shows without a key (Suica, ICOCA, PASMO and their relatives).
package struct TransitCard: Hashable, Sendable {
  /// The system of the Japan Railway Cybernetics Association.
  package static let system: UInt16 = 0x0003
  /// The services that are read without a key, and what each is about.
  package static let services: [(code: UInt16, words: String)] = [
    (TransitPurse.service, "kind and balance"), (TransitEntry.service, "history"),
    (TransitGate.service, "gates"), (0x10CB, "entry with a fare"),
  ]

  /// Those of the services that the card says it has.
  package let services: [UInt16]
  /// nil when the card does not show it.
  package let purse: TransitPurse?
  /// The newest first.
  package let history: [TransitEntry]
  package let gates: [TransitGate]

  /// Makes sense of blocks as they were read; those that were never written are left out.
  package init(services: [UInt16], purse: [[UInt8]], history: [[UInt8]], gates: [[UInt8]]) {
    self.services = services
    self.purse = purse.first.flatMap(TransitPurse.init)
    self.history = history.compactMap(TransitEntry.init)
    self.gates = gates.compactMap(TransitGate.init)
  }
}
