// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagReading

/// Type 2 commands through the PN532 in an ACR122U, which takes commands of its own.
struct DirectType2: Type2Channel {
  /// An ACR122U wraps each answer again, and its wrapping has one byte for the length.
  let longestAnswer = 240
  private let slot: any CardSlot

  private static let firmwareVersion: UInt8 = 0x02
  private static let writeRegister: UInt8 = 0x08
  private static let dataExchange: UInt8 = 0x40
  private static let communicateThrough: UInt8 = 0x42
  /// The number of the only target.
  private static let target: UInt8 = 1
  /// What makes and checks the checksums of frames out and in: CIU_TxMode and CIU_RxMode, bit 7.
  private static let checksumRegisters: [[UInt8]] = [[0x63, 0x02], [0x63, 0x03]]

  /// Checksums and parity bits as usual, and answers of whole bytes (CIU_ManualRCV, CIU_BitFraming).
  ///
  /// After another program's other ones, a tag seems not to know commands that it knows.
  private static let usualRegisters: [UInt8] =
    checksumRegisters.flatMap { $0 + [0x80] } + [0x63, 0x0D, 0x00, 0x63, 0x3D, 0x00]

  /// nil when no PN532 answers.
  init?(on slot: any CardSlot) throws(ReaderError) {
    self.slot = slot
    guard let command = ReaderCommand.direct([0xD4, Self.firmwareVersion]) else { return nil }
    let answer = try slot.ask(command)
    guard answer.isDone, answer.data.starts(with: [0xD5, Self.firmwareVersion + 1]) else {
      return nil
    }
    // One that refuses has the usual ones, as far as we know.
    if (try? ask(Self.writeRegister, Self.usualRegisters)) == nil {
      _ = try? ask(Self.writeRegister, Self.usualRegisters)
    }
  }

  func exchange(_ command: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8] {
    try care == .careful ? exchangeBare(command) : exchangeQuickly(command)
  }

  func close() {}

  /// One exchange with the chip's own checksums, in which a refusal looks like a broken answer.
  private func exchangeQuickly(_ command: [UInt8]) throws(ReaderError) -> [UInt8] {
    switch command.first {
    // A WRITE is answered by four bits, which only the chip's MIFARE handling understands; other
    // commands than these it takes for something else.
    case 0x30, 0xA0, 0xA2:
      let answer = try ask(Self.dataExchange, [Self.target] + command)
      return try content(of: answer, silence: .unclear)
    default:
      return try content(of: ask(Self.communicateThrough, command), silence: .unclear)
    }
  }

  /// One exchange in which we keep the checksums, so that the four bits of a refusal are seen.
  private func exchangeBare(_ command: [UInt8]) throws(ReaderError) -> [UInt8] {
    try setChecksums(byChip: false)
    let result: Result<[UInt8], ReaderError>
    do throws(ReaderError) {
      let framed = command + checksum(command)
      result = .success(
        try content(of: ask(Self.communicateThrough, framed), silence: .silent))
    } catch {
      result = .failure(error)
    }
    try setChecksums(byChip: true)
    let frame = try result.get()
    if frame.count == 1 { return try acknowledgement(frame[0]) }
    let data = Array(frame.dropLast(2))
    guard frame.count > 2, checksum(data) == Array(frame.suffix(2)) else { throw .corrupted }
    return data
  }

  private func setChecksums(byChip: Bool) throws(ReaderError) {
    let mode: UInt8 = byChip ? 0x80 : 0x00
    _ = try ask(Self.writeRegister, Self.checksumRegisters.flatMap { $0 + [mode] })
  }

  /// The chip's answer after its own two bytes.
  private func ask(_ code: UInt8, _ parameters: [UInt8]) throws(ReaderError) -> [UInt8] {
    guard let command = ReaderCommand.direct([0xD4, code] + parameters) else {
      throw .notPossible
    }
    let answer = try slot.ask(command)
    guard answer.isDone else { throw answer.error }
    guard answer.data.starts(with: [0xD5, code + 1]) else { throw .readerSilent }
    return Array(answer.data.dropFirst(2))
  }

  /// What follows the chip's status (UM0701-02, 7.1): 0 in its low six bits is well, 1 is silence.
  private func content(
    of answer: [UInt8], silence: ReaderError
  ) throws(ReaderError) -> [UInt8] {
    switch answer.first.map({ $0 & 0x3F }) {
    case 0: return Array(answer.dropFirst())
    case 1: throw silence
    default: throw .unclear
    }
  }

  /// CRC_A, least significant byte first (ISO 14443-3, annex B).
  private func checksum(_ bytes: [UInt8]) -> [UInt8] {
    var register: UInt16 = 0x6363
    for byte in bytes {
      register ^= UInt16(byte)
      for _ in 0..<8 {
        register = register & 1 == 1 ? register >> 1 ^ 0x8408 : register >> 1
      }
    }
    return [UInt8(truncatingIfNeeded: register), UInt8(truncatingIfNeeded: register >> 8)]
  }
}
