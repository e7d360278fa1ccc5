// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The registers through which a host sends a frame on its own, without the firmware's help.
///
/// libnfc does it to measure time: command Transceive, a frame into the FIFO, the start bit, and then
/// the level and the content of the FIFO again and again.
extension PN532Core {
  private static let transceive: UInt8 = 0x0C
  private static let fifoSize = 64

  mutating func read(_ address: UInt16) -> UInt8 {
    switch address {
    case Registers.Address.fifoLevel: return UInt8(truncatingIfNeeded: fifo.count)
    case Registers.Address.fifoData: return fifo.isEmpty ? 0 : fifo.removeFirst()
    default: return registers[address]
    }
  }

  mutating func write(_ value: UInt8, to address: UInt16) {
    switch address {
    case Registers.Address.fifoLevel:
      if value & 0x80 != 0 { fifo = [] }
    case Registers.Address.fifoData:
      if fifo.count < Self.fifoSize { fifo.append(value) }
    case Registers.Address.bitFraming:
      registers[address] = value & 0x7F
      if value & 0x80 != 0, registers[Registers.Address.command] & 0x0F == Self.transceive {
        transceiveFIFO()
      }
    default: registers[address] = value
    }
  }

  private mutating func transceiveFIFO() {
    let sent = fifo
    fifo = []
    guard !sent.isEmpty, let coding = registers.coding else { return }
    let frame = AirFrame(
      registers.addsCRC ? sent + coding.checksum(of: sent) : sent,
      lastBits: registers.sentLastBits, coding: coding)
    registers.noteTimer(carrierPeriods: nil)
    guard let answer = antenna.exchange(frame).frame else { return }
    registers.noteTimer(carrierPeriods: Airtime.frameDelay)
    registers.noteReceived(answer)
    let received = registers.checksCRC ? answer.checkedContent ?? answer.bytes : answer.bytes
    fifo = Array(received.prefix(Self.fifoSize))
  }
}
