// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The tags that a virtual reader knows and that are not in its field.
struct TagDrawer {
  var away: [TagID: any Card] = [:]
  /// After how many exchanges a tag comes back on its own.
  var returning: [TagID: Int] = [:]
  var placed = 0
  /// The tag to which costs are booked: the one that came last.
  var latest: TagID?
}

/// Tags come, go and come back.
extension ReaderBoard {
  /// Puts a chip into the field for the first time.
  mutating func place(
    _ chip: any VirtualChip, stateChanged: (@Sendable ([UInt8]) -> Void)?
  ) -> TagID {
    let tag = TagID(number: drawer.placed)
    drawer.placed += 1
    var real = chip
    if let defect = plan.defect(ofTag: tag.number), let type2 = chip as? any TypeAChip,
      !(chip is any ClassicChip), !(chip is any SmartCard)
    {
      real = DefectiveChip(type2, defect)
      total.faults += 1
    }
    enter(real.card(tag: tag, stateChanged: stateChanged))
    return tag
  }

  /// Takes a tag out of the field; it is remembered and can be put back.
  mutating func lift(_ tag: TagID) {
    if core.antenna.leaving == tag { core.antenna.leaving = nil }
    drawer.returning[tag] = nil
    takeAway(tag, returnsAfter: nil)
  }

  mutating func putBack(_ tag: TagID, untilWritten isLeaving: Bool = false) {
    drawer.returning[tag] = nil
    if isLeaving { core.antenna.leaving = tag }
    guard let card = drawer.away.removeValue(forKey: tag) else { return }
    enter(card)
  }

  /// Forgets a tag, wherever it is, and what it has cost.
  mutating func discard(_ tag: TagID) {
    lift(tag)
    drawer.away[tag] = nil
    if drawer.latest == tag { drawer.latest = nil }
    perTag[tag] = nil
  }

  func card(_ tag: TagID) -> (any Card)? {
    drawer.away[tag] ?? core.antenna.cards.first { $0.tag == tag }
  }

  mutating func takeAway(_ tag: TagID, returnsAfter exchanges: Int?) {
    guard let card = core.antenna.leave(tag) else { return }
    transcript.note(.tagLeft(tag), at: total.modelled)
    store(card, returnsAfter: exchanges)
  }

  /// Takes the tags away that a torn write has already cut off.
  mutating func takeAwayTorn() {
    for torn in core.antenna.takeTorn() {
      transcript.note(.torn(torn.card.tag), at: total.modelled)
      total.faults += 1
      store(torn.card, returnsAfter: torn.comesBack ? plan.tornTagReturns : nil)
    }
  }

  /// Counts an exchange off the time that tags stay away, and brings those back whose time is over.
  mutating func countReturningTags() {
    for (tag, left) in drawer.returning.sorted(by: { $0.key.number < $1.key.number }) {
      drawer.returning[tag] = left - 1
      if left <= 1 { putBack(tag) }
    }
  }

  /// Brings every tag back that is to come back at all, and tells whether there was one.
  mutating func bringAllBack() -> Bool {
    let tags = drawer.returning.keys.sorted { $0.number < $1.number }
    for tag in tags { putBack(tag) }
    return !tags.isEmpty
  }

  private mutating func enter(_ card: any Card) {
    transcript.note(.tagEntered(card.tag), at: total.modelled)
    drawer.latest = card.tag
    core.antenna.enter(card)
  }

  private mutating func store(_ card: any Card, returnsAfter exchanges: Int?) {
    drawer.away[card.tag] = card
    drawer.returning[card.tag] = exchanges
    // A counter may have moved without a page being written.
    card.stateChanged?(card.chip.state)
  }
}

/// The name of a tag that was given to a virtual reader, in the field or out of it.
package struct TagID: Hashable, Sendable {
  /// Tags are counted from 0 in the order in which they were placed.
  package let number: Int
}
