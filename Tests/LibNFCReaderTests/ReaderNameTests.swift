// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import LibNFCReader
import TagReading
import Testing

struct ReaderNameTests {
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
      ("pn532_uart:", .unknownName("pn532_uart:")),
      ("pn532_uart::115200", .unknownName("pn532_uart::115200")),
      ("pn532_uart:/dev/ttyUSB0:921600", .unknownSpeed(921_600)),
      ("/dev/ttyUSB0:0", .unknownSpeed(0)),
      ("acr122_usbx:1", .unknownName("acr122_usbx:1")),
    ] as [(String, ReaderOpeningError)])
  func refusesTheOthers(_ text: String, _ error: ReaderOpeningError) {
    #expect(throws: error) { try ReaderName(text) }
  }
}
