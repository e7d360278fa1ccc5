// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing
import Threads
import VirtualReader

/// Readers on USB behind a real kernel, with real drivers, rights, libnfc, pcscd and libccid, as ordinary
/// users meet them.
@Suite(
  .serialized, .timeLimit(.minutes(20)),
  .enabled(if: USBGuest.obstacle == nil, Comment(rawValue: USBGuest.obstacle ?? "")))
struct USBGuestTests {
  /// A reader in the first socket of a guest, with a new NTAG213 on it.
  struct Bench {
    static let link = "https://go.tagtag.shop/s/1"
    static let uid = "04A1B200015C80"

    let folder: TemporaryDirectory
    let reader: VirtualReader
    let tag: TagID
    let guest: USBGuest
    /// How many more commands come before something happens.
    let countdown = Guarded(0)

    init(_ model: USBReaderModel) throws {
      folder = try TemporaryDirectory()
      var options = VirtualReaderOptions()
      options.usb = USBOffer(model, at: folder.path(of: "usb"))
      let countdown = countdown
      options.commandCame = { _ in countdown.withLock { $0 -= 1 } }
      reader = try VirtualReader(options)
      tag = try reader.place {
        try #require(VirtualType2Chip(.ntag213, uid: [0x04, 0xA1, 0xB2, 0x00, 0x01, 0x5C, 0x80]))
      }
      guest = try USBGuest(reader: folder.path(of: "usb"))
      // Nothing has given the device to anybody yet.
      try guest.run("/usr/lib/systemd/systemd-udevd --daemon", as: .root)
      try guest.wait(for: "test -e /sys/bus/usb/devices/1-1/idVendor -a -e /dev/bus/usb/001/002")
    }

    /// Waits until the chip has had so many commands more.
    func waitForCommands() throws {
      let end = ContinuousClock.now + .seconds(60)
      while countdown.withLock({ $0 > 0 }) {
        let shown = ContinuousClock.now < end ? "" : try guest.run("cat events").output
        try #require(ContinuousClock.now < end, "\(shown)")
        usleep(200)
      }
    }

    /// Carries out what a message tells to do with root's rights.
    func follow(_ words: String) throws {
      var commands = words.split(separator: "'", omittingEmptySubsequences: false)
        .enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
      commands.removeAll { !$0.contains("sudo ") }
      #expect(!commands.isEmpty, "\(words)")
      for command in commands {
        let done = try guest.run(command.replacing("sudo ", with: ""), as: .root)
        #expect(done.exit == .code(0), "\(command): \(done.output)")
      }
      try guest.run("udevadm settle", as: .root)
    }

    /// A read that ends well and shows what is on the tag.
    func expectRead(_ options: String = "", shows words: String, _ line: Int = #line) throws {
      let read = try guest.run("timeout 60 \(builtTool) read \(options)")
      #expect(read.exit == .code(0) && read.output.contains(words), "line \(line): \(read.output)")
    }
  }

  @Test func anACR122UAsPeopleMeetIt() throws {
    let bench = try Bench(.acr122u)
    let guest = bench.guest

    // No rule knows the reader, then one does, and then the user is in its group.
    for command in ["read", "put \(Bench.link)", "doctor"] {
      let said = try guest.tagpress(command, as: .anyone).output
      #expect(said.contains("You have no permission to use usb:1-1. Run 'echo"), "\(said)")
    }
    #expect(bench.reader.counters.hostCommands == 0)
    try bench.follow(try guest.tagpress("read", as: .anyone).output)
    let said = try guest.tagpress("read", as: .anyone).output
    #expect(said.contains("members of the group 'plugdev': run 'sudo adduser $USER plugdev'"))

    let doctor = try guest.tagpress("doctor")
    #expect(doctor.exit == .code(0) && doctor.output.contains("OK    usb:1-1: PN532 v1.6"))
    let list = try guest.run("nfc-list").output.filter(\.isHexDigit).uppercased()
    #expect(list.contains(Bench.uid))
    try bench.expectRead(shows: "it left the factory")
    #expect(try guest.tagpress("put \(Bench.link)").output.contains("OK  \(Bench.uid)"))
    try bench.expectRead(shows: "URI: \(Bench.link)")

    // Two at once: the second touches nothing, or comes when the first is done.
    let both = try guest.run(
      "for n in 1 2; do \(builtTool) put \(Bench.link)/$n >put.$n 2>&1 & done; wait; cat put.1 put.2"
    )
    let outcomes = both.output.split(separator: "\n").filter { !$0.hasPrefix("Put a tag") }
    #expect(outcomes.count == 2, "\(both.output)")
    for line in outcomes {
      #expect(
        line.hasPrefix("OK  \(Bench.uid)") || line.contains("usb:1-1 is in use by"), "\(line)")
    }

