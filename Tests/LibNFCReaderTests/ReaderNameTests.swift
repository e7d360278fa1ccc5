// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TagReading
import TestSupport
import Testing

@testable import LibNFCReader

struct ReaderNameTests {
  /// To join a group helps neither its members, nor where the group may not write; root's own is not for
  /// people.
  @Test func onlyAGroupThatHelpsIsToBeJoined() throws {
    let folder = try TemporaryDirectory()
    try folder.write("", to: "node")
    let node = folder.path(of: "node")
    chmod(node, 0o660)
    #expect(groupToJoin(for: node) == nil)
    guard geteuid() == 0, let other = getgrnam("dialout") else { return }
    let number = other.pointee.gr_gid
    chown(node, 0, number)
    #expect(groupToJoin(for: node) == "dialout")
    chmod(node, 0o640)
    #expect(groupToJoin(for: node) == nil)
  }

  @Test(
    arguments: [
      ("pn532_uart:/dev/ttyUSB0", .serial(port: "/dev/ttyUSB0", speed: 115_200)),
      ("pn532_uart:/dev/ttyUSB0:460800", .serial(port: "/dev/ttyUSB0", speed: 460_800)),
      ("/dev/ttyACM1", .serial(port: "/dev/ttyACM1", speed: 115_200)),
      (
        "/dev/serial/by-path/pci-0000:00:14.0-usb-0:2:1.0-port0",
        .serial(port: "/dev/serial/by-path/pci-0000:00:14.0-usb-0:2:1.0-port0", speed: 115_200)
      ),
      ("usb:1-2.3", .usbSocket("1-2.3")),
      ("acr122_usb:001:004", .libnfc("acr122_usb:001:004")),
      ("pn53x_usb", .libnfc("pn53x_usb")),
    ] as [(String, ReaderName)])
  func readsTheNamesThatPeopleWrite(_ text: String, _ name: ReaderName) throws {
    #expect(try ReaderName(text) == name)
    #expect(try ReaderName(name.description) == name)
  }

  @Test(
    arguments: [
      ("", .unknownName("")),
      ("ttyUSB0", .unknownName("ttyUSB0")),
      ("usb:", .unknownName("usb:")),
      ("usb:1-1x", .unknownName("usb:1-1x")),
      ("usb:./1-1", .unknownName("usb:./1-1")),
      ("usb:1-1/", .unknownName("usb:1-1/")),
      ("usb:../devices/1-1", .unknownName("usb:../devices/1-1")),
      ("pn532_uart:", .unknownName("pn532_uart:")),
      ("pn532_uart::115200", .unknownName("pn532_uart::115200")),
      ("pn532_uart:/dev/ttyUSB0:921600", .unknownSpeed(921_600)),
      ("/dev/ttyUSB0:0", .unknownSpeed(0)),
      ("acr122_usbx:1", .unknownName("acr122_usbx:1")),
    ] as [(String, ReaderOpeningError)])
  func refusesTheOthers(_ text: String, _ error: ReaderOpeningError) {
    #expect(throws: error) { try ReaderName(text) }
  }

  /// libnfc takes time off on USB alone.
  @Test(
    arguments: [
      ("acr122_usb:001:004", true), ("pn53x_usb", true), ("pn53x_usb:001:004", true),
      ("pn532_uart:/dev/ttyUSB0:115200", false), ("acr122s:/dev/ttyUSB0:115200", false),
      ("arygon:/dev/ttyUSB0", false), ("pn532_spi:/dev/spidev0.0:1000000", false),
      ("pn532_i2c:/dev/i2c-1", false), ("pn71xx", false), ("acr122_usbx", false),
    ])
  func onlyDriversOfUSBGetMoreTime(_ connection: String, _ isOfUSB: Bool) {
    #expect(commandLimit(ofConnection: connection) == (isOfUSB ? limitOnUSB : nil))
  }

  @Test func namesOfOneReaderHaveOnePlace() throws {
    let folder = try TemporaryDirectory()
    let port = try folder.write("", to: "ttyUSB0")
    let link = folder.path(of: "by-id")
    symlink(port, link)
    let names = [port, link, "pn532_uart:\(link)", "pn532_uart:\(port):460800"]
    #expect(Set(try names.map { try ReaderName($0).place }).count == 1)
    let others = ["usb:1-1", "usb:1-2", "/dev/none", "/dev/none2", "pn532_spi:/dev/spidev0.0"]
    #expect(Set(try others.map { try ReaderName($0).place }).count == others.count)
  }
}
