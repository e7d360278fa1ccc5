// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol

/// The PN532's end of the serial line: bytes in, bytes out, faults in between.
struct HostLink {
  var board: ReaderBoard
  private let time: TimeModel
  private let isDeafBehindAbort: Bool

  private var decoder = FrameDecoder()
  private(set) var speed = SerialSpeed.baud115200
  private var lastAnswer: [UInt8] = []
  private var risingEdges = 0

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
    var wait: ReaderBoard.Wait?
    var unplugFor: Duration?
  }

  init(_ options: VirtualReaderOptions) {
    board = ReaderBoard(options)
    time = options.time
    isDeafBehindAbort = options.isDeafBehindAbort
    powerUp()
  }

  /// Starts over, as after the cable was out: the chip sleeps until its line has moved a few times.
  mutating func powerUp() {
    board.powerUp()
    board.core.wakeUpSources = 0xFF
    decoder = FrameDecoder()
    speed = .baud115200
    lastAnswer = []
    risingEdges = 0
  }

  /// Takes what the host sent, and the speed its end of the line is set to.
  mutating func receive(_ bytes: [UInt8], at hostSpeed: SerialSpeed?) -> Reaction {
    var reaction = Reaction()
    board.transcript.note(.fromHost(bytes), at: board.total.modelled)
    board.charge(onTheLine: time.onTheLine(bytes: bytes.count, at: speed)) {
      $0.bytesFromHost = bytes.count
    }
    for finding in decoder.receive(awake(understood(bytes, at: hostSpeed))) {
      guard case .frame(let frame) = finding else { continue }
      let wasWaiting = board.core.waiting != nil
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
    if let answer = board.lookAgain() { reply(Frame.wholeAnswer(answer), &reaction) }
    return sent(reaction, at: hostSpeed)
  }

  /// Ends a command whose wait is over, unless it has ended in another way.
  mutating func giveUp(_ wait: ReaderBoard.Wait, at hostSpeed: SerialSpeed?) -> Reaction {
    var reaction = Reaction()
    if let answer = board.giveUp(wait) { reply(Frame.wholeAnswer(answer), &reaction) }
    return sent(reaction, at: hostSpeed)
  }

  /// Hears bytes at the chip's speed, whatever speed they were sent at.
  private mutating func understood(_ bytes: [UInt8], at hostSpeed: SerialSpeed?) -> [UInt8] {
    guard let hostSpeed else { return bytes }
    // A pseudo-terminal shows the host's speed only when its bytes are read, and a host that has
    // changed its own may even have flushed the ACK that closes SetSerialBaudRate out of it; on a
    // real line the ACK would have been under way before.
    if hostSpeed == board.core.requestedSpeed { adoptRequestedSpeed() }
    return SerialLine.heard(bytes, sentAt: hostSpeed, readAt: speed)
  }

  private mutating func adoptRequestedSpeed() {
    guard let wanted = board.core.requestedSpeed else { return }
    speed = wanted
    board.core.requestedSpeed = nil
  }

  /// Drops what comes before a sleeping chip is awake.
  private mutating func awake(_ bytes: [UInt8]) -> [UInt8] {
    guard let sources = board.core.wakeUpSources else { return bytes }
    // Bit 4 lets the serial line wake the chip.
    guard sources & 0x10 != 0 else { return [] }
    for (index, byte) in bytes.enumerated() {
      risingEdges += SerialLine.risingEdges(byte)
      guard risingEdges < 5 else {
        board.core.wakeUpSources = nil
        risingEdges = 0
        return Array(bytes[(index + 1)...])
      }
    }
    return []
  }

  private mutating func take(_ frame: Frame, _ reaction: inout Reaction) {
    guard !board.isSilent else { return }
    switch frame {
    case .acknowledge:
      reaction.endsCommand = true
      adoptRequestedSpeed()
      board.core.abortWaiting()
    case .notAcknowledge: reaction.bytes += lastAnswer
    case .command(let content):
      reaction.endsCommand = true
      exchange(content, &reaction)
    case .refusal, .answer: break
    }
  }

  private mutating func exchange(_ content: [UInt8], _ reaction: inout Reaction) {
    let outcome = board.carryOut(content)
    switch outcome {
    case .unheard: return
    case .unplugged(let duration):
      reaction.unplugFor = duration
      return
    case .refused, .answers, .waits: break
    }
    reaction.bytes += Frame.acknowledgement
    reaction.promptCount = reaction.bytes.count
    switch outcome {
    case .waits(let wait, let found):
      reaction.wait = wait
      if let found { reply(Frame.wholeAnswer(found), &reaction) }
    case .answers(let contents):
      for content in contents { reply(Frame.wholeAnswer(content), &reaction, but: board.fault) }
    case .refused: reply(Frame.refused, &reaction)
    case .unheard, .unplugged: break
    }
  }

  private mutating func reply(
    _ frame: [UInt8], _ reaction: inout Reaction, but fault: Fault? = nil
  ) {
    lastAnswer = frame
    switch fault {
    case .answerLost: break
    case .answerCorrupted: reaction.bytes += board.corrupted(frame)
    default: reaction.bytes += frame
    }
  }

  private mutating func sent(_ reaction: Reaction, at hostSpeed: SerialSpeed?) -> Reaction {
    var reaction = reaction
    if !reaction.bytes.isEmpty {
      let count = reaction.bytes.count
      board.charge(onTheLine: time.onTheLine(bytes: count, at: speed)) { $0.bytesToHost = count }
      board.transcript.note(.toHost(reaction.bytes), at: board.total.modelled)
      if let hostSpeed, hostSpeed != speed {
        reaction.bytes = SerialLine.heard(reaction.bytes, sentAt: speed, readAt: hostSpeed)
        reaction.promptCount = min(reaction.promptCount, reaction.bytes.count)
      }
    }
    reaction.took = board.takeTime()
    return reaction
  }
}

extension Frame {
  static let acknowledgement: [UInt8] = [0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00]
  static let refused: [UInt8] = [0x00, 0x00, 0xFF, 0x01, 0xFF, 0x7F, 0x81, 0x00]

  /// The core keeps every answer within one frame.
  static func wholeAnswer(_ content: [UInt8]) -> [UInt8] {
    (try? Frame.answer(content).bytes()) ?? refused
  }
}
