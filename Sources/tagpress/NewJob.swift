// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import JobManifest
internal import TagKeys

/// A job that was made in a folder of its own, and what there is to say about it.
struct NewJob {
  let path: String
  private(set) var files: [String] = []
  /// What was chosen, and why.
  private(set) var notes: [String] = []
  private(set) var tagCount = 0
  /// How many errors `tagpress check` will find.
  private(set) var errorCount = 0
  private var longestMessage = 0

  /// The last name of the path, which is the job's id and the name of its files.
  private var id: String { lastName(of: path) }
  private var manifestName: String { "\(id).xml" }
  /// The path of the manifest.
  var manifest: String { "\(path)/\(manifestName)" }

  init(at path: String, from template: JobTemplate, link: String?) throws(Failure) {
    self.path = path
    var folder = try NewFolder(path)
    let text = template.manifest(named: id, link: link)
    try folder.write(Array(text.utf8), to: manifestName)
    try folder.write(JobTemplate.schema, to: "job.rng")
    if let sheet = template.sheet { try folder.write(sheet.bytes, to: sheet.name) }
    try read(in: &folder, sheet: nil)
    if template.hasKey {
      let name = "\(id).keys"
      do throws(KeyFileError) {
        _ = try KeyFile.create(at: folder.place(of: name), name: id)
      } catch {
        throw Failure(error)
      }
      notes.append("\(name) is the key of all passwords: keep a copy in a safe place.")
    }
    try finish(&folder)
  }

  init(at path: String, fromSheet sheet: String, link: String?) throws(Failure) {
    self.path = path
    var folder = try NewFolder(path)
    let manifest: SheetManifest
    do throws(Finding<Problem>) {
      manifest = SheetManifest(try SheetSurvey(of: sheet), link: link)
    } catch {
      throw Failure(error, in: sheet)
    }
    try write(manifest, for: SheetManifest.chips(for: 0), of: sheet, into: &folder)
    try folder.write(JobTemplate.schema, to: "job.rng")
    try folder.copy(sheet, to: lastName(of: sheet))
    // Only the links as they really are say which chips can hold them.
    try read(in: &folder, sheet: sheet)
    let chips = SheetManifest.chips(for: longestMessage)
    try write(manifest, for: chips, of: sheet, into: &folder)
    notes = [
      manifest.linkReason, manifest.idReason,
      "The longest message has \(longestMessage) bytes, for"
        + " \(chips.joined(separator: ", ")).",
    ]
    try finish(&folder)
  }

  private func write(
    _ manifest: SheetManifest, for chips: [String], of sheet: String, into folder: inout NewFolder
  ) throws(Failure) {
    let text = manifest.text(
      named: id, sheet: lastName(of: sheet), chips: chips, longest: longestMessage)
    try folder.write(Array(text.utf8), to: manifestName)
  }

  /// Reads the job as `tagpress check` will; one without a single right row is not made.
  private mutating func read(in folder: inout NewFolder, sheet: String?) throws(Failure) {
    var longest = 0
    let path = folder.place(of: manifestName)
    let outcome = JobReader(path: path).read(
      begin: { _ in },
      visit: { row in
        longest = max(longest, row.messageSize)
        return true
      })
    longestMessage = longest
    tagCount = outcome.rowCount
    errorCount = outcome.findings.errorCount
    guard tagCount == 0, let first = outcome.findings.findings.first(where: \.problem.isError)
    else { return }
    // The manifest is gone in a moment, but the spreadsheet stays where its owner has it.
    throw Failure(first, in: first.file == path ? nil : sheet)
  }

  private mutating func finish(_ folder: inout NewFolder) throws(Failure) {
    try folder.finish()
    files = folder.names
  }
}

extension Failure {
  /// A problem that keeps a job from being made; its place counts in a file that the user has.
  fileprivate init(_ finding: Finding<Problem>, in file: String?) {
    var words = finding.problem.description
    if case .cannotRead = finding.problem {
      self.init(name: "could-not-read-file", words: words, code: .couldNotRun)
      return
    }
    if let file {
      words = "\(file):\(finding.position.line):\(finding.position.column): \(words)"
    }
    self.init(name: finding.problem.rule, words: words, code: .differs)
  }
}

/// What stands behind the last slash of a path.
func lastName(of path: String) -> String {
  path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
}
