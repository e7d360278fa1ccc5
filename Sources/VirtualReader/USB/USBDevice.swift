// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol

/// A reader on USB as its host sees it: requests, messages both ways, and what it has to say itself.
///
/// It knows no clock and no socket: whoever serves it tells the time.
struct USBDevice {
  typealias Instant = ContinuousClock.Instant

  var board: ReaderBoard
  let model: USBReaderModel
  private let isRealTime: Bool
  private var front: any USBFront
  /// What leads to the host, and from when on it is there to be fetched.
  private var toHost: [(at: Instant, bytes: [UInt8])] = []
  private var lastToHost: [UInt8] = []
  /// An answer that is kept back until the next one, once the device is out of step.
  private var held: [UInt8]?
  private var isOutOfStep = false
  private var notices: [[UInt8]] = []
  private var configuration: UInt8 = 0
  /// How long the cable is to be out, from now on.
  private var unplugFor: Duration?

  /// No host of ours sends more in one go; what is more is not taken.
  static let longestMessage = 1_024
  /// How many messages can lie ready; a real one has room for one.
  private static let mostToHost = 64

  init(_ model: USBReaderModel, _ options: VirtualReaderOptions) {
    self.model = model
    isRealTime = options.isRealTime
    board = ReaderBoard(options, chip: model.isCCID ? .pn532 : .pn533)
    front = model.isCCID ? CCIDFront(model) : FrameFront()
  }

  /// Starts over, as after the cable was out.
  mutating func powerUp(at now: Instant) {
    board.powerUp()
    configuration = 0
    unplugFor = nil
    forgetMessages()
    work(at: now) { front, board, now in front.start(&board, at: now) }
  }

  /// A reset of the bus: the microcontroller starts over.
  ///
  /// The power stays, and with it what the chip was told; what real ones do there is unknown, and this
  /// is the worse for a host.
  mutating func reset(at now: Instant) {
    board.core.abortWaiting()
    forgetMessages()
    work(at: now) { front, _, now in front.reset(at: now) }
  }

  private mutating func forgetMessages() {
    (toHost, lastToHost, held, isOutOfStep, notices) = ([], [], nil, false, [])
  }

  /// Takes a message of the host; false when it is longer than the device can take.
  mutating func receive(_ message: [UInt8], at now: Instant) -> Bool {
    guard message.count <= Self.longestMessage else { return false }
    board.transcript.note(.fromHost(message), at: board.total.modelled)
    board.charge(onTheLine: TimeModel.onUSB(bytes: message.count)) {
      $0.bytesFromHost = message.count
    }
    work(at: now) { front, board, now in front.receive(message, &board, at: now) }
    // It was meant for what this message told the chip, if it told it anything.
    _ = board.takeFault()
    return true
  }

  /// When there is something to do although nothing comes; nil: not on its own.
  var nextWork: Instant? { front.next }
  /// The same, or something to fetch.
  var next: Instant? { [front.next, toHost.first?.at].compactMap { $0 }.min() }

  mutating func takeUnplugging() -> Duration? {
    defer { unplugFor = nil }
    return unplugFor
  }

  /// Does what it is time for.
  mutating func tick(at now: Instant) {
    guard let next = front.next, now >= next else { return }
    work(at: now) { front, board, now in front.tick(&board, at: now) }
  }

  /// Looks again after something has moved in the field.
  mutating func lookAgain(at now: Instant) {
    work(at: now) { front, board, now in front.lookAgain(&board, at: now) }
  }

  /// The next message for the host that is there, unless it was fetched before.
  mutating func takeMessage(at now: Instant) -> [UInt8]? {
    guard let first = toHost.first, now >= first.at else { return nil }
    toHost.removeFirst()
    board.transcript.note(.toHost(first.bytes), at: board.total.modelled)
    return first.bytes
  }

  /// What the host read was shorter than the message: the rest comes first at its next read.
  mutating func putBack(_ rest: [UInt8], at now: Instant) {
    toHost.insert((now, rest), at: 0)
  }

  mutating func takeNotices() -> [[UInt8]] {
    defer { notices = [] }
    return notices
  }

