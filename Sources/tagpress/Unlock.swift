// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import StrictJSON
internal import TagMemory
internal import TagReading

/// `tagpress unlock`: takes the password off the tag on the reader.
struct Unlock: Command {
  var key = ""
  var reader: String?
  var anyAnswer = false
  var despiteLimit = false
  var timings = false
  var json = false

  static let name = ["unlock"]
  static let table = CommandTable<Unlock>(
    summary: "Take the password off the tag on the reader",
    discussion: """
      Needs the key file with which the tag was protected. A wrong key file is tried once and \
      never again. What was locked for ever stays locked.

      A tag proves itself by its answer to the password. One that was taken away while its \
      password was changed may have the old answer still; if it is certainly yours, --any-answer \
      opens it.

      Some tags close for ever after a few wrong passwords, and nobody can see how many are left. On \
      such a tag the key is tried only with --despite-limit, which also lifts the limit.
      """,
    examples: ["tagpress unlock --key spring.keys": "Opens a tag that was protected with the key."],
    exitCodes: [.differs: "the key file is not the tag's, or the tag cannot be opened"],
    parameters: [
      .option("key", .file("FILE"), to: \.key, help: "The key file of the tag"),
      .option("reader", .text("NAME"), to: \.reader, help: "The reader, as 'doctor' names it"),
      .flag(
        "any-answer", to: \.anyAnswer,
        help: "Open the tag also when its answer to the password is not the key file's"),
      .flag(
        "despite-limit", to: \.despiteLimit,
        help: "Try the key also on a tag that wrong passwords close for ever"),
      .flag("timings", to: \.timings, help: "Say what the tag cost"),
      .flag("json", to: \.json, help: "Print one object"),
    ])

  func run(in console: Console) -> ExitCode {
    guard !key.isEmpty else {
      let words = "which key file? Say --key FILE."
      return console.report(
        Failure(name: "usage", words: words, code: .usage), "unlock", json: json)
    }
    let oneTag = OneTag(
      command: "unlock", reader: reader, keyFile: key, json: json, acceptsAnyAnswer: anyAnswer,
      despiteLimit: despiteLimit, wantsTimings: timings)
    return oneTag.run(on: console) { tag, _ throws(TagError) in
      // The password was given if the tag asked for it.
      guard let type2 = tag as? Type2Tag,
        type2.isAuthenticated || type2.image.configuration == nil
          || (despiteLimit && type2.image.configuration?.attemptLimit != 0)
      else {
        return OneTag.Outcome(words: "is open already", members: [("outcome", "already-open")])
      }
      try type2.saying { tag throws(Type2Error) in try tag.unprotect() }
      return OneTag.Outcome(
        words: "is open: anyone may write it now", members: [("outcome", "opened")])
    }
  }
}
