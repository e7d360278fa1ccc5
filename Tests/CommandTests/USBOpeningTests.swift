// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import PretendedMachine
import TestSupport
import Testing
import VirtualReader

/// Who may open a reader on USB, and what is said to the others.
struct USBOpeningTests {
  @Test func aReaderThatAProgramOfOursHasIsLeftAlone() throws {
    let desk = try USBDesk(.acr122u, tag: .type2)
    desk.reader.lift(desk.tag)
    let first = try BackgroundProgram(
      "env", desk.machine.command(["read", "--watch", "--reader", "usb:1-1"]))
    let begun = ContinuousClock.now
    while try !isClaimed(desk) {
      try #require(ContinuousClock.now - begun < .seconds(60))
    }
    let commands = desk.reader.counters.hostCommands
    for name in ["usb:1-1", try #require(desk.machine.name())] {
      let second = try desk.tagpress(
        "put", "--reader", name, "--allow-reserved-hosts", USBDesk.link)
      #expect(second.exit == .code(2))
      #expect(
        second.errorOutput.contains("usb:1-1 is in use by 'tagpress' (process \(first.group))"))
    }
    let doctor = try desk.tagpress("doctor")
    #expect(doctor.output.contains("FAIL  usb:1-1: usb:1-1 is in use by 'tagpress'"), "\(doctor)")
    // The first goes on with the tag that comes, and no one has spoken to the chip but it.
    desk.reader.putBack(desk.tag)
    var lines: [String] = []
    while let line = first.nextLine(timeLimit: .seconds(60)) {
      lines.append(line)
      if line.contains(USBTag.type2.uid) { break }
    }
    #expect(lines.last?.contains(USBTag.type2.uid) == true, "\(lines)")
    #expect(desk.reader.counters.hostCommands > commands)
    first.send(SIGINT)
    _ = try first.finish()
    #expect(try desk.put().exit == .code(0))
  }

  /// Eight at once, several times: at least one writes, and each of the others says who does.
  @Test func ofEightProgramsAtOnceNoTwoHaveIt() throws {
    for _ in 1...3 {
      let desk = try USBDesk(.acr122u, tag: .type2)
      let programs = try (1...8).map { _ in
        try BackgroundProgram(
          "env",
          desk.machine.command([
            "put", "--reader", "usb:1-1", "--allow-reserved-hosts", USBDesk.link,
          ]))
      }
      let results = try programs.map { try $0.finish() }
      for result in results {
        desk.expectTrueOK(of: result)
        #expect(
          result.exit == .code(0) || result.errorOutput.contains("usb:1-1 is in use by"),
          "\(result.output) \(result.errorOutput)")
      }
      #expect(results.contains { $0.exit == .code(0) })
    }
  }

  /// A program that takes the reader by libnfc's reset keeps it; ours says who has it, and goes on.
  @Test(.enabled(if: isInstalled("nfc-poll")))
  func aReaderThatAnotherProgramHasTakenIsNotTakenBack() throws {
    let desk = try USBDesk(.acr122u, tag: .type2)
    desk.reader.lift(desk.tag)
    let ours = try BackgroundProgram(
      "sh",
      ["-c", "exec \"$@\" 2>&1", "sh", "env"]
        + desk.machine.command(["read", "--watch", "--reader", "usb:1-1"]))
    while desk.reader.counters.hostCommands < 40 { usleep(10_000) }
    let other = try BackgroundProgram(
      "stdbuf", ["-oL", "nfc-poll"], environment: desk.machine.environment())
    while let line = other.nextLine(), !line.contains("NFC device will poll") {}
    // It has the reader for as long as this takes here.
    other.send(SIGSTOP)
    var isTold = false
    while !isTold, let line = ours.nextLine(timeLimit: .seconds(60)) {
      isTold = line.contains("usb:1-1 is in use by")
    }
    #expect(isTold)
    other.send(SIGKILL)
    _ = try other.finish()
    desk.reader.putBack(desk.tag)
    var lines: [String] = []
    while let line = ours.nextLine(timeLimit: .seconds(60)) {
      lines.append(line)
      if line.contains(USBTag.type2.uid) { break }
    }
    #expect(lines.last?.contains("NTAG213, UID \(USBTag.type2.uid)") == true, "\(lines)")
  }

  /// A job begins with the readers that are there, and the others come when they are plugged in.
  @Test func aReaderThatComesLaterIsUsed() throws {
    let desk = try USBDesk(.acr122u, tag: .type2)
    desk.reader.lift(desk.tag)
    try desk.machine.folder.write(
      """
      <job xmlns="urn:tagpress:job:1" id="later"><tags chips="NTAG213"/>
      <link>https://go.example.com/s/{number}</link><rows count="3"/></job>
      """, to: "later.xml")
    let program = try BackgroundProgram(
      builtTool,
      ["write", "--json", "--allow-reserved-hosts", "later.xml"]
        + ["usb:1-1", "usb:1-2"].flatMap { ["--reader", $0] },
      environment: desk.machine.environment(), directory: desk.machine.folder.path)
    func wait(for event: String) {
      var lines: [String] = []
      while let line = program.nextLine(timeLimit: .seconds(60)) {
        if line.contains("\"event\":\"\(event)\",\"reader\":1") { return }
        lines.append(line)
      }
      Issue.record("\(event) did not come: \(lines)")
    }
    wait(for: "reader-refused")
    let second = try desk.machine.plug(.pn533, into: "1-2")
    defer { second.stop() }
    wait(for: "reader-opened")
    _ = try second.place { try USBTag.type2.chip() }
    wait(for: "tag-seen")
    program.send(SIGINT)
    let result = try program.finish()
    #expect(result.exit == .code(1), "\(result)")
  }

  @Test func oneReasonAndOneCureForWhatTheSystemHolds() throws {
    let desk = try USBDesk(.acr122u, tag: .type2)
    let driver = desk.machine.folder.path(of: "sys/bus/usb/devices/1-1/1-1:1.0/driver")
    unlink(driver)
    symlink("../../../../drivers/pn533_usb", driver)
    let words =
      "A part of the system, the kernel module pn533_usb, holds the reader usb:1-1. Run 'sudo "
      + "modprobe -r pn533_usb', and 'echo blacklist pn533_usb | sudo tee "
      + "/etc/modprobe.d/tagpress.conf' so that it does not come back."
    for arguments in [["read"], ["put", "--allow-reserved-hosts", USBDesk.link], ["doctor"]] {
      let result = try desk.tagpress(arguments)
      #expect((result.output + result.errorOutput).contains(words), "\(result)")
    }
    #expect(desk.reader.counters.hostCommands == 0)
  }

  /// libnfc's reset lets the kernel's own driver have the reader.
  @Test func whatTheSystemTakesMeanwhileIsTheReason() throws {
    let machine = try PretendedMachine()
    var options = VirtualReaderOptions()
    options.faults.atExchange = [0: .readerFallsSilent]
    options.commandCame = { _ in machine.bind("pn533_usb") }
    let reader = try machine.plug(.acr122u, options)
    defer { reader.stop() }
    let result = try run("env", machine.command(["read", "--reader", "usb:1-1"]))
    #expect(result.errorOutput.contains("the kernel module pn533_usb, holds"), "\(result)")
  }

  @Test func oneReasonAndOneCureWithoutRights() throws {
    let desk = try USBDesk(.acr122u, tag: .type2)
    let node = try #require(desk.machine.node())
    chmod(node, 0)
    let setpriv = geteuid() == 0 ? ["setpriv", "--reuid=65534", "--clear-groups", "env"] : []
    chmod(desk.machine.folder.path, 0o755)
    for arguments in [["read"], ["put", "--allow-reserved-hosts", USBDesk.link], ["doctor"]] {
      let result = try run("env", setpriv + desk.machine.command(arguments))
      let said = result.output + result.errorOutput
      #expect(
        said.contains("You have no permission to use usb:1-1. Run 'echo SUBSYSTEM==\\\"usb\\\""),
        "\(said)")
      #expect(said.contains(#"ATTR{idVendor}==\"072f\", ATTR{idProduct}==\"2200\""#), "\(said)")
    }
    #expect(desk.reader.counters.hostCommands == 0)
  }

  /// libnfc's name changes at each re-plug; a job on it goes on all the same.
  @Test func aReaderUnderLibNFCsNameIsFoundAgain() throws {
    let desk = try USBDesk(.acr122u, tag: .type2)
    desk.reader.lift(desk.tag)
    let name = try #require(desk.machine.name())
    let program = try BackgroundProgram(
      "env", desk.machine.command(["read", "--watch", "--reader", name]))
    // It is open, and looks for tags.
    while desk.reader.counters.hostCommands < 40 { usleep(10_000) }
    try desk.reader.unplug()
    try desk.reader.replug()
    try desk.waitUntilPlugged()
    #expect(desk.machine.name() != name)
    desk.reader.putBack(desk.tag)
    var lines: [String] = []
    while let line = program.nextLine(timeLimit: .seconds(60)) {
      lines.append(line)
      if line.contains(USBTag.type2.uid) { break }
    }
    #expect(lines.last?.contains(USBTag.type2.uid) == true, "\(lines)")
  }

  private func isClaimed(_ desk: USBDesk) throws -> Bool {
    let link = "/sys/bus/usb/devices/1-1/1-1:1.0/driver"
    let result = try run("env", desk.machine.command(program: "readlink", [link]))
    return result.output.contains("usbfs")
  }
}