  private mutating func work(
    at now: Instant, _ body: (inout any USBFront, inout ReaderBoard, Instant) -> [USBEvent]
  ) {
    for event in body(&front, &board, now) {
      switch event {
      case .notice(let bytes): notices = [bytes]
      case .unplugs(let duration): unplugFor = duration
      case .resets:
        reset(at: now)
        return
      case .says(let bytes, let isPrompt): say(bytes, isPrompt: isPrompt, at: now)
      case .flushes: toHost = []
      }
    }
    // What no message took with it has passed.
    _ = board.takeTime()
  }

  private mutating func say(_ bytes: [UInt8], isPrompt: Bool, at now: Instant) {
    board.charge(onTheLine: TimeModel.onUSB(bytes: bytes.count)) { $0.bytesToHost = bytes.count }
    var at = now
    if isRealTime, !isPrompt { at += board.takeTime() }
    guard !isPrompt else { return put(bytes, at: at) }
    switch board.takeFault() {
    case .answerLost: return
    case .answerLate(let delay): put(bytes, at: at + delay)
    case .previousAnswer:
      if !lastToHost.isEmpty { put(lastToHost, at: at) }
      put(bytes, at: at)
    case .answersOutOfStep:
      isOutOfStep = true
      fallthrough
    default:
      guard isOutOfStep else { return put(bytes, at: at) }
      if let held { put(held, at: at) }
      held = bytes
    }
  }

  private mutating func put(_ bytes: [UInt8], at: Instant) {
    guard toHost.count < Self.mostToHost else { return }
    // They leave in the order in which they were said.
    toHost.append((max(at, toHost.last?.at ?? at), bytes))
    lastToHost = bytes
  }
}

/// Requests that every device answers (USB 2.0, 9.4).
extension USBDevice {
  /// A request on endpoint 0, with what it is about.
  struct ControlRequest: Hashable {
    let kind: UInt8
    let code: UInt8
    let value: UInt16
    let index: UInt16
    let length: UInt16
  }

  /// The bytes for the host, none for a request without any; nil when the device knows no such request.
  mutating func answer(_ request: ControlRequest) -> [UInt8]? {
    let low = UInt8(truncatingIfNeeded: request.value)
    let answer: [UInt8]?
    switch (request.kind, request.code) {
    case (0x80, 0x00), (0x81, 0x00), (0x82, 0x00): answer = [0x00, 0x00]
    case (0x80, 0x06):
      answer = model.descriptor(kind: UInt8(truncatingIfNeeded: request.value >> 8), number: low)
    case (0x80, 0x08): answer = [configuration]
    case (0x81, 0x0A): answer = [0x00]
    case (0x00, 0x09): answer = configure(low) ? [] : nil
    case (0x01, 0x0B): answer = low == 0 ? [] : nil
    // The halt of an endpoint, which none here ever has.
    case (0x02, 0x01), (0x02, 0x03): answer = []
    // CCID: to give up a command of a slot.
    case (0x21, 0x01) where model.isCCID: answer = []
    default: answer = nil
    }
    return answer.map { Array($0.prefix(Int(request.length))) }
  }

  mutating func configure(_ number: UInt8) -> Bool {
    guard number <= 1 else { return false }
    configuration = number
    return true
  }

  var configured: UInt8 { configuration }
}

/// What a device has to say or to suffer.
enum USBEvent {
  /// To the host's next read; promptly, or when the work on it is done.
  case says([UInt8], isPrompt: Bool)
  /// On the interrupt endpoint.
  case notice([UInt8])
  /// What was not fetched yet is not wanted any more.
  case flushes
  case unplugs(Duration)
  case resets
}

/// What stands between the bulk endpoints and the chip.
protocol USBFront: Sendable {
  /// When it has to do something although nothing comes.
  var next: ContinuousClock.Instant? { get }
  /// The power comes.
  mutating func start(_ board: inout ReaderBoard, at now: ContinuousClock.Instant) -> [USBEvent]
  /// The host resets the bus.
  mutating func reset(at now: ContinuousClock.Instant) -> [USBEvent]
  mutating func receive(
    _ bytes: [UInt8], _ board: inout ReaderBoard, at now: ContinuousClock.Instant
  ) -> [USBEvent]
  mutating func tick(_ board: inout ReaderBoard, at now: ContinuousClock.Instant) -> [USBEvent]
  mutating func lookAgain(_ board: inout ReaderBoard, at now: ContinuousClock.Instant)
    -> [USBEvent]
}
