// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import BatchFaces
internal import CommandArguments
internal import Failures
internal import Files
internal import JobLedger
internal import JobManifest
internal import JobReport
internal import JobSites
internal import JobWork
internal import Plain
internal import Provisioning
internal import TagKeys
internal import Terminal
internal import Voices

/// `tagpress verify`: the tags of a job, judged as they come back.
struct Verify: Command {
  var job = ""
  var readers: [String] = []
  var dump: [String] = []
  var moreDumps: [String] = []
  var associations: [String] = []
  var signature = false
  var outside = false
  var plain = false
  var sound: String?
  var json = false

  static let name = ["verify"]
  static let table = CommandTable<Verify>(
    summary: "Check finished tags against the job",
    discussion: """
      Tags come back in any order, on a reader or as dump files. Each one is compared, byte by \
      byte, with what the ledger says was written to it: message, lock and password, and whether \
      the link opens the apps. OK means that the tag is right; the sentence after PUT ASIDE says \
      what is wrong: another row's link, other content, a tag that is not in the ledger, no \
      protection, or a UID that was seen before. At the end it lists the finished tags that were \
      never seen, and the rows that have no finished tag.

      It ends when every finished tag has been seen, or with Ctrl-C. Tags are only read, and \
      nothing is added to the ledger; only 'write' and 'lock' do that. Spreadsheets are not \
      needed.
      """,
    examples: [
      "tagpress verify spring.xml": "Checks one tag after another.",
      "tagpress verify spring.xml --dump n1.nfc n2.nfc":
        "Checks the tags in dump files; needs no reader.",
    ],
    exitCodes: [
      .differs:
        "a tag is not right, not finished or was never seen, a row has none, or the manifest changed"
    ],
    parameters: [
      .positional(.file("JOB"), to: \.job, help: "The job's manifest"),
      .option(
        "reader", .text("NAME"), to: \.readers,
        help: "A reader, by its name in 'doctor'; name several to verify in parallel"),
      .option("dump", .file("FILE"), to: \.dump, help: "Check a dump file instead"),
      .positional(.file("FILE"), to: \.moreDumps, help: "More dump files, after --dump"),
      .option(
        "association", .file("FILE|DIR"), to: \.associations,
        help: "An apple-app-site-association or assetlinks.json file of a host"),
      .flag("signature", to: \.signature, help: "Require the maker's signature on every tag"),
      .flag("outside", to: \.outside, help: "Allow spreadsheets outside the job's folder"),
      .flag("plain", to: \.plain, help: "Print one line per tag, even on a terminal"),
      .option(
        "sound", .text("COMMAND"), to: \.sound,
        help: "A program that plays 'ok', 'again', 'put-aside' or 'two-tags'"),
      .flag("json", to: \.json, help: "Print one JSON object per line for each tag and row"),
    ])

  func run(in console: Console) -> ExitCode {
    do throws(Failure) {
      if let usage { throw Failure(name: "usage", words: usage, kind: .usage) }
      try requirePrograms(["--sound": sound])
      let work = try work(on: console)
      let (finished, verification) = (work.finished, work.verification)
      var code = ExitCode.done
      if dump.isEmpty {
        let readers = try batchReaders(readers)
        let interruption = Interruption()
        let display = batchDisplay(
          json: json, plain: plain, station: nil, sound: sound, words: Languages.ofUser,
          cures: Self.voice.cures, unless: interruption.stop, on: console)
        let end = try work.run(
          on: readers, obeying: BatchCommands(stop: interruption.stop), telling: display)
        code = end.code
        // If no tag could be read, a list of missing tags means nothing.
        if end.cause == .noReader { return code }
      } else {
        code = verifyDumps(verification, finished.ledger, on: console)
      }
      // Someone may have changed it while tags were verified.
      let remark = try finished.remark()
      let isChanged = remark != nil
      let list = try orFail { () throws(LedgerError) in
        try NeverSeen(
          in: finished.ledger, verification, manifestChanged: isChanged, json: json, on: console)
      }
      if let remark { console.say(remark.words(Self.voice.cures)) }
      let isRight = list.isEmpty && verification.counts.wrong == 0 && !isChanged
      // A technical failure outweighs a wrong tag.
      if code.rawValue < ExitCode.differs.rawValue, !isRight { code = .differs }
      return code
    } catch {
      return console.report(error, "verify", json: json, lines: true)
    }
  }

  /// The job, and what its tags are compared with.
  private func work(on console: Console) throws(Failure) -> VerifyWork {
    let finished = try FinishedJob(job, outside: outside, needsKey: dump.isEmpty)
    for remark in finished.ledger.wordsForReaders() { console.say(remark) }
    if let trouble = finished.keyTrouble {
      console.say(visible(trouble.words(Self.voice.cures)))
    }
    var files: [AssociationFile] = []
    for name in associations {
      files += try orFail(about: name) { () throws(InputError) in try AssociationFile.all([name]) }
    }
    return try VerifyWork(
      finished, associations: files, wantsSignature: signature, cures: Self.voice.cures)
  }

  /// What is wrong with the options together.
  private var usage: String? {
    if !moreDumps.isEmpty && dump.isEmpty { return "Use --dump FILE to check dump files." }
    if !readers.isEmpty && !dump.isEmpty { return "Use either --reader or --dump, not both." }
    return nil
  }

  /// Judges every file, even after one that cannot be read; the worst result is the answer.
  private func verifyDumps(
    _ verification: Verification, _ ledger: Ledger, on console: Console
  ) -> ExitCode {
    var code = ExitCode.done
    for file in dump + moreDumps {
      do throws(Failure) {
        let verdict = try DumpedTagVerdict(of: file, verification, ledger)
        if json { console.writeLine(verdict.json) } else { console.writeLine(verdict.line) }
      } catch {
        let one = console.report(error, "verify", json: json, lines: true)
        if one.rawValue > code.rawValue { code = one }
      }
    }
    return code
  }
}
