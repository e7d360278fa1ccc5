// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Failures
internal import Files
internal import Glibc
internal import JobWork
internal import Provisioning
internal import StrictJSON
internal import TagDump
internal import TagKeys
internal import TagReading
internal import TagReport
internal import Terminal

/// `tagpress read`: what the tag on the reader is, and what is on it.
struct Read: Command {
  var reader: String?
  var key: String?
  var watch = false
  var raw = false
  var timings = false
  var json = false
  var save: String?
  var dump: [String] = []
  var moreDumps: [String] = []

  static let name = ["read"]
  static let table = CommandTable<Read>(
    summary: "Show what the tag on the reader is and what is on it",
    discussion: """
      Waits for a tag, identifies its chip without changing anything, reads all that can be read, \
      checks the maker's signature, and says what an iPhone and an Android phone will do with it.
      """,
    examples: [
      "tagpress read": "Describes the tag on the only reader of this machine.",
      "tagpress read --save tag.nfc": "Also saves the tag's memory as a Flipper file.",
      "tagpress read --dump old.nfc older.mfd":
        "Describes the tags in dump files; needs no reader.",
      "tagpress read --watch --json": "Describes one tag after another, one JSON object per line.",
    ],
    exitCodes: [.differs: "the tag is of a kind that cannot be read here, or it is damaged"],
    meaningless: ["reader": "dump", "key": "dump", "watch": "dump", "timings": "dump"],
    parameters: [
      .option("reader", .text("NAME"), to: \.reader, help: "The reader, by its name in 'doctor'"),
      .option(
        "key", .file("FILE"), to: \.key,
        help: "The key file of tags that need a password to be read"),
      .flag("watch", to: \.watch, help: "Continue with the next tag until Ctrl-C"),
      .flag("raw", to: \.raw, help: "Also show the memory page by page"),
      .flag("timings", to: \.timings, help: "Show the time and commands each tag took"),
      .flag(
        "json", to: \.json, help: "Print a JSON object; with --watch or several dumps, one per line"
      ),
      .option(
        "save", .file("FILE"), to: \.save,
        help: "Save the memory (Type 2) to a new file that ends in .nfc, .json, .mfd or .bin"),
      .option("dump", .file("FILE"), to: \.dump, help: "Describe a dump file"),
      .positional(.file("FILE"), to: \.moreDumps, help: "More dump files, after --dump"),
    ])

  func run(in console: Console) -> ExitCode {
    if let usageError {
      return fail(Failure(name: "usage", words: usageError, kind: .usage), console)
    }
    guard dump.isEmpty else { return describeDumps(on: console) }
    do throws(Failure) {
      return try describeTags(on: console)
    } catch {
      return fail(error, console)
    }
  }

  private func describeTags(on console: Console) throws(Failure) -> ExitCode {
    if let save {
      try orFail { () throws(FileError) in
        try NewFile.requireNew(save)
      }
    }
    let stop = Interruption().stop
    let key = try key.map(readKey)
    var opened: (any TagReader)? = try openReader(reader)
    while let name = opened?.identity.name {
      let loss: ReaderError
      do throws(ReaderError) {
        guard let opened else { break }
        return try describeTags(key, on: opened, console, unless: stop)
      } catch {
        switch error {
        // Ctrl-C is how a watch ends.
        case .cancelled where watch: return .done
        case .readerGone where watch, .driverLost where watch, .cardServiceGone where watch,
          .readerSilent where watch, .heldElsewhere where watch:
          _ = fail(Failure(error), console)
          loss = error
        default: throw Failure(error)
        }
      }
      // The old reader must release its port before the new one opens it.
      opened = nil
      opened = reopenReader(name, lostBy: loss, unless: stop) { _ = fail(Failure($0), console) }
      if opened != nil { console.say("The reader is back.") }
    }
    return .done
  }

