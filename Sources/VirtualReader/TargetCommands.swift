// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol

/// Commands that find tags and let them go (UM0701-02, 7.3.5 to 7.3.13).
extension PN532Core {
  mutating func list(maximum: Int, _ modulation: Modulation, _ data: [UInt8]) -> Outcome {
    let search: Search
    switch modulation {
    case .typeA:
      guard [0, 4, 8, 12].contains(data.count) else { return .refusal }
      search = .typeA(maximum: maximum, uid: data.isEmpty ? nil : data)
    case .felica212, .felica424:
      // A polling command that does not begin with 00 makes no sense to a real chip.
      guard data.first == 0x00, data.count == 5 else { return .refusal }
      search = .felica(
        maximum: maximum, polling: data, modulation == .felica212 ? .felica212 : .felica424)
    case .typeB:
      guard let family = data.first else { return .refusal }
      search = .typeB(family: family)
    case .jewel: search = .jewel
    }
    antenna.switchOn()
    registers.prepare(mode: search.mode)
    let tries = activationRetries == 0xFF ? 2 : Int(activationRetries) + 1
    if let answer = found(look(for: search, tries: tries)) { return .answer(answer) }
    guard activationRetries == 0xFF else {
      if search.restartsField { antenna.restart() }
      return .answer(Answer(to: .inListPassiveTarget, [0]))
    }
    waiting = .list(search)
    return .waiting()
  }

  /// Ends a waiting list with its answer.
  mutating func found(_ targets: [Target]) -> Answer? {
    guard !targets.isEmpty else { return nil }
    waiting = nil
    let count = UInt8(truncatingIfNeeded: targets.count)
    return Answer(to: .inListPassiveTarget, [count] + targets.flatMap(\.listed.bytes))
  }

  mutating func select(_ number: UInt8) -> Answer {
    guard target(number) != nil else { return Answer(to: .inSelect, .wrongContext) }
    return Answer(to: .inSelect, reach(number) ? .success : .timeout)
  }

  /// 00 stands for every target, and none to deselect is not an error.
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
}
