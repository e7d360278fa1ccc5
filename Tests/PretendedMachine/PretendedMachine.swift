// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
package import TestSupport
import Threads
package import VirtualReader

/// A machine with readers on USB, as the programs see it that are started with its environment.
///
/// They run as they are, with libnfc as it is; only libusb is another one (`Tests/USBStandIn`), and
/// `/sys/bus/usb` and `/dev/bus/usb` are folders of the test.
package final class PretendedMachine: Sendable {
  package let folder: TemporaryDirectory
  /// The number that the next device gets, whichever socket it is plugged into.
  private let nextNumber = Guarded(2)

  package init() throws(FileError) {
    folder = try TemporaryDirectory()
    for name in [
      "sys", "sys/bus", "sys/bus/usb", "sys/bus/usb/devices", "dev", "dev/bus", "dev/bus/usb",
      "dev/bus/usb/001",
    ] {
      mkdir(folder.path(of: name), 0o755)
    }
  }

  /// What programs are to be started with; `more` is theirs alone.
  package func environment(_ more: [String: String] = [:]) -> [String: String] {
    let standIn = ownPath[..<(ownPath.lastIndex(of: "/") ?? ownPath.startIndex)]
    let own = [
      "LD_PRELOAD": "\(standIn)/libUSBStandIn.so", "TAGPRESS_PRETENDED_MACHINE": folder.path,
      "PATH": environmentVariable("PATH") ?? "/usr/bin:/bin", "LC_ALL": "C",
      // No service of the real machine is one of this.
      "PCSCLITE_CSOCK_NAME": folder.path(of: "pcscd"), "LIBNFC_LOG_LEVEL": "0",
    ]
    return own.merging(more) { $1 }
  }

  /// What `env` is told to start a program with it.
  package func command(program: String = builtTool, _ arguments: [String]) -> [String] {
    environment().map { "\($0)=\($1)" } + [program] + arguments
  }

  /// Plugs a reader into a USB socket, which is called as in `usb:1-1`.
  package func plug(
    _ model: USBReaderModel, into socket: String = "1-1",
    _ given: VirtualReaderOptions = VirtualReaderOptions()
  ) throws(VirtualReaderError) -> VirtualReader {
    var options = given
    let path = folder.path(of: "redir-\(socket)")
    options.usb = USBOffer(model, at: path) { [self] isIn in
      if isIn {
        appear(model, at: socket, offeredAt: path)
      } else {
        disappear(from: socket)
      }
    }
    return try VirtualReader(options)
  }

  /// Gives the reader in a USB socket to a driver of the kernel, as loading its module does, or takes it
  /// from it.
  package func bind(_ driver: String?, to socket: String = "1-1") {
    let link = "\(device(socket))/\(socket):1.0/driver"
    unlink(link)
    if let driver { symlink("../../../../../bus/usb/drivers/\(driver)", link) }
  }

  /// The driver that the machine shows for a reader: `usbfs` for a program that has claimed it.
  package func driver(of socket: String = "1-1") -> String? {
    var goal = [CChar](repeating: 0, count: 256)
    let count = readlink("\(device(socket))/\(socket):1.0/driver", &goal, goal.count)
    guard count > 0 else { return nil }
    let text = String(decoding: goal.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.split(separator: "/").last.map(String.init)
  }

  /// libnfc's name for what is in a USB socket now.
  package func name(ofSocket socket: String = "1-1") -> String? {
    guard let number = text(socket, "devnum").flatMap({ Int($0) }) else { return nil }
    let driver = text(socket, "idVendor") == "072f" ? "acr122_usb" : "pn53x_usb"
    return "\(driver):001:\(Self.digits(number))"
  }

  /// The path of the node of what is in a USB socket now.
  package func node(ofSocket socket: String = "1-1") -> String? {
    text(socket, "devnum").flatMap { Int($0) }.map { node($0) }
  }

  private func node(_ number: Int) -> String {
    folder.path(of: "dev/bus/usb/001/\(Self.digits(number))")
  }

  private func device(_ socket: String) -> String {
    folder.path(of: "sys/bus/usb/devices/\(socket)")
  }

  private func text(_ socket: String, _ name: String) -> String? {
    (try? contents(of: "\(device(socket))/\(name)")).map {
      String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
  }

  private func appear(_ model: USBReaderModel, at socket: String, offeredAt path: String) {
    let number = nextNumber.withLock { number in
      defer { number += 1 }
      return number
    }
    // It is there at once and whole, as in sysfs.
    let draft = ".\(socket)"
    mkdir(device(draft), 0o755)
    mkdir("\(device(draft))/\(socket):1.0", 0o755)
    let files: [(String, [UInt8])] = [
      ("idVendor", Self.line(Self.hex(model.vendor))),
      ("idProduct", Self.line(Self.hex(model.product))),
      ("busnum", Self.line("1")), ("devnum", Self.line("\(number)")),
      ("manufacturer", Self.line(model.names[0])), ("product", Self.line(model.names[1])),
      ("descriptors", model.deviceDescriptor + model.configurationDescriptor),
      ("socket", Array(path.utf8)), ("claim", [0, 0, 0, 0]),
    ]
    for (name, bytes) in files {
      _ = try? folder.write(bytes, to: "sys/bus/usb/devices/\(draft)/\(name)")
    }
    _ = try? folder.write("", to: "dev/bus/usb/001/\(Self.digits(number))")
    rename(device(draft), device(socket))
  }

  private func disappear(from socket: String) {
    if let node = node(ofSocket: socket) { unlink(node) }
    let gone = device(".gone-\(nextNumber.now)")
    guard rename(device(socket), gone) == 0 else { return }
    for inner in ["\(socket):1.0/driver"] + names(in: gone) { remove("\(gone)/\(inner)") }
    remove(gone)
  }

  private static func line(_ text: String) -> [UInt8] { Array((text + "\n").utf8) }

  private static func digits(_ number: Int) -> String {
    String(repeating: "0", count: max(0, 3 - "\(number)".count)) + "\(number)"
  }

  private static func hex(_ number: UInt16) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
