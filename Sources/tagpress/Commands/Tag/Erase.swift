// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import JobWork
internal import StrictJSON
internal import TagReading
internal import Terminal

/// `tagpress erase`: removes the message from the tag.
struct Erase: Command {
  var reader: String?
  var key: String?
  var timings = false
  var json = false

  static let name = ["erase"]
  static let table = CommandTable<Erase>(
    summary: "Erase the message on the tag on the reader",
    discussion: """
      The tag stays formatted and reads as empty; unknown data before the message is erased too. A \
      mirror is switched off first; a password stays.
      """,
    examples: ["tagpress erase": "Empties the tag; writes nothing if it is already empty."],
    exitCodes: [.differs: "the tag cannot be erased, or is not empty afterwards"],
    parameters: [
      .option("reader", .text("NAME"), to: \.reader, help: "The reader, by its name in 'doctor'"),
      .option("key", .file("FILE"), to: \.key, help: "The key file of a password-protected tag"),
      .flag("timings", to: \.timings, help: "Show the time and commands the tag took"),
      .flag("json", to: \.json, help: "Print one JSON object"),
    ])

  func run(in console: Console) -> ExitCode {
    let oneTag = OneTag(
      command: "erase", reader: reader, keyFile: key, json: json, wantsTimings: timings)
    return oneTag.run(on: console) { tag, _ throws(TagError) in
      switch try tag.erase() {
      case .alreadyThere:
        OneTag.Outcome(words: "is empty already", members: [("outcome", "already-there")])
      case .written(let pages):
        OneTag.Outcome(
          words: "is empty now, \(writtenWords(pages, on: tag)) and read back",
          members: [("outcome", "written"), ("pages", .integer(pages))])
      }
    }
  }
}
