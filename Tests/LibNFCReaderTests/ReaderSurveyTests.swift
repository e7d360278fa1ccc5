// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

@testable import LibNFCReader

/// The survey looks at a made-up machine: a folder with the few files of the kernel that it reads.
struct ReaderSurveyTests {
  private let machine: TemporaryDirectory

  init() throws {
    machine = try TemporaryDirectory()
  }

  private func make(_ files: [String: String]) throws {
    for (name, text) in files {
      let folder = name.split(separator: "/").dropLast().joined(separator: "/")
      _ = try run("mkdir", ["-p", machine.path(of: folder)])
      try machine.write(text, to: name)
    }
  }

  private func device(_ socket: String, _ vendor: String, _ product: String) -> [String: String] {
    let folder = "sys/bus/usb/devices/\(socket)"
    return [
      "\(folder)/idVendor": "\(vendor)\n", "\(folder)/idProduct": "\(product)\n",
      "\(folder)/busnum": "1\n", "\(folder)/devnum": "12\n",
    ]
  }

  @Test func anEmptyMachineHasNoReaders() {
    let survey = ReaderSurvey.look(root: machine.path)
    #expect(survey == ReaderSurvey(usb: [], ports: [], pcscServiceRuns: false))
  }

  @Test func findsReadersByTheSocketAndWhoHoldsThem() throws {
    try make(device("1-2.3", "072f", "2200"))
    try make(device("1-4", "072f", "223b"))
    try make(device("2-1", "046d", "c52b"))
    try make(["sys/bus/usb/devices/1-2.3/1-2.3:1.0/bInterfaceNumber": "00"])
    symlink(
      "../../../../drivers/pn533_usb",
      machine.path(of: "sys/bus/usb/devices/1-2.3/1-2.3:1.0/driver"))
    try make(["dev/bus/usb/001/012": ""])

    let readers = ReaderSurvey.look(root: machine.path).usb
    #expect(readers.map(\.socket) == ["usb:1-2.3", "usb:1-4"])
    #expect(readers.map(\.device.driver) == ["acr122_usb", nil])
    #expect(readers.map(\.isClaimed) == [false, false])
  }

  /// The package lets users have each reader that libnfc drives.
  @Test func theRuleOfThePackageNamesEachReader() throws {
    let rules = String(
      decoding: try contents(of: "\(packageRoot)/.ci/70-tagpress.rules"), as: UTF8.self)
    func digits(_ number: UInt16) -> String {
      let text = String(number, radix: 16)
      return String(repeating: "0", count: 4 - text.count) + text
    }
    for driver in USBDevice.drivers {
      for product in driver.products {
        let match =
          #"ATTR{idVendor}=="\#(digits(driver.vendor))", ATTR{idProduct}=="\#(digits(product))""#
        #expect(rules.contains(match), "\(match)")
      }
    }
    let products = USBDevice.drivers.flatMap(\.products)
    #expect(rules.split(separator: "\n").count { $0.hasPrefix("ATTR{") } == products.count)
  }

  @Test func namesAPortByWhatOutlivesRePlugging() throws {
    try make(["dev/ttyUSB0": "", "dev/ttyUSB1": "", "dev/ttyS0": "", "dev/ttyUSBx": ""])
    try make(["dev/serial/by-id/.keep": ""])
    symlink("../../ttyUSB1", machine.path(of: "dev/serial/by-id/usb-1a86_USB_Serial-if00-port0"))
    let ports = ReaderSurvey.look(root: machine.path).ports
    #expect(
      ports.map(\.path) == [
        "/dev/ttyUSB0", "/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0",
      ])
  }

  @Test func seesTheServiceThatTakesUSBReaders() throws {
    try make(["run/pcscd/pcscd.comm": ""])
    #expect(ReaderSurvey.look(root: machine.path).pcscServiceRuns)
  }
}
