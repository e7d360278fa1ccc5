// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import PretendedMachine
import TagKeys
import TestSupport
import VirtualReader

/// A folder with a job, its key and its ledger, and readers next to it.
final class JobBench {
  let job: SoakJob
  let key: PasswordKey?
  var files: JobFiles
  private let folder: TemporaryDirectory
  private var readerCount = 0
  /// The machine with the readers on USB.
  private var machine: PretendedMachine?
  /// Someone else's program, which goes on beside ours until the next one comes.
  private var stranger: BackgroundProgram?
  private(set) var takeovers = 0

  init(_ job: SoakJob) throws {
    // The disk is not what is tried, and a thousand synchronisations a second would be.
    folder = try access("/dev/shm", W_OK) == 0 ? TemporaryDirectory(in: "/dev/shm") : .init()
    self.job = job
    files = JobFiles(folder)
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

  /// A reader on USB, which comes back with another number whenever it was unplugged.
  func reader(_ model: USBReaderModel, _ options: VirtualReaderOptions) throws -> SoakReader {
    let machine = try machine ?? PretendedMachine()
    self.machine = machine
    readerCount += 1
    let socket = "1-\(readerCount)"
    return SoakReader(
      virtual: try machine.plug(model, into: socket, options), name: "usb:\(socket)")
  }

  /// libnfc's own program resets readers before it claims them, and the kernel takes them from ours.
  ///
  /// Twice, so that one that recovers from the first meets the second.
  func useReadersOtherwise() -> String {
    guard let machine, isInstalled("nfc-list") else { return "there is no other program" }
    do {
      let twice = ["-c", "nfc-list; nfc-list"]
      stranger = try BackgroundProgram("/bin/sh", twice, environment: machine.environment())
      takeovers += 1
      return "nfc-list uses the readers"
    } catch {
      return "nfc-list could not be started: \(error)"
    }
  }

  /// Starts `tagpress write`; with a call, under a tracer that kills it there or lists all of them.
  func write(
    on readers: [SoakReader], _ arguments: [String] = [], tracing call: TracedCall? = nil
  ) throws -> BackgroundProgram {
    let command =
      [builtTool, "write", "--json"] + readers.flatMap { ["--reader", $0.name] } + arguments
      + ["soak.xml"]
    guard let call else {
      return try BackgroundProgram(
        command[0], Array(command.dropFirst()), environment: machine?.environment(),
        directory: folder.path)
    }
    return try BackgroundProgram(
      "/bin/sh", ["-c", call.script, "sh"] + command, environment: machine?.environment(),
      directory: folder.path)
  }

  /// The calls that the tracer has listed, each of which a later run can be killed at.
  ///
  /// One that several threads have come to is there once: the first of them will be killed at it.
  func listedCalls(of target: TracedCall.Target) throws -> [TracedCall] {
    var calls: [TracedCall] = []
    var made: [Substring: [Substring: Int]] = [:]
    var listed: [Substring: Int] = [:]
    let list = String(decoding: try folder.read(TracedCall.list), as: UTF8.self)
    for line in list.split(separator: "\n") {
      // "4711 pwrite64(3, ...": a call that another one interrupted has a second line, which begins
      // with "<... pwrite64 resumed>".
      let words = line.split(separator: " ")
      guard words.count > 1, let name = words[1].split(separator: "(").first,
        name.allSatisfy({ $0.isLetter || $0.isNumber })
      else { continue }
      let number = made[words[0], default: [:]][name, default: 0] + 1
      made[words[0], default: [:]][name] = number
      guard number > listed[name, default: 0] else { continue }
      listed[name] = number
      calls.append(TracedCall(names: String(name), number: number, target: target))
    }
    return calls
  }

  /// Lets the program take the rows over, so that the next run finds them.
  func plan() throws {
    _ = try run(builtTool, ["write", "--plan", "soak.xml"], directory: folder.path)
  }

  /// Another program takes over a manifest with other links, which no tag is to get; the file is as before
  /// then.
  func takeOverAnotherManifest() -> String {
    do {
      let other = job.manifest.replacing("go.tagtag.shop", with: "unasked.tagtag.shop")
      try folder.write(other, to: "soak.xml")
      try plan()
      try folder.write(job.manifest, to: "soak.xml")
    } catch {
      return "another manifest could not be taken over: \(error)"
    }
    return "another manifest is taken over"
  }

  /// A copy of the manifest in another folder must not become a second job with the same rows.
  func mistakeOfASecondLedger() throws -> String? {
    let script = """
      mkdir copy; cp -p soak.xml copy; test -e soak.keys && cp -p soak.keys copy
      cd copy && exec "$0" write --plan soak.xml
      """
    let plan = try run("/bin/sh", ["-c", script, builtTool], directory: folder.path)
    let isMade = access(folder.path(of: "copy/soak.ledger"), F_OK) == 0
    let isNamed = plan.errorOutput.contains(JobFiles.ledger)
    return plan.exit == .code(2) && isNamed && !isMade
      ? nil : "a copy of the manifest became a job: \(plan)"
  }

  /// Says of every tag that is begun that it is lost.
  ///
  /// `--redo failed` leaves out what may be on another program's reader just now, and says so.
  func giveUpBegunTags() throws {
    for claim in record().claims where claim.state == "begun" {
      _ = try run(
        builtTool, ["write", "--void", claim.row, "--why", "lost", "soak.xml"],
        directory: folder.path)
    }
  }

  /// Types a command as a page or message gives it.
  func type(_ command: String) throws -> ProcessResult {
    try run(
      "/bin/sh", ["-c", "tagpress() { \"$TOOL\" \"$@\"; }; \(command)"],
      environment: ["TOOL": builtTool, "PATH": "/usr/bin:/bin"], directory: folder.path)
  }

  /// Whether the ledger's log lies beside it.
  var hasLog: Bool { access(folder.path(of: JobFiles.ledger + "-wal"), F_OK) == 0 }

  func record() -> LedgerRecord { LedgerRecord(folder.path(of: JobFiles.ledger)) }
}

struct SoakReader {
  let virtual: VirtualReader
  /// Under which the program opens it.
  let name: String
}

/// A call to the system at which a program is killed before it is carried out.
///
/// The tracer counts each name for each thread apart, so the thread that first gets so far with one
/// of the names is the end of all.
struct TracedCall {
  /// What the program reaches with the call.
  enum Target: String, CaseIterable {
    case anything
    case ledger
    /// The pipe of standard output.
    case output
  }

  let names: String
  /// nil: no one is killed, and all calls are listed.
  let number: Int?
  var target = Target.anything

  /// The file in the job's folder in which they are.
  fileprivate static let list = "calls"

  /// Becomes the tracer; the command comes as arguments.
  fileprivate var script: String {
    let paths =
      switch target {
      case .anything: ""
      case .ledger:
        ["", "-wal", "-journal"].map { "-P \"$PWD/soak.ledger\($0)\"" }.joined(separator: " ")
      case .output: "-P \"$(readlink /proc/$$/fd/1)\""
      }
    // The programs to be killed are listed where no one reads it.
    let deed =
      if let number {
        "-o /dev/null -e inject=\(names):signal=KILL:when=\(number)"
      } else {
        "-o \(Self.list) -e signal=none"
      }
    // A leak is not looked for under a tracer. The processes of drivers are let go as soon as they begin.
    return """
      ASAN_OPTIONS=detect_leaks=0 exec strace -f -b execve -qq \(paths) -e trace=\(names) \(deed) "$@"
      """
  }

  /// Whether a program can be traced here.
  static var isPossible: Bool { SystemCalls.areTraceable }
}
