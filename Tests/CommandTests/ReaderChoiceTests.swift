// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import JobPage
import PretendedMachine
import ReaderProcess
import TagReading
import TestSupport
import Testing
import VirtualReader

@testable import LibNFCReader
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

  /// A port has a name that outlives re-plugging, and may have a speed behind it.
  @Test(arguments: ["", ":460800"])
  func aSerialReaderIsNamedOnceUnderItsNames(_ speed: String) throws {
    let desk = try Desk()
    try desk.folder.writeSpringJob(rows: 1)
    let port = String(desk.reader.dropFirst("pn532_uart:".count))
    let link = desk.folder.path(of: "usb-1a86_USB_Serial-if00-port0")
    symlink(port, link)
    let named = ["pn532_uart:\(link)\(speed)", desk.reader]
    let result = try desk.tagpress(
      ["write", "--reader", named[0], "--reader", named[1], "spring.xml"])
    #expect(result.exit == .code(64))
    #expect(
      result.errorOutput.hasSuffix(
        "tagpress write: \(named[0]) and \(named[1]) are the same reader; name it once.\n"),
      "\(result.errorOutput)")
    // No byte has reached the reader.
    #expect(try desk.tell("counters").contains(#""commands":0,"#))
  }

  @Test func aReaderOnUSBIsNamedOnceUnderItsNames() throws {
    let desk = try USBDesk(.acr122u, tag: .type2)
    try desk.machine.folder.writeSpringJob(rows: 1)
    let named = try #require(desk.machine.name())
    let result = try desk.tagpress("write", "--reader", "usb:1-1", "--reader", named, "spring.xml")
    #expect(result.exit == .code(64))
    #expect(
      result.errorOutput.hasSuffix(
        "tagpress write: usb:1-1 and \(named) are the same reader; name it once.\n"),
      "\(result.errorOutput)")
    #expect(desk.reader.counters.hostCommands == 0)
  }

  /// What the PC/SC service lists is not offered by libnfc's driver as well, nor a port under two names.
  @Test func aReaderIsOfferedOnce() throws {
    let machine = try PretendedMachine()
    let reader = try machine.plug(.acr122u, into: "1-1")
    let other = try machine.plug(.pn533, into: "1-2")
    defer {
      reader.stop()
      other.stop()
    }
    machine.bind("usbfs")
    let port = machine.folder.path(of: "ttyUSB0")
    let link = machine.folder.path(of: "usb-serial")
    try machine.folder.write("", to: "ttyUSB0")
    symlink(port, link)
    let found = ReaderSurvey.look(root: machine.folder.path)
    let survey = ReaderSurvey(
      usb: found.usb, ports: [ReaderSurvey.PortState(path: link, mayOpen: true)],
      pcscServiceRuns: true)
    let listed = ["pcsc:ACS ACR122U 00 00"]
    #expect(
      readersOffered([], survey, listed).map(\.name)
        == ["usb:1-2", listed[0], "pn532_uart:\(link)"])
    let named = ["pn532_uart:\(port):460800", "pcsc:ACS"]
    #expect(readersOffered(named, survey, listed).map(\.name) == named + ["usb:1-2"])
    #expect(readersOffered([], survey, []).map(\.words).first == "acr122_usb, usb:1-1")
  }

  /// An empty variable is none, and a wrong name says where it comes from.
  @Test func theNameInTheEnvironmentIsNamed() throws {
    let wrong = try run(builtTool, ["read"], environment: ["LIBNFC_DEVICE": "nonsense"])
    #expect(wrong.exit == .code(2))
    #expect(wrong.errorOutput.contains("'LIBNFC_DEVICE=nonsense' is not the name of a reader."))
    let none = try run(builtTool, ["read"], environment: [:])
    let empty = try run(builtTool, ["read"], environment: ["LIBNFC_DEVICE": ""])
    #expect(empty.errorOutput == none.errorOutput && empty.exit == none.exit)
  }

  /// The page would offer what can never be a reader.
  @Test(arguments: [
    (["nonsense"], 2, "'nonsense' is not the name of a reader."),
    (["usb:1-1x"], 2, "'usb:1-1x' is not the name of a reader."),
    (["usb:1-1", "usb:1-1"], 64, "usb:1-1 is named twice; name each reader once."),
  ])
  func thePageOpensWithNamesOfReadersAlone(_ names: [String], _ code: Int32, _ words: String) throws
  {
    let folder = try TemporaryDirectory()
    let result = try run(
      builtTool, ["open", ".", "--no-open"] + names.flatMap { ["--reader", $0] },
      directory: folder.path)
    #expect(result.exit == .code(code) && result.output.isEmpty, "\(result)")
    #expect(result.errorOutput.contains(words), "\(result)")
  }

  /// One that opens and is lost at its first look would otherwise be opened all the time.
  @Test func aReaderThatWasLostIsLeftAloneForAMoment() throws {
    let virtual = try VirtualReader()
    defer { virtual.stop() }
    let before = ContinuousClock.now
    let reader = reopenReader(
      "pn532_uart:\(virtual.path)", lostBy: .readerGone, unless: StopFlag(),
      tell: { Issue.record("\($0)") },
      // This process is none of `tagpress`, which starts itself for a driver.
      by: { name throws(ReaderOpeningError) in try ReaderProcess(name, program: builtTool) })
    #expect(reader != nil)
    #expect(ContinuousClock.now - before >= .milliseconds(200))
  }
}
