// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import PN532Protocol
package import TagReading

extension LibNFCReader {
  /// The most targets that a PN53x keeps at once (UM0701-02, 7.3.5).
  private static let mostTargets: UInt8 = 2

  /// InListPassiveTarget for two targets.
  package func felicaTags() throws(ReaderError) -> [TagInField] {
    guard speaksPN53x else { return try select(.felica).map { [$0] } ?? [] }
    letGo()
    let answer = try look(
      for: .felica, maximum: LibNFCReader.mostTargets,
      calling: TimeSlots.sixteen.polling(system: [0xFF, 0xFF]))
    let found = ListedFelicaTarget.list(in: answer ?? []).compactMap(TagInField.init)
    // A command names the tag that it is for, so the reader may speak to any of them.
    noteSelection(found.first)
    return found
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
