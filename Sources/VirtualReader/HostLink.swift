// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol

/// The PN532's end of the serial line: bytes in, bytes out, faults in between.
///
/// It knows no file descriptor and no clock, so the same bytes always give the same run.
struct HostLink {
  var core = PN532Core()
  var drawer = TagDrawer()
  let plan: FaultPlan
  private let time: TimeModel
  private let isDeafBehindAbort: Bool
  private let commandCame: (@Sendable (Int) -> Void)?
  var transcript = Transcript()
  var total = Counters()
  var perTag: [TagID: Counters] = [:]

  private var decoder = FrameDecoder()
  private(set) var speed = SerialSpeed.baud115200
  private var lastAnswer: [UInt8] = []
  private var risingEdges = 0
  private var isSilent = false
  private var promisesMore = false
  private var exchanges = 0
  /// How many there were of each code.
  private var commands: [UInt8: Int] = [:]

  /// What the line has to do next.
  struct Reaction: Sendable {
    var bytes: [UInt8] = []
    /// How many of the bytes go out at once: the ACK of a command, which comes before the work.
    var promptCount = 0
    /// What the model says this took.
    var took = Duration.zero
    /// Whether an answer that has not gone out yet is not wanted any more.
    var endsCommand = false
    /// When to give up a wait that has begun.
    var wait: Wait?
    var unplugFor: Duration?
  }

  /// The time limit of a command that waits for a tag, and which command that is.
  struct Wait: Hashable, Sendable {
    let command: Int
    let limit: Duration
  }

  init(_ options: VirtualReaderOptions) {
    let plan = options.faults
    self.plan = plan
    time = options.time
    isDeafBehindAbort = options.isDeafBehindAbort
    commandCame = options.commandCame
    core.antenna.tear = { plan.tear(atWrite: $0) }
    core.antenna.disturb = { plan.atFrame[$0] }
    powerUp()
  }

  /// Starts over, as after the cable was out: the chip sleeps until its line has moved a few times.
  mutating func powerUp() {
    let antenna = core.antenna
    core = PN532Core()
    core.antenna = antenna
    core.antenna.switchOff()
    core.wakeUpSources = 0xFF
    decoder = FrameDecoder()
    speed = .baud115200
    lastAnswer = []
    risingEdges = 0
    isSilent = false
    promisesMore = false
  }

  /// Takes what the host sent, and the speed its end of the line is set to.
  mutating func receive(_ bytes: [UInt8], at hostSpeed: SerialSpeed?) -> Reaction {
    var reaction = Reaction()
    transcript.note(.fromHost(bytes), at: total.modelled)
    charge(&reaction) { $0.bytesFromHost = bytes.count }
    for finding in decoder.receive(awake(understood(bytes, at: hostSpeed))) {
      guard case .frame(let frame) = finding else { continue }
      let wasWaiting = core.waiting != nil
      take(frame, &reaction)
      if reaction.unplugFor != nil { return reaction }
      // Without a pause between them an abort and a command arrive together.
      if isDeafBehindAbort, wasWaiting, frame == .acknowledge { break }
    }
    return sent(reaction, at: hostSpeed)
  }

  /// Looks whether what a waiting command waits for has come into the field.
  mutating func lookAgain(at hostSpeed: SerialSpeed?) -> Reaction {
    var reaction = Reaction()
    if let answer = core.lookAgain() { reply(Self.bytes(answer.bytes), &reaction) }
    return sent(reaction, at: hostSpeed)
  }

  /// Ends a command whose wait is over, unless it has ended in another way.
  mutating func giveUp(_ wait: Wait, at hostSpeed: SerialSpeed?) -> Reaction {
    var reaction = Reaction()
    guard wait.command == exchanges, let answer = core.giveUp() else { return reaction }
    core.antenna.wait(microseconds: Int(wait.limit / .microseconds(1)))
    reply(Self.bytes(answer.bytes), &reaction)
    // It has passed.
    reaction.took = .zero
    return sent(reaction, at: hostSpeed)
  }

  /// Hears bytes at the chip's speed, whatever speed they were sent at.
  private mutating func understood(_ bytes: [UInt8], at hostSpeed: SerialSpeed?) -> [UInt8] {
    guard let hostSpeed else { return bytes }
    // A pseudo-terminal shows the host's speed only when its bytes are read, and a host that has
    // changed its own may even have flushed the ACK that closes SetSerialBaudRate out of it; on a
    // real line the ACK would have been under way before.
    if hostSpeed == core.requestedSpeed { adoptRequestedSpeed() }
    return SerialLine.heard(bytes, sentAt: hostSpeed, readAt: speed)
  }

  private mutating func adoptRequestedSpeed() {
    guard let wanted = core.requestedSpeed else { return }
    speed = wanted
    core.requestedSpeed = nil
  }

  /// Drops what comes before a sleeping chip is awake.
  private mutating func awake(_ bytes: [UInt8]) -> [UInt8] {
    guard let sources = core.wakeUpSources else { return bytes }
    // Bit 4 lets the serial line wake the chip.
    guard sources & 0x10 != 0 else { return [] }
    for (index, byte) in bytes.enumerated() {
      risingEdges += SerialLine.risingEdges(byte)
      guard risingEdges < 5 else {
        core.wakeUpSources = nil
        risingEdges = 0
        return Array(bytes[(index + 1)...])
      }
    }
    return []
  }

