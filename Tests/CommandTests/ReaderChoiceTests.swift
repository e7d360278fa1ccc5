// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import Testing
import VirtualReader

@testable import tagpress

@Suite struct ReaderChoiceTests {
  /// One that opens and is lost at its first look would otherwise be opened all the time.
  @Test func aReaderThatWasLostIsLeftAloneForAMoment() throws {
    let virtual = try VirtualReader()
    defer { virtual.stop() }
    let before = ContinuousClock.now
    #expect(reopenReader("pn532_uart:\(virtual.path)", unless: StopFlag()) != nil)
    #expect(ContinuousClock.now - before >= .milliseconds(200))
  }
}
