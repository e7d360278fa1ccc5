// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLinux
internal import Glibc

/// Why a program that the user named did not do its work.
package enum ChildProgramError: Error, Hashable {
  case noName
  case cannotStart(String, errno: Int32)
  case tooSlow(String, seconds: Int)
  /// It ended before it had answered, with this code or by this signal.
  case ended(String, Ending)
  case tooMuch(String, limit: Int)
  /// It wrote something that no one asked for, so its lines and the questions no longer match.
  case unasked(String)

  package enum Ending: Hashable {
    case code(Int32)
    case signal(Int32)
  }
}

/// A variable of a program's environment; without a value the program has none of that name.
package struct ProgramVariable: Sendable {
  package let name: String
  package let value: String?

  package init(_ name: String, _ value: String?) {
    self.name = name
    self.value = value
  }

  var text: String { value.map { "\(name)=\($0)" } ?? name }
}

/// A program that the user named, connected by three pipes; no shell is between them.
///
/// Its command line is split at blanks and nothing else: what needs quotes goes into a script. It has
/// no other file of ours, and its limit holds whatever it does with its processes and the pipes.
package final class ChildProgram {
  /// What comes back at once may have this many bytes.
  package static let outputMax = 1 << 20
  /// A program that has closed its output has nothing left to do.
  private static let patienceMilliseconds = 1000

  package let name: String
  private let supervisor: ProgramSupervisor
  private var input: Int32
  private let output: Int32
  private let errors: Int32
  private var received: [UInt8] = []
  private var complaints: [UInt8] = []
  /// Whether it has closed its stderr, which then would always seem to have something to say.
  private var isMute = false
  private var isOver = false

  /// Begins the program.
  package init(
    _ command: String, with variable: ProgramVariable? = nil
  ) throws(ChildProgramError) {
    let arguments = command.split(separator: " ").map(String.init)
    guard let name = arguments.first else { throw .noName }
    var pairs: [[Int32]] = []
    // The program has its own ends by then, or none.
    defer { for pair in pairs { close(pair[0]) } }
    for isInput in [true, false, false] {
      var pair: [Int32] = [-1, -1]
      guard tagpress_pipe(&pair) == 0 else {
        let code = errno
        for pair in pairs { close(pair[1]) }
        throw .cannotStart(name, errno: code)
      }
      pairs.append(isInput ? pair : pair.reversed())
    }
    do throws(ChildProgramError) {
      supervisor = try ProgramSupervisor(
        starting: arguments, named: name, with: variable, behind: pairs.map(\.[0]))
    } catch {
      for pair in pairs { close(pair[1]) }
      throw error
    }
    self.name = name
    input = pairs[0][1]
    output = pairs[1][1]
    errors = pairs[2][1]
    for end in [input, output, errors] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    for end in [input, output, errors] where end >= 0 { close(end) }
    // One that was not waited for took too long, or said too much.
    if !isOver { supervisor.endAll() }
  }

  /// Finds out whether the program of a command is there, without starting it.
  package static func find(_ command: String) throws(ChildProgramError) {
    guard let name = command.split(separator: " ").first.map(String.init) else { throw .noName }
    let path = getenv("PATH").map { String(cString: $0) } ?? "/bin:/usr/bin"
    let folders = name.contains("/") ? [""] : path.split(separator: ":").map { "\($0)/" }
    var reason = ENOENT
    for folder in folders {
      if access(folder + name, X_OK) == 0 { return }
      if errno == EACCES { reason = EACCES }
    }
    throw .cannotStart(name, errno: reason)
  }

  /// What it has written to stderr since this was asked last, line by line.
  package func takeComplaints() -> [String] {
    defer { complaints = [] }
    return complaints.split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Sends bytes and waits for one line of answer, which is all that the program may write.
  package func answer(to bytes: [UInt8], within seconds: Int) throws(ChildProgramError) -> [UInt8] {
    // What is there before the question does not answer it.
    let goesOn = read(output, into: &received)
    guard received.isEmpty else { throw .unasked(name) }
    guard goesOn else { throw .ended(name, wait()) }
    var left = bytes[...]
    let deadline = ContinuousClock.now + .seconds(seconds)
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        guard end == received.count - 1 else { throw .unasked(name) }
        defer { received = [] }
        return Array(received[..<end])
      }
      guard try move(&left, until: deadline, seconds) else { throw .ended(name, wait()) }
    }
  }

  /// Sends bytes as all that it gets, and waits until it is done; its output is let go.
  package func finish(with bytes: [UInt8], within seconds: Int) throws(ChildProgramError) {
    var left = bytes[...]
    let deadline = ContinuousClock.now + .seconds(seconds)
    repeat {
      received = []
      if left.isEmpty, input >= 0 {
        close(input)
        input = -1
      }
    } while try move(&left, until: deadline, seconds)
    let ending = wait()
    guard ending == .code(0) else { throw .ended(name, ending) }
  }

  /// Moves what can be moved; false once the program has closed its output.
  private func move(
    _ left: inout ArraySlice<UInt8>, until deadline: ContinuousClock.Instant, _ seconds: Int
  ) throws(ChildProgramError) -> Bool {
    let rest = ContinuousClock.now.duration(to: deadline).components
    let milliseconds = rest.seconds * 1000 + rest.attoseconds / 1_000_000_000_000_000
    guard milliseconds > 0 else { throw .tooSlow(name, seconds: seconds) }
    var waits = [
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: isMute ? -1 : errors, events: Int16(POLLIN), revents: 0),
      pollfd(fd: left.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0),
    ]
    guard poll(&waits, 3, Int32(clamping: milliseconds)) >= 0 || errno == EINTR else {
      return false
    }
    if waits[1].revents != 0 { isMute = !read(errors, into: &complaints) }
    if waits[2].revents != 0 {
      let count = left.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      // A program that does not read its input may still answer or end well.
      if count > 0 { left.removeFirst(count) } else if errno != EAGAIN { left = [] }
    }
    let goesOn = waits[0].revents == 0 || read(output, into: &received)
    guard received.count <= Self.outputMax, complaints.count <= Self.outputMax else {
      throw .tooMuch(name, limit: Self.outputMax)
    }
    return goesOn
  }

  /// Reads what is there; false at the end.
  private func read(_ descriptor: Int32, into bytes: inout [UInt8]) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    if count > 0 { bytes += buffer.prefix(count) }
    return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR))
  }

  /// Waits for the end of a program that has closed its output; one that stays is ended.
  private func wait() -> ChildProgramError.Ending {
    isOver = true
    if let status = supervisor.status(withinMilliseconds: Self.patienceMilliseconds) {
      return ending(status)
    }
    supervisor.endAll()
    return supervisor.status(withinMilliseconds: 0).map(ending) ?? .signal(SIGKILL)
  }

  private func ending(_ status: Int32) -> ChildProgramError.Ending {
    status & 0x7F == 0 ? .code(status >> 8 & 0xFF) : .signal(status & 0x7F)
  }
}
