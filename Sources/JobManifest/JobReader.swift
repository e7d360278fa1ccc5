// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Reads a job from its manifest and the spreadsheets that it names.
///
/// Memory does not grow with its size, except for two hashes per row.
package struct JobReader: Sendable {
  package let path: String
  /// Whether spreadsheets may be outside the manifest's folder.
  package var mayLeaveFolder = false
  /// Whether values are still to come with each tag, so links are not made yet.
  package var isResolvedLater = false
  /// Whether the files are hashed, to be compared with another reading.
  package var isHashing = false
  /// Whether cells of spreadsheets are picked for a person to compare.
  package var isSampling = false
  /// Whether rows from spreadsheets bring all cells of theirs along.
  package var isKeepingCells = false
  /// Files that are read in place of some of the job's, by the paths of these: what it would be with them.
  package var replacements: [String: String] = [:]

  package init(path: String, mayLeaveFolder: Bool = false, isResolvedLater: Bool = false) {
    self.path = path
    self.mayLeaveFolder = mayLeaveFolder
    self.isResolvedLater = isResolvedLater
  }

  /// The result of reading a job.
  package struct Outcome: Sendable {
    /// The job, if its link could be read.
    package let job: Job?
    package let findings: FindingList<Problem>
    /// The number of rows passed on, including copies.
    package let rowCount: Int
    /// The number of rows in the files, including wrong ones but no copies.
    package let sourceRowCount: Int
    /// The manifest and the spreadsheets that were read.
    package let files: [String]
    /// The hash of the files; nil if it was not requested, or if they changed while they were read.
    package let hash: JobFilesHash?
    /// The spreadsheets that the rows come from.
    package let sheets: [SheetUse]
    /// Each spreadsheet's encoding.
    package let encodings: [String: CSVEncoding]
    /// Those whose encoding was guessed, although nothing uses the letters that depend on it.
    package let unusedGuesses: Set<String>
    /// Cells that a person should compare, if requested.
    package let samples: [SampledCell]
  }

  /// Reads the job and calls `visit` with each of its valid rows, until it returns false.
  ///
  /// `begin` is called before the first row. A row is only valid while `visit` runs.
  package func read(
    begin: (Job) -> Void, visit: (borrowing JobRow) -> Bool = { _ in true }
  ) -> Outcome {
    withoutActuallyEscaping(begin) { begin in
      withoutActuallyEscaping(visit) { visit in
        var job: Job?
        let delivery = RowDelivery(visit: visit)
        let session = JobSession(
          path: path, mayLeaveFolder: mayLeaveFolder, isResolvedLater: isResolvedLater,
          isHashing: isHashing, isSampling: isSampling, isKeepingCells: isKeepingCells,
          replacements: replacements, delivery: delivery)
        pass(session) { found in
          job = found
          begin(found)
        }
        if delivery.needsSecondPass() {
          delivery.pass = .duplicates
          pass(session) { _ in }
        }
        return Outcome(
          job: job, findings: session.findings, rowCount: delivery.rowCount,
          sourceRowCount: delivery.sourceRowCount, files: session.files,
          hash: isHashing ? JobFilesHash(session.hashes, of: session.files) : nil,
          sheets: session.sheets, encodings: session.encodings,
          unusedGuesses: session.unusedGuesses, samples: session.samples)
      }
    }
  }

  private func pass(_ session: JobSession, readJob: @escaping (Job) -> Void) {
    let scan = ManifestScan(session, readJob: readJob)
    do throws(SourceFile.Failure) {
      let file = try session.open(path)
      guard let parser = XMLPushParser(target: scan) else { return }
      scan.attach(parser)
      try parser.pushAll(of: file)
    } catch {
      session.note(.cannotRead(path, errno: error.errno), at: TextPosition())
    }
  }
}
