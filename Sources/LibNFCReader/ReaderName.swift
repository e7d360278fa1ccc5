// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagReading

/// What a user writes to say which reader is meant.
package enum ReaderName: Hashable, Sendable {
  /// A PN532 on a serial port; the port may be a link that stays the same when the device moves.
  case serial(port: String, speed: Int)
  /// A USB reader by the socket it is plugged into, as `/sys/bus/usb/devices` calls it.
  case usbSocket(String)
  /// A connection string of libnfc that TagPress hands on as it is.
  case libnfc(String)

  /// What a PN532 speaks after power-up, and libnfc when nothing else is said.
  package static let usualSpeed = 115_200
  /// The speeds of the serial line that both libnfc and the PN532 know.
  package static let speeds = [9600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800]

  private static let drivers = [
    "pn53x_usb", "acr122_usb", "acr122s", "arygon", "pn532_spi", "pn532_i2c", "pn71xx",
  ]

  /// Reads `pn532_uart:PORT[:SPEED]`, `/dev/…[:SPEED]`, `usb:SOCKET` or another libnfc string.
  package init(_ text: String) throws(ReaderOpeningError) {
    if text.hasPrefix("pn532_uart:") {
      self = try ReaderName.serial(text.dropFirst("pn532_uart:".count), in: text)
    } else if text.hasPrefix("/") {
      self = try ReaderName.serial(text[...], in: text)
    } else if text.hasPrefix("usb:"), isSocket(text.dropFirst(4)) {
      self = .usbSocket(String(text.dropFirst(4)))
    } else if ReaderName.drivers.contains(where: { text == $0 || text.hasPrefix($0 + ":") }) {
      self = .libnfc(text)
    } else {
      throw .unknownName(text)
    }
  }

  /// A port may hold colons itself (`/dev/serial/by-path/pci-0000:00:14.0-…`), so only a last part
  /// that is all digits counts as the speed.
  private static func serial(
    _ rest: Substring, in text: String
  ) throws(ReaderOpeningError) -> ReaderName {
    var port = rest
    var speed = usualSpeed
    if let colon = rest.lastIndex(of: ":"), let number = Int(rest[rest.index(after: colon)...]) {
      guard speeds.contains(number) else { throw .unknownSpeed(number) }
      speed = number
      port = rest[..<colon]
    }
    guard !port.isEmpty else { throw .unknownName(text) }
    return .serial(port: String(port), speed: speed)
  }
}

extension ReaderName {
  /// Whether libnfc reaches it by USB.
  var isOnUSB: Bool {
    switch self {
    case .serial: false
    case .usbSocket: true
    case .libnfc(let text): isOfUSB(connection: text)
    }
  }

  /// Where the reader is just now: the same for all names of one reader, whether it is there or not.
  package var place: String {
    switch self {
    case .serial(let port, _): device(behind: port) ?? port
    case .usbSocket, .libnfc: lastingName(of: description)
    }
  }
}

/// Whether the kernel can call a socket so: the number of a bus, and those of ports from there on (`1-2.3`).
private func isSocket(_ text: Substring) -> Bool {
  let numbers = text.split(omittingEmptySubsequences: false) { "-.".contains($0) }
  return numbers.count > 1
    && numbers.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
}

/// Whether one of libnfc's drivers for USB has this name for a reader.
func isOfUSB(connection: String) -> Bool {
  USBDevice.drivers.contains { connection == $0.name || connection.hasPrefix("\($0.name):") }
}

/// The name under which a reader is found again when it was plugged in anew; other names are as they are.
package func lastingName(of name: String) -> String {
  guard let parsed = try? ReaderName(name), case .libnfc(let connection) = parsed, parsed.isOnUSB,
    let socket = USBPlace.socket(ofConnection: connection)
  else { return name }
  return "usb:\(socket)"
}

extension ReaderName: CustomStringConvertible {
  package var description: String {
    switch self {
    case .serial(let port, ReaderName.usualSpeed): "pn532_uart:\(port)"
    case .serial(let port, let speed): "pn532_uart:\(port):\(speed)"
    case .usbSocket(let socket): "usb:\(socket)"
    case .libnfc(let text): text
    }
  }
}
