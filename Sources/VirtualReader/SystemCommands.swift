// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol

/// Commands about the chip itself (UM0701-02, 7.2 and 7.3.1).
extension PN532Core {
  mutating func system(_ command: Command) -> Outcome {
    switch command {
    case .diagnose(let test, let parameters): return diagnose(test, parameters)
    case .getFirmwareVersion: return done(command, chip.content)
    case .getGeneralStatus: return done(command, generalStatus)
    case .readRegister(let addresses):
      return done(command, (isPN533 ? [0x00] : []) + addresses.map { read($0) })
    case .writeRegister(let values):
      for one in values { write(one.value, to: one.address) }
      return done(command, isPN533 ? [0x00] : [])
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
    case 0x00: givesBytesBack ? .answer(Answer(to: .diagnose, [test] + parameters)) : .refusal
    // The memories and the antenna are in order.
    case 0x01, 0x02, 0x07: .answer(Answer(to: .diagnose, .success))
    // Every one of 128 polls for a FeliCa card fails.
    case 0x04: .answer(Answer(to: .diagnose, [0x80]))
    case 0x06: .answer(Answer(to: .diagnose, isSelectedTargetPresent() ? .success : .timeout))
    default: .refusal
    }
  }

  /// Only a card that speaks ISO 14443-4 answers the block that this test sends.
  private mutating func isSelectedTargetPresent() -> Bool {
    targets.first { $0.listed.number == selectedTarget }?.blocks.map { isThere($0) } ?? false
  }

  private var generalStatus: [UInt8] {
    var content: [UInt8] = [
      0x00, antenna.isOn ? 0x01 : 0x00, UInt8(truncatingIfNeeded: targets.count),
    ]
    for target in targets {
      // The speed is the same both ways; then the kind of modulation.
      let speed: UInt8
      switch target.coding {
      case .typeA, .typeB: speed = 0x00
      case .felica212: speed = 0x01
      case .felica424: speed = 0x02
      }
      let kind: UInt8
      switch target.listed {
      case .typeA, .typeB: kind = 0x00
      case .felica: kind = 0x10
      case .jewel: kind = 0x02
      }
      content += [target.listed.number, speed, speed, kind]
    }
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
