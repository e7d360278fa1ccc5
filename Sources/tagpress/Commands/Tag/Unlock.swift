// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Failures
internal import JobWork
internal import StrictJSON
internal import TagMemory
internal import TagReading
internal import Terminal

/// `tagpress unlock`: removes the password from the tag on the reader.
struct Unlock: Command {
  var key = ""
  var reader: String?
  var anyAnswer = false
  var despiteLimit = false
  var timings = false
  var json = false

  static let name = ["unlock"]
  static let table = CommandTable<Unlock>(
    summary: "Remove the password from the tag on the reader",
    discussion: """
      Needs the key file with which the tag was protected, and tries it only once. A permanently \
      locked tag stays locked.

      A tag proves itself by its answer to the password. If it was taken away while its password \
      was being changed, it may still have the old answer; if you are certain that it is yours, \
      --any-answer opens it.

      Some tags close permanently after a few wrong passwords, and nothing shows how many tries \
      are left. If the tag shows its limit, the key is tried only with --despite-limit, which also \
      lifts the limit. A tag that needs its password for reading hides its limit, so each wrong \
      key file may use up a try.
      """,
    examples: ["tagpress unlock --key spring.keys": "Opens a tag that was protected with the key."],
    exitCodes: [.differs: "the key file is not the tag's, or the tag cannot be opened"],
    parameters: [
      .option("key", .file("FILE"), to: \.key, help: "The key file of the tag"),
      .option("reader", .text("NAME"), to: \.reader, help: "The reader, by its name in 'doctor'"),
      .flag(
        "any-answer", to: \.anyAnswer,
        help: "Open the tag even if its answer to the password is not the key file's"),
      .flag(
        "despite-limit", to: \.despiteLimit,
        help: "Try the key even on a tag that wrong passwords close permanently"),
      .flag("timings", to: \.timings, help: "Show the time and commands the tag took"),
      .flag("json", to: \.json, help: "Print one JSON object"),
    ])

  func run(in console: Console) -> ExitCode {
    guard !key.isEmpty else {
      let words = "--key is missing. Add --key FILE."
      return console.report(
        Failure(name: "usage", words: words, kind: .usage), "unlock", json: json)
    }
    let oneTag = OneTag(
      command: "unlock", reader: reader, keyFile: key, json: json, acceptsAnyAnswer: anyAnswer,
      despiteLimit: despiteLimit, wantsTimings: timings)
    return oneTag.attempt(on: console) { tag, _, _ throws(Failure) in
      let (hadPassword, whole) = try removePassword(tag)
      guard whole.access == .open else { throw stillClosed(tag.tag.uid, whole, hadPassword) }
      return hadPassword
        ? OneTag.Outcome(
          words: "is open: anyone can write to it now", members: [("outcome", "opened")])
        : OneTag.Outcome(words: "is open already", members: [("outcome", "already-open")])
    }
  }

  private func removePassword(
    _ tag: any WritableTag
  ) throws(Failure) -> (hadPassword: Bool, WholeTag) {
    do throws(TagError) {
      let hadPassword = try tag.unprotect(despiteLimit: despiteLimit)
      return (hadPassword, try tag.readWhole())
    } catch {
      throw Failure(error, tag.tag)
    }
  }

  /// What keeps the tag closed although it has no password.
  private func stillClosed(_ uid: TagUID, _ tag: WholeTag, _ hadPassword: Bool) -> Failure {
    let readOnlyInName =
      "It says that it is read-only, which TagPress cannot undo. Use another tag."
    let reason =
      switch tag.access {
      case .readOnly: "It is permanently locked, which nothing can undo. Use another tag."
      case .partlyReadOnly:
        "Parts of it are permanently locked, which nothing can undo. Use another tag."
      case .readOnlyInNameOnly: readOnlyInName
      case .unknown where tag.saysReadOnly: readOnlyInName
      case .passwordToWrite, .passwordToRead:
        "It asks for a key of another kind, which TagPress does not remove. Use another tag."
      case .unknown:
        "TagPress cannot tell whether this tag is open. If it cannot be written, use another tag."
      case .open: ""
      }
    return Failure(
      name: "still-closed",
      words: hadPassword ? "The password is off. " + reason : reason, kind: .differs,
      uid: uid.description)
  }
}
