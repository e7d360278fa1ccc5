// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import StrictJSON
internal import TagKeys

/// `tagpress key new`: a key file from which the password of every tag is made.
struct KeyNew: Command {
  var file = ""
  var name = "tagpress"
  var json = false

  static let name = ["key", "new"]
  static let table = CommandTable<KeyNew>(
    summary: "Make a key file for the passwords of tags",
    discussion: """
      The file is readable by its owner alone. Keep a copy in a safe place: without it, tags that \
      are under its passwords can never be changed again.
      """,
    examples: ["tagpress key new spring.keys": "Makes the key file spring.keys."],
    exitCodes: [.differs: "the file exists already; no key file is ever overwritten"],
    parameters: [
      .positional(.file("FILE"), to: \.file, help: "Where the key file is made"),
      .option("name", .text("NAME"), to: \.name, help: "What the key is for, to be read by people"),
      .flag("json", to: \.json, help: "Print one object"),
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
      console.say("tagpress key new: \(visible(error.description))")
      if case .exists = error.fault { return .differs }
      return .couldNotRun
    }
  }
}
