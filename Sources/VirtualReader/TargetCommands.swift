// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol

/// Commands that find tags and let them go (UM0701-02, 7.3.5 to 7.3.13).
extension PN532Core {
  mutating func list(maximum: Int, _ modulation: Modulation, _ data: [UInt8]) -> Outcome {
    switch modulation {
    case .typeA: return listOfTypeA(maximum: maximum, data)
    case .felica212, .felica424:
      // A polling command that does not begin with 00 makes no sense to a real chip.
      guard data.first == 0x00, data.count == 5 else { return .refusal }
      return listOfNothing(mode: modulation == .felica212 ? 0x92 : 0xA2)
    case .typeB: return data.isEmpty ? .refusal : listOfNothing(mode: 0x83)
    case .jewel: return listOfNothing(mode: 0x80)
    }
  }

  private mutating func listOfTypeA(maximum: Int, _ data: [UInt8]) -> Outcome {
    guard [0, 4, 8, 12].contains(data.count) else { return .refusal }
    let uid = data.isEmpty ? nil : data
    antenna.switchOn()
    registers.prepare(mode: 0x80)
    let tries = activationRetries == 0xFF ? 2 : Int(activationRetries) + 1
    if let answer = found(listTypeA(maximum: maximum, uid: uid, tries: tries)) {
      return .answer(answer)
    }
    guard activationRetries == 0xFF else {
      antenna.restart()
      return .answer(Answer(to: .inListPassiveTarget, [0]))
    }
    waiting = .list(maximum: maximum, uid: uid)
    return .waiting
  }

  private mutating func listOfNothing(mode: UInt8) -> Outcome {
    antenna.switchOn()
    registers.prepare(mode: mode)
    targets = []
    selectedTarget = nil
    guard activationRetries == 0xFF else {
      return .answer(Answer(to: .inListPassiveTarget, [0]))
    }
    waiting = .forCounterpart
    return .waiting
  }

  /// Ends a waiting list with its answer.
  mutating func found(_ targets: [Target]) -> Answer? {
    guard !targets.isEmpty else { return nil }
    waiting = nil
    let count = UInt8(truncatingIfNeeded: targets.count)
    return Answer(to: .inListPassiveTarget, [count] + targets.flatMap(\.listed.bytes))
  }

  /// Looks for up to `maximum` tags; the last one found stays selected when there was room for it.
  mutating func listTypeA(maximum: Int, uid: [UInt8]?, tries: Int) -> [Target] {
    targets = []
    selectedTarget = nil
    while targets.count < maximum {
      let wakes = uid != nil || !hasRealMaximum && targets.isEmpty
      guard let target = activate(uid: uid, wakingHalted: wakes, tries: tries) else { break }
      targets.append(target)
      selectedTarget = target.listed.number
      if maximum > 1 && targets.count < maximum { haltSelected() }
    }
    return targets
  }

  /// The first try may fail because it only throws an active tag back to IDLE.
  private mutating func activate(uid: [UInt8]?, wakingHalted: Bool, tries: Int) -> Target? {
    for _ in 0..<tries {
      guard let atqa = antenna.request(wakingHalted: wakingHalted),
        let found = antenna.selectOne(uid: uid)
      else { continue }
      // Bit 5 of the SAK speaks of ISO 14443-4, bit 4 of the parameters asks for it at once.
      let ats =
        found.sak & 0x20 != 0 && parameters & 0x10 != 0 ? antenna.requestAnswerToSelect() : []
      let number = UInt8(truncatingIfNeeded: targets.count + 1)
      return Target(
        listed: ListedTypeATarget(
          number: number, atqa: atqa, sak: found.sak, uid: found.uid, ats: ats),
        tag: antenna.cards.first { $0.isActive }?.tag)
    }
    return nil
  }

  mutating func autoPoll(polls: UInt8, period: UInt8, types: [UInt8]) -> Outcome {
    // 00 and 10: any Type A tag, a MIFARE tag; the other types find nothing on this antenna.
    let looksForTypeA = types.contains { $0 == 0x00 || $0 == 0x10 }
    antenna.switchOn()
    registers.prepare(mode: 0x80)
    if looksForTypeA, let answer = polled(tries: 2) { return .answer(answer) }
    guard polls != 0xFF else {
      waiting = looksForTypeA ? .autoPoll : .forCounterpart
      return .waiting
    }
    antenna.wait(microseconds: Int(polls) * Int(period) * types.count * 150_000)
    return .answer(Answer(to: .inAutoPoll, [0]))
  }

  mutating func polled(tries: Int) -> Answer? {
    let targets = listTypeA(maximum: 1, uid: nil, tries: tries)
    guard let target = targets.first?.listed.bytes else { return nil }
    waiting = nil
    return Answer(
      to: .inAutoPoll, [1, 0x10, UInt8(truncatingIfNeeded: target.count)] + target)
  }

  mutating func select(_ number: UInt8) -> Answer {
    guard let target = target(number) else { return Answer(to: .inSelect, .wrongContext) }
    return Answer(to: .inSelect, reach(target) ? .success : .timeout)
  }

  /// 00 stands for every target, and none to deselect is no error.
  mutating func deselect(_ number: UInt8) -> Answer {
    guard number == 0 || target(number) != nil else {
      return Answer(to: .inDeselect, .wrongContext)
    }
    if number == 0 || selectedTarget == number { haltSelected() }
    return Answer(to: .inDeselect, .success)
  }

  mutating func release(_ number: UInt8) -> Answer {
    guard number == 0 || target(number) != nil else {
      return Answer(to: .inRelease, .wrongContext)
    }
    if number == 0 || selectedTarget == number { haltSelected() }
    targets.removeAll { number == 0 || $0.listed.number == number }
    return Answer(to: .inRelease, .success)
  }

  func target(_ number: UInt8) -> Target? {
    targets.first { $0.listed.number == number }
  }

  /// Makes a target the selected one, waking it when it was deselected.
  mutating func reach(_ target: Target) -> Bool {
    guard selectedTarget != target.listed.number else { return true }
    haltSelected()
    let marked = Self.withCascadeTags(target.listed.uid)
    guard antenna.request(wakingHalted: true) != nil, antenna.selectOne(uid: marked) != nil else {
      return false
    }
    selectedTarget = target.listed.number
    return true
  }

  private mutating func haltSelected() {
    guard selectedTarget != nil else { return }
    antenna.sendHalt()
    selectedTarget = nil
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
