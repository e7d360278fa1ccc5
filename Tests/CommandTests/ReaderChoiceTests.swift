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
