// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Failures
internal import Files
internal import Glibc
package import JobLedger
package import JobReport
package import Voices
internal import Workbook

/// A report as a file for other programs and people.
package enum ReportFile {
  /// In the words of a language.
  case html(LanguageTexts)
  case workbook
  /// A character stands between two values.
  case csv(separator: Character = ",")

  /// What every file of ours has in it; nil where anything may be in the place.
  package var mark: [UInt8]? {
    switch self {
    case .html: ReportHTML.mark
    case .workbook: ReportWorkbook.mark
    case .csv: nil
    }
  }

  /// Hands over its bytes, until no more are taken; what has to wait for its turn waits in a folder.
  package func write(
    _ ledger: Ledger, by version: String, waitingIn folder: String? = nil,
    _ put: ([UInt8]) -> Bool
  ) throws(Failure) -> JobSummary {
    var fault: NewWorkbookFault?
    let summary = try orFail { () throws(LedgerError) in
      try ledger.atOneMoment { () throws(LedgerError) in
        let summary = try JobSummary(of: ledger)
        switch self {
        case .html(let words):
          let template = TemplateFiles.bytes(at: "report.html")
          try ReportHTML(summary, of: ledger, in: template, by: version, saying: words).write(
            put)
        case .workbook:
          fault = try ReportWorkbook(summary, of: ledger, by: version).write(
            waitingIn: folder ?? Self.temporaryFolder, put)
        case .csv(let separator):
          let report = try ReportCSV(of: ledger, separator: separator)
          var goesOn = put(Array(report.head.utf8))
          try ledger.forEachFact { row in
            goesOn = goesOn && put(Array(report.line(row).utf8))
            return goesOn
          }
        }
        return summary
      }
    }
    if let fault { throw fault.failure }
    return summary
  }

  /// The folder for files that no one sees.
  static var temporaryFolder: String {
    getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  }
}
