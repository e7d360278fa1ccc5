// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
package import Failures
package import JobLedger
internal import JobManifest
internal import NDEF
internal import Plain
package import Provisioning
package import StrictJSON
package import TagKeys
package import TagReading

// What goes wrong in the rooms of jobs, as failures.

extension KeyFileError: FailureCause {
  package var failure: Failure {
    Failure(name: "could-not-read-key", words: description, kind: .couldNotRun)
  }
}

extension ReaderOpeningError: FailureCause {
  package var failure: Failure {
    Failure(name: machineName, words: whatIsWrong, kind: .couldNotRun, cure: cure)
  }
}

extension ReaderError: FailureCause {
  package var failure: Failure {
    Failure(name: machineName, words: whatIsWrong, kind: kind, cure: cure)
  }

  /// A tag that went wrong differs, a reader that went wrong could not run.
  package var kind: Failure.Kind {
    switch self {
    case .readerSilent, .readerGone, .driverLost, .cardServiceGone, .heldElsewhere, .notPermitted,
      .notPossible, .cancelled, .nothingSelected:
      .couldNotRun
    case .silent, .refused, .corrupted, .unclear, .tagGone, .tagSwapped, .severalTags, .unknownCard:
      .differs
    }
  }
}

extension SeenTags {
  /// What programs are told, so that they can say which tags they mean.
  package var members: [(key: String, value: JSONValue)] {
    [("tags", .integer(count)), ("seen", .string(mark))]
  }
}

extension Failure {
  package init(_ error: JobImportError, file: String) {
    switch error {
    case .ledger(let error): self.init(error)
    case .filesChanged:
      self.init(
        name: "files-changed",
        words: "The job's files changed while they were being read. Start again.",
        kind: .couldNotRun, file: file)
    case .records(let row, let error):
      self.init(
        name: "records", words: "The records of row \"\(row)\" cannot be made: \(error.words)",
        kind: .differs, file: file, told: [Told("records", ["row": row])])
    }
  }

  /// Someone has to decide about so many finished rows first.
  package static func changedRows(_ tags: SeenTags, file: String? = nil) -> Failure {
    Failure(
      name: "changed-rows",
      words: "The manifest now has other links for finished tags (\(grouped(tags.count))).",
      kind: .differs, cure: .decideChanges(mark: tags.mark), file: file,
      told: [Told("changed-rows", numbers: ["n": tags.count])], details: tags.members)
  }
}
