// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Testing

/// What version 0.1 has written is opened, continued, reported, verified and rebuilt.
///
/// The files are in Tests/Fixtures/Version-0.1, with the script that made them then.
struct OlderVersionTests {
  struct Job: Sendable, CustomTestStringConvertible {
    let name: String
    let done: Int
    let begun: Int
    /// Tags in files, and those of them that are right.
    let tags: Int
    let right: Int
    var options: [String] = []

    init(_ name: String, done: Int, begun: Int = 0, tags: Int, right: Int, _ options: String...) {
      (self.name, self.done, self.begun, self.tags, self.right) = (name, done, begun, tags, right)
      self.options = options
    }

    var testDescription: String { name }
    var manifest: String { "\(name)/\(name).xml" }
  }

  static let jobs = [
    Job("plain", done: 3, tags: 3, right: 3),
    Job("killed", done: 1, begun: 1, tags: 2, right: 1),
    Job("done", done: 3, tags: 3, right: 3),
    Job("voided", done: 2, tags: 3, right: 2),
    Job("keyed", done: 2, tags: 2, right: 2),
    Job("tokens", done: 2, tags: 2, right: 2),
    Job("changed", done: 3, tags: 3, right: 3, "--changed", "keep"),
    Job("approved", done: 2, tags: 2, right: 2),
  ]

  /// A folder with all files, and a reader on which the tags of a job are one after another.
  private final class Bench {
    let folder: TemporaryDirectory
    private let simulation: BackgroundProgram?
    private let reader: String

    init(_ tags: [String] = []) throws {
      folder = try TemporaryDirectory()
      let archive = "\(packageRoot)/Tests/Fixtures/Version-0.1/files.tar.gz"
      let unpacked = try run("tar", ["-xzf", archive, "-C", folder.path])
      try #require(unpacked.exit == .code(0), "\(unpacked.errorOutput)")
      guard !tags.isEmpty else {
        (simulation, reader) = (nil, "")
        return
      }
      let simulation = try BackgroundProgram(
        builtTool,
        ["simulate", "--control", "desk", "--link", folder.path(of: "reader")]
          + tags.flatMap { ["--stack", $0] }, directory: folder.path)
      reader = try #require(simulation.nextLine())
      self.simulation = simulation
    }

    func tagpress(_ arguments: [String]) throws -> ProcessResult {
      try run(
        builtTool, arguments,
        environment: ["LIBNFC_DEVICE": reader, "PATH": "/usr/bin:/bin"], directory: folder.path)
    }

    func counts(_ job: Job) throws -> JSONNode {
      let report = try tagpress(["report", "--json", job.manifest])
      return try #require(try JSONDocument(reading: Array(report.output.utf8)).root["counts"])
    }
  }

  @Test(arguments: jobs)
  func aJobIsReported(_ job: Job) throws {
    let counts = try Bench().counts(job)
    #expect(counts["done"]?.number?.int == job.done)
    #expect(counts["begun"]?.number?.int == job.begun)
  }

  @Test(arguments: jobs)
  func aJobIsContinued(_ job: Job) throws {
    let bench = try Bench(["new.tag"])
    let asked = try bench.tagpress(["write", "--limit", "1", job.manifest] + job.options)
    // It came here by unpacking, which is how a copy comes about.
    #expect(asked.exit == .code(2) && asked.errorOutput.contains("--moved"), "\(asked)")
    guard job.name != "done" else { return }
    let written = try bench.tagpress(
      ["write", "--moved", "--limit", "1", job.manifest] + job.options)
    #expect(written.output.hasPrefix("OK "), "\(written)")
    #expect(try bench.counts(job)["done"]?.number?.int == job.done + 1)
    // From now on it is here.
    let plan = try bench.tagpress(["write", "--plan", job.manifest])
    #expect(plan.exit == .code(0), "\(plan)")
  }

  @Test(arguments: jobs)
  func itsTagsAreVerified(_ job: Job) throws {
    let tags = (1...job.tags).map { "\(job.name)/tag-\($0).tag" }
    let bench = try Bench(tags)
    let verifying = try BackgroundProgram(
      builtTool,
      ["verify", "--json", "--reader", "pn532_uart:\(bench.folder.path(of: "reader"))"]
        + [job.manifest], directory: bench.folder.path)
    var right = 0
    for number in 1...job.tags {
      if number > 1 {
        _ = try bench.tagpress(["simulate", "--control", "desk", "--tell", "next"])
      }
      var line = verifying.nextLine()
      while let text = line, !text.contains("\"outcome\":") { line = verifying.nextLine() }
      if line?.contains("\"outcome\":\"OK\"") == true { right += 1 }
    }
    verifying.send(SIGINT)
    _ = try verifying.finish()
    #expect(right == job.right)
  }

  @Test(arguments: jobs)
  func itsLedgerIsRebuilt(_ job: Job) throws {
    let bench = try Bench()
    for ending in ["ledger", "ledger-wal", "ledger-shm"] {
      unlink(bench.folder.path(of: "\(job.name)/\(job.name).\(ending)"))
    }
    let rebuilt = try bench.tagpress(["doctor", "--rebuild", job.manifest, "--moved"])
    #expect(rebuilt.exit == .code(0), "\(rebuilt)")
    // Which rows there are, the manifest knows.
    let report = try bench.tagpress(["report", job.manifest])
    #expect(report.output.contains("Next: 'tagpress write --plan JOB' reads the manifest"))
    _ = try bench.tagpress(["write", "--plan", job.manifest])
    let counts = try bench.counts(job)
    #expect(counts["done"]?.number?.int == job.done)
    #expect(counts["begun"]?.number?.int == job.begun)
  }

  @Test func itsAssociationFilesAreKept() throws {
    let bench = try Bench()
    for arguments in [
      ["-o", "site-flat", "one/one.xml"], ["-o", "site-hosts", "one/one.xml", "two/two.xml"],
    ] {
      let made = try bench.tagpress(["site", "make", "--check"] + arguments)
      #expect(made.exit == .code(0), "\(made)")
    }
  }
}
