// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The registers of the contactless unit, as far as anything depends on them.
struct Registers {
  private var values: [UInt16: UInt8] = [:]

  /// The registers that the chip itself changes or obeys (UM0701-02, 8.6.22).
  enum Address {
    static let timerMode: UInt16 = 0x631A
    static let timerPrescaler: UInt16 = 0x631B
    static let timerHigh: UInt16 = 0x631E
    static let timerLow: UInt16 = 0x631F
    static let command: UInt16 = 0x6331
    static let fifoData: UInt16 = 0x6339
    static let fifoLevel: UInt16 = 0x633A
    static let control: UInt16 = 0x633C
    static let bitFraming: UInt16 = 0x633D
    static let txMode: UInt16 = 0x6302
    static let rxMode: UInt16 = 0x6303
    static let manualReceive: UInt16 = 0x630D
    static let txAuto: UInt16 = 0x6305
  }

  /// Every register reads 00 after wake-up: public logs agree, the data sheet's defaults differ.
  subscript(address: UInt16) -> UInt8 {
    get { values[address] ?? 0 }
    set { values[address] = newValue }
  }

  var addsCRC: Bool { self[Address.txMode] & 0x80 != 0 }
  var checksCRC: Bool { self[Address.rxMode] & 0x80 != 0 }
  /// The speed and framing of what is sent; nil for a combination that no tag here hears.
  var coding: AirCoding? {
    switch self[Address.txMode] & 0x73 {
    case 0x00: .typeA
    case 0x03: .typeB
    case 0x12: .felica212
    case 0x22: .felica424
    default: nil
    }
  }
  /// The host computes the parity bits, and gets those of the answer.
  var leavesParityToHost: Bool { self[Address.manualReceive] & 0x10 != 0 }
  /// How many bits of the last byte are sent; 0 means all.
  var sentLastBits: Int { Int(self[Address.bitFraming] & 0x07) }
  /// The place in the first byte where the first received bit goes.
  var receiveAlignment: Int { Int(self[Address.bitFraming] >> 4 & 0x07) }

  mutating func noteReceived(_ frame: AirFrame) {
    self[Address.control] =
      self[Address.control] & 0xF8 | UInt8(truncatingIfNeeded: frame.lastBits)
  }

  /// What InListPassiveTarget leaves behind, by modulation.
  mutating func prepare(mode: UInt8) {
    self[Address.txMode] = mode
    self[Address.rxMode] = mode
    // 100 % modulation and both transmitters on, and for the first exchange a look for other fields.
    if mode == 0x80 { self[Address.txAuto] = 0x4B }
  }

  /// The timer counts down from FFFF between the end of a frame and its answer, or to the end.
  mutating func noteTimer(carrierPeriods: Int?) {
    let prescaler =
      Int(self[Address.timerMode] & 0x0F) << 8 | Int(self[Address.timerPrescaler])
    let passed = carrierPeriods.map { $0 / (2 * prescaler + 1) } ?? 0xFFFF
    let left = UInt16(truncatingIfNeeded: max(0, 0xFFFF - passed))
    self[Address.timerHigh] = UInt8(truncatingIfNeeded: left >> 8)
    self[Address.timerLow] = UInt8(truncatingIfNeeded: left)
  }

  mutating func noteExchange() {
    self[Address.txAuto] &= ~0x08
  }
}
