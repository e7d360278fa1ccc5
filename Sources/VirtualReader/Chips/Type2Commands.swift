// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The commands of the Type 2 chips, by their first byte.
enum Type2Command: UInt8 {
  case authenticate = 0x1A
  case passwordAuthentication = 0x1B
  case read = 0x30
  case readCounter = 0x39
  case fastRead = 0x3A
  case readSignature = 0x3C
  case checkTearing = 0x3E
  case virtualCardSelect = 0x4B
  case getVersion = 0x60
  case compatibilityWrite = 0xA0
  case write = 0xA2
  case incrementCounter = 0xA5

  /// The length of the frame without its CRC.
  var length: Int {
    switch self {
    case .getVersion: 1
    case .read, .readCounter, .readSignature, .checkTearing, .compatibilityWrite, .authenticate: 2
    case .fastRead: 3
    case .passwordAuthentication: 5
    case .write, .incrementCounter: 6
    case .virtualCardSelect: 21
    }
  }

  func isKnown(to model: ChipModel) -> Bool {
    switch self {
    case .read, .write, .compatibilityWrite: true
    case .getVersion, .fastRead, .readSignature, .passwordAuthentication: model.isSecondGeneration
    case .readCounter: model.counters == .presentations || model.counters == .threeOneWay
    case .incrementCounter, .checkTearing, .virtualCardSelect: model.counters == .threeOneWay
    case .authenticate:
      if case .tripleDES = model.protection { true } else { false }
    }
  }
}

/// The four-bit NAKs of the sheets, as far as a chip behind an antenna with a sound CRC can say them.
enum Refusal {
  /// A bad argument, a page that is not there, a lock, a missing password.
  static let argument = ChipReply(.refuse(0x0))
  /// A counter at its end: that of the wrong passwords, or one that INCR_CNT would overflow.
  static let overflow = ChipReply(.refuse(0x4))
  /// The memory cell did not take the value.
  static let programming = ChipReply(.refuse(0x5))
}

extension VirtualType2Chip {
  func reply(to frame: [UInt8], tearing tear: Tear?) -> ChipReply {
    if let half {
      self.half = nil
      switch half {
      case .compatibilityWrite(let page):
        guard frame.count == 16 else { return Refusal.argument }
        return write(Array(frame.prefix(4)), to: page, tearing: tear)
      case .tripleDES(let challenge, let cryptogram):
        return finishTripleDES(frame, challenge: challenge, cryptogram: cryptogram)
      }
    }
    guard let first = frame.first, let command = Type2Command(rawValue: first),
      command.isKnown(to: model)
    else { return ChipReply(model.unknownCommand) }
    guard frame.count == command.length else { return Refusal.argument }
    return reply(to: command, Array(frame.dropFirst()), tearing: tear)
  }

  // The length of the arguments has been checked against the command.
  private func reply(
    to command: Type2Command, _ arguments: [UInt8], tearing tear: Tear?
  ) -> ChipReply {
    let first = arguments.first.map(Int.init) ?? 0
    switch command {
    case .read: return read(from: first)
    case .fastRead: return fastRead(from: first, to: Int(arguments[1]))
    case .getVersion: return ChipReply((claims ?? model).version.map(ChipAnswer.data) ?? .silence)
    case .readSignature:
      guard first == 0, let signature else { return Refusal.argument }
      return ChipReply(.data(signature))
    case .write: return write(Array(arguments.dropFirst()), to: first, tearing: tear)
    case .compatibilityWrite: return beginCompatibilityWrite(to: first)
    case .passwordAuthentication: return authenticate(password: arguments, tearing: tear)
    case .authenticate: return beginTripleDES(argument: first)
    case .readCounter: return readCounter(first)
    case .incrementCounter:
      return increment(counter: first, by: Array(arguments[1...3]), tearing: tear)
    case .checkTearing: return checkTearing(of: first)
    case .virtualCardSelect:
      // The chip gives its virtual card type, byte 1 of CFG1, to anyone who asks.
      guard let configuration = model.configurationPage else { return Refusal.argument }
      return ChipReply(.data([memory[configuration + 1][1]]))
    }
  }
}
