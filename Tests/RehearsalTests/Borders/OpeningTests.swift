// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import LibNFCReader
import TagReading
import TestSupport
import Testing
import VirtualReader

/// Every way in which a reader cannot be opened has its own words, and ends on its own.
struct OpeningTests {
  private func failure(_ name: String) -> ReaderOpeningError? {
    do {
      _ = try LibNFCReader(ReaderName(name))
      return nil
    } catch {
      return error
    }
  }

  @Test func aPortThatIsNotThere() {
    #expect(failure("/dev/ttyUSB99") == .noSuchPort("/dev/ttyUSB99"))
    #expect(failure("usb:9-9") == .noSuchPort("usb:9-9"))
  }

  @Test func aFileThatIsNoPort() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write("not a port", to: "file")
    #expect(failure(path) == .notATerminal(path))
    #expect(failure(folder.path) == .notATerminal(folder.path))
    #expect(failure("/dev/null") == .notATerminal("/dev/null"))
  }

  @Test func aPortBehindWhichNothingAnswers() throws {
    let terminal = try SilentTerminal()
    #expect(
      failure(terminal.path) == .noAnswer(terminal.path, speeds: [115_200, 460_800, 921_600]))
  }

  @Test func aPortThatThisProcessHasOpenAlready() throws {
    let virtual = try VirtualReader()
    let reader = try open(virtual)
    let second = failure("pn532_uart:\(virtual.path)")
    #expect(second == .inUse(virtual.path, by: nil))
    // The first one was not disturbed.
    #expect(try reader.select(.typeA) == nil)
  }

  @Test func aPortThatAnotherProgramHasOpen() throws {
    let virtual = try VirtualReader()
    let other = try BackgroundProgram(
      "sh", ["-c", #"exec 3<>"$0"; echo; exec sleep 600"#, virtual.path])
    #expect(other.nextLine() == "")
    guard case .inUse(virtual.path, let holder?) = failure(virtual.path) else {
      Issue.record("a port that 'sleep' holds was opened")
      return
    }
    #expect(holder.program == "sleep")
    withExtendedLifetime(other) {}
  }

  @Test func aReaderThatWasClosedOpensAgain() throws {
    let virtual = try VirtualReader()
    virtual.place { chip(.ntag213, 1) }
    for _ in 0..<3 {
      let reader = try open(virtual)
      #expect(try reader.select(.typeA) != nil)
    }
  }

  @Test func theModelIsTheReadersOwnWords() throws {
    let virtual = try VirtualReader()
    let reader = try open(virtual)
    #expect(reader.identity.name == "pn532_uart:\(virtual.path)")
    #expect(reader.identity.model.contains("PN532 v1.6"))
  }
}

/// A pseudo-terminal with nothing behind it.
private final class SilentTerminal {
  let path: String
  private let reader: VirtualReader

  init() throws {
    var options = VirtualReaderOptions()
    options.faults.odds.readerFallsSilent = Ratio(1, of: 1)
    reader = try VirtualReader(options)
    path = reader.path
  }
}
