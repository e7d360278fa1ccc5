// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import Glibc

/// What this machine shows of readers without sending a byte to any of them.
package struct ReaderSurvey: Hashable, Sendable {
  /// USB devices that are readers, or look like ones that libnfc does not drive.
  package let usb: [USBReader]
  /// Serial ports that may have a PN532 behind them.
  package let ports: [PortState]
  /// Whether the PC/SC service takes clients, and perhaps starts with the first: it takes every USB
  /// reader that it knows.
  package let pcscServiceRuns: Bool

  package init(usb: [USBReader], ports: [PortState], pcscServiceRuns: Bool) {
    self.usb = usb
    self.ports = ports
    self.pcscServiceRuns = pcscServiceRuns
  }

  /// A USB device, and what may keep us from it.
  package struct USBReader: Hashable, Sendable {
    /// The socket, which names the reader for good: `usb:1-2.3`.
    package let socket: String
    package let device: USBDevice
    /// Whether a program has it, such as the PC/SC service or another one of ours.
    package let isClaimed: Bool
  }

  /// A serial port, and whether this user may have it.
  package struct PortState: Hashable, Sendable {
    /// The most lasting name that the port has.
    package let path: String
    package let mayOpen: Bool
  }

  /// Looks at `/sys`, `/dev` and `/run` below a root, which is another folder only in tests.
  package static func look(root: String = "") -> ReaderSurvey {
    ReaderSurvey(
      usb: usbReaders(root), ports: serialPorts(root),
      pcscServiceRuns: exists(serviceSocket(root)))
  }

  /// Where the PC/SC service takes its clients; its library looks elsewhere when it is told so.
  private static func serviceSocket(_ root: String) -> String {
    getenv("PCSCLITE_CSOCK_NAME").map { String(cString: $0) } ?? "\(root)/run/pcscd/pcscd.comm"
  }

  /// Whether the PC/SC service runs, and is not only started by the first who asks it.
  ///
  /// Where its library was told to look elsewhere, someone has seen to it.
  package static func pcscServiceIsStarted() -> Bool {
    getenv("PCSCLITE_CSOCK_NAME") != nil || exists("/run/pcscd/pcscd.pid")
      || kernelNames("/proc").contains { firstLine(of: "/proc/\($0)/comm") == "pcscd" }
  }

  private static func usbReaders(_ root: String) -> [USBReader] {
    let devices = root + USBPlace.devices
    return kernelNames(devices).compactMap { socket in
      let place = USBPlace(socket, devices: devices)
      // Names with a colon are the interfaces of a device.
      guard !socket.contains(":"), let device = place.device, device.isReader else { return nil }
      return USBReader(
        socket: "usb:\(socket)", device: device, isClaimed: place.driver == USBPlace.programs)
    }
  }

  private static func serialPorts(_ root: String) -> [PortState] {
    let devices = kernelNames("\(root)/dev").filter { name in
      ["ttyUSB", "ttyACM", "ttyAMA", "serial"].contains { prefix in
        name.hasPrefix(prefix) && name.dropFirst(prefix.count).allSatisfy(\.isNumber)
          && name.count > prefix.count
      }
    }
    // A name by the device's own serial number outlives re-plugging, a number does not.
    let lasting = kernelNames("\(root)/dev/serial/by-id").filter { !$0.hasPrefix(".") }
    let named = Dictionary(
      lasting.map { name in
        let target = linkTarget("\(root)/dev/serial/by-id/\(name)").split(separator: "/").last
        return (target.map(String.init) ?? "", "/dev/serial/by-id/\(name)")
      },
      uniquingKeysWith: { first, _ in first })
    return devices.sorted().map { name in
      PortState(
        path: named[name] ?? "/dev/\(name)", mayOpen: mayReadAndWrite("\(root)/dev/\(name)"))
    }
  }
}

private func exists(_ path: String) -> Bool {
  access(path, F_OK) == 0
}

private func mayReadAndWrite(_ path: String) -> Bool {
  access(path, R_OK | W_OK) == 0
}
