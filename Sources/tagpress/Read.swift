// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import StrictJSON
internal import TagDump
internal import TagKeys
internal import TagReading

/// `tagpress read`: what the tag on the reader is, and what is on it.
struct Read: Command {
  var reader: String?
  var key: String?
  var watch = false
  var raw = false
  var json = false
  var save: String?
  var dump: [String] = []
  var moreDumps: [String] = []

  /// More than any tag's memory takes in any format.
  private static let largestDump = 4 << 20

  static let table = CommandTable<Read>(
    name: ["read"],
    summary: "Say what the tag on the reader is and what is on it",
    discussion: """
      Waits for a tag, finds out its chip without changing anything, reads all that can be read, \
      checks the maker's signature, and says what an iPhone and an Android phone will do with it.
      """,
    examples: [
      "tagpress read": "Describes the tag on the only reader of this machine.",
      "tagpress read --save tag.nfc": "Saves the tag's memory as a Flipper file too.",
      "tagpress read --dump old.nfc older.mfd":
        "Describes the tags in dump files; needs no reader.",
      "tagpress read --watch --json": "Describes one tag after another, one JSON object a line.",
    ],
    exitCodes: [.differs: "the tag is of a kind that cannot be read here, or it is damaged"],
    parameters: [
      .option("reader", .text("NAME"), to: \.reader, help: "The reader, as 'doctor' names it"),
      .option(
        "key", .file("FILE"), to: \.key, help: "The key file of tags that cannot be read without"),
      .flag("watch", to: \.watch, help: "Go on with the next tag until Ctrl-C"),
      .flag("raw", to: \.raw, help: "Show the memory page by page too"),
      .flag("json", to: \.json, help: "Print an object; with --watch or several dumps one a line"),
      .option(
        "save", .file("FILE"), to: \.save,
        help: "Save the memory; the name ends with .nfc, .json, .mfd or .bin"),
      .option("dump", .file("FILE"), to: \.dump, help: "Describe a dump file; may be repeated"),
      .positional(.file("FILE"), to: \.moreDumps, help: "More dump files, after --dump"),
    ])

  func run(in console: Console) -> ExitCode {
    if let wrong = usageError {
      console.say("tagpress read: \(wrong)")
      return .usage
    }
    guard dump.isEmpty else { return describeDumps(on: console) }
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

  /// What is wrong with the options together.
  private var usageError: String? {
    if !moreDumps.isEmpty && dump.isEmpty { return "say --dump FILE to describe dump files." }
    if save != nil && (watch || !dump.isEmpty) { return "--save goes with one tag on the reader." }
    if let save, SaveFormat(fileName: save) == nil {
      return "the name of the file to save ends with .nfc, .json, .mfd or .bin."
    }
    return nil
  }

  private func describeDumps(on console: Console) -> ExitCode {
    let files = dump + moreDumps
    var code = ExitCode.done
    for file in files {
      do {
        let bytes = try InputFile(file).rest(limit: Read.largestDump)
        let report = try DumpReport(bytes, name: file)
        if json {
          let value = report.json(raw: raw)
          files.count > 1 ? console.writeLine(value) : console.write(value)
        } else {
          console.write(report.page(raw: raw) + (file == files.last ? "" : "\n"))
        }
        if !report.isSound, code == .done { code = .differs }
      } catch let error as DumpError {
        console.say("tagpress read: \(visible(file)): \(visible(error.words))")
        if code == .done { code = .differs }
      } catch {
        console.say("tagpress read: \(error)")
        code = .couldNotRun
      }
    }
    return code
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
      if let save, !keep(report, as: save, console) { return .couldNotRun }
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

  private func keep(_ report: TagReport, as name: String, _ console: Console) -> Bool {
    guard let format = SaveFormat(fileName: name) else { return false }
    let dump = Type2Dump(
      image: report.image, version: report.version, signature: report.signature)
    do {
      try writeFile(name, try DumpFile.write(dump, as: format))
      return true
    } catch let error as DumpError {
      console.say("tagpress read: \(visible(name)): \(visible(error.words))")
    } catch {
      console.say("tagpress read: \(error)")
    }
    return false
  }
}
