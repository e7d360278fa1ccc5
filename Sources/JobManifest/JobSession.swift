// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What is shared while a job is read: its path, the findings, the destination of rows.
final class JobSession {
  /// How much of a file is read at a time.
  static let chunkSize = 65_536

  let path: String
  let folder: String
  let mayLeaveFolder: Bool
  let isResolvedLater: Bool
  let delivery: RowDelivery
  private(set) var findings = FindingList<Problem>()
  /// The files that were read, each once, in the order in which they were needed.
  private(set) var files: [String] = []
  /// The hashes of each reading; empty if not requested.
  private(set) var hashes: [FileHash] = []
  private let isHashing: Bool
  private let replacements: [String: String]
  /// Whether cells are picked for a person to compare.
  let isSampling: Bool
  /// Whether rows bring all cells of theirs along.
  let isKeepingCells: Bool
  private(set) var samples: [SampledCell] = []
  /// The spreadsheets that the rows come from, each use once.
  private(set) var sheets: [SheetUse] = []
  /// Each spreadsheet's encoding.
  private(set) var encodings: [String: CSVEncoding] = [:]
  /// The spreadsheets whose encoding was guessed, although nothing uses the letters that depend on it.
  private(set) var unusedGuesses: Set<String> = []
  /// The first question about its letters, for each spreadsheet.
  private var guessed: [String: Problem] = [:]
  /// The same for letters that only labels show, and where.
  private var guessedLabels: [String: (problem: Problem, place: ValuePlace)] = [:]
  /// For each rule, the place of the latest counted rows that break it.
  private var counted: [String: TextPosition] = [:]

  init(
    path: String, mayLeaveFolder: Bool, isResolvedLater: Bool, isHashing: Bool = false,
    isSampling: Bool = false, isKeepingCells: Bool = false, replacements: [String: String] = [:],
    delivery: RowDelivery
  ) {
    self.path = path
    folder = NeighbourFile.folder(of: path)
    self.mayLeaveFolder = mayLeaveFolder
    self.isResolvedLater = isResolvedLater
    self.isHashing = isHashing
    self.isSampling = isSampling
    self.isKeepingCells = isKeepingCells
    self.replacements = replacements
    self.delivery = delivery
  }

  /// The path of a file that the manifest names.
  func path(of name: String) -> String {
    name.hasPrefix("/") ? name : folder + name
  }

  /// Opens a file of the job.
  func open(_ path: String) throws(SourceFile.Failure) -> SourceFile {
    if !files.contains(path) { files.append(path) }
    let place = replacements[path] ?? path
    guard isHashing else { return try SourceFile(place) }
    let hash = FileHash(of: path)
    hashes.append(hash)
    return try SourceFile(place, into: hash)
  }

  /// Whether a file that is open for a path of the job is where the manifest may take it from.
  func mayUse(_ file: borrowing SourceFile, as path: String) -> Bool {
    mayLeaveFolder || replacements[path] != nil || file.isInside(folder)
  }

  func note(_ use: SheetUse) {
    if !sheets.contains(use) { sheets.append(use) }
  }

  /// Adds cells of one `rows`; several of them may have the same sheet.
  func add(_ samples: [SampledCell]) {
    for sample in samples where self.samples.count < JobLimits.sampledCellsMax {
      let known = self.samples.filter {
        $0.file == sample.file && $0.cell.sheet == sample.cell.sheet
          && $0.cell.column == sample.cell.column
      }
      guard known.count < CellSamples.countOfColumn,
        !known.contains(where: { $0.cell == sample.cell })
      else { continue }
      self.samples.append(sample)
    }
  }

  /// Records a problem; the second pass would only repeat it.
  func note(
    _ problem: Problem, at position: TextPosition, in file: String? = nil, row: String? = nil,
    cell: SheetCell? = nil
  ) {
    guard delivery.pass == .rows else { return }
    add(Finding(problem, file: file ?? path, at: position, row: row, cell: cell))
  }

  func note(_ problem: Problem, at place: ValuePlace, in file: String?, row: String? = nil) {
    note(problem, at: place.position, in: file, row: row, cell: place.cell)
  }

  /// Asks about a letter that is used; the answer holds for the whole file.
  func noteGuess(
    _ guess: EncodingGuess, of value: ArraySlice<UInt8>, at place: ValuePlace, in file: String?
  ) {
    guard delivery.pass == .rows else { return }
    let file = file ?? path
    if let first = guessed[file] { return findings.count(first) }
    let problem = Problem.csv(.guessedEncoding(guess.readings(of: value)))
    guessed[file] = problem
    note(problem, at: place, in: file)
  }

  /// Keeps the question in case only labels use the letters of the file.
  func noteGuessForPeople(
    _ guess: EncodingGuess, of value: ArraySlice<UInt8>, at place: ValuePlace, in file: String?
  ) {
    let file = file ?? path
    guard delivery.pass == .rows, guessed[file] == nil, guessedLabels[file] == nil else { return }
    guessedLabels[file] = (.csv(.guessedLabel(guess.readings(of: value))), place)
  }

  /// Records the encoding of a spreadsheet, and whether it was guessed for unused letters.
  func noteEncoding(of reader: CSVReader, in file: String) {
    encodings[file] = reader.encoding
    guard reader.guess != nil, guessed[file] == nil else { return }
    if let (problem, place) = guessedLabels[file] {
      note(problem, at: place, in: file)
    } else {
      unusedGuesses.insert(file)
    }
  }

  /// Records what only the second pass can find; without a place it is only counted.
  func noteDuplicate(
    _ problem: Problem, at position: TextPosition?, in file: String, row: String?,
    cell: SheetCell?
  ) {
    if let position {
      add(Finding(problem, file: file, at: position, row: row, cell: cell))
    } else {
      findings.count(problem)
    }
  }

  /// What breaks a rule in one counted row usually does in all of them, so only the first is reported.
  private func add(_ finding: Finding<Problem>) {
    guard finding.row != nil else { return findings.add(finding) }
    let rule = finding.problem.rule
    guard counted[rule] != finding.position else { return findings.count(finding.problem) }
    counted[rule] = finding.position
    findings.add(finding)
  }
}
