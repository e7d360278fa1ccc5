// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol

/// The reader chip with its antenna and tags, whatever line leads to it: commands in, answers out,
/// faults in between.
///
/// It knows no line, no file descriptor and no clock, so the same commands always give the same run.
struct ReaderBoard {
  var core: PN532Core
  var drawer = TagDrawer()
  let plan: FaultPlan
  private let time: TimeModel
  private let commandCame: (@Sendable (Int) -> Void)?
  private let chip: FirmwareVersion
  private let isOnUSB: Bool
  var transcript = Transcript()
  var total = Counters()
  var perTag: [TagID: Counters] = [:]

  /// Whether the chip answers nothing until its cable was out.
  private(set) var isSilent = false
  /// What the plan wanted of the last command.
  private(set) var fault: Fault?
  private var promisesMore = false
  private var exchanges = 0
  /// How many there were of each code.
  private var commands: [UInt8: Int] = [:]
  private var took = Duration.zero

  /// What came of a command.
  enum Outcome: Hashable {
    /// The chip never heard it.
    case unheard
    case unplugged(Duration)
    /// The error frame of a chip that can make no sense of it.
    case refused
    /// What answers it, from the code on; more than one only by a fault.
    case answers([[UInt8]])
    /// It goes on, at most for this time; what it waits for may have come back at once.
    case waits(Wait?, found: [UInt8]?)
  }

  /// The time limit of a command that waits for a tag, and which command that is.
  struct Wait: Hashable, Sendable {
    let command: Int
    let limit: Duration
  }

  init(_ options: VirtualReaderOptions, chip: FirmwareVersion = .pn532) {
    let plan = options.faults
    self.chip = chip
    isOnUSB = options.usb != nil
    self.plan = plan
    time = options.time
    commandCame = options.commandCame
    core = PN532Core(chip: chip)
    core.givesBytesBack = options.usb?.model.givesBytesBack ?? true
    core.antenna.tear = { plan.tear(atWrite: $0) }
    core.antenna.disturb = { plan.atFrame[$0] }
  }

  /// Starts the chip over, as after the cable was out.
  mutating func powerUp() {
    let before = core
    core = PN532Core(chip: chip)
    core.givesBytesBack = before.givesBytesBack
    core.antenna = before.antenna
    core.antenna.switchOff()
    isSilent = false
    promisesMore = false
    took = .zero
  }

  mutating func carryOut(_ content: [UInt8]) -> Outcome {
    commandCame?(exchanges)
    fault = fault(for: content)
    exchanges += 1
    countReturningTags()
    charge { $0.hostCommands = 1 }
    if let fault {
      transcript.note(.fault(fault), at: total.modelled)
      total.faults += 1
    }
    if let end = strike() { return end }
    // Without the host's ACK the speed stays what it was.
    core.requestedSpeed = nil
    let outcome = core.run(content)
    charge()
    takeAwayTorn()
    switch outcome {
    case .waiting(let limit):
      // While the chip polls there are no exchanges to count: a tag that is to come back does so
      // now.
      let found = bringAllBack() ? lookAgain() : nil
      return .waits(limit.map { Wait(command: exchanges, limit: $0) }, found: found)
    case .refusal: return answers(nil, to: content)
    case .answer(let answer): return answers(answer, to: content)
    }
  }

  /// Looks whether what a waiting command waits for has come into the field.
  mutating func lookAgain() -> [UInt8]? {
    defer { charge() }
    return core.lookAgain()?.bytes
  }

  /// Ends a command whose wait is over, unless it has ended in another way.
  mutating func giveUp(_ wait: Wait) -> [UInt8]? {
    guard wait.command == exchanges, let answer = core.giveUp() else { return nil }
    core.antenna.wait(microseconds: Int(wait.limit / .microseconds(1)))
    charge()
    // It has passed.
    took = .zero
    return answer.bytes
  }

  private mutating func fault(for command: [UInt8]) -> Fault? {
    let code = command.first ?? 0
    let number = commands[code, default: 0]
    commands[code] = number + 1
    return plan.atCommand[code]?[number] ?? plan.fault(atExchange: exchanges)
  }

  /// Lets the fault happen, and tells what comes of the command if that leaves nothing to be done.
  private mutating func strike() -> Outcome? {
    core.antenna.disturbance = nil
    switch fault {
    case .commandLost: return .unheard
    case .readerFallsSilent:
      isSilent = true
      return .unheard
    case .readerUnplugged(let duration): return .unplugged(duration)
    case .chipMute where isOnUSB, .readerReset where isOnUSB,
      .readerSays(_, isDone: false) where isOnUSB:
      return .unheard
    case .tagMissesFrame: core.antenna.disturbance = .frameLost
    case .tagAnswerLost: core.antenna.disturbance = .answerLost
    case .tagAnswerCorrupted: core.antenna.disturbance = .answerCorrupted
    case .tagUnheard(let frames):
      core.antenna.disturbance = .allAnswersLost(afterFrames: frames)
    case .targetsForgotten: core.targets = []
    case .tagFallsSilent:
      for card in core.antenna.cards { card.isSilent = true }
    case .tagLeaves(let count):
      for card in core.antenna.cards { takeAway(card.tag, returnsAfter: count) }
    case .promisesMoreForEver: promisesMore = true
    case .answerLost, .answerCorrupted, .answers, .answerMutated, .answerLate, .previousAnswer,
      .answersOutOfStep, .readerSays, .chipMute, .readerReset, nil:
      break
    }
    return nil
  }

  /// The answer to a command, or what the fault makes of it.
  private mutating func answers(_ answer: Answer?, to command: [UInt8]) -> Outcome {
    promisesMore = promisesMore && command.first == CommandCode.inDataExchange.rawValue
    switch (fault, answer) {
    case (.answers(let content), _): return .answers([content])
    case (_, _) where promisesMore:
      let more = Status(.success, moreInformation: true)
      return .answers([Answer(to: .inDataExchange, [more.byte]).bytes])
    case (.answerMutated, let answer?):
      return .answers(plan.mutation(of: answer.bytes, atExchange: exchanges - 1))
    case (_, let answer?): return .answers([answer.bytes])
    case (_, nil): return .refused
    }
  }

  /// A frame of an answer with one bit that arrives wrong.
  func corrupted(_ frame: [UInt8]) -> [UInt8] {
    // Only content and checksum: a broken start would be one more lost answer.
    let bit = plan.corruptedBit(atExchange: exchanges - 1, of: (frame.count - 6) * 8)
    var arriving = frame
    if arriving.indices.contains(5 + bit / 8) { arriving[5 + bit / 8] ^= 1 << UInt8(bit % 8) }
    return arriving
  }

  /// Books what happened on the line and on the air, and the time that it took.
  mutating func charge(
    onTheLine lineTime: Duration = .zero, _ fill: (inout Counters) -> Void = { _ in }
  ) {
    var share = Counters()
    fill(&share)
    let airtime = core.antenna.takeAirtime()
    share.radioFrames = airtime.frames
    share.programmedPages = airtime.programmedPages
    share.modelled =
      lineTime + time.onTheAir(airtime) + time.perCommand * share.hostCommands
    total = total + share
    if let tag = drawer.latest { perTag[tag] = perTag[tag, default: Counters()] + share }
    took += share.modelled
  }

  /// The fault of the last command, once: it is for the answer to that.
  mutating func takeFault() -> Fault? {
    defer { fault = nil }
    return fault
  }

  /// What the model says has passed since it was last asked.
  mutating func takeTime() -> Duration {
    defer { took = .zero }
    return took
  }
}
