// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import StrictJSON
internal import TagKeys
internal import TagReading

/// The way to one tag that `put`, `erase` and `unlock` share: a reader, one tag alone on it, its
/// chip, its password when a key file was given, and an answer to the user about how it ended.
struct OneTag {
  let command: String
  let reader: String?
  let keyFile: String?
  let json: Bool
  /// Whether the user says that this is the tag, however it answers to its password.
  var acceptsAnyAnswer = false

  /// What a command did to the tag, for people and for programs.
  struct Outcome {
    let words: String
    let members: [(key: String, value: JSONValue)]
  }

  func run(
    on console: Console, _ body: (any WritableTag, PasswordKey?) throws(TagError) -> Outcome
  ) -> ExitCode {
    do throws(Failure) {
      let (outcome, tag) = try outcome(on: console, body)
      if json {
        console.write(.object([("uid", .string(tag.uid.description))] + outcome.members))
      } else {
        console.writeLine("OK  \(tag.uid)  \(outcome.words)")
      }
      return .done
    } catch {
      return console.report(error, command, json: json)
    }
  }

  private func outcome(
    on console: Console, _ body: (any WritableTag, PasswordKey?) throws(TagError) -> Outcome
  ) throws(Failure) -> (Outcome, TagInField) {
    let interruption = Interruption()
    let key = try keyFile.map(readKey)
    let device = try openReader(reader)
    console.say("Lay a tag on the reader.")
    let tag: TagInField
    do throws(ReaderError) {
      tag = try device.waitForTag(of: TagFamily.allCases, unless: interruption.stop)
      try device.requireNoneBeside(tag)
    } catch {
      throw Failure(error)
    }
    do throws(TagError) {
      let opened = try openTag(tag, on: device)
      if let key {
        if let type2 = opened as? Type2Tag {
          try type2.saying { tag throws(Type2Error) in
            try tag.authenticate(
              try tag.secret(from: key), acceptingAnyAcknowledge: acceptsAnyAnswer)
          }
        } else {
          try opened.authenticate(for: TagOrder(message: [], key: key))
        }
      }
      return (try body(opened, key), tag)
    } catch {
      throw Failure(error, tag)
    }
  }
}

extension Type2Tag {
  /// Does what only a tag of this type can.
  func saying<Result>(
    _ body: (Type2Tag) throws(Type2Error) -> Result
  ) throws(TagError) -> Result {
    do throws(Type2Error) {
      return try body(self)
    } catch {
      throw .type2(error)
    }
  }
}

/// The key in a file, or the failure of the command.
func readKey(_ path: String) throws(Failure) -> PasswordKey {
  do throws(KeyFileError) {
    return try KeyFile.read(at: path)
  } catch {
    throw Failure(error)
  }
}
