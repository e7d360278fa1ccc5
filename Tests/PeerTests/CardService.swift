// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing
import Threads

/// Debian's PC/SC service with vpcd's virtual reader, in a network and a folder of its own.
///
/// `.ci/peers/cardservice.py` runs it and ends it: with the test, and also with a test that crashed.
final class CardService: @unchecked Sendable {
  /// The reader's first slot; the second one stays empty.
  static let reader = "pcsc:Virtual PCD 00 00"
  private static let script = "\(packageRoot)/.ci/peers/cardservice.py"

  /// Why there can be no such service on this machine.
  static let obstacle: String? = {
    guard let result = try? run("python3", [script]) else { return "needs python3" }
    return result.output.isEmpty ? nil : result.output
  }()

  let folder: TemporaryDirectory
  private let gate = Guarded(0)
  // Behind the gate: a test that plays the card may kill it.
  private var program: BackgroundProgram?
  /// Where programs find it.
  private var socket = ""

  init() throws {
    folder = try TemporaryDirectory()
    try start()
  }

  deinit {
    _ = try? program?.finish()
    // A service that was killed left it behind, perhaps in this machine's own /run.
    unlink(socket)
  }

  /// Starts it, again after it was killed, in the same place.
  func start() throws {
    let new = try BackgroundProgram("python3", [Self.script, folder.path])
    // Longer than the script itself waits, which says why there is none.
    guard let line = new.nextLine(timeLimit: .seconds(300)) else {
      let words = try new.finish().errorOutput
      Issue.record("there is no service: \(words)")
      return
    }
    gate.withLock { _ in
      program = new
      socket = line
    }
  }

  /// Kills it as it is, and waits until no one answers any more.
  func kill() {
    gate.withLock { _ in
      program = nil
      // Only the first of its processes was waited for.
      while let line = try? connectedLine(to: socket) {
        close(line)
        usleep(1000)
      }
    }
  }

  /// Whether no one has killed it.
  var isRunning: Bool { gate.withLock { _ in program != nil } }

  /// Runs the built program with a reader of this service.
  func tagpress(_ arguments: String...) throws -> ProcessResult { try tagpress(arguments) }

  func tagpress(_ arguments: [String]) throws -> ProcessResult {
    try run("env", command(arguments), directory: folder.path)
  }

  /// Runs it alongside the test.
  func started(_ arguments: String...) throws -> BackgroundProgram {
    try BackgroundProgram("env", command(arguments), directory: folder.path)
  }

  private func command(_ arguments: [String]) -> [String] {
    ["PCSCLITE_CSOCK_NAME=\(gate.withLock { _ in socket })", builtTool] + arguments
  }
}

/// Why no one listens at a socket.
struct NoLine: Error {
  let errno: Int32
}

/// Connects to a socket in the file system.
func connectedLine(to path: String) throws(NoLine) -> Int32 {
  let line = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { room in
    // The last byte stays zero; the path of a temporary folder is far shorter.
    room.copyBytes(from: path.utf8.prefix(room.count - 1))
  }
  let code = withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(line, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
  guard code == 0 else {
    let problem = errno
    close(line)
    throw NoLine(errno: problem)
  }
  return line
}
