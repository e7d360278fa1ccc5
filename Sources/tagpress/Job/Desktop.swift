// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
internal import Threads

/// The user's graphical programs.
enum Desktop {
  /// Opens a link in the user's browser, or a folder in the file manager; whether one was started.
  static func open(_ place: String) -> Bool {
    guard getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil || getenv("BROWSER") != nil
    else { return false }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The program's own messages are of no use here.
    for end in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, end, "/dev/null", O_RDWR, 0)
    }
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("xdg-open"), strdup(place), nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    // Ctrl-C in this terminal is not meant for it.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, newSession)
    guard posix_spawnp(&process, "xdg-open", &actions, &attributes, &arguments, environ) == 0 else {
      return false
    }
    // It passes the place on and ends, so waiting would mean waiting for a program that does not.
    let child = process
    startThread {
      var status: Int32 = 0
      waitpid(child, &status, 0)
    }?.detach()
    return true
  }

  /// POSIX_SPAWN_SETSID, which glibc declares only with _GNU_SOURCE.
  private static let newSession: Int16 = 0x80
}
