// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import VirtualReader

@testable import PCSCReader

/// A slot with a virtual Type 2 chip on a reader that has one of the ways to such tags.
final class Type2Slot: CardSlot {
  enum Model: CaseIterable {
    /// Commands to the PN532 in it.
    case acr122u
    /// Transparent sessions.
    case acr1552u
    /// READ BINARY and UPDATE BINARY.
    case generic
  }

  let name = "a reader of the tests"
  private(set) var chip: VirtualType2Chip
  /// What is done before a command, by its number, from 0.
  var before: [Int: (Type2Slot) -> Void] = [:]
  /// What a reader that passes only pages on says whenever the tag did not do what it was told.
  var failure = "6300"
  private(set) var asked: [String] = []
  private let model: Model
  private var silence = CardSilence()
  /// Whether the tag is as the last program left it, which may be idle.
  private var isLeft = false
  private var isAwake = false
  private var isInSession = false
  private var checksumsByChip = true

  init(_ model: Model, _ chip: VirtualType2Chip) {
    self.model = model
    self.chip = chip
  }

  var commandsSent: Int { asked.count }

  func hasCard(within longest: Duration) throws(SlotError) -> Bool { true }

  func connect() throws(SlotError) -> [UInt8] {
    if !isLeft {
      isAwake = true
      chip.activated()
    }
    return hex("3B8F8001804F0CA0000003060300030000000068")
  }

  func disconnect(_ ending: CardEnding) {
    let ending = silence.allows(ending)
    isLeft = ending == .leave
    if ending == .unpower { chip.fieldLost() }
  }

  /// Puts another chip on the reader and selects it, of which the service notices nothing.
  func swap(for other: VirtualType2Chip) {
    chip.fieldLost()
    chip = other
    chip.activated()
    isAwake = true
  }

  func transmit(_ command: [UInt8]) throws(SlotError) -> [UInt8] {
    before[asked.count]?(self)
    asked.append(hexText(command))
    let answer = answer(of: command)
    silence.note(answer, from: .storageCard(isClassic: false))
    return answer
  }

  private func answer(of command: [UInt8]) -> [UInt8] {
    let body = Array(command.dropFirst(5))
    switch (model, command[1]) {
    case (_, 0xCA) where command[2] == 0: return chip.identity.uid + hex("9000")
    case (.acr122u, 0x00): return direct(body) + hex("9000")
    case (.acr1552u, 0xC2): return transparent(command[3], Array(body.dropLast())) + hex("9000")
    case (.generic, 0xB0):
      guard case .data(let data) = answer(to: [0x30, command[3]]) else { return hex(failure) }
      return data + hex("9000")
    case (.generic, 0xD6):
      return hex(answer(to: [0xA2, command[3]] + body) == .acknowledge ? "9000" : failure)
    default: return hex("6D00")
    }
  }

  private func answer(to frame: [UInt8]) -> ChipAnswer {
    guard isAwake else { return .silence }
    let answer = chip.answer(to: frame, tearing: nil).answer
    switch answer {
    case .refuse, .silence: isAwake = false
    case .data, .acknowledge, .quiet: break
    }
    return answer
  }

  private func direct(_ command: [UInt8]) -> [UInt8] {
    switch command[1] {
    case 0x02: return hex("D503 32010607")
    case 0x08:
      checksumsByChip = command[4] & 0x80 != 0
      return hex("D509")
    case 0x40:
      switch answer(to: Array(command.dropFirst(3))) {
      case .data(let data): return hex("D541 00") + data
      case .acknowledge: return hex("D541 00")
      case .refuse, .silence, .quiet: return hex("D541 01")
      }
    default:
      let sent = Array(command.dropFirst(2))
      switch answer(to: checksumsByChip ? sent : Array(sent.dropLast(2))) {
      case .data(let data): return hex("D543 00") + data + (checksumsByChip ? [] : checksum(data))
      case .acknowledge: return checksumsByChip ? hex("D543 02") : hex("D543 00 0A")
      case .refuse(let code): return checksumsByChip ? hex("D543 02") : hex("D543 00") + [code]
      case .silence, .quiet: return hex("D543 01")
      }
    }
  }

  private func transparent(_ function: UInt8, _ objects: [UInt8]) -> [UInt8] {
    let done = hex("C003009000")
    switch (function, objects) {
    case (0x00, _): isInSession = objects == [0x81, 0x00]
    case (0x02, [0x8F, 0x02, 0x00, 0x03]) where isInSession: break
    case (0x01, _) where isInSession:
      switch answer(to: Array(objects.dropFirst(9))) {
      case .data(let data): return done + hex("920100 96020000 97") + [UInt8(data.count)] + data
      case .acknowledge: return done + hex("920104 96020000 97010A")
      case .refuse(let code): return done + hex("920104 96020000 9701") + [code]
      case .silence, .quiet: return hex("C003016401")
      }
    default: return hex("C003016A81")
    }
    return done
  }

  /// CRC_A by its polynomial, written down a second time.
  private func checksum(_ bytes: [UInt8]) -> [UInt8] {
    var register = 0x6363
    for bit in bytes.flatMap({ byte in (0..<8).map { Int(byte) >> $0 & 1 } }) {
      let feedback = (register ^ bit) & 1
      register = register >> 1 ^ feedback * 0x8408
    }
    return [UInt8(register & 0xFF), UInt8(register >> 8)]
  }
}
