// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

/// What lies where the control socket is to be made is nobody's to remove but its owner's.
@Suite struct ControlSocketTests {
  @Test func aFileInTheWayStays() throws {
    let folder = try TemporaryDirectory()
    try folder.write("mine", to: "desk")
    let result = try tagpress("simulate", "--control", "desk", directory: folder.path)
    #expect(result.exit == .code(2))
    #expect(result.errorOutput.contains("desk exists and is in use"))
    #expect(try folder.read("desk") == Array("mine".utf8))
  }

  @Test func aFolderThatIsNotThereIsNoPlaceForIt() throws {
    let folder = try TemporaryDirectory()
    let result = try tagpress("simulate", "--control", "none/desk", directory: folder.path)
    #expect(result.exit == .code(2))
    #expect(
      result.errorOutput == """
        tagpress simulate: the control socket none/desk could not be made: No such file or \
        directory; choose another place.

        """)
  }

  @Test func anotherSimulationKeepsItsSocket() throws {
    let desk = try Desk()
    let second = try desk.tagpress("simulate", "--control", "desk")
    #expect(second.exit == .code(2))
    #expect(try desk.tell("list").hasPrefix(#"{"tags":"#))
  }

  /// Whoever listens there instead of a simulation gets nothing to a terminal that it takes for a
  /// command, and no endless answer into our memory.
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
      #expect(result.errorOutput.contains("what answers at desk is no simulation"))
      #expect(result.exit == .code(2))
    }
  }
}

/// A socket that is no simulation's.
private final class StrangeSocket {
  private let descriptor: Int32

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    try #require(path.utf8.count < MemoryLayout.size(ofValue: address.sun_path))
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(code == 0 && listen(descriptor, 1) == 0)
  }

  deinit {
    close(descriptor)
  }

  /// Says this to the first request, until whoever asked goes.
  func answerOnce(_ bytes: [UInt8]) {
    let caller = accept(descriptor, nil, nil)
    var byte: UInt8 = 0
    while read(caller, &byte, 1) == 1, byte != 0x0A {}
    _ = send(caller, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    close(caller)
  }
}
