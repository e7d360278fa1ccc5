// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The radio field of the reader and the tags that are in it.
struct Antenna {
  private(set) var isOn = false
  private(set) var cards: [TypeACard] = []

  /// What the air does to the next exchange with a selected chip.
  enum Disturbance: Hashable {
    case frameLost
    case answerLost
    case answerCorrupted
  }

  /// What the reader's receiver makes of an exchange.
  struct Echo {
    var frame: AirFrame?
    /// The first bit in which two answers differed.
    var collision: Int?
  }

  var disturbance: Disturbance?
  /// Tells for the n-th write since the start whether it is torn.
  var tear: (Int) -> Tear? = { _ in nil }
  private var writes = 0
  /// Tags that a torn write took out of the field, until somebody asks for them.
  private var torn: [TypeACard] = []
  private var airtime = Airtime()

  mutating func takeAirtime() -> Airtime {
    defer { airtime = Airtime() }
    return airtime
  }

  mutating func takeTorn() -> [TypeACard] {
    defer { torn = [] }
    return torn
  }

  /// Counts the three passes of Crypto-1, which nobody here computes: a nonce, two answers to it.
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

  mutating func enter(_ card: TypeACard) {
    cards.append(card)
    if isOn { card.powerUp() }
  }

  mutating func leave(_ tag: TagID) -> TypeACard? {
    guard let index = cards.firstIndex(where: { $0.tag == tag }) else { return nil }
    let card = cards.remove(at: index)
    card.powerDown()
    return card
  }

  /// Sends a frame to every tag at once and lays their answers over each other.
  mutating func exchange(_ frame: AirFrame) -> Echo {
    airtime.send(frame)
    guard isOn else { return Echo() }
    let toSelected = cards.contains { $0.isActive }
    let disturbance = toSelected ? self.disturbance : nil
    if toSelected { self.disturbance = nil }
    guard disturbance != .frameLost else { return Echo() }

    var answers: [AirFrame] = []
    for card in cards {
      let tear = tear(writes)
      let reply = card.receive(frame, tearing: tear)
      airtime.programmedPages += reply.programmedPages
      if reply.programmedPages > 0 {
        writes += 1
        if tear != nil, let card = leave(card.tag) {
          torn.append(card)
          continue
        }
      }
      if let answer = reply.frame { answers.append(answer) }
    }
    var echo = overlay(answers)
    if let answer = echo.frame { airtime.receive(answer) }
    switch disturbance {
    case .answerLost: echo.frame = nil
    case .answerCorrupted: echo.frame?.flipABit()
    case .frameLost, nil: break
    }
    return echo
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
        })
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