  private mutating func take(_ frame: Frame, _ reaction: inout Reaction) {
    guard !isSilent else { return }
    switch frame {
    case .acknowledge:
      reaction.endsCommand = true
      adoptRequestedSpeed()
      core.abortWaiting()
    case .notAcknowledge: reaction.bytes += lastAnswer
    case .command(let content):
      reaction.endsCommand = true
      exchange(content, &reaction)
    case .refusal, .answer: break
    }
  }

  private mutating func exchange(_ content: [UInt8], _ reaction: inout Reaction) {
    commandCame?(exchanges)
    let fault = fault(for: content)
    exchanges += 1
    countReturningTags()
    charge(&reaction) { $0.hostCommands = 1 }
    if let fault {
      transcript.note(.fault(fault), at: total.modelled)
      total.faults += 1
    }
    guard !strikes(fault, &reaction) else { return }

    reaction.bytes += Self.acknowledgement
    reaction.promptCount = reaction.bytes.count
    // Without the host's ACK the speed stays what it was.
    core.requestedSpeed = nil
    let outcome = core.run(content)
    charge(&reaction)
    takeAwayTorn()
    switch outcome {
    case .waiting(let limit):
      reaction.wait = limit.map { Wait(command: exchanges, limit: $0) }
      // While the chip polls there are no exchanges to count: a tag that is to come back does so
      // now.
      if bringAllBack(), let answer = core.lookAgain() {
        reply(Self.bytes(answer.bytes), &reaction)
      }
    case .refusal: reply(nil, to: content, &reaction, but: fault)
    case .answer(let answer): reply(answer, to: content, &reaction, but: fault)
    }
  }

  private mutating func fault(for command: [UInt8]) -> Fault? {
    let code = command.first ?? 0
    let number = commands[code, default: 0]
    commands[code] = number + 1
    return plan.atCommand[code]?[number] ?? plan.fault(atExchange: exchanges)
  }

  /// Lets a fault happen, and tells whether it leaves nothing to be done.
  private mutating func strikes(_ fault: Fault?, _ reaction: inout Reaction) -> Bool {
    core.antenna.disturbance = nil
    switch fault {
    case .commandLost: return true
    case .readerFallsSilent:
      isSilent = true
      return true
    case .readerUnplugged(let duration):
      reaction.unplugFor = duration
      return true
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
    case .answerLost, .answerCorrupted, .answers, .answerMutated, nil: break
    }
    return false
  }

  /// Answers a command, or refuses it without an answer; perhaps with something else than was meant.
  private mutating func reply(
    _ answer: Answer?, to command: [UInt8], _ reaction: inout Reaction, but fault: Fault?
  ) {
    promisesMore = promisesMore && command.first == CommandCode.inDataExchange.rawValue
    switch (fault, answer) {
    case (.answers(let content), _): reply(Self.bytes(content), &reaction)
    case (_, _) where promisesMore:
      let more = Status(.success, moreInformation: true)
      reply(Self.bytes(Answer(to: .inDataExchange, [more.byte]).bytes), &reaction)
    case (.answerMutated, let answer?):
      for content in plan.mutation(of: answer.bytes, atExchange: exchanges - 1) {
        reply(Self.bytes(content), &reaction)
      }
    case (_, let answer?): reply(Self.bytes(answer.bytes), &reaction, but: fault)
    case (_, nil): reply(Self.refusal, &reaction)
    }
  }

  private mutating func reply(
    _ frame: [UInt8], _ reaction: inout Reaction, but fault: Fault? = nil
  ) {
    lastAnswer = frame
    charge(&reaction)
    var arriving = frame
    switch fault {
    case .answerLost: return
    case .answerCorrupted:
      // Only content and checksum: a broken start would be one more lost answer.
      let bit = plan.corruptedBit(atExchange: exchanges - 1, of: (frame.count - 6) * 8)
      if arriving.indices.contains(5 + bit / 8) { arriving[5 + bit / 8] ^= 1 << UInt8(bit % 8) }
    default: break
    }
    reaction.bytes += arriving
  }

  private mutating func sent(_ reaction: Reaction, at hostSpeed: SerialSpeed?) -> Reaction {
    guard !reaction.bytes.isEmpty else { return reaction }
    var reaction = reaction
    let count = reaction.bytes.count
    charge(&reaction) { $0.bytesToHost = count }
    transcript.note(.toHost(reaction.bytes), at: total.modelled)
    if let hostSpeed, hostSpeed != speed {
      reaction.bytes = SerialLine.heard(reaction.bytes, sentAt: speed, readAt: hostSpeed)
      reaction.promptCount = min(reaction.promptCount, reaction.bytes.count)
    }
    return reaction
  }

  /// Books what happened on the line and on the air, and the time that it took.
  private mutating func charge(
    _ reaction: inout Reaction, _ fill: (inout Counters) -> Void = { _ in }
  ) {
    var share = Counters()
    fill(&share)
    let airtime = core.antenna.takeAirtime()
    share.radioFrames = airtime.frames
    share.programmedPages = airtime.programmedPages
    share.modelled =
      time.onTheLine(bytes: share.bytesFromHost + share.bytesToHost, at: speed)
      + time.onTheAir(airtime) + time.perCommand * share.hostCommands
    total = total + share
    if let tag = drawer.latest { perTag[tag] = perTag[tag, default: Counters()] + share }
    reaction.took += share.modelled
  }

  private static let acknowledgement: [UInt8] = [0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00]
  private static let refusal: [UInt8] = [0x00, 0x00, 0xFF, 0x01, 0xFF, 0x7F, 0x81, 0x00]

  /// The core keeps every answer within one frame.
  private static func bytes(_ answer: [UInt8]) -> [UInt8] {
    (try? Frame.answer(answer).bytes()) ?? refusal
  }
}
