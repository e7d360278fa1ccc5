// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The readers on USB that can be imitated.
package enum USBReaderModel: String, CaseIterable, Sendable {
  case acr122u
  /// Other makers' copies of it have its numbers and other names (libnfc issues 535 and 547).
  case acr122uClone = "acr122u-clone"
  case pn533
  case scl3711

  /// The maker's and the device's number.
  package var vendor: UInt16 {
    switch self {
    case .acr122u, .acr122uClone: 0x072F
    case .pn533: 0x04CC
    case .scl3711: 0x04E6
    }
  }

  package var product: UInt16 {
    switch self {
    case .acr122u, .acr122uClone: 0x2200
    case .pn533: 0x2533
    case .scl3711: 0x5591
    }
  }

  /// What the device calls its maker and itself; descriptors count them from 1.
  package var names: [String] {
    switch self {
    case .acr122u: ["ACS", "ACR122U PICC Interface"]
    case .acr122uClone: ["RFCARD", "RF1258V603"]
    case .pn533: ["NXP", "PN533"]
    case .scl3711: ["SCM Micro", "SCL3711-NFC&RW"]
    }
  }

  /// Whether a microcontroller stands between USB and the chip, which speaks CCID.
  package var isCCID: Bool {
    switch self {
    case .acr122u, .acr122uClone: true
    case .pn533, .scl3711: false
    }
  }

  /// Whether its chip knows the communication test.
  ///
  /// What copies know is not public, so the one here knows the least with which libnfc works.
  var givesBytesBack: Bool { self != .acr122uClone }

  /// What its own firmware says of itself, without a status word behind it.
  var firmware: String {
    self == .acr122uClone ? "ACR122U203" : "ACR122U215"
  }

  var version: UInt16 { isCCID ? 0x0214 : 0x0100 }
}

/// An endpoint beside the one for control requests.
struct USBEndpoint: Hashable {
  enum Kind: UInt8 {
    case bulk = 2
    case interrupt = 3
  }

  /// The number, with bit 7 for those that lead to the host.
  let address: UInt8
  let kind: Kind
  let packetSize: UInt16
  let interval: UInt8

  var leadsToHost: Bool { address & 0x80 != 0 }

  var descriptor: [UInt8] {
    [0x07, 0x05, address, kind.rawValue] + littleEndian(packetSize) + [interval]
  }
}

/// What the device says of itself (USB 2.0, 9.6; CCID 1.1, 5.1).
extension USBReaderModel {
  /// Every device here is of full speed, with one configuration and one interface.
  var endpoints: [USBEndpoint] {
    guard isCCID else {
      return [
        USBEndpoint(address: 0x04, kind: .bulk, packetSize: 64, interval: 4),
        USBEndpoint(address: 0x84, kind: .bulk, packetSize: 64, interval: 4),
      ]
    }
    return [
      USBEndpoint(address: 0x81, kind: .interrupt, packetSize: 8, interval: 16),
      USBEndpoint(address: 0x02, kind: .bulk, packetSize: 64, interval: 0),
      USBEndpoint(address: 0x82, kind: .bulk, packetSize: 64, interval: 0),
    ]
  }

  var bulkIn: UInt8 { isCCID ? 0x82 : 0x84 }
  var bulkOut: UInt8 { isCCID ? 0x02 : 0x04 }
  var interruptIn: UInt8? { isCCID ? 0x81 : nil }

  /// Class, subclass and protocol of the interface.
  var interfaceKind: [UInt8] { isCCID ? [0x0B, 0x00, 0x00] : [0xFF, 0xFF, 0xFF] }

  package var deviceDescriptor: [UInt8] {
    [0x12, 0x01, 0x10, 0x01, 0x00, 0x00, 0x00, 0x08] + littleEndian(vendor) + littleEndian(product)
      + littleEndian(version) + [0x01, 0x02, 0x00, 0x01]
  }

  package var configurationDescriptor: [UInt8] {
    let interface: [UInt8] =
      [0x09, 0x04, 0x00, 0x00, UInt8(truncatingIfNeeded: endpoints.count)] + interfaceKind + [0x00]
    let rest =
      interface + (isCCID ? Self.cardReaderDescriptor : []) + endpoints.flatMap(\.descriptor)
    let total = littleEndian(UInt16(truncatingIfNeeded: 9 + rest.count))
    return [0x09, 0x02] + total + [0x01, 0x01, 0x00, 0x80, 0x64] + rest
  }

  /// The functional descriptor of CCID, as that of the ACR122U is in the list of libccid: T=1, short
  /// APDUs, messages of up to 271 bytes.
  private static let cardReaderDescriptor: [UInt8] = [
    0x36, 0x21, 0x00, 0x01, 0x00, 0x07, 0x02, 0x00, 0x00, 0x00,
    0xA0, 0x0F, 0x00, 0x00, 0xA0, 0x0F, 0x00, 0x00, 0x00,
    0x00, 0x2A, 0x00, 0x00, 0x00, 0x2A, 0x00, 0x00, 0x00,
    0xF7, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x40, 0x00, 0x02, 0x00, 0x0F, 0x01, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x01,
  ]

  /// The descriptor of a kind and number; nil for one that the device has not.
  func descriptor(kind: UInt8, number: UInt8) -> [UInt8]? {
    switch (kind, number) {
    case (0x01, 0): return deviceDescriptor
    case (0x02, 0): return configurationDescriptor
    // The languages of the names: English of the United States.
    case (0x03, 0): return [0x04, 0x03, 0x09, 0x04]
    case (0x03, _) where Int(number) <= names.count:
      let units = names[Int(number) - 1].utf16.flatMap { littleEndian($0) }
      return [UInt8(truncatingIfNeeded: 2 + units.count), 0x03] + units
    default: return nil
    }
  }
}

func littleEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
  (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
}
