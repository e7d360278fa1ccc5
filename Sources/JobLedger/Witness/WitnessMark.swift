// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// How far the witness of a ledger went at a moment; its hash can prove later that nothing before
/// it was changed.
package struct WitnessMark: Hashable, Sendable {
  package let lines: Int
  /// As hexadecimal digits, like in the witness.
  package let hash: String
}

extension Ledger {
  /// Nil for a ledger that an earlier TagPress made and that has not been written since.
  package func witnessMark() throws(LedgerError) -> WitnessMark? {
    guard try database.hasWitness() else { return nil }
    let (end, _) = try database.witnessEnd()
    return WitnessMark(lines: end.lines, hash: String(decoding: end.hash, as: UTF8.self))
  }
}
