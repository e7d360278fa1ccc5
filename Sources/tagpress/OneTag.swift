// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import LibNFCReader
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

  /// What a command did to the tag, for people and for programs.
  struct Outcome {
    let words: String
    let members: [(key: String, value: JSONValue)]
  }

  func run(
    on console: Console, _ body: (Type2Tag, PasswordKey?) throws(Type2Error) -> Outcome
  ) -> ExitCode {
    let interruption = Interruption()
    let key: PasswordKey?
    do throws(KeyFileError) {
      key = try keyFile.map { path throws(KeyFileError) in try KeyFile.read(at: path) }
    } catch {
      return fail("could-not-read-key", error.description, .couldNotRun, console)
    }
    let device: LibNFCReader
    do throws(ReaderOpeningError) {
      device = try openReader(reader)
    } catch {
      return fail("no-reader", error.description, .couldNotRun, console)
    }
    console.say("Lay a tag on the reader.")
    let tag: TagInField
    do throws(ReaderError) {
      tag = try device.waitForTag(of: TagFamily.allCases, unless: interruption.stop)
      try device.requireAlone(tag)
    } catch {
      return fail(error.machineName, error.description, code(of: error), console)
    }
    do throws(Type2Error) {
      let type2 = try Type2Tag(tag, on: device)
      if let key { try type2.authenticate(try secret(of: tag, from: key)) }
      let outcome = try body(type2, key)
      console.json(json, outcome, tag)
      return .done
    } catch {
      if case .notType2 = error {
        return fail(error.machineName, words(about: tag), .differs, console, tag)
      }
      return fail(error.machineName, error.description, code(of: error), console, tag)
    }
  }

  private func fail(
    _ name: String, _ words: String, _ code: ExitCode, _ console: Console, _ tag: TagInField? = nil
  ) -> ExitCode {
    if json {
      let uid = tag.map { JSONValue.string($0.uid.description) } ?? .null
      console.write(["uid": uid, "error": .string(words), "name": .string(name)])
    }
    let place = tag.map { "\(command): \($0.uid)" } ?? command
    console.say("tagpress \(place): \(visible(words))")
    return code
  }

  private func code(of error: Type2Error) -> ExitCode {
    if case .reader(let reason) = error { return code(of: reason) }
    return .differs
  }

  /// A tag that went wrong differs; a reader that went wrong could not run.
  private func code(of error: ReaderError) -> ExitCode {
    switch error {
    case .readerSilent, .readerGone, .notPossible, .cancelled, .nothingSelected: .couldNotRun
    case .silent, .refused, .corrupted, .unclear, .tagGone, .tagSwapped, .severalTags: .differs
    }
  }
}

/// The password of this tag by a key; a UID that has none is a tag that takes none.
func secret(of tag: TagInField, from key: PasswordKey) throws(Type2Error) -> Type2Secret {
  guard let password = try? key.tagPassword(uid: tag.uid.bytes),
    let secret = Type2Secret(
      password: password.password, acknowledge: password.acknowledgement)
  else { throw .noPassword }
  return secret
}

extension Console {
  fileprivate func json(_ wanted: Bool, _ outcome: OneTag.Outcome, _ tag: TagInField) {
    if wanted {
      write(.object([("uid", .string(tag.uid.description))] + outcome.members))
    } else {
      writeLine("OK  \(tag.uid)  \(outcome.words)")
    }
  }
}
