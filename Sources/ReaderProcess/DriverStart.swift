// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// Why the process of a driver could not be started.
struct DriverNotStarted: Error {
  let code: Int32
}

/// What makes a process one of a driver's: its only argument, and its channel with this number.
enum DriverMark {
  static let argument = "reader-process"
  static let descriptor: Int32 = 3
}

/// Restarts a program, with nothing of ours but its end of the channel.
func startDriver(_ program: String, socket: Int32) throws(DriverNotStarted) -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  // First of all: the program may have been started without one of the next three.
  posix_spawn_file_actions_adddup2(&actions, socket, DriverMark.descriptor)
  // libnfc opens nothing while there is no standard input, and no one is to read what a library
  // says while it crashes.
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDWR, 0)
  posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
  posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
  // In a group of its own it hears no Ctrl-C: the tag that is being written is finished through it.
  var all = sigset_t()
  sigfillset(&all)
  var none = sigset_t()
  sigemptyset(&none)
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  posix_spawnattr_setsigdefault(&attributes, &all)
  posix_spawnattr_setsigmask(&attributes, &none)
  posix_spawnattr_setpgroup(&attributes, 0)
  posix_spawnattr_setflags(
    &attributes,
    Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETPGROUP))
  var arguments: [UnsafeMutablePointer<CChar>?] = [
    strdup("tagpress"), strdup(DriverMark.argument), nil,
  ]
  var variables = environment()
  defer { for text in arguments + variables { free(text) } }
  var process: pid_t = 0
  let problem = posix_spawn(&process, program, &actions, &attributes, &arguments, &variables)
  guard problem == 0 else { throw DriverNotStarted(code: problem) }
  return process
}

/// Our own variables; but a driver that crashes is to end at once, and not to be taken apart first.
private func environment() -> [UnsafeMutablePointer<CChar>?] {
  let name = "SWIFT_BACKTRACE="
  var variables: [UnsafeMutablePointer<CChar>?] = []
  var next = environ
  while let variable = next.pointee {
    if strncmp(variable, name, name.utf8.count) != 0 { variables.append(strdup(variable)) }
    next += 1
  }
  return variables + [strdup(name + "enable=no"), nil]
}
