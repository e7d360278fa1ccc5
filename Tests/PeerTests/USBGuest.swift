// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

/// A machine in the machine, with Debian's own kernel, and USB sockets of its own.
///
/// QEMU runs it without KVM, root and network, and ends with the test. It sees the files of this machine,
/// whatever it writes is its own, and its memory is gone with it.
final class USBGuest {
  private static let place = "\(packageRoot)/.build/guest"

  /// Why there can be none on this machine.
  static let obstacle: String? = {
    guard access("\(place)/initrd", R_OK) == 0 else { return "needs .build/guest" }
    guard (try? TestSupport.run("qemu-system-x86_64", ["--version"]))?.exit == .code(0) else {
      return "needs qemu-system-x86"
    }
    return nil
  }()

  /// What a person is in the guest.
  enum User {
    /// Of no group that has rights to a reader.
    case anyone
    /// One whom Debian's rules let use readers.
    case ofReaders
    case root
  }

  private static let console = "console"
  private let folder: TemporaryDirectory
  private let program: BackgroundProgram
  private var heard: [UInt8] = []

  /// Starts it, with the reader that is offered at this socket plugged in, and waits until it answers.
  init(reader socket: String) throws {
    folder = try TemporaryDirectory()
    // It ends with the thread that starts it, on which its test stays to the end: also when the tests are
    // killed.
    program = try BackgroundProgram(
      "setpriv",
      [
        "--pdeathsig", "KILL", "qemu-system-x86_64", "-nodefaults", "-no-user-config", "-no-reboot",
        "-display", "none", "-accel",
        "tcg,thread=multi", "-smp", "2", "-m", "512", "-kernel", "\(Self.place)/kernel", "-initrd",
        "\(Self.place)/initrd", "-append", "console=ttyS0 quiet panic=-1 mitigations=off",
        "-serial", "file:\(folder.path(of: Self.console))", "-serial", "stdio",
      ] + Self.share("host", "/") + Self.share("added", "\(Self.place)/added") + [
        "-device", "qemu-xhci,id=usb", "-chardev", "socket,id=reader,path=\(socket)",
        "-device", "usb-redir,chardev=reader,bus=usb.0,id=reader0",
      ])
    let greeting = try line()
    try #require(greeting == "ready", "\(said())")
  }

  /// Runs a line of the shell to its end.
  @discardableResult
  func run(_ line: String, as user: User = .ofReaders) throws -> ProcessResult {
    let whole: String
    switch user {
    case .root: whole = line
    case .anyone: whole = Self.person(groups: "1000", line)
    case .ofReaders: whole = Self.person(groups: "1000,46", line)
    }
    try send(whole + "\n")
    let answer = try self.line().split(separator: " ")
    let code = try #require(answer.first.flatMap { Int32($0) }, "\(said())")
    let count = try #require(answer.last.flatMap { Int($0) })
    return ProcessResult(exit: .code(code), stdout: try bytes(count), stderr: [])
  }

  /// The built program, as people call it there.
  func tagpress(_ arguments: String, as user: User = .ofReaders) throws -> ProcessResult {
    try run("\(builtTool) \(arguments)", as: user)
  }

  /// Waits until a line of the shell ends well.
  func wait(for line: String, as user: User = .root, orShow other: String = ":") throws {
    let end = ContinuousClock.now + .seconds(60)
    while try run(line, as: user).exit != .code(0) {
      let shown = ContinuousClock.now < end ? "" : try run(other, as: .root).output
      try #require(ContinuousClock.now < end, "waited for \(line) in vain; \(shown) \(said())")
      usleep(100_000)
    }
  }

  /// What its kernel has said.
  func said() -> String {
    (try? folder.read(Self.console)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private static func share(_ name: String, _ folder: String) -> [String] {
    let what = "local,id=\(name),path=\(folder),security_model=none,readonly=on,multidevs=remap"
    return ["-fsdev", what, "-device", "virtio-9p-pci,fsdev=\(name),mount_tag=\(name)"]
  }

  private static func person(groups: String, _ line: String) -> String {
    let quoted = line.split(separator: "'", omittingEmptySubsequences: false).joined(
      separator: #"'\''"#)
    return "mkdir -p /run/home && chown 1000:1000 /run/home && cd /run/home && HOME=/run/home "
      + "setpriv --reuid=1000 --regid=1000 --groups=\(groups) sh -c '\(quoted)'"
  }

  private func send(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(program.pipes.input, $0.baseAddress, $0.count) }
      try #require(count > 0, "the guest is gone; \(said())")
      rest = rest.dropFirst(count)
    }
  }

  private func line() throws -> String {
    while true {
      if let end = heard.firstIndex(of: UInt8(ascii: "\n")) {
        defer { heard.removeSubrange(...end) }
        return String(decoding: heard[..<end], as: UTF8.self)
      }
      try listen()
    }
  }

  private func bytes(_ count: Int) throws -> [UInt8] {
    while heard.count < count { try listen() }
    defer { heard.removeSubrange(..<count) }
    return Array(heard[..<count])
  }

  private func listen() throws {
    var waiting = pollfd(fd: program.pipes.output, events: Int16(POLLIN), revents: 0)
    try #require(poll(&waiting, 1, 300_000) > 0, "the guest says nothing; \(said())")
    var room = [UInt8](repeating: 0, count: 4096)
    let count = read(program.pipes.output, &room, room.count)
    try #require(count > 0, "the guest is gone; \(said())")
    heard += room[..<count]
  }
}
