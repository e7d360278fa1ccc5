// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLibNFC
internal import PN532Protocol
package import TagReading

extension LibNFCReader {
  /// The most targets that a PN53x keeps at once (UM0701-02, 7.3.5).
  private static let mostTargets: UInt8 = 2
  /// More than two targets with their answers take.
  private static let roomForTargets = 64

  /// InListPassiveTarget for two targets; libnfc's own look asks for one and stops there.
  package func felicaTags() throws(ReaderError) -> [TagInField] {
    guard speaksPN53x else { return try select(.felica).map { [$0] } ?? [] }
    letGo()
    let look = Command.inListPassiveTarget(
      maximum: LibNFCReader.mostTargets, .felica212,
      initiatorData: TimeSlots.sixteen.polling(system: [0xFF, 0xFF])
    ).bytes
    var status: Int32 = 0
    let answer = [UInt8](unsafeUninitializedCapacity: LibNFCReader.roomForTargets) { room, count in
      status = pn53x_transceive(device, look, look.count, room.baseAddress, room.count, -1)
      count = max(0, Int(status))
    }
    noteSelection(nil)
    try check(status)
    let found = ListedFelicaTarget.list(in: answer).compactMap(TagInField.init)
    // A command names the tag that it is for, so the reader may speak to any of them.
    noteSelection(found.first)
    return found
  }

  /// Among the drivers that TagPress lets through, only this one is for a chip of another family, which
  /// would take the command for something else.
  private var speaksPN53x: Bool {
    !String(cString: nfc_device_get_connstring(device)).hasPrefix("pn71xx")
  }
}

/// How many slots Polling gives FeliCa tags for their answers, as its last byte says it.
///
/// A reader waits for every slot, 1.2 ms each.
enum TimeSlots: UInt8 {
  case one = 0x00
  case two = 0x01
  case sixteen = 0x0F

  /// Polling for a system; the card is asked to name its own.
  func polling(system: [UInt8]) -> [UInt8] { [0x00] + system + [0x01, rawValue] }
}
