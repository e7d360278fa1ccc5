// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The radio field of the reader and the tags that are in it.
struct Antenna {
  private(set) var isOn = false
  private(set) var cards: [any Card] = []

  /// What the reader's receiver makes of an exchange.
  struct Echo {
    var frame: AirFrame?
    /// The first bit in which two answers differed.
    var collision: Int?
  }

  /// A tag that left while it was written.
  struct Torn {
    let card: any Card
    let comesBack: Bool
  }

  var disturbance: Disturbance?
  /// Tells what becomes of the n-th frame to a chosen chip since the start.
  var disturb: (Int) -> Disturbance? = { _ in nil }
  private var framesToChosen = 0
  /// Tells for the n-th write since the start whether it is torn.
  var tear: (Int) -> Tear? = { _ in nil }
  private var writes = 0
  /// The tag that leaves at its next write, and does not come back on its own.
  var leaving: TagID?
  /// Tags that a torn write took out of the field, until someone asks for them.
  private var torn: [Torn] = []
  private var airtime = Airtime()

  /// The Type A tag that is selected.
  var activeTag: TagID? {
    cards.first { ($0 as? TypeACard)?.isActive ?? false }?.tag
  }

  mutating func takeAirtime() -> Airtime {
    defer { airtime = Airtime() }
    return airtime
  }

  mutating func takeTorn() -> [Torn] {
    defer { torn = [] }
    return torn
  }

  /// Counts the three passes of Crypto-1, which no one here computes: a nonce, two answers to it.
  mutating func countAuthentication() {
    for (sent, received) in [(4, 4), (8, 4)] {
      airtime.send(AirFrame([UInt8](repeating: 0, count: sent)))
      airtime.receive(AirFrame([UInt8](repeating: 0, count: received)))
    }
  }

  mutating func wait(microseconds: Int) {
    airtime.wait(microseconds: microseconds)
  }

  mutating func switchOn() {
    isOn = true
    for card in cards { card.powerUp() }
  }

  mutating func switchOff() {
    isOn = false
    for card in cards { card.powerDown() }
  }

  /// Takes the power away for a moment, which wakes chips that were halted.
  mutating func restart() {
    guard isOn else { return }
    switchOff()
    switchOn()
  }

  mutating func enter(_ card: any Card) {
    cards.append(card)
    if isOn { card.powerUp() }
  }

  mutating func leave(_ tag: TagID) -> (any Card)? {
    guard let index = cards.firstIndex(where: { $0.tag == tag }) else { return nil }
    let card = cards.remove(at: index)
    card.powerDown()
    return card
  }

  /// Sends a frame to every tag at once and combines their answers.
  mutating func exchange(_ frame: AirFrame) -> Echo { poll(frame).first ?? Echo() }

  /// Sends a frame and gives what is heard in each time slot; only Polling has more than one.
  mutating func poll(_ frame: AirFrame) -> [Echo] {
    airtime.send(frame)
    guard isOn else { return [] }
    let disturbance = nextDisturbance(of: frame)
    guard disturbance != .frameLost else { return [] }

    var answers: [Int: [AirFrame]] = [:]
    for card in cards {
      let isLeaving = card.tag == leaving
      let tear = isLeaving ? .pageNew : tear(writes)
      let reply = card.receive(frame, tearing: tear)
      airtime.programmedPages += reply.programmedPages
      if reply.programmedPages > 0 {
        writes += 1
        if tear != nil, let card = leave(card.tag) {
          torn.append(Torn(card: card, comesBack: !isLeaving))
          if isLeaving { leaving = nil }
          continue
        }
      }
      if let answer = reply.frame { answers[reply.slot, default: []].append(answer) }
    }
    var echoes: [Echo] = []
    for (slot, frames) in answers.sorted(by: { $0.key < $1.key }) {
      var echo = overlay(frames)
      if let answer = echo.frame { airtime.receive(answer, slot: slot) }
      switch disturbance {
      case .answerLost, .allAnswersLost: echo.frame = nil
      case .answerCorrupted: echo.frame?.flipABit()
      case .frameLost, nil: break
      }
      echoes.append(echo)
    }
    return echoes
  }

  /// What happens to this frame, if it goes to a chip that was chosen before.
  private mutating func nextDisturbance(of frame: AirFrame) -> Disturbance? {
    guard cards.contains(where: { $0.isAddressed(by: frame) }) else { return nil }
    defer { framesToChosen += 1 }
    if let wanted = disturb(framesToChosen) { disturbance = wanted }
    guard case .allAnswersLost(let frames)? = disturbance else {
      defer { disturbance = nil }
      return disturbance
    }
    guard frames > 0 else { return disturbance }
    disturbance = .allAnswersLost(afterFrames: frames - 1)
    return nil
  }

  private func overlay(_ answers: [AirFrame]) -> Echo {
    var echo = Echo(frame: answers.first)
    for answer in answers.dropFirst() {
      guard let sofar = echo.frame, sofar != answer else { continue }
      let (left, right) = (sofar.bits, answer.bits)
      let shorter = min(left.count, right.count)
      let differing = (0..<shorter).first { left[$0] != right[$0] } ?? shorter
      echo.collision = min(echo.collision ?? differing, differing)
      echo.frame = AirFrame(
        bits: (0..<max(left.count, right.count)).map { index in
          (index < left.count && left[index]) || (index < right.count && right[index])
        }, coding: sofar.coding)
    }
    return echo
  }
}

extension AirFrame {
  fileprivate mutating func flipABit() {
    guard let first = bytes.first else { return }
    bytes[0] = first ^ 0x01
  }
}
