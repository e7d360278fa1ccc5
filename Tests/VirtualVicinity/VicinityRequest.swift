// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A request of ISO 15693-3 taken apart: whom it is for, what is to be done, and with what.
struct VicinityRequest: Hashable {
  enum Receiver: Hashable {
    case everybody
    /// The chip with this UID, E0 first.
    case one([UInt8])
    /// Inventory: every chip whose UID ends with these bits.
    case ending(VicinityMask)
  }

  let receiver: Receiver
  let code: UInt8
  let hasOption: Bool
  let parameters: [UInt8]

  // Clause 7.3.1; bits 5 to 8 mean something else in an inventory.
  private static let inventory: UInt8 = 0x04
  private static let protocolExtension: UInt8 = 0x08
  private static let selected: UInt8 = 0x10
  private static let addressed: UInt8 = 0x20
  private static let option: UInt8 = 0x40
  private static let oneSlot: UInt8 = 0x20
  private static let withFamily: UInt8 = 0x10

  /// Nil for what no chip here answers: a frame cut short, or a state that it is never in.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 2, bytes[0] & Self.protocolExtension == 0 else { return nil }
    let flags = bytes[0]
    code = bytes[1]
    let rest = bytes.dropFirst(2)
    if flags & Self.inventory != 0 {
      // Sixteen slots have sixteen frames, and here every frame is a request.
      guard code == 0x01, flags & Self.oneSlot != 0, flags & Self.withFamily == 0,
        let mask = VicinityMask(rest)
      else { return nil }
      receiver = .ending(mask)
      hasOption = false
      parameters = []
      return
    }
    guard flags & Self.selected == 0 else { return nil }
    hasOption = flags & Self.option != 0
    if flags & Self.addressed != 0 {
      guard rest.count >= VirtualVicinityChip.uidSize else { return nil }
      receiver = .one(rest.prefix(VirtualVicinityChip.uidSize).reversed())
      parameters = Array(rest.dropFirst(VirtualVicinityChip.uidSize))
    } else {
      receiver = .everybody
      parameters = Array(rest)
    }
  }
}

/// The last bits of the UIDs that an inventory is for.
struct VicinityMask: Hashable {
  private let length: Int
  private let value: [UInt8]

  /// The length in bits, then the bits, least significant byte first.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let length = bytes.first.map(Int.init), length <= 64,
      bytes.count == 1 + (length + 7) / 8
    else { return nil }
    self.length = length
    value = Array(bytes.dropFirst())
  }

  func fits(_ uid: [UInt8]) -> Bool {
    let reversed: [UInt8] = uid.reversed()
    for bit in 0..<length {
      let difference = reversed[bit / 8] ^ value[bit / 8]
      if difference >> UInt8(bit % 8) & 1 == 1 { return false }
    }
    return true
  }
}

/// Why a chip refuses, by the codes of ISO 15693-3, 7.4.2.
enum VicinityRefusal: UInt8, Error {
  case notSupported = 0x01
  case notRecognised = 0x02
  case optionNotSupported = 0x03
  case unnamed = 0x0F
  case blockMissing = 0x10
  case alreadyLocked = 0x11
  case blockLocked = 0x12
  case notProgrammed = 0x13
  case notLocked = 0x14
}
