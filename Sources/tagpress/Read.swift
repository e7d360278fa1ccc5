// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import StrictJSON
internal import TagKeys
internal import TagReading

/// `tagpress read`: what the tag on the reader is, and what is on it.
struct Read: Command {
  var reader: String?
  var key: String?
  var watch = false
  var raw = false
  var json = false

  static let table = CommandTable<Read>(
    name: ["read"],
    summary: "Say what the tag on the reader is and what is on it",
    discussion: """
      Waits for a tag, finds out its chip without changing anything, reads all that can be read, \
      checks the maker's signature, and says what an iPhone and an Android phone will do with it.
      """,
    examples: [
      "tagpress read": "Describes the tag on the only reader of this machine.",
      "tagpress read --watch --json": "Describes one tag after another, one JSON object a line.",
    ],
    exitCodes: [.differs: "the tag is of a kind that cannot be read here, or it is damaged"],
    parameters: [
      .option("reader", .text("NAME"), to: \.reader, help: "The reader, as 'doctor' names it"),
      .option(
        "key", .file("FILE"), to: \.key, help: "The key file of tags that cannot be read without"),
      .flag("watch", to: \.watch, help: "Go on with the next tag until Ctrl-C"),
      .flag("raw", to: \.raw, help: "Show the memory page by page too"),
      .flag("json", to: \.json, help: "Print an object; with --watch one a line"),
    ])

  func run(in console: Console) -> ExitCode {
    let interruption = Interruption()
    let key: PasswordKey?
    do throws(KeyFileError) {
      key = try self.key.map { path throws(KeyFileError) in try KeyFile.read(at: path) }
    } catch {
      console.say("tagpress read: \(visible(error.description))")
      return .couldNotRun
    }
    let device: any TagReader
    do throws(ReaderOpeningError) {
      device = try openReader(reader)
    } catch {
      console.say("tagpress read: \(visible(error.description))")
      return .couldNotRun
    }
    var code = ExitCode.done
    do throws(ReaderError) {
      repeat {
        console.say("Lay a tag on the reader.")
        let tag = try device.waitForTag(of: TagFamily.allCases, unless: interruption.stop)
        code = describe(tag, key, on: device, console)
        if watch { try device.waitForRemoval(of: tag, unless: interruption.stop) }
      } while watch && !console.isClosed
      return code
    } catch {
      // Ctrl-C is the way in which a watch ends.
      if error == .cancelled { return watch ? .done : .couldNotRun }
      console.say("tagpress read: \(error)")
      return .couldNotRun
    }
  }

  private func describe(
    _ tag: TagInField, _ key: PasswordKey?, on device: any TagReader, _ console: Console
  ) -> ExitCode {
    do throws(Type2Error) {
      let report = try TagReport(tag, key, on: device)
      if json {
        watch ? console.writeLine(report.json(raw: raw)) : console.write(report.json(raw: raw))
      } else {
        console.write(report.page(raw: raw))
      }
      console.flush()
      return report.isSound ? .done : .differs
    } catch {
      if case .notType2 = error {
        console.say("tagpress read: \(words(about: tag))")
        return .differs
      }
      console.say("tagpress read: \(tag.uid): \(visible(error.description))")
      return error == .passwordRefused ? .differs : .couldNotRun
    }
  }
}
