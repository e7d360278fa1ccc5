// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import CommandArguments
internal import Failures
internal import Files
internal import JobLedger
internal import JobManifest
internal import JobWork
internal import Plain
internal import Provisioning
internal import StrictJSON
internal import TagDump
internal import TagKeys
internal import TagMemory
internal import TagReading
internal import TagReport
internal import Terminal
internal import Voices

extension Failure {
  /// The exit code for this kind of failure.
  var code: ExitCode {
    switch kind {
    case .differs: .differs
    case .couldNotRun: .couldNotRun
    case .usage: .usage
    }
  }
}

extension Failure {
  init(_ error: TagError, _ tag: TagInField) {
    var (words, cure) = (error.whatIsWrong, error.cure)
    if case .wrongType(.type2, _) = error { (words, cure) = (TagReport.words(about: tag), nil) }
    self.init(
      name: error.machineName, words: words, kind: error.kind, cure: cure,
      uid: tag.uid.description)
  }

  init(_ refusal: Refusal) {
    self.init(
      name: "link-refused", words: refusal.words, kind: .differs, rule: refusal.rule,
      details: [("rule", .string(refusal.rule)), ("offset", .integer(refusal.offset))])
  }

  init(_ error: DumpError, file: String) {
    self.init(name: error.machineName, words: error.words, kind: .differs, file: file)
  }

  static func otherTag(_ found: TagUID, than wanted: TagUID) -> Failure {
    Failure(
      name: "other-tag",
      words: "This is not tag \(wanted), so it stays as it is. Put that one on the reader.",
      kind: .differs, uid: found.description)
  }
}

extension TagError {
  /// A tag that went wrong differs; a reader that went wrong could not run.
  fileprivate var kind: Failure.Kind {
    switch self {
    case .reader(let reason), .interrupted(_, let reason): reason.kind
    default: .differs
    }
  }
}

extension Console {
  /// Reports why a command failed: to people on stderr, to programs in the data, as an object, as one
  /// of several lines, or as an event of a batch.
  func report(
    _ failure: Failure, _ command: String, json: Bool, lines: Bool = false, inStream: Bool = false
  ) -> ExitCode {
    let cures = Voice(command, goesOn: inStream).cures
    let members = failure.members(cures)
    if json, lines {
      writeLine(.object([("event", "failed")] + members))
    } else if json {
      inStream ? writeLine(.object(members)) : write(.object(members))
    }
    let rule = failure.rule.map { " (\($0))" } ?? ""
    let words = visible(failure.sentence(cures)) + rule
    var place = command
    if let name = failure.uid ?? failure.file.map(visible), !words.hasPrefix(name) {
      place += ": \(name)"
    }
    say("tagpress \(place): \(words)")
    return failure.code
  }

  /// Reports that an input could not be read, to programs in the form of their answers.
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
