// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Files

extension FileError: FailureCause {
  package var failure: Failure {
    Failure(
      name: action == .read ? "could-not-read-file" : "could-not-write-file", words: description,
      kind: .couldNotRun, file: path)
  }
}

extension InputError: FailureCause {
  package var failure: Failure {
    Failure(name: "could-not-read-file", words: description, kind: .couldNotRun)
  }
}

extension NewFolderError: FailureCause {
  package var failure: Failure {
    switch self {
    case .cannotCopy(let error, let file): Failure(error, file: file)
    case .exists: Failure(name: "exists", words: description, kind: .differs)
    case .noParent, .system:
      Failure(name: "could-not-write-file", words: description, kind: .couldNotRun)
    }
  }
}

extension NoTemporaryFolder: FailureCause {
  package var failure: Failure {
    Failure(name: "no-temporary-folder", words: description, kind: .couldNotRun)
  }
}
