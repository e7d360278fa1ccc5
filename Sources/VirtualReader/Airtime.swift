// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What the radio did during one command of the host.
package struct Airtime: Hashable {
  var frames = 0
  package var programmedPages = 0
  /// Periods of the 13.56 MHz carrier, the unit in which ISO 14443 counts.
  private(set) var carrierPeriods = 0

  package init() {}

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

  /// Books a request of ISO 15693 and its answer, at the high data rate and without their checksums.
  ///
  /// A bit takes 512 periods both ways, and a checksum two bytes (ISO 15693-2, 7.1 and 8.3). The ends of
  /// a request take 1,024 and 512 periods, those of an answer 2,048 each; the chip waits for 4,352
  /// periods, and the reader for 4,192 before its next request (ISO 15693-3, 9).
  package mutating func exchange(_ request: [UInt8], _ answer: [UInt8]?) {
    frames += answer == nil ? 1 : 2
    carrierPeriods += (request.count + 2) * 4_096 + 1_536 + 4_352 + 4_192
    if let answer { carrierPeriods += (answer.count + 2) * 4_096 + 4_096 }
  }

  /// Counts a wait for an answer that does not come.
  mutating func wait(microseconds: Int) {
    carrierPeriods += microseconds * (Self.carrierFrequency / 10_000) / 100
  }
}
