// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLinux
internal import Glibc

/// The process between us and a program of the user, under which all processes of that program stay,
/// whatever group or session they go to; see `Sources/CLinux/supervisor.h`.
final class ProgramSupervisor {
  private let process: pid_t
  private let channel: Int32
  private var status: Int32?

  /// How long the end of all processes may take; one that cannot be killed is another user's.
  private static let endingMilliseconds = 5000

  /// Starts a program connected by its stdin, stdout and stderr, with our environment but for one
  /// variable.
  init(
    starting arguments: [String], named name: String, with variable: ProgramVariable?,
    behind ends: [Int32]
  ) throws(ChildProgramError) {
    let texts = arguments.map { strdup($0) } + [nil]
    var channel: Int32 = -1
    process = tagpress_start_supervised(name, texts, variable?.text, ends, &channel)
    let code = errno
    for text in texts { free(text) }
    self.channel = channel
    guard process > 0 else { throw .cannotStart(name, errno: code) }
    // A supervisor that says nothing had no descriptor left.
    let problem = Self.report(from: channel)?.value ?? EMFILE
    guard problem == 0 else { throw .cannotStart(name, errno: problem) }
  }

  /// Lets the program go, with what it has left behind: a service that it has started, for example.
  deinit {
    guard process > 0 else { return }
    close(channel)
    while waitpid(process, nil, 0) < 0 && errno == EINTR {}
  }

  /// How the program has ended, as waitpid(2) says it; nil when it has not in so long a time.
  func status(withinMilliseconds patience: Int) -> Int32? {
    let deadline = ContinuousClock.now + .milliseconds(patience)
    while status == nil {
      let left = max(.zero, deadline - .now) / .milliseconds(1)
      var waiting = pollfd(fd: channel, events: Int16(POLLIN), revents: 0)
      let count = poll(&waiting, 1, Int32(clamping: Int(left.rounded(.up))))
      if count < 0, errno == EINTR { continue }
      guard count > 0, let report = Self.report(from: channel) else { return nil }
      status = report.value
    }
    return status
  }

  /// Ends the program and every process that came from it.
  func endAll() {
    var word = UInt8(ascii: "k")
    send(channel, &word, 1, Int32(MSG_NOSIGNAL))
    // It says how the program ended before it goes.
    let known = status
    status = nil
    let last = status(withinMilliseconds: Self.endingMilliseconds)
    status = known ?? last
    var waiting = pollfd(fd: channel, events: Int16(POLLIN), revents: 0)
    // With the supervisor the channel ends.
    if poll(&waiting, 1, Int32(Self.endingMilliseconds)) < 1 { kill(process, SIGKILL) }
  }

  /// The next thing that it says; nil when it is gone.
  private static func report(from channel: Int32) -> tagpress_report? {
    var report = tagpress_report()
    let size = MemoryLayout<tagpress_report>.size
    while true {
      let count = recv(channel, &report, size, 0)
      if count < 0, errno == EINTR { continue }
      return count == size ? report : nil
    }
  }
}
