// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TagKeys
import TestSupport
import VirtualReader

/// The program that is soaked: that of this build, or the one that ships.
private let soakedTool = environmentVariable("TAGPRESS_TOOL") ?? builtTool

/// A folder with a job, its key and its ledger, and readers beside it.
final class JobBench {
  let job: SoakJob
  let key: PasswordKey?
  private let folder: TemporaryDirectory
  private var readerCount = 0

  init(_ job: SoakJob) throws {
    // The disk is not what is tried, and a thousand synchronisations a second would be.
    folder = try access("/dev/shm", W_OK) == 0 ? TemporaryDirectory(in: "/dev/shm") : .init()
    self.job = job
    try folder.write(job.manifest, to: "soak.xml")
    key =
      job.kind == .password
      ? try KeyFile.create(at: folder.path(of: "soak.keys"), name: "soak") : nil
  }

  /// A reader that keeps its name when it is unplugged.
  func reader(_ options: VirtualReaderOptions = VirtualReaderOptions()) throws -> SoakReader {
    var options = options
    let link = folder.path(of: "reader\(readerCount)")
    readerCount += 1
    options.link = link
    return SoakReader(virtual: try VirtualReader(options), name: "pn532_uart:\(link)")
  }

  /// Starts `tagpress write`; with a call, under a tracer that kills it there.
  func write(
    on readers: [SoakReader], _ arguments: [String] = [], killedAt call: TracedCall? = nil
  ) throws -> BackgroundProgram {
    let command =
      [soakedTool, "write", "--json"] + readers.flatMap { ["--reader", $0.name] } + arguments
      + ["soak.xml"]
    guard let call else {
      return try BackgroundProgram(
        command[0], Array(command.dropFirst()), directory: folder.path)
    }
    return try BackgroundProgram(
      "/bin/sh", ["-c", call.script, "sh"] + command, directory: folder.path)
  }

  /// Lets the program take the rows over, so that the next run finds them.
  func plan() throws {
    _ = try run(soakedTool, ["write", "--plan", "soak.xml"], directory: folder.path)
  }

  /// Says of every tag that is begun that it is lost.
  ///
  /// `--redo failed` leaves out what may be on another program's reader just now, and says so.
  func giveUpBegunTags() throws {
    for claim in record().claims where claim.state == "begun" {
      _ = try run(
        soakedTool, ["write", "--void", claim.row, "--why", "lost", "soak.xml"],
        directory: folder.path)
    }
  }

  func record() -> LedgerRecord { LedgerRecord(folder.path(of: "soak.ledger")) }
}

struct SoakReader {
  let virtual: VirtualReader
  /// Under which the program opens it.
  let name: String
}

/// A call to the system at which a program is killed before it is carried out.
///
/// The tracer counts for each thread apart, so the thread that gets so far first is the end of all.
struct TracedCall {
  /// What the program reaches with the call.
  enum Target: String, CaseIterable {
    case anything
    case ledger
    /// The pipe behind standard output.
    case output
    case reader
  }

  let names: String
  let number: Int
  var target = Target.anything

  /// Becomes the tracer; the command comes as arguments.
  fileprivate var script: String {
    let paths =
      switch target {
      case .anything: ""
      case .ledger:
        ["", "-wal", "-journal"].map { "-P \"$PWD/soak.ledger\($0)\"" }.joined(separator: " ")
      case .output: "-P \"$(readlink /proc/$$/fd/1)\""
      case .reader: "-P \"$(readlink -f reader0)\""
      }
    // The calls are listed where nobody reads them; a leak is not looked for under a tracer.
    return """
      ASAN_OPTIONS=detect_leaks=0 exec strace -f -qq -o /dev/null \(paths) -e trace=\(names) \
      -e inject=\(names):signal=KILL:when=\(number) "$@"
      """
  }

  /// Whether a program can be traced here.
  static let isPossible: Bool = {
    let result = try? run("strace", ["-o", "/dev/null", "-e", "trace=none", "true"])
    return result?.exit == .code(0)
  }()
}
