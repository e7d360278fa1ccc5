// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol

/// The chip behind the serial line: commands in, answers out, and the state between them.
///
/// It follows UM0701-02 and, where that is silent or wrong, what public logs of real chips show.
struct PN532Core {
  /// What comes of a command.
  enum Outcome: Hashable {
    case answer(Answer)
    /// The error frame that a real chip sends for whatever it cannot make sense of.
    case refusal
    /// No answer until a tag comes, the host gives up, or this much time has passed.
    case waiting(atMost: Duration? = nil)
  }

  /// A command that continues until something happens in the field.
  enum Waiting: Hashable {
    case list(Search)
    case autoPoll(types: [UInt8])
    /// Target mode and tests, which nothing on this antenna ever ends.
    case forCounterpart
  }

  /// What InListPassiveTarget looks for.
  enum Search: Hashable {
    case typeA(maximum: Int, uid: [UInt8]?)
    case felica(maximum: Int, polling: [UInt8], AirCoding)
    case typeB(family: UInt8)
    case jewel
  }

  /// A tag that InListPassiveTarget gave a number.
  struct Target: Hashable {
    let listed: ListedTarget
    let tag: TagID?
    let coding: AirCoding
    /// After RATS or ATTRIB, the state of the block protocol.
    var blocks: ReaderBlocks?
  }

  /// Which chip it is: the PN533 of readers on USB differs in little.
  let chip: FirmwareVersion
  /// Whether it knows the communication test, as every real chip does.
  var givesBytesBack = true
  var antenna = Antenna()
  var registers = Registers()
  /// The sixty-four bytes through which a host may send frames on its own.
  var fifo: [UInt8] = []
  var waiting: Waiting?
  var targets: [Target] = []
  /// The number of the target that is selected; the others sleep.
  var selectedTarget: UInt8?

  /// RFConfiguration item 5: FF tries forever, which is the default after power-up.
  var activationRetries: UInt8 = 0xFF
  /// RFConfiguration item 2 as a code; 0A is the default, 51.2 ms.
  var timeoutCode: UInt8 = 0x0A
  var parameters: UInt8 = 0x14
  var gpio: (p3: UInt8, p7: UInt8) = (0x3F, 0x07)
  /// The pins that are allowed to wake a chip that sleeps; nil while it is awake.
  var wakeUpSources: UInt8?
  var requestedSpeed: SerialSpeed?

  init(chip: FirmwareVersion = .pn532) { self.chip = chip }

  var isPN533: Bool { chip.chip == FirmwareVersion.pn533.chip }

  mutating func run(_ content: [UInt8]) -> Outcome {
    abortWaiting()
    guard let command = try? Command(bytes: content) else { return .refusal }
    // It is on no serial line, has no companion chip, and does not look by itself.
    let unknownToPN533: [CommandCode] = [
      .samConfiguration, .setSerialBaudRate, .powerDown, .inAutoPoll,
    ]
    if isPN533, unknownToPN533.contains(command.code) { return .refusal }
    switch command {
    case .inListPassiveTarget(let maximum, let modulation, let data):
      return list(maximum: Int(maximum), modulation, data)
    case .inAutoPoll(let polls, let period, let types):
      return autoPoll(polls: polls, period: period, types: types)
    case .inSelect(let number): return .answer(select(number))
    case .inDeselect(let number): return .answer(deselect(number))
    case .inRelease(let number): return .answer(release(number))
    case .inDataExchange(let number, let data): return exchange(target: number, data)
    case .inCommunicateThru(let data): return .answer(communicate(data))
    case .other(let code, let parameters): return peer(code, parameters)
    default: return system(command)
    }
  }

  /// Ends a wait whose time is over.
  mutating func giveUp() -> Answer? {
    guard case .autoPoll = waiting else { return nil }
    waiting = nil
    return Answer(to: .inAutoPoll, [0])
  }

  /// Ends a command that was waiting, as an ACK or another command of the host does.
  mutating func abortWaiting() {
    guard let given = waiting else { return }
    waiting = nil
    if case .list(let search) = given, search.restartsField { antenna.restart() }
  }

  /// Looks again, after something has moved in the field, for what a command waits for.
  mutating func lookAgain() -> Answer? {
    switch waiting {
    case .list(let search): return found(look(for: search, tries: 2))
    case .autoPoll(let types): return polled(types)
    case .forCounterpart, nil: return nil
    }
  }

  /// How long the chip waits for a tag's answer: 0.1 ms doubled with each step of the code.
  var timeoutMicroseconds: Int {
    timeoutCode == 0 ? 0 : 100 << (Int(min(timeoutCode, 0x10)) - 1)
  }
}
