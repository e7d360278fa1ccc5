// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import JobLedger
import StrictJSON
import TestSupport
import Testing

/// `tagpress report`, in whole outputs of a job that went through everything.
///
/// The expected outputs are in Tests/Fixtures/Reports; with TAGPRESS_RECORD they are written again.
struct ReportTests {
  /// The hash of the witness is another one each time, as the job is another; it is given as zeros.
  static func expect(_ output: [UInt8], of job: ReportedJob, like name: String) throws {
    let hash = try job.ledger.witnessMark()?.hash ?? "none"
    let output = Array(
      String(decoding: output, as: UTF8.self).split(
        separator: hash, omittingEmptySubsequences: false
      )
      .joined(separator: String(repeating: "0", count: 64)).utf8)
    let path = "\(packageRoot)/Tests/Fixtures/Reports/\(name)"
    if environmentVariable("TAGPRESS_RECORD") != nil {
      let file = try #require(fopen(path, "w"))
      fwrite(output, 1, output.count, file)
      fclose(file)
    }
    let expected = String(decoding: try contents(of: path), as: UTF8.self)
    #expect(String(decoding: output, as: UTF8.self) == expected, "\(name)")
  }

  @Test(arguments: [([], "page.txt"), (["--csv"], "rows.csv"), (["--json"], "report.json")])
  func everyFormatIsWhatItWas(_ options: [String], _ name: String) throws {
    let job = try ReportedJob.eventful()
    let result = try run(
      builtTool, ["report", "spring.ledger"] + options, environment: ["TZ": "UTC"],
      directory: job.folder.path)
    try Self.expect(result.stdout, of: job, like: name)
    #expect(result.errorOutput == "")
    #expect(result.exit == .code(1))
  }

  @Test(arguments: [["report"], ["report", "--json"], ["doctor", "--json"]])
  func whatOnlyReadsLeavesTheFolderAsItWas(_ command: [String]) throws {
    let folder = try TemporaryDirectory()
    _ = try Ledger(
      at: folder.path(of: "spring.ledger"), job: "spring", now: Moment(microseconds: 1))
    let before = folder.entries
    let result = try run(builtTool, command + ["spring.ledger"], directory: folder.path)
    #expect(String(decoding: result.stdout, as: UTF8.self).contains("spring"))
    #expect(folder.entries == before)
  }

  @Test func aPageFitsIntoEightyColumnsOfPrintableASCII() throws {
    let job = try ReportedJob.eventful()
    let page = try tagpress("report", "spring.ledger", directory: job.folder.path)
    for line in page.output.split(separator: "\n") {
      #expect(line.utf8.count <= 80, "\(line)")
      #expect(line.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "\(line)")
    }
  }

  @Test func jsonIsOneDocument() throws {
    let job = try ReportedJob.eventful()
    let result = try tagpress("report", "--json", "spring.ledger", directory: job.folder.path)
    let report = try JSONDocument(reading: result.stdout).root
    #expect(report["rows"]?.elements?.count == 10)
    #expect(report["attempts"]?.elements?.count == 11)
    // A pause of more than five minutes between the tags is not work.
    #expect(report["work"]?.value == ["tags": 3, "milliseconds": 30_000])
  }

