// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Reads a job from its manifest and the spreadsheets that it names.
///
/// Nothing of its size is kept in memory but two hashes for each row.
package struct JobReader: Sendable {
  package let path: String
  /// Whether spreadsheets may lie outside the manifest's folder.
  package var mayLeaveFolder = false
  /// Whether values are still to come for each tag, so links are not made yet.
  package var isResolvedLater = false
  /// Whether what is read is hashed, so that it can be compared with what is read another time.
  package var isHashing = false
  /// Whether cells of spreadsheets are picked for a person to compare.
  package var isSampling = false

  package init(path: String, mayLeaveFolder: Bool = false, isResolvedLater: Bool = false) {
    self.path = path
    self.mayLeaveFolder = mayLeaveFolder
    self.isResolvedLater = isResolvedLater
  }

  /// What came of reading a job.
  package struct Outcome: Sendable {
    /// The job, if its link could be read.
    package let job: Job?
    package let findings: FindingList<Problem>
    /// The rows that were handed on, copies counted.
    package let rowCount: Int
    /// The rows that the files have, wrong ones counted, copies not.
    package let sourceRowCount: Int
    /// The manifest and the spreadsheets that were read.
    package let files: [String]
    /// The hash of what they were; nil if no one wanted it, or if they changed while they were read.
    package let hash: JobFilesHash?
    /// The spreadsheets that rows were taken from.
    package let sheets: [SheetUse]
    /// Each spreadsheet's encoding.
    package let encodings: [String: CSVEncoding]
    /// Those for which that was guessed, and nothing uses the letters that depend on it.
    package let unusedGuesses: Set<String>
    /// Cells that a person should compare, if that was asked for.
    package let samples: [SampledCell]
  }

  /// Reads the job and calls `visit` with each of its rows that is right, until it returns false.
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
          isHashing: isHashing, isSampling: isSampling, delivery: delivery)
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
