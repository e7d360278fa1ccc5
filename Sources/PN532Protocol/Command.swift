// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A command of the host with its parameters taken apart.
package enum Command: Hashable, Sendable {
  case diagnose(test: UInt8, parameters: [UInt8])
  case getFirmwareVersion
  case getGeneralStatus
  case readRegister([UInt16])
  case writeRegister([RegisterValue])
  case readGPIO
  case writeGPIO(p3: UInt8, p7: UInt8)
  case setSerialBaudRate(SerialSpeed)
  case setParameters(UInt8)
  case samConfiguration(mode: SAMMode, options: [UInt8])
  case powerDown(wakeUp: UInt8, options: [UInt8])
  case rfConfiguration(RFConfigurationItem, [UInt8])
  case inDataExchange(target: UInt8, data: [UInt8])
  /// Without bytes the chip only listens, as for tags that talk first.
  case inCommunicateThru([UInt8])
  case inDeselect(target: UInt8)
  case inListPassiveTarget(maximum: UInt8, Modulation, initiatorData: [UInt8])
  case inRelease(target: UInt8)
  case inSelect(target: UInt8)
  case inAutoPoll(polls: UInt8, period: UInt8, types: [UInt8])
  /// Peer-to-peer, target and test commands, whose parameters no one here takes apart.
  case other(CommandCode, [UInt8])
}

/// A register of the contactless unit and what is to be in it.
package struct RegisterValue: Hashable, Sendable {
  package let address: UInt16
  package let value: UInt8

  package init(address: UInt16, value: UInt8) {
    self.address = address
    self.value = value
  }
}

/// What the chip does with a security module that may be wired to it.
package enum SAMMode: UInt8, CaseIterable, Sendable {
  case normal = 1
  case virtualCard = 2
  case wiredCard = 3
  case dualCard = 4
}

/// The kinds of tags that InListPassiveTarget looks for.
package enum Modulation: UInt8, CaseIterable, Sendable {
  case typeA = 0
  case felica212 = 1
  case felica424 = 2
  case typeB = 3
  case jewel = 4
}

/// The items of RFConfiguration that exist (UM0701-02, 7.3.1).
package enum RFConfigurationItem: UInt8, CaseIterable, Sendable {
  case field = 0x01
  case timings = 0x02
  case communicationRetries = 0x04
  case maximumRetries = 0x05
  case analogTypeA = 0x0A
  case analogFelica = 0x0B
  case analogTypeB = 0x0C
  case analogHighSpeed = 0x0D

  package var parameterCount: Int {
    switch self {
    case .field, .communicationRetries: 1
    case .timings, .maximumRetries, .analogTypeB: 3
    case .analogFelica: 8
    case .analogHighSpeed: 9
    case .analogTypeA: 11
    }
  }
}

extension Command {
  package var code: CommandCode { parts.code }

  /// The content of the command's frame, from the code on.
  package var bytes: [UInt8] { [parts.code.rawValue] + parts.parameters }

  private var parts: (code: CommandCode, parameters: [UInt8]) {
    switch self {
    case .diagnose(let test, let parameters): (.diagnose, [test] + parameters)
    case .getFirmwareVersion: (.getFirmwareVersion, [])
    case .getGeneralStatus: (.getGeneralStatus, [])
    case .readRegister(let addresses): (.readRegister, addresses.flatMap(Self.bigEndian))
    case .writeRegister(let values):
      (.writeRegister, values.flatMap { Self.bigEndian($0.address) + [$0.value] })
    case .readGPIO: (.readGPIO, [])
    case .writeGPIO(let p3, let p7): (.writeGPIO, [p3, p7])
    case .setSerialBaudRate(let speed): (.setSerialBaudRate, [speed.rawValue])
    case .setParameters(let flags): (.setParameters, [flags])
    case .samConfiguration(let mode, let options): (.samConfiguration, [mode.rawValue] + options)
    case .powerDown(let wakeUp, let options): (.powerDown, [wakeUp] + options)
    case .rfConfiguration(let item, let data): (.rfConfiguration, [item.rawValue] + data)
    case .inDataExchange(let target, let data): (.inDataExchange, [target] + data)
    case .inCommunicateThru(let data): (.inCommunicateThru, data)
    case .inDeselect(let target): (.inDeselect, [target])
    case .inListPassiveTarget(let maximum, let modulation, let data):
      (.inListPassiveTarget, [maximum, modulation.rawValue] + data)
    case .inRelease(let target): (.inRelease, [target])
    case .inSelect(let target): (.inSelect, [target])
    case .inAutoPoll(let polls, let period, let types): (.inAutoPoll, [polls, period] + types)
    case .other(let code, let parameters): (code, parameters)
    }
  }

  private static func bigEndian(_ address: UInt16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: address >> 8), UInt8(truncatingIfNeeded: address)]
  }
}
