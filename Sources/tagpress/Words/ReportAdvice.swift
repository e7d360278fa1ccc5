// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobLedger
internal import JobReport
internal import Plain

extension ReportPage.Section {
  /// The commands that help.
  var advice: String {
    switch self {
    case .unfinished:
      """
      If one is lost or broken, run 'tagpress write --void ROW --why TEXT JOB', and its row gets a \
      new tag.
      """
    case .undecided:
      "Run 'tagpress write --changed keep JOB' or 'tagpress write --changed redo JOB'."
    case .retired:
      "Put the rows back, or throw the tags away: 'tagpress write --void ROW --why TEXT JOB'."
    case .more: "'tagpress report --csv JOB' has all of them."
    }
  }
}

extension LedgerStep {
  /// What the operator does now, of so many free rows.
  func words(free: Int) -> String {
    switch kind {
    case .decide: "Decide about the undecided rows; until then nothing is written."
    case .read:
      "'tagpress write --plan JOB' reads the manifest, which the rebuilt ledger has not."
    case .write: "'tagpress write JOB' writes the first tag."
    case .unfinished where free == 0:
      "Put the unfinished tags on the reader again, or run 'tagpress write --redo failed JOB'."
    case .unfinished, .goOn: "'tagpress write JOB' continues the job."
    case .lock: "'tagpress lock JOB' makes \(Plain.count(grouped: count, "tag")) read-only."
    case .report: "Everything is written. 'tagpress verify JOB' checks tags that come back."
    }
  }
}
