// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Glibc
internal import Provisioning

/// Why a program that the user named did not do its work.
enum ChildProgramError: Error, Hashable {
  case noName
  case cannotStart(String, errno: Int32)
  case tooSlow(String, seconds: Int)
  /// It ended before it had answered, with this code or by this signal.
  case ended(String, Ending)
  case tooMuch(String, limit: Int)
  /// It wrote something that nobody asked for, so that its lines and the questions are out of step.
  case unasked(String)

  enum Ending: Hashable {
    case code(Int32)
    case signal(Int32)
  }
}

/// A program that the user named, behind three pipes; no shell stands between.
///
/// Its command line is split at blanks and nothing else: what needs quotes goes into a script.
final class ChildProgram {
  /// What comes back at once may have so many bytes.
  static let outputMax = 1 << 20

  /// Held while pipes are made: a program that another thread starts before they close on exec would
  /// hold them open, and nobody would see the end of ours.
  private static let spawning = Monitor()

  let name: String
  private let process: pid_t
  private var input: Int32
  private let output: Int32
  private let errors: Int32
  private var received: [UInt8] = []
  private var complaints: [UInt8] = []
  /// Whether it has closed its stderr, which then would always seem to have something to say.
  private var isMute = false
  private var isOver = false

  /// Begins the program.
  init(_ command: String) throws(ChildProgramError) {
    let arguments = command.split(separator: " ").map(String.init)
    guard let name = arguments.first else { throw .noName }
    self.name = name
    let started = try ChildProgram.spawning.inside { () throws(ChildProgramError) in
      try ChildProgram.start(name, arguments)
    }
    let (process, ends, problem) = started
    self.process = process
    input = ends[0][1]
    output = ends[1][0]
    errors = ends[2][0]
    for end in [input, output, errors] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    guard problem == 0 else {
      isOver = true
      throw .cannotStart(name, errno: problem)
    }
  }

  /// Makes the pipes and the process; its ends of them are closed here, as it has its own.
  private static func start(
    _ name: String, _ arguments: [String]
  ) throws(ChildProgramError) -> (process: pid_t, ends: [[Int32]], problem: Int32) {
    var ends: [[Int32]] = []
    for _ in 0..<3 {
      var pair: [Int32] = [-1, -1]
      guard pipe(&pair) == 0 else {
        let code = errno
        for end in ends.joined() { close(end) }
        throw .cannotStart(name, errno: code)
      }
      for end in pair { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      ends.append(pair)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[0][0], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends[1][1], STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends[2][1], STDERR_FILENO)
    // We ignore a closed pipe; the program must meet it as usual. In a group of its own it does not
    // hear a Ctrl-C that is meant for us, and finishes what it does for the last tag.
    var usual = sigset_t()
    sigemptyset(&usual)
    sigaddset(&usual, SIGPIPE)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETPGROUP))
    var texts = arguments.map { strdup($0) } + [nil]
    var process: pid_t = 0
    let problem = posix_spawnp(&process, name, &actions, &attributes, &texts, environ)
    for text in texts { free(text) }
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
    for end in [ends[0][0], ends[1][1], ends[2][1]] { close(end) }
    return (process, ends, problem)
  }

  deinit {
    for end in [input, output, errors] where end >= 0 { close(end) }
    guard !isOver else { return }
    kill(-process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// Finds out whether the program of a command is there, without starting it.
  static func find(_ command: String) throws(ChildProgramError) {
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
  func takeComplaints() -> [String] {
    defer { complaints = [] }
    return complaints.split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Sends bytes and waits for one line of answer, which is all that the program may write.
  func answer(to bytes: [UInt8], within seconds: Int) throws(ChildProgramError) -> [UInt8] {
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
  func finish(with bytes: [UInt8], within seconds: Int) throws(ChildProgramError) {
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
      // Who does not read its input may still answer or end well.
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
    var status: Int32 = 0
    for _ in 0..<100 {
      if waitpid(process, &status, WNOHANG) == process { return ending(status) }
      usleep(10_000)
    }
    kill(-process, SIGKILL)
    waitpid(process, &status, 0)
    return ending(status)
  }

  private func ending(_ status: Int32) -> ChildProgramError.Ending {
    status & 0x7F == 0 ? .code(status >> 8 & 0xFF) : .signal(status & 0x7F)
  }
}

/// Says before the first tag that a program is missing which an option names.
func requirePrograms(_ commands: KeyValuePairs<String, String?>) throws(Failure) {
  for case (let option, let command?) in commands {
    do throws(ChildProgramError) {
      try ChildProgram.find(command)
    } catch {
      throw Failure(name: "no-program", words: "\(option): \(error)", code: .couldNotRun)
    }
  }
}