  private func describeTags(
    _ key: PasswordKey?, on device: any TagReader, _ console: Console, unless stop: StopFlag
  ) throws(ReaderError) -> ExitCode {
    var code = ExitCode.done
    var several = false
    repeat {
      if !several { console.say("Put a tag on the reader.") }
      let counted = CountedReader(device)
      let commandsBefore = counted.commandsSent ?? 0
      let tag: TagInField
      let cost: TagTimings?
      do throws(ReaderError) {
        tag = try device.waitForTag(of: TagFamily.allCases, unless: stop)
        cost = timings ? TagTimings(on: counted, commandsBefore: commandsBefore) : nil
        try counted.requireNoneBeside(tag)
        several = false
      } catch {
        // A watch continues with the next tag, whatever is wrong with this one.
        guard watch, error.kind == .differs else { throw error }
        let wereSeveral = several
        if case .severalTags = error { several = true } else { several = false }
        // Two tags are reported once; then the user has to remove one.
        if !(several && wereSeveral) { code = fail(Failure(error), console) }
        usleep(50_000)
        continue
      }
      code = try describe(tag, key, on: counted, cost, console)
      if watch { try device.waitForRemoval(of: tag, unless: stop) }
    } while watch && !console.isClosed
    return code
  }

  private func fail(_ failure: Failure, _ console: Console) -> ExitCode {
    let code = console.report(failure, "read", json: json, inStream: isStream)
    console.flush()
    return code
  }

  /// Whether the output is one object per line.
  private var isStream: Bool { watch || dump.count + moreDumps.count > 1 }

  /// What is wrong with the options together.
  private var usageError: String? {
    if !moreDumps.isEmpty && dump.isEmpty { return "Use --dump FILE to describe dump files." }
    if save != nil && (watch || !dump.isEmpty) {
      return "--save works with one tag on the reader only."
    }
    if let save, SaveFormat(fileName: save) == nil {
      return "The name of the file to save must end in .nfc, .json, .mfd or .bin."
    }
    return nil
  }

  private func describeDumps(on console: Console) -> ExitCode {
    let files = dump + moreDumps
    var code = ExitCode.done
    for file in files {
      let one: ExitCode
      do throws(Failure) {
        let report = try dumpReport(file)
        if json {
          write(report.json(raw: raw), console)
        } else {
          console.write(report.page(raw: raw) + (file == files.last ? "" : "\n"))
        }
        one = report.isSound ? .done : .differs
      } catch {
        one = fail(error, console)
      }
      // The exit code is that of the worst file.
      if one.rawValue > code.rawValue { code = one }
    }
    return code
  }

  private func dumpReport(_ file: String) throws(Failure) -> DumpReport {
    let bytes = try orFail(about: file) { () throws(InputError) in
      try InputFile(file).rest(limit: DumpLimits.byteCount)
    }
    do throws(DumpError) {
      return try DumpReport(bytes, name: file)
    } catch {
      throw Failure(error, file: file)
    }
  }

  private func write(_ value: JSONValue, _ console: Console) {
    isStream ? console.writeLine(value) : console.write(value)
  }

  private func describe(
    _ tag: TagInField, _ key: PasswordKey?, on device: CountedReader, _ cost: TagTimings?,
    _ console: Console
  ) throws(ReaderError) -> ExitCode {
    let report: any TagDescription
    do throws(TagError) {
      report = try tagDescription(of: tag, key, on: device)
    } catch {
      switch error.passing {
      case .readerGone: throw .readerGone
      case .driverLost(let end): throw .driverLost(end)
      case .cardServiceGone: throw .cardServiceGone
      case .readerSilent: throw .readerSilent
      default: break
      }
      return fail(Failure(error, tag), console)
    }
    // Saved first, so that a program is told either about the tag or about the error.
    do throws(Failure) {
      if let save { try keep(report, as: save) }
    } catch {
      return fail(error, console)
    }
    if json {
      write(report.json(raw: raw).with(cost), console)
    } else {
      console.write(report.page(raw: raw))
      if let cost { console.say(cost.words) }
    }
    console.flush()
    return report.isSound ? .done : .differs
  }

  private func keep(_ description: any TagDescription, as name: String) throws(Failure) {
    guard let format = SaveFormat(fileName: name) else { return }
    let sheet = description as? TagSheet
    guard let sheet, case .type2(let image, let version, let signature) = sheet.whole else {
      throw Failure(
        name: "not-saved", words: "Only Type 2 tags can be saved. Leave out --save.",
        kind: .couldNotRun, file: name)
    }
    let dump = Type2Dump(image: image, version: version, signature: signature)
    let bytes: [UInt8]
    do throws(DumpError) {
      bytes = try DumpFile.write(dump, as: format)
    } catch {
      throw Failure(error, file: name)
    }
    do throws(FileError) {
      try writeNewFile(name, bytes)
    } catch {
      throw Failure(
        name: "could-not-write-file", words: error.description, kind: .couldNotRun,
        uid: sheet.uid?.description, file: name)
    }
  }
}
