// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

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

  @Test func anotherSimulationKeepsItsSocket() throws {
    let desk = try Desk()
    let second = try desk.tagpress("simulate", "--control", "desk")
    #expect(second.exit == .code(2))
    #expect(try desk.tell("list").hasPrefix(#"{"tags":"#))
  }
}
