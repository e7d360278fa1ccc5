// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice

extension Cure {
  /// Whether it tells to rebuild this ledger.
  package func rebuilds(_ ledger: String) -> Bool {
    switch self {
    case .rebuild(ledger, _), .bringLedgerBack(ledger), .bringWitnessBack(ledger),
      .bringTogether(ledger):
      true
    default: false
    }
  }
}
