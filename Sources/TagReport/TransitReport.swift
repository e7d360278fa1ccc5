// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagReading
internal import TransitCards

/// Everything that can be read from a Japanese transit card; nothing is ever written to one.
package struct TransitReport: TagDescription {
  package let uid: TagUID
  let systems: [UInt16]
  let card: TransitCard

  /// Reads the card; nil for any other FeliCa card.
  package init?(_ tag: TagInField, on reader: any TagReader) throws(TagError) {
    guard case .felica = tag.technology else { return nil }
    let felica = FelicaTag(tag, on: reader)
    guard try felica.choose(system: TransitCard.system) else { return nil }
    systems = try felica.systems()
    let known = TransitCard.services.map(\.code)
    let services = try felica.services(among: known)
    // A card that does not say which services it has is asked for all of them.
    func blocks(_ count: Int, of service: UInt16) throws(TagError) -> [[UInt8]] {
      guard services.isEmpty || services.contains(service) else { return [] }
      return try felica.readFirst(count, of: service)
    }
    uid = tag.uid
    card = TransitCard(
      services: services, purse: try blocks(1, of: TransitPurse.service),
      history: try blocks(TransitEntry.most, of: TransitEntry.service),
      gates: try blocks(TransitGate.most, of: TransitGate.service))
  }
}
