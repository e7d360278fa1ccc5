// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What the radio did during one command of the host.
struct Airtime: Hashable {
  var frames = 0
  var programmedPages = 0
  /// Periods of the 13.56 MHz carrier, the unit in which ISO 14443 counts.
  private(set) var carrierPeriods = 0

  /// ISO 14443-3, 6.2.1.1: from the end of a reader's frame to a chip's answer.
  static let frameDelay = 9 * 128 + 84
  /// ISO 14443-3, 6.2.1.2: from the end of an answer to the next frame.
  private static let guardTime = 1_172
  static let carrierFrequency = 13_560_000

  mutating func send(_ frame: AirFrame) {
    frames += 1
    carrierPeriods += frame.coding.duration(of: frame)
  }

  mutating func receive(_ frame: AirFrame, slot: Int = 0) {
    let coding = frame.coding
    carrierPeriods += coding.delay(slot: slot) + coding.duration(of: frame) + Self.guardTime
  }

  /// Counts a wait for an answer that does not come.
  mutating func wait(microseconds: Int) {
    carrierPeriods += microseconds * (Self.carrierFrequency / 10_000) / 100
  }
}
