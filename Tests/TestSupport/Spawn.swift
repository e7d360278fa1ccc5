// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import Threads

/// A started program and this process's ends of its three pipes.
struct Child {
  var process: pid_t
  var stdin: Descriptor
  var stdout: Descriptor
  var stderr: Descriptor
}

/// Held while pipes are made and handed over, and while a file is written that may be started.
///
/// `pipe` cannot set close-on-exec itself (`pipe2` is not in the Glibc module), and a program started by
/// another test in between would hold our pipes open: no reader would ever see the end.
///
/// The number is of no use; but a value without a size is where the lock is, and the thread
/// sanitizer takes the one for the other.
let spawning = Guarded(0)

/// Starts a program in its own process group, connected by three pipes.
func spawn(
  _ program: String, _ arguments: [String], environment: [String: String]?, directory: String?
) throws(ProcessError) -> Child {
  // Nor is `posix_spawn_file_actions_addchdir_np` there, so a shell changes the directory and becomes the program.
  let command =
    if let directory {
      ["/bin/sh", "-c", "cd -- \"$0\" && exec \"$@\"", directory, program] + arguments
    } else {
      [program] + arguments
    }
  let started = spawning.withLock { _ -> Result<Child, ProcessError> in
    do throws(ProcessError) {
      return .success(
        try start(
          command, environment: environment,
          state: stateFolder(besideOneOf: [directory].compactMap(\.self) + arguments)))
    } catch {
      return .failure(error)
    }
  }
  return try started.get()
}

private func start(
  _ command: [String], environment: [String: String]?, state: String?
) throws(ProcessError) -> Child {
  let stdin = try Pipe()
  let stdout = try Pipe()
  let stderr = try Pipe()
  defer {
    stdin.reader.close()
    stdout.writer.close()
    stderr.writer.close()
  }

  // libnfc opens its port for children, too, and the test that closes it would find it in use.
  for descriptor in names(in: "/proc/self/fd").compactMap({ Int32($0) }) where descriptor > 2 {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_adddup2(&actions, stdin.reader.number, STDIN_FILENO)
  posix_spawn_file_actions_adddup2(&actions, stdout.writer.number, STDOUT_FILENO)
  posix_spawn_file_actions_adddup2(&actions, stderr.writer.number, STDERR_FILENO)

  // The test process ignores SIGPIPE; the program must meet it as a user's shell would deliver it.
  signal(SIGPIPE, SIG_IGN)
  var delivered = sigset_t()
  sigemptyset(&delivered)
  sigaddset(&delivered, SIGPIPE)
  var blocked = sigset_t()
  sigemptyset(&blocked)
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  posix_spawnattr_setsigdefault(&attributes, &delivered)
  posix_spawnattr_setsigmask(&attributes, &blocked)
  posix_spawnattr_setpgroup(&attributes, 0)
  posix_spawnattr_setflags(
    &attributes,
    Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETPGROUP))

  var process: pid_t = 0
  let problem = withCStrings(command) { argv in
    var all =
      environment.map { $0.merging(sanitizersOptions) { given, _ in given } } ?? ownEnvironment
    // What one test writes must be no copy of what another one does, nor be remembered by the user.
    if let state, all["XDG_STATE_HOME"] == nil { all["XDG_STATE_HOME"] = state }
    return withCStrings(all.map { "\($0.key)=\($0.value)" }) { variables in
      posix_spawnp(&process, command[0], &actions, &attributes, argv, variables)
    }
  }
  guard problem == 0 else {
    stdin.writer.close()
    stdout.reader.close()
    stderr.reader.close()
    throw .noSuchProgram(command[0], errno: problem)
  }
  return Child(
    process: process, stdin: stdin.writer, stdout: stdout.reader, stderr: stderr.reader)
}

/// Where programs remember things that work in the folder of a test.
private func stateFolder(besideOneOf places: [String]) -> String? {
  for place in places {
    guard let start = place.firstRange(of: TemporaryDirectory.beginning) else { continue }
    let end = place[start.upperBound...].firstIndex(of: "/") ?? place.endIndex
    return place[..<end] + TemporaryDirectory.stateEnding
  }
  return nil
}

private var ownEnvironment: [String: String] {
  var all: [String: String] = [:]
  var next = environ
  while let variable = next.pointee.map({ String(cString: $0) }) {
    let parts = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    all[String(parts[0])] = parts.count == 2 ? String(parts[1]) : ""
    next += 1
  }
  return all
}

/// What `.ci/sanitize` tells the sanitizers: where reports go, and what is no loss.
///
/// A program that was built with one needs them in every environment.
private let sanitizersOptions: [String: String] = {
  var options: [String: String] = [:]
  for name in ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"] {
    options[name] = environmentVariable(name)
  }
  return options
}()

/// Lends the strings as a NULL-terminated array of C strings.
private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  let pointers = UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>.allocate(
    capacity: strings.count + 1)
  pointers.initialize(repeating: nil)
  for (index, string) in strings.enumerated() { pointers[index] = strdup(string) }
  defer {
    for pointer in pointers { free(pointer) }
    pointers.deallocate()
  }
  return body(pointers.baseAddress.unsafelyUnwrapped)
}
