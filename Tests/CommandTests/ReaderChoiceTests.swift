// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import ReaderProcess
import TagReading
import TestSupport
import Testing
import VirtualReader

@testable import tagpress

struct ReaderChoiceTests {
  @Test(arguments: ["write", "verify"])
  func aReaderIsNamedOnce(_ command: String) throws {
    let desk = try Desk()
    try desk.folder.writeSpringJob(rows: 1)
    #expect(try desk.tagpress("write", "spring.xml").exit == .code(0))
    let result = try desk.tagpress(
      command, "--reader", "pn532_uart:a", "--reader", "pn532_uart:a", "spring.xml")
    #expect(result.exit == .code(64))
    #expect(
      result.errorOutput.hasSuffix(
        "tagpress \(command): pn532_uart:a is named twice; name each reader once.\n"),
      "\(result.errorOutput)")
  }

  /// One that opens and is lost at its first look would otherwise be opened all the time.
  @Test func aReaderThatWasLostIsLeftAloneForAMoment() throws {
    let virtual = try VirtualReader()
    defer { virtual.stop() }
    let before = ContinuousClock.now
    let reader = reopenReader("pn532_uart:\(virtual.path)", unless: StopFlag()) { name in
      // This process is none of `tagpress`, which starts itself for a driver.
      try? ReaderProcess(name, program: builtTool)
    }
    #expect(reader != nil)
    #expect(ContinuousClock.now - before >= .milliseconds(200))
  }
}
