// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import CommandArguments
internal import Files
internal import JobLedger
internal import JobManifest
internal import Plain
internal import StrictJSON
internal import TagDump
internal import TagKeys
internal import TagMemory
internal import TagReading
internal import TagReport
internal import Terminal

/// Why a command on tags came to no good end, in one shape for people and for programs.
struct Failure: Error {
  /// The name that scripts know it by; it never changes.
  let name: String
  /// What went wrong; with a cure, what helps is not in it.
  let words: String
  let code: ExitCode
  /// What helps, where the words for it depend on the command.
  var cure: Cure?
  var uid: TagUID?
  /// The dump file that is meant.
  var file: String?
  /// Why a link is refused.
  var refusal: Refusal?
  /// What is wrong with the job, in the form of `check --json`.
  var findings: JSONValue?
  /// The tags that an answer would be about.
  var seen: SeenTags?

  func json(at door: Door) -> JSONValue { .object(members(door)) }

  /// A line among the events of a batch.
  fileprivate func event(at door: Door) -> JSONValue {
    .object([("event", "failed")] + members(door))
  }

  /// What went wrong and what helps, in the words of the command that runs.
  func sentence(at door: Door) -> String {
    cure.map { "\(words) \(door.cures($0))" } ?? words
  }

  private func members(_ door: Door) -> [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = [
      ("uid", .optional(uid?.description)),
      ("error", .string(sentence(at: door))), ("name", .string(name)),
    ]
    if let file { members.append(("file", .string(file))) }
    if let refusal {
      members += [("rule", .string(refusal.rule)), ("offset", .integer(refusal.offset))]
    }
    if let findings { members.append(("findings", findings)) }
    if let seen { members += [("tags", .integer(seen.count)), ("seen", .string(seen.mark))] }
    return members
  }
}

extension Failure {
  init(_ error: KeyFileError) {
    self.init(name: "could-not-read-key", words: error.description, code: .couldNotRun)
  }

  init(_ error: ReaderOpeningError) {
    self.init(
      name: error.machineName, words: error.whatIsWrong, code: .couldNotRun, cure: error.cure)
  }

  init(_ error: ReaderError) {
    self.init(
      name: error.machineName, words: error.whatIsWrong, code: tagpress.code(of: error),
      cure: error.cure)
  }

  init(_ error: TagError, _ tag: TagInField) {
    var (words, cure) = (error.whatIsWrong, error.cure)
    if case .wrongType(.type2, _) = error { (words, cure) = (TagReport.words(about: tag), nil) }
    self.init(
      name: error.machineName, words: words, code: tagpress.code(of: error), cure: cure,
      uid: tag.uid)
  }

  init(_ refusal: Refusal) {
    self.init(name: "link-refused", words: refusal.words, code: .differs, refusal: refusal)
  }

  init(_ error: DumpError, file: String) {
    self.init(name: error.machineName, words: error.words, code: .differs, file: file)
  }

  /// A file of a job that cannot be read, the manifest or a spreadsheet, if that is what is wrong.
  init?(unreadable errors: [JobManifest.Finding<Problem>], of job: String) {
    guard let problem = errors.first?.problem, case .cannotRead = problem else { return nil }
    self.init(
      name: "could-not-read-file", words: problem.description, code: .couldNotRun, file: job)
  }

  /// What it means that a job has errors; each of them is shown first, unless a file of the job cannot
  /// be read, which then is what is wrong.
  init(
    _ errors: [JobManifest.Finding<Problem>], of job: String, shownOn console: Console,
    otherwise meaning: Failure
  ) {
    if let unreadable = Failure(unreadable: errors, of: job) {
      self = unreadable
      return
    }
    for finding in errors { console.say(visible("\(finding)")) }
    self = meaning
  }

  /// Of a job with errors, nothing can be said.
  static func unlessCorrect(
    _ outcome: JobReader.Outcome, _ path: String, on console: Console
  ) throws(Failure) {
    let errors = outcome.findings.findings.filter { $0.problem.isError }
    guard !errors.isEmpty else { return }
    throw Failure(
      errors, of: path, shownOn: console,
      otherwise: Failure(
        name: "job-has-errors", words: "Correct the job first.", code: .couldNotRun, file: path))
  }

  static func otherTag(_ found: TagUID, than wanted: TagUID) -> Failure {
    Failure(
      name: "other-tag",
      words: "This is not tag \(wanted), so it stays as it is. Put that one on the reader.",
      code: .differs, uid: found)
  }

  init(_ error: FileError) {
    self.init(
      name: error.action == .read ? "could-not-read-file" : "could-not-write-file",
      words: error.description, code: .couldNotRun, file: error.path)
  }

  init(_ error: NewFolderError) {
    switch error {
    case .cannotCopy(let error, let file): self.init(error, file: file)
    case .exists: self.init(name: "exists", words: error.description, code: .differs)
    case .noParent, .system:
      self.init(name: "could-not-write-file", words: error.description, code: .couldNotRun)
    }
  }

  init(_ error: NoTemporaryFolder) {
    self.init(name: "no-temporary-folder", words: error.description, code: .couldNotRun)
  }

  init(_ error: InputError, file: String) {
    self.init(
      name: "could-not-read-file", words: error.description, code: .couldNotRun, file: file)
  }
}

/// How a command ends: a tag that went wrong differs, a reader that went wrong could not run.
func code(of error: TagError) -> ExitCode {
  switch error {
  case .reader(let reason), .interrupted(_, let reason): code(of: reason)
  default: .differs
  }
}

func code(of error: ReaderError) -> ExitCode {
  switch error {
  case .readerSilent, .readerGone, .driverLost, .cardServiceGone, .heldElsewhere, .notPermitted,
    .notPossible, .cancelled, .nothingSelected:
    .couldNotRun
  case .silent, .refused, .corrupted, .unclear, .tagGone, .tagSwapped, .severalTags, .unknownCard:
    .differs
  }
}

extension Console {
  /// Tells how a command failed: a person beside the data, a program in the data, where it is an
  /// object, one of several on a line each, or an event of a batch.
  func report(
    _ failure: Failure, _ command: String, json: Bool, lines: Bool = false, inStream: Bool = false
  ) -> ExitCode {
    let door = Door(command, goesOn: inStream)
    if json, lines {
      writeLine(failure.event(at: door))
    } else if json {
      inStream ? writeLine(failure.json(at: door)) : write(failure.json(at: door))
    }
    let words = failure.refusal?.sentence ?? visible(failure.sentence(at: door))
    var place = command
    if let name = failure.uid?.description ?? failure.file.map(visible), !words.hasPrefix(name) {
      place += ": \(name)"
    }
    say("tagpress \(place): \(words)")
    return failure.code
  }

  /// Says that an input could not be read, to programs in the form of their answers too.
  func couldNotRead(
    _ error: InputError, for command: String, json: Bool, lines: Bool
  ) -> ExitCode {
    if json {
      let answer = Refusal(error).json(named: "could-not-read-file")
      if lines { writeLine(answer) } else { write(answer) }
    }
    say("tagpress \(command): \(error)")
    return .couldNotRun
  }
}
