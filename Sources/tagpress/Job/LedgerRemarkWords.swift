// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobLedger
internal import Plain

/// What `--moved` means, for the help of `write` and `lock`.
let movedHelp = "The job was moved here as it is, and is not continued elsewhere"

extension LedgerRemark {
  /// For a command that only reads.
  func words(ofLedger path: String) -> String {
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
