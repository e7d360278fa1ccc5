// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import JobManifest
internal import StrictJSON
internal import TagDump
internal import TagKeys
internal import TagReading

/// Why a command on tags came to no good end, in one shape for people and for programs.
struct Failure: Error {
  /// The name that scripts know it by; it never changes.
  let name: String
  let words: String
  let code: ExitCode
  var uid: TagUID?
  /// The dump file that is meant.
  var file: String?
  /// Why a link is refused.
  var refusal: Refusal?

  var json: JSONValue { .object(members) }

  /// A line among the events of a batch.
  fileprivate var event: JSONValue { .object([("event", "failed")] + members) }

  private var members: [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = [
      ("uid", .optional(uid?.description)),
      ("error", .string(words)), ("name", .string(name)),
    ]
    if let file { members.append(("file", .string(file))) }
    if let refusal {
      members += [("rule", .string(refusal.rule)), ("offset", .integer(refusal.offset))]
    }
    return members
  }
}

extension Failure {
  init(_ error: KeyFileError) {
    self.init(name: "could-not-read-key", words: error.description, code: .couldNotRun)
  }

  init(_ error: ReaderOpeningError) {
    self.init(name: error.machineName, words: error.description, code: .couldNotRun)
  }

  init(_ error: ReaderError) {
    self.init(
      name: error.machineName, words: error.description, code: tagpress.code(of: error))
  }

  init(_ error: TagError, _ tag: TagInField) {
    var words = error.description
    if case .type2(.notType2) = error { words = tagpress.words(about: tag) }
    // A job goes on by itself; a command for one tag has ended.
    if error.leftUndone { words += " Run the same command again." }
    self.init(
      name: error.machineName, words: words, code: tagpress.code(of: error), uid: tag.uid)
  }

  init(_ refusal: Refusal) {
    self.init(name: "link-refused", words: refusal.words, code: .differs, refusal: refusal)
  }

  init(_ error: DumpError, file: String) {
    self.init(name: error.machineName, words: error.words, code: .differs, file: file)
  }

  /// A file of a job that cannot be read, the manifest or a spreadsheet, if that is what is wrong.
  init?(unreadable errors: [Finding<Problem>], of job: String) {
    guard let problem = errors.first?.problem, case .cannotRead = problem else { return nil }
    self.init(
      name: "could-not-read-file", words: problem.description, code: .couldNotRun, file: job)
  }

  static func otherTag(_ found: TagUID, than wanted: TagUID) -> Failure {
    Failure(
      name: "other-tag",
      words: "this is not tag \(wanted), and it stays as it is. Lay that one on the reader.",
      code: .differs, uid: found)
  }

  init(_ error: FileError) {
    self.init(
      name: error.action == .read ? "could-not-read-file" : "could-not-write-file",
      words: error.description, code: .couldNotRun, file: error.path)
  }

  init(_ error: InputError, file: String) {
    self.init(
      name: "could-not-read-file", words: error.description, code: .couldNotRun, file: file)
  }
}

/// How a command ends: a tag that went wrong differs, a reader that went wrong could not run.
func code(of error: TagError) -> ExitCode {
  switch error {
  case .type2(.reader(let reason)), .type2(.interrupted(_, let reason)),
    .type3(.reader(let reason)), .type3(.interrupted(_, let reason)),
    .type4(.reader(let reason)), .type4(.interrupted(_, let reason)),
    .type4(.lockInterrupted(let reason)),
    .type5(.reader(let reason)), .type5(.interrupted(_, let reason)):
    code(of: reason)
  case .type2, .type3, .type4, .type5, .blocks: .differs
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
    if json, lines {
      writeLine(failure.event)
    } else if json {
      inStream ? writeLine(failure.json) : write(failure.json)
    }
    let words = failure.refusal?.sentence ?? visible(failure.words)
    var place = command
    if let name = failure.uid?.description ?? failure.file.map(visible), !words.hasPrefix(name) {
      place += ": \(name)"
    }
    say("tagpress \(place): \(words)")
    return failure.code
  }
}