    // A module of the kernel has it.
    let held = "the kernel module pn533_usb, holds the reader usb:1-1."
    try guest.run("modprobe pn533_usb", as: .root)
    try guest.wait(for: "readlink /sys/bus/usb/devices/1-1:1.0/driver | grep -q pn533_usb")
    for command in ["read", "doctor"] {
      #expect(try guest.tagpress(command).output.contains(held))
    }
    try bench.follow(try guest.tagpress("read").output)
    try bench.expectRead(shows: "URI: \(Bench.link)/")

    // The hub loses its power.
    let port = "/sys/bus/usb/devices/usb1/1-0:1.0/usb1-port1/disable"
    try guest.run("echo 1 >\(port)", as: .root)
    #expect(try guest.tagpress("read").output.contains("No reader was found."))
    try guest.run("echo 0 >\(port)", as: .root)
    try guest.wait(for: "ls -l /dev/bus/usb/001 | grep -q plugdev")
    try bench.expectRead("--reader usb:1-1", shows: "URI: \(Bench.link)/")

    // A service that starts when it is asked takes what is free, so it is not asked.
    let asked =
      "import socket; s = socket.socket(socket.AF_UNIX); s.bind(\"/run/pcscd/pcscd.comm\"); s.listen(); "
      + "s.accept(); open(\"/run/asked\", \"w\")"
    try guest.run("mkdir -p /run/pcscd; python3 -c '\(asked)' >/dev/null 2>&1 &", as: .root)
    try guest.wait(for: "test -S /run/pcscd/pcscd.comm")
    let unasked = try guest.tagpress("doctor", as: .root)
    #expect(unasked.output.contains("OK    usb:1-1: PN532 v1.6"), "\(unasked.output)")
    try guest.wait(for: "! test -e /run/asked")
    try guest.run("pkill python3; rm -rf /run/pcscd", as: .root)

    // The PC/SC service has it.
    try guest.run("mkdir -p /run/pcscd && pcscd", as: .root)
    try guest.wait(for: "readlink /sys/bus/usb/devices/1-1:1.0/driver | grep -q usbfs")
    try guest.wait(for: "\(builtTool) doctor | grep -q 'OK    pcsc:ACS'", as: .root)
    let busy = try guest.tagpress("read --reader usb:1-1")
    #expect(busy.exit == .code(2) && busy.output.contains("usb:1-1 is in use by"), "\(busy.output)")
    // An ordinary user does not see who has it, and is told the name under which it works all the same.
    let name = busy.output.split(separator: "use --reader ").last?.split(separator: ".").first ?? ""
    #expect(name.hasPrefix("'pcsc:ACS ACR122U"), "\(busy.output)")
    #expect(!(try guest.tagpress("doctor").output.contains("usb:1-1")))
    // So it is used through the service, which sees cards although libnfc had the reader before it, and
    // again through libnfc when the service has ended.
    for options in ["", "--reader \(name)"] {
      try bench.expectRead(options, shows: "URI: \(Bench.link)/")
    }
    try guest.run("pkill pcscd; rm -rf /run/pcscd", as: .root)
    try guest.wait(for: "! test -e /sys/bus/usb/devices/1-1:1.0/driver")
    try bench.expectRead(shows: "URI: \(Bench.link)/")
  }

  /// The cable is pulled in the middle of a write.
  @Test(arguments: [USBReaderModel.acr122u, .pn533])
  func aJobGoesOnWhenItsReaderIsBack(model: USBReaderModel) throws {
    let bench = try Bench(model)
    let guest = bench.guest
    try guest.run("udevadm trigger --action=add --subsystem-match=usb; udevadm settle", as: .root)
    bench.reader.lift(bench.tag)
    let job = """
      <job xmlns="urn:tagpress:job:1" id="spring"><link>\(Bench.link)</link>\
      <tags chips="NTAG213"/><rows count="1" id="n{number}"/></job>
      """
    try guest.run("echo '\(job)' >spring.xml")
    try guest.run(
      "\(builtTool) write --json --accept-warnings spring.xml >events 2>&1 & until grep -q ready events; do sleep 0.1; done"
    )
    // Among its writes: about as many commands come before them.
    bench.countdown.withLock { $0 = 8 }
    bench.reader.putBack(bench.tag)
    try bench.waitForCommands()
    try bench.reader.unplug()
    let events = "cat /run/home/events"
    try guest.wait(for: "grep -q reader-lost /run/home/events", orShow: events)
    try bench.reader.replug()
    try guest.wait(for: "grep -q '\"outcome\":\"OK\"' /run/home/events", orShow: events)
    try bench.expectRead(shows: "URI: \(Bench.link)")
  }
}
