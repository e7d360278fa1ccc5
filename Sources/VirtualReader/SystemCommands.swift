// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol

/// Commands about the chip itself (UM0701-02, 7.2 and 7.3.1).
extension PN532Core {
  mutating func system(_ command: Command) -> Outcome {
    switch command {
    case .diagnose(let test, let parameters): return diagnose(test, parameters)
    case .getFirmwareVersion: return done(command, FirmwareVersion.pn532.content)
    case .getGeneralStatus: return done(command, generalStatus)
    case .readRegister(let addresses):
      return done(command, addresses.map { read($0) })
    case .writeRegister(let values):
      for one in values { write(one.value, to: one.address) }
      return done(command)
    case .readGPIO:
      // Both interface pins are low: the chip was wired for its serial line.
      return done(command, [gpio.p3, gpio.p7, 0x00])
    case .writeGPIO(let p3, let p7):
      // Bit 7 says that the port is meant at all.
      if p3 & 0x80 != 0 { gpio.p3 = p3 & 0x3F }
      if p7 & 0x80 != 0 { gpio.p7 = p7 & 0x07 }
      return done(command)
    case .setSerialBaudRate(let speed):
      requestedSpeed = speed
      return done(command)
    case .setParameters(let flags):
      parameters = flags
      return done(command)
    case .powerDown(let sources, _):
      powerDown(wakeUpSources: sources)
      return done(command, [StatusCode.success.rawValue])
    case .rfConfiguration(let item, let data):
      configure(item, data)
      return done(command)
    default: return done(command)
    }
  }

  private func done(_ command: Command, _ content: [UInt8] = []) -> Outcome {
    .answer(Answer(to: command.code, content))
  }

  private mutating func diagnose(_ test: UInt8, _ parameters: [UInt8]) -> Outcome {
    switch test {
    case 0x00: .answer(Answer(to: .diagnose, [test] + parameters))
    // The memories and the antenna are in order.
    case 0x01, 0x02, 0x07: .answer(Answer(to: .diagnose, .success))
    // Every one of 128 polls for a FeliCa card fails.
    case 0x04: .answer(Answer(to: .diagnose, [0x80]))
    case 0x06: .answer(Answer(to: .diagnose, isSelectedTargetPresent ? .success : .timeout))
    default: .refusal
    }
  }

  /// Only a chip that speaks ISO 14443-4 answers the empty block that this test sends.
  private var isSelectedTargetPresent: Bool {
    guard let target = targets.first(where: { $0.listed.number == selectedTarget }) else {
      return false
    }
    return !target.listed.ats.isEmpty
      && antenna.cards.contains { $0.tag == target.tag && $0.isActive }
  }

  private var generalStatus: [UInt8] {
    var content: [UInt8] = [
      0x00, antenna.isOn ? 0x01 : 0x00, UInt8(truncatingIfNeeded: targets.count),
    ]
    // 106 kbit/s both ways, and 00 for anything of Type A.
    for target in targets { content += [target.listed.number, 0x00, 0x00, 0x00] }
    return content + [0x00]
  }

  private mutating func configure(_ item: RFConfigurationItem, _ data: [UInt8]) {
    switch item {
    case .field:
      if (data.first ?? 0) & 0x01 == 0 { antenna.switchOff() } else { antenna.switchOn() }
    case .timings: timeoutCode = data.last ?? timeoutCode
    case .maximumRetries: activationRetries = data.last ?? activationRetries
    // Repeats on the air and analog settings change nothing that this model shows.
    case .communicationRetries, .analogTypeA, .analogFelica, .analogTypeB, .analogHighSpeed: break
    }
  }

  private mutating func powerDown(wakeUpSources sources: UInt8) {
    antenna.switchOff()
    registers = Registers()
    targets = []
    selectedTarget = nil
    wakeUpSources = sources
  }
}
