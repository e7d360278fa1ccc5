// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Why the content of a command frame is not a command of the PN532.
///
/// A real chip answers every one of these with the same error frame.
package enum CommandError: Error, Hashable {
  case empty
  case unknownCode(UInt8)
  case parameterCount(CommandCode, Int)
  case parameterValue(CommandCode, UInt8)
}

extension Command {
  /// Takes the content of a command frame apart.
  package init(bytes: [UInt8]) throws(CommandError) {
    guard let first = bytes.first else { throw .empty }
    guard let code = CommandCode(rawValue: first) else { throw .unknownCode(first) }
    let rest = Array(bytes.dropFirst())
    let wrongCount = CommandError.parameterCount(code, rest.count)
    switch code {
    case .diagnose:
      guard let test = rest.first else { throw wrongCount }
      self = .diagnose(test: test, parameters: Array(rest.dropFirst()))
    case .getFirmwareVersion:
      guard rest.isEmpty else { throw wrongCount }
      self = .getFirmwareVersion
    case .getGeneralStatus:
      guard rest.isEmpty else { throw wrongCount }
      self = .getGeneralStatus
    case .readGPIO:
      guard rest.isEmpty else { throw wrongCount }
      self = .readGPIO
    case .readRegister:
      guard !rest.isEmpty, rest.count % 2 == 0 else { throw wrongCount }
      self = .readRegister(Self.groups(of: 2, in: rest).map { Self.address($0) })
    case .writeRegister:
      guard !rest.isEmpty, rest.count % 3 == 0 else { throw wrongCount }
      self = .writeRegister(
        Self.groups(of: 3, in: rest).map {
          RegisterValue(address: Self.address($0), value: $0.last ?? 0)
        })
    case .inDeselect, .inRelease, .inSelect, .setParameters, .setSerialBaudRate:
      guard let parameter = rest.first, rest.count == 1 else { throw wrongCount }
      self = try Self.ofOneByte(code, parameter)
    default:
      self = try Self.ofManyBytes(code, rest)
    }
  }

  private static func ofOneByte(
    _ code: CommandCode, _ parameter: UInt8
  ) throws(CommandError) -> Command {
    switch code {
    case .inDeselect: return .inDeselect(target: parameter)
    case .inRelease: return .inRelease(target: parameter)
    case .inSelect: return .inSelect(target: parameter)
    case .setParameters: return .setParameters(parameter)
    default:
      guard let speed = SerialSpeed(rawValue: parameter) else {
        throw .parameterValue(code, parameter)
      }
      return .setSerialBaudRate(speed)
    }
  }

  private static func ofManyBytes(
    _ code: CommandCode, _ rest: [UInt8]
  ) throws(CommandError) -> Command {
    let wrongCount = CommandError.parameterCount(code, rest.count)
    switch code {
    case .inCommunicateThru:
      return .inCommunicateThru(rest)
    case .writeGPIO:
      guard rest.count == 2 else { throw wrongCount }
      return .writeGPIO(p3: rest[0], p7: rest[1])
    case .powerDown:
      guard (1...2).contains(rest.count) else { throw wrongCount }
      return .powerDown(wakeUp: rest[0], options: Array(rest.dropFirst()))
    case .samConfiguration:
      guard (1...3).contains(rest.count) else { throw wrongCount }
      guard let mode = SAMMode(rawValue: rest[0]) else { throw .parameterValue(code, rest[0]) }
      return .samConfiguration(mode: mode, options: Array(rest.dropFirst()))
    case .rfConfiguration:
      guard let first = rest.first else { throw wrongCount }
      guard let item = RFConfigurationItem(rawValue: first) else {
        throw .parameterValue(code, first)
      }
      guard rest.count == item.parameterCount + 1 else { throw wrongCount }
      return .rfConfiguration(item, Array(rest.dropFirst()))
    case .inDataExchange:
      guard let target = rest.first else { throw wrongCount }
      return .inDataExchange(target: target, data: Array(rest.dropFirst()))
    case .inListPassiveTarget:
      guard rest.count >= 2 else { throw wrongCount }
      guard (1...2).contains(rest[0]) else { throw .parameterValue(code, rest[0]) }
      guard let modulation = Modulation(rawValue: rest[1]) else {
        throw .parameterValue(code, rest[1])
      }
      return .inListPassiveTarget(
        maximum: rest[0], modulation, initiatorData: Array(rest.dropFirst(2)))
    case .inAutoPoll:
      guard (3...17).contains(rest.count) else { throw wrongCount }
      return .inAutoPoll(polls: rest[0], period: rest[1], types: Array(rest.dropFirst(2)))
    default:
      return .other(code, rest)
    }
  }

  private static func groups(of size: Int, in bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    stride(from: 0, to: bytes.count, by: size).map { bytes[$0...].prefix(size) }
  }

  private static func address(_ bytes: ArraySlice<UInt8>) -> UInt16 {
    bytes.prefix(2).reduce(0) { $0 << 8 | UInt16($1) }
  }
}
