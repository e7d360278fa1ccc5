// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

/// What is in the place of the control socket is only for its owner to remove.
struct ControlSocketTests {
  @Test func aFileInTheWayStays() throws {
    let folder = try TemporaryDirectory()
    try folder.write("mine", to: "desk")
    for tell in [[], ["--tell", "list"]] {
      let result = try run(
        builtTool, ["simulate", "--control", "desk"] + tell, directory: folder.path)
      #expect(result.exit == .code(2))
      #expect(
        result.errorOutput.contains(
          "desk already exists and is not a socket. Choose another name."))
    }
    #expect(try folder.read("desk") == Array("mine".utf8))
  }

  @Test func aFolderThatIsNotThereIsNoPlaceForIt() throws {
    let folder = try TemporaryDirectory()
    let result = try tagpress("simulate", "--control", "none/desk", directory: folder.path)
    #expect(result.exit == .code(2))
    #expect(
      result.errorOutput == """
        tagpress simulate: The socket none/desk could not be created: No such file or \
        directory. Choose another place.

        """)
  }

  @Test func anotherSimulationKeepsItsSocket() throws {
    let desk = try Desk()
    let second = try desk.tagpress("simulate", "--control", "desk")
    #expect(second.exit == .code(2))
    #expect(try desk.tell("list").hasPrefix(#"{"tags":"#))
  }

  @Test(arguments: [SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET])
  func aSocketOfSomeoneElseStays(_ kind: __socket_type) throws {
    let folder = try TemporaryDirectory()
    let path = folder.path(of: "desk")
    let stranger = try StrangeSocket(path, kind)
    let before = try inode(of: path)
    let result = try tagpress("simulate", "--control", "desk", directory: folder.path)
    #expect(result.exit == .code(2))
    #expect(result.errorOutput.contains("desk exists and is in use"))
    #expect(try inode(of: path) == before)
    withExtendedLifetime(stranger) {}
  }

  /// One who listens and is called by so many that the system lets no one else wait is there, too.
  @Test func aSocketAtWhichNoOneMayWaitStays() throws {
    let folder = try TemporaryDirectory()
    let stranger = try StrangeSocket(folder.path(of: "desk"))
    let callers = try (0..<2).map { _ in try Caller(folder.path(of: "desk")) }
    let result = try run(
      builtTool, ["simulate", "--control", "desk"], directory: folder.path)
    #expect(result.exit == .code(2))
    #expect(folder.entries == ["desk"])
    withExtendedLifetime((stranger, callers)) {}
  }

  @Test func theSocketOfAKilledSimulationIsReplaced() throws {
    let folder = try TemporaryDirectory()
    _ = try StrangeSocket(folder.path(of: "desk"))
    let simulation = try BackgroundProgram(
      builtTool, ["simulate", "--control", "desk"], directory: folder.path)
    #expect(simulation.nextLine()?.hasPrefix("pn532_uart:") == true)
    let answer = try tagpress(
      "simulate", "--control", "desk", "--tell", "stop", directory: folder.path)
    #expect(answer.exit == .code(0))
    #expect(try simulation.finish().exit == .code(0))
    #expect(folder.entries == [])
  }

  @Test func whatTookThePlaceOfTheSocketStays() throws {
    let folder = try TemporaryDirectory()
    let simulation = try BackgroundProgram(
      builtTool, ["simulate", "--control", "desk"], directory: folder.path)
    #expect(simulation.nextLine() != nil)
    unlink(folder.path(of: "desk"))
    try folder.write("mine", to: "desk")
    simulation.send(SIGTERM)
    #expect(try simulation.finish().exit == .code(0))
    #expect(try folder.read("desk") == Array("mine".utf8))
  }

  /// More callers than there is room for, of whom none says a word or takes its answer.
  @Test func noOneWaitsForAnotherCaller() throws {
    let desk = try Desk()
    let path = desk.folder.path(of: "desk")
    let silent = try (0..<40).map { _ in try Caller(path) }
    #expect(try desk.tell("list").hasPrefix(#"{"tags":"#))
    let half = try Caller(path)
    half.say("lis")
    let deaf = try Caller(path)
    for _ in 0..<2000 { deaf.say("transcript\n") }
    #expect(try desk.tell("next").hasPrefix(#"{"tags":"#))
    half.say("t\nlist\n")
    #expect(half.line()?.hasPrefix(#"{"tags":"#) == true)
    #expect(half.line()?.hasPrefix(#"{"tags":"#) == true)
    withExtendedLifetime((silent, deaf)) {}
  }

  @Test func aSocketThatDoesNotAnswerIsReported() throws {
    let folder = try TemporaryDirectory()
    let stranger = try StrangeSocket(folder.path(of: "desk"))
    let result = try run(
      builtTool, ["simulate", "--control", "desk", "--tell", "list"], directory: folder.path)
    #expect(result.exit == .code(2))
    #expect(
      result.errorOutput == """
        tagpress simulate: The simulation at desk does not answer. Stop it with Ctrl-C and start \
        it again.

        """)
    withExtendedLifetime(stranger) {}
  }

  private func inode(of path: String) throws -> ino_t {
    var status = stat()
    try #require(lstat(path, &status) == 0)
    return status.st_ino
  }

  /// Another program that listens there can send nothing to a terminal that it takes for a command,
  /// and no endless answer into our memory.
  @Test(
    arguments: [
      (#"{"tags":"\u{1B}]0;owned\u{7}"}"#, 1, nil), ("\u{1B}[2J", 1, nil), ("[", 100_000, nil),
      ("1", 8 << 20, nil), (#"{"a":"\u202E ö"}"#, 1, #"{"a":"\u202E ö"}"#),
      ("{\"a\":\"\u{202E} ö\"}", 1, #"{"a":"\u202E ö"}"#),
    ] as [(String, Int, String?)])
  func anAnswerIsOneOfOursOrNone(_ part: String, _ times: Int, _ shown: String?) throws {
    let folder = try TemporaryDirectory()
    let stranger = try StrangeSocket(folder.path(of: "desk"))
    let asking = try BackgroundProgram(
      builtTool, ["simulate", "--control", "desk", "--tell", "list"], directory: folder.path)
    stranger.answerOnce(Array(String(repeating: part, count: times).utf8) + [0x0A])
    let result = try asking.finish()
    if let shown {
      #expect(result.output == shown + "\n")
      #expect(result.exit == .code(0))
    } else {
      #expect(result.output == "")
      #expect(result.errorOutput.contains("The program at desk is not a simulation"))
      #expect(result.exit == .code(2))
    }
  }
}

/// A socket that is not a simulation's.
private final class StrangeSocket {
  private let descriptor: Int32

  init(_ path: String, _ kind: __socket_type = SOCK_STREAM) throws {
    descriptor = socket(AF_UNIX, Int32(kind.rawValue), 0)
    let code = try withAddress(path) { bind(descriptor, $0, $1) }
    try #require(code == 0 && (kind == SOCK_DGRAM || listen(descriptor, 1) == 0))
  }

  deinit {
    close(descriptor)
  }

  /// Says this to the first request, until the one who asked leaves.
  func answerOnce(_ bytes: [UInt8]) {
    let caller = accept(descriptor, nil, nil)
    var byte: UInt8 = 0
    while read(caller, &byte, 1) == 1, byte != 0x0A {}
    _ = send(caller, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    close(caller)
  }
}

/// Someone at a control socket who need not be in a hurry.
private final class Caller {
  private let descriptor: Int32

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    try #require(try withAddress(path) { connect(descriptor, $0, $1) } == 0)
  }

  deinit { close(descriptor) }

  /// Says as much as there is room for.
  func say(_ words: String) {
    let bytes = Array(words.utf8)
    _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
  }

  /// The next line of an answer, or nil when there is none within a minute.
  func line() -> String? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&waiting, 1, 60_000) == 1, read(descriptor, &byte, 1) == 1 {
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return nil
  }
}

private func withAddress(
  _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
) throws -> Int32 {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  try #require(path.utf8.count < MemoryLayout.size(ofValue: address.sun_path))
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  return withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
}
