// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol

extension PN532Core.Search {
  /// What the search leaves in the registers for the mode of sending and receiving.
  var mode: UInt8 {
    switch self {
    case .typeA, .jewel: 0x80
    case .felica(_, _, .felica424): 0xA2
    case .felica: 0x92
    case .typeB: 0x83
    }
  }

  /// Whether a search in vain ends with the field off for a moment, which wakes what was halted.
  var restartsField: Bool {
    switch self {
    case .typeA, .typeB: true
    case .felica, .jewel: false
    }
  }
}

/// How tags of each kind are found, chosen and let go.
extension PN532Core {
  /// Looks for tags and makes those it finds the chip's targets.
  ///
  /// Targets it had before are forgotten without a word to them. A smart card in its session hears
  /// no request, so it is found only after its field was off or it was deselected (real chips:
  /// libfreefare issue 44).
  mutating func look(for search: Search, tries: Int) -> [Target] {
    targets = []
    selectedTarget = nil
    switch search {
    case .typeA(let maximum, let uid): lookForTypeA(maximum: maximum, uid: uid, tries: tries)
    case .felica(let maximum, let polling, let coding):
      lookForFelica(maximum: maximum, polling: polling, coding, tries: tries)
    case .typeB(let family): lookForTypeB(family: family, tries: tries)
    case .jewel: lookForJewel(tries: tries)
    }
    return targets
  }

  /// Makes a target the selected one, waking it when it was deselected.
  mutating func reach(_ number: UInt8) -> Bool {
    guard selectedTarget != number else { return true }
    guard let index = targets.firstIndex(where: { $0.listed.number == number }) else {
      return false
    }
    haltSelected()
    switch targets[index].listed {
    case .typeA(let listed):
      let marked = Self.withCascadeTags(listed.uid)
      guard antenna.request(wakingHalted: true) != nil, antenna.selectOne(uid: marked) != nil else {
        return false
      }
      if targets[index].blocks != nil {
        let ats = antenna.requestAnswerToSelect()
        guard !ats.isEmpty else { return false }
        targets[index].blocks = ReaderBlocks(ats: ats)
      }
    case .typeB:
      guard let found = activateTypeB(family: 0, number: number) else { return false }
      targets[index] = found
    // These have no state in which they would have to be woken.
    case .felica, .jewel: break
    }
    selectedTarget = number
    return true
  }

  mutating func haltSelected() {
    guard let target = targets.first(where: { $0.listed.number == selectedTarget }) else { return }
    switch target.listed {
    case .typeA, .typeB:
      if let blocks = target.blocks { deselect(blocks) } else { antenna.sendHalt() }
    case .felica, .jewel: break
    }
    selectedTarget = nil
  }

  private mutating func add(_ target: Target) {
    targets.append(target)
    selectedTarget = target.listed.number
  }

  /// Looks for up to `maximum` tags; the last one found stays selected when there was room for it.
  ///
  /// With a UID there is one tag to be found: its WUPA would reach that one again after its HALT.
  private mutating func lookForTypeA(maximum given: Int, uid: [UInt8]?, tries: Int) {
    let maximum = uid == nil ? given : min(given, 1)
    while targets.count < maximum {
      guard let target = activateTypeA(uid: uid, tries: tries) else { break }
      add(target)
      if maximum > 1 && targets.count < maximum { haltSelected() }
    }
  }

  /// The first try may fail because it only throws an active tag back to IDLE.
  private mutating func activateTypeA(uid: [UInt8]?, tries: Int) -> Target? {
    for _ in 0..<tries {
      guard let atqa = antenna.request(wakingHalted: uid != nil),
        let found = antenna.selectOne(uid: uid)
      else { continue }
      // Bit 5 of the SAK means ISO 14443-4, bit 4 of the parameters asks for it at once.
      let ats =
        found.sak & 0x20 != 0 && parameters & 0x10 != 0 ? antenna.requestAnswerToSelect() : []
      let number = UInt8(truncatingIfNeeded: targets.count + 1)
      return Target(
        listed: .typeA(
          ListedTypeATarget(
            number: number, atqa: atqa, sak: found.sak, uid: found.uid, ats: ats)),
        tag: antenna.activeTag, coding: .typeA, blocks: ats.isEmpty ? nil : ReaderBlocks(ats: ats))
    }
    return nil
  }

  private mutating func lookForFelica(
    maximum: Int, polling: [UInt8], _ coding: AirCoding, tries: Int
  ) {
    for _ in 0..<tries where targets.isEmpty {
      for answer in antenna.pollFelica(polling, coding) where targets.count < maximum {
        let number = UInt8(truncatingIfNeeded: targets.count + 1)
        add(
          Target(
            listed: .felica(ListedFelicaTarget(number: number, pollingAnswer: answer)), tag: nil,
            coding: coding))
      }
    }
  }

  /// A second card could be told apart only by time slots, of which the search asks for one.
  private mutating func lookForTypeB(family: UInt8, tries: Int) {
    for _ in 0..<tries where targets.isEmpty {
      if let target = activateTypeB(family: family, number: 1) { add(target) }
    }
  }

  private mutating func activateTypeB(family: UInt8, number: UInt8) -> Target? {
    guard let atqb = antenna.requestTypeB(family: family),
      let answer = antenna.attribute(atqb: atqb, identifier: number)
    else { return nil }
    return Target(
      listed: .typeB(ListedTypeBTarget(number: number, atqb: atqb, attribAnswer: answer)),
      tag: nil, coding: .typeB, blocks: ReaderBlocks(atqb: atqb, identifier: number))
  }

  private mutating func lookForJewel(tries: Int) {
    for _ in 0..<tries where targets.isEmpty {
      guard let atqa = antenna.request(wakingHalted: true), let id = antenna.readJewelID() else {
        continue
      }
      add(
        Target(
          listed: .jewel(ListedJewelTarget(number: 1, atqa: atqa, id: id)), tag: nil,
          coding: .typeB))
    }
  }

  private static func withCascadeTags(_ uid: [UInt8]) -> [UInt8] {
    var rest = uid[...]
    var marked: [UInt8] = []
    while rest.count > 4 {
      marked += [0x88] + rest.prefix(3)
      rest = rest.dropFirst(3)
    }
    return marked + rest
  }
}
