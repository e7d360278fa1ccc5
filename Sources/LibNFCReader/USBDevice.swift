// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files

/// A USB device as the kernel lists it.
package struct USBDevice: Hashable, Sendable {
  package let vendor: UInt16
  package let product: UInt16
  let bus: Int
  let number: Int

  /// The drivers of libnfc and the devices that they know by vendor and product number.
  static let drivers: [(name: String, vendor: UInt16, products: [UInt16])] = [
    ("acr122_usb", 0x072F, [0x2200, 0x90CC, 0x2214]),
    ("pn53x_usb", 0x04CC, [0x0531, 0x2533]),
    ("pn53x_usb", 0x04E6, [0x5591, 0x5594]),
    ("pn53x_usb", 0x1FD3, [0x0608]),
    ("pn53x_usb", 0x054C, [0x0193, 0x02E1]),
  ]
  /// Makers whose other readers libnfc does not drive: ACS and HID.
  private static let makersOfOthers: [UInt16] = [0x072F, 0x076B]

  init?(at path: String) {
    func number(_ file: String, radix: Int) -> Int? {
      Int(kernelText("\(path)/\(file)").prefix { !$0.isWhitespace }, radix: radix)
    }
    guard let vendor = number("idVendor", radix: 16).flatMap(UInt16.init(exactly:)),
      let product = number("idProduct", radix: 16).flatMap(UInt16.init(exactly:)),
      let bus = number("busnum", radix: 10), let device = number("devnum", radix: 10)
    else { return nil }
    self.vendor = vendor
    self.product = product
    self.bus = bus
    self.number = device
  }

  /// The name of libnfc's driver for the device; nil when it has none.
  package var driver: String? {
    USBDevice.drivers.first { $0.vendor == vendor && $0.products.contains(product) }?.name
  }

  /// Whether it is an NFC reader, as far as its numbers tell.
  var isReader: Bool {
    driver != nil || USBDevice.makersOfOthers.contains(vendor)
  }

  /// The file of the device.
  var node: String { "/dev/bus/usb/\(threeDigits(bus))/\(threeDigits(number))" }

  /// libnfc's name for the device until it is plugged in again: these change at every re-plug, the socket
  /// (`1-2.3` in `/sys/bus/usb/devices`) does not.
  var connectionString: String? {
    driver.map { "\($0):\(threeDigits(bus)):\(threeDigits(number))" }
  }
}

private func threeDigits(_ value: Int) -> String {
  let digits = String(value)
  return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
}