  @Test func aWholeJobEndsWithZeroAndSaysWhatIsNext() throws {
    let job = try ReportedJob()
    try job.take(["n1": "https://go.example.com/s/1"], protection: .lock)
    try job.complete("n1", 1, at: 5)
    let page = try tagpress("report", "spring.ledger", directory: job.folder.path)
    #expect(page.output.hasPrefix("Spring stickers  (job spring)\nspring.ledger, last entry "))
    #expect(page.output.hasSuffix("\nNext: 'tagpress lock JOB' makes 1 tag read-only.\n"))
    #expect(page.exit == .code(0))
    try job.take(["n1": "https://go.example.com/s/1"], hash: 2, title: nil, at: 9)
    let bare = try tagpress("report", "spring.ledger", directory: job.folder.path)
    #expect(bare.output.hasPrefix("spring\nspring.ledger, last entry 2026-11-21 08:00:09 UTC\n"))
    #expect(
      bare.output.hasSuffix(
        "\nNext: Everything is written. 'tagpress verify JOB' checks tags that come back.\n"))
  }

  @Test func aRowThatOnlyAnUnfinishedTagHasIsNamedAsTheNextStep() throws {
    let job = try ReportedJob()
    try job.take(["n1": "https://go.example.com/s/1"])
    let attempt = try job.begin("n1", 1, at: 5).attempt
    try job.ledger.finish(
      attempt, .putAside(Reason("stuck", "A page is worn out.")), at: job.moment(6))
    let page = try tagpress("report", "spring.ledger", directory: job.folder.path)
    #expect(
      page.output.hasSuffix(
        "\nNext: Put the unfinished tags on the reader again, or run "
          + "'tagpress write --redo failed JOB'.\n"
      ))
    #expect(page.exit == .code(1))
  }

  @Test func theLedgerOfAnotherJobIsNotTaken() throws {
    let job = try ReportedJob()
    try job.folder.write(
      """
      <job xmlns="urn:tagpress:job:1" id="autumn">
        <link>https://go.example.com/s/{number}</link>
        <tags chips="NTAG213"/>
        <rows count="1" id="n{number}"/>
      </job>
      """, to: "spring.xml")
    let result = try tagpress("report", "spring.xml", directory: job.folder.path)
    #expect(result.errorOutput.contains("It belongs to the job \"spring\""))
    #expect(result.exit == .code(2))
  }

  @Test func withoutALedgerThereIsNoReport() throws {
    let folder = try TemporaryDirectory()
    let mistyped = try tagpress("report", "spring.xml", directory: folder.path)
    #expect(
      mistyped.errorOutput
        == "tagpress report: spring.xml: There is no such file. Check the name.\n")
    #expect(mistyped.exit == .code(2))
    try folder.write("<job/>", to: "spring.xml")
    let result = try tagpress(
      "report", "--html", "spring.html", "spring.xml", directory: folder.path)
    #expect(
      result.errorOutput.hasPrefix("tagpress report: Ledger spring.ledger: There is no ledger yet"))
    #expect(result.exit == .code(2))
    #expect(folder.entries == ["spring.xml"])
  }

  @Test(
    arguments: [
      ["--csv", "--json"], ["--csv", "--html", "x"], ["--json", "--html", "x"],
      ["--xlsx", "y", "--html", "x"], ["--xlsx", "y", "--csv"], ["--separator", ";"],
      ["--csv", "--separator", "a"], ["--csv", "--separator", ""], ["--csv", "--separator", "\""],
      ["--csv", "--separator", ";;"], ["--csv", "--separator", "."],
    ])
  func oneFormatAtATime(_ options: [String]) throws {
    #expect(try run(builtTool, ["report", "spring.xml"] + options).exit == .code(64))
  }

  /// FILE in a folder that is not there, and FILE that is something else than a report.
  @Test(
    arguments: [
      ("nowhere/x.html", "nowhere/x.html could not be written: No such file"),
      (
        "spring.xml",
        "spring.xml: This file is not a TagPress report, so it stays as it is. Choose another"
      ),
      ("spring.ledger", "spring.ledger: This file is not a TagPress report"),
      ("pipe", "pipe: This file is not a TagPress report"),
      (".", ".: This file is not a TagPress report"),
    ])
  func whatIsNoReportStaysAsItIs(_ file: String, _ words: String) throws {
    for format in ["--html", "--xlsx"] { try expect(format, leaves: file, words) }
  }

  private func expect(_ format: String, leaves file: String, _ words: String) throws {
    let job = try ReportedJob.eventful()
    try job.folder.write("<job/>", to: "spring.xml")
    mkfifo(job.folder.path(of: "pipe"), 0o600)
    let before = job.folder.entries
    let ledger = try job.folder.read("spring.ledger")
    let result = try tagpress(
      "report", format, file, "spring.ledger", directory: job.folder.path)
    #expect(result.errorOutput.contains("tagpress report: \(words)"), "\(result.errorOutput)")
    #expect(result.exit == .code(2))
    #expect(job.folder.entries == before)
    #expect(try job.folder.read("spring.xml") == Array("<job/>".utf8))
    #expect(try job.folder.read("spring.ledger") == ledger)
  }

  @Test func anEarlierReportIsReplacedAndStaysPrivate() throws {
    let job = try ReportedJob.eventful()
    let place = job.folder.path(of: "spring.html")
    let first = try tagpress(
      "report", "--html", "spring.html", "spring.ledger", directory: job.folder.path)
    #expect(first.exit == .code(1))
    chmod(place, 0o600)
    try job.ledger.refuse(
      job.tag(11, at: 700), Reason("foreign-content", "Something is on it."), at: job.moment(701))
    let second = try tagpress(
      "report", "--html", "spring.html", "spring.ledger", directory: job.folder.path)
    #expect(second.exit == .code(1))
    #expect(second.errorOutput == "")
    var status = stat()
    stat(place, &status)
    #expect(status.st_mode & 0o777 == 0o600)
    let shown = try tagpress("report", "--html", "-", "spring.ledger", directory: job.folder.path)
    #expect(shown.stdout == (try job.folder.read("spring.html")))
    #expect(shown.output.contains(">2026-11-21 08:11:41 UTC</time>"))
  }

  @Test(arguments: ["--csv", "--json", "--html -", "--xlsx -"])
  func aClosedPipeIsACleanEnd(_ format: String) throws {
    let job = try ReportedJob()
    let rows = try #require(
      try job.ledger.importRows(of: [UInt8](repeating: 1, count: 32), at: job.moment(0)))
    for number in 1...5_000 {
      try rows.add(ImportedRow(id: "n\(number)")) { _ in "https://x.example" }
    }
    _ = try rows.commit()
    let command = "'\(builtTool)' report \(format) spring.ledger | head -c 1 >/dev/null"
    let result = try run(
      "bash", ["-c", "\(command); echo ${PIPESTATUS[0]}"], directory: job.folder.path)
    #expect(result.output == "1\n")
    #expect(result.errorOutput == "")
  }

  @Test func aJobWithoutRowsIsReported() throws {
    let job = try ReportedJob()
    let result = try tagpress("report", "spring.ledger", directory: job.folder.path)
    #expect(result.output.contains("] no rows\n"))
    #expect(result.output.hasSuffix("\nNext: 'tagpress write JOB' writes the first tag.\n"))
    #expect(result.exit == .code(0))
  }
}
