// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
package import Failures
package import JobLedger
internal import Plain

extension LedgerError: FailureCause {
  package var failure: Failure {
    // The id was mistyped, and nothing is wrong with the ledger.
    if case .noRow = fault { return .noSuchRow(fault.words(of: path), fault.told(of: path)) }
    let kind: Failure.Kind =
      switch fault {
      case .undecided, .nothingToVoid, .unfinished, .noReason, .otherKey, .seenOtherwise,
        .otherTagNow, .manifestChanged:
        .differs
      default: .couldNotRun
      }
    return Failure(
      name: "ledger", words: whatIsWrong, kind: kind, cure: cure, told: [fault.told(of: path)])
  }
}

extension Failure {
  package static func noSuchRow(_ words: String, _ told: Told? = nil) -> Failure {
    Failure(
      name: "no-such-row", words: words, kind: .differs, cure: .checkRow, told: told.map { [$0] })
  }
}

extension LedgerRemark {
  /// For a command that only reads.
  package func words(ofLedger path: String) -> String {
    switch self {
    case .noWitness(let witness):
      """
      The witness \(visible(witness)) is not here, so it is not certain that \(visible(path)) \
      is the newest ledger of the job.
      """
    case .otherPlace(let place):
      """
      These files were copied, moved or restored: \(visible(path)) was last written as \
      \(visible(place.words)). Tags that were written there since are not in it.
      """
    case .restored:
      """
      An older copy was written over \(visible(path)) and its witness: tags that were written since \
      that copy was made are not in it.
      """
    case .later(let state): "\(visible(path)): \(visible(state.words))"
    }
  }
}
