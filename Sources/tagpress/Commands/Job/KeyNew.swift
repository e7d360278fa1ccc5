// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Failures
internal import Plain
internal import StrictJSON
internal import TagKeys
internal import Terminal

/// `tagpress key new`: a key file from which the password of every tag is made.
struct KeyNew: Command {
  var file = ""
  var name = "tagpress"
  var json = false

  static let name = ["key", "new"]
  static let table = CommandTable<KeyNew>(
    summary: "Make a key file for the passwords of tags",
    discussion: """
      Only you can read the file. Keep a copy in a safe place: without it, tags that are protected \
      with its passwords can never be changed again.
      """,
    examples: ["tagpress key new spring.keys": "Makes the key file spring.keys."],
    exitCodes: [.differs: "the file already exists; a key file is never overwritten"],
    parameters: [
      .positional(.file("FILE"), to: \.file, help: "Where to create the key file"),
      .option("name", .text("NAME"), to: \.name, help: "A note on what the key is for"),
      .flag("json", to: \.json, help: "Print one JSON object"),
    ])

  func run(in console: Console) -> ExitCode {
    do throws(KeyFileError) {
      let key = try KeyFile.create(at: file, name: name)
      if json {
        console.write(["file": .string(file), "id": .string(key.id.description)])
      } else {
        console.writeLine(
          "Made the key \(key.id) in \(visible(file)). Keep a copy in a safe place.")
      }
      return .done
    } catch {
      if case .key(.name) = error.fault {
        return console.report(
          Failure(
            name: "usage",
            words:
              "--name must have 1 to 60 bytes, without invisible characters or spaces at its ends.",
            kind: .usage), "key new", json: json)
      }
      var isThere = false
      if case .exists = error.fault { isThere = true }
      return console.report(
        Failure(
          name: "could-not-make-key", words: error.description,
          kind: isThere ? .differs : .couldNotRun), "key new", json: json)
    }
  }
}
