// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The microcontroller of an ACR122U: messages of CCID 1.1 on one side, the chip on the other.
///
/// It does one message after another: while the chip works on a command for ever, as a look for a tag
/// without a limit does, what the host sends waits (libnfc issue 120).
struct CCIDFront: USBFront {
  private let model: USBReaderModel
  var slot = CardSlot()
  private var pending: [UInt8] = []
  private var inbox: [Message] = []
  private var running: Running?

  /// How long the microcontroller waits for the chip before it says that nothing comes.
  private static let patience = Duration.seconds(5)
  /// dwMaxCCIDMessageLength of its descriptor.
  private static let longestMessage = 271
  /// What waits behind a command that goes on; the real one has room for one.
  private static let mostWaiting = 8

  init(_ model: USBReaderModel) { self.model = model }

  /// A message with its ten bytes in front: type, length, slot, sequence, three of its own.
  struct Message: Hashable {
    let type: UInt8
    let slot: UInt8
    let sequence: UInt8
    let content: [UInt8]
  }

  /// A command that the chip has not answered yet.
  private struct Running {
    let message: Message
    let purpose: Purpose
    let until: ContinuousClock.Instant
    let wait: ReaderBoard.Wait?
  }

  /// What becomes of the chip's answer.
  enum Purpose: Hashable {
    /// It goes to the host from D5 on.
    case direct
    /// The card's own answer does, without the chip's status.
    case card
    /// So many bytes of a card's block do, or only that it was written.
    case block(count: Int)
    case written
  }

  enum Refusal {
    static let failed: [UInt8] = [0x63, 0x00]
    static let noSense: [UInt8] = [0x63, 0x7F]
    static let done: [UInt8] = [0x90, 0x00]
  }

  var next: ContinuousClock.Instant? {
    [running?.until, running == nil ? slot.nextLook : nil].compactMap { $0 }.min()
  }

  mutating func start(_ board: inout ReaderBoard, at now: ContinuousClock.Instant) -> [USBEvent] {
    slot = CardSlot()
    return reset(at: now)
  }

  /// It looks for cards again, and remembers the one that it found before.
  mutating func reset(at now: ContinuousClock.Instant) -> [USBEvent] {
    (pending, inbox, running) = ([], [], nil)
    slot.startLooking(at: now)
    return []
  }

  mutating func receive(
    _ bytes: [UInt8], _ board: inout ReaderBoard, at now: ContinuousClock.Instant
  ) -> [USBEvent] {
    guard !board.isSilent else { return [] }
    pending += bytes
    // A packet that is not full ends a message, and so does the length in its front.
    let isOver = bytes.count % 64 != 0 || bytes.isEmpty
    guard isOver || pending.count >= Self.wholeLength(pending) else { return [] }
    let whole = pending
    pending = []
    guard whole.count >= 10 else { return [] }
    let message = Message(
      type: whole[0], slot: whole[5], sequence: whole[6], content: Array(whole[10...]))
    guard whole.count == Self.wholeLength(whole), whole.count <= Self.longestMessage else {
      // The length in its front is not that of the message: the place of the fault is byte 1.
      return [answer(message, type: 0x81, [0x00], failure: 0x01)]
    }
    guard running == nil else {
      if inbox.count < Self.mostWaiting { inbox.append(message) }
      return []
    }
    return handle(message, &board, at: now)
  }

  mutating func tick(_ board: inout ReaderBoard, at now: ContinuousClock.Instant) -> [USBEvent] {
    guard let over = running else { return slot.look(&board, at: now) }
    guard now >= over.until else { return [] }
    if let wait = over.wait, let content = board.giveUp(wait) {
      return finish(over, with: content, &board, at: now)
    }
    board.core.abortWaiting()
    running = nil
    return [mute(over.message)] + goOn(&board, at: now)
  }

  mutating func lookAgain(
    _ board: inout ReaderBoard, at now: ContinuousClock.Instant
  ) -> [USBEvent] {
    guard let waiting = running else { return slot.look(&board, at: now) }
    guard let content = board.lookAgain() else { return [] }
    return finish(waiting, with: content, &board, at: now)
  }

  private mutating func handle(
    _ message: Message, _ board: inout ReaderBoard, at now: ContinuousClock.Instant
  ) -> [USBEvent] {
    guard message.slot == 0 else { return [answer(message, type: 0x81, [0x00], failure: 0x05)] }
    switch message.type {
    case 0x62:
      let notices = slot.activate(&board, at: now)
      guard let card = slot.card else { return notices + [mute(message)] }
      return notices + [answer(message, type: 0x80, card.answerToReset)]
    case 0x63:
      slot.powerOff()
      return [answer(message, type: 0x81, [0x01])]
    case 0x65: return slot.look(&board, at: now) + [answer(message, type: 0x81, [0x00])]
    case 0x6C, 0x6D, 0x61:
      // T=1 as a card that says nothing else has it.
      let usual: [UInt8] = [0x11, 0x10, 0x00, 0x4D, 0x00, 0xFE, 0x00]
      let isOwn = message.type == 0x61 && message.content.count == usual.count
      return [
        answer(message, type: 0x82, isOwn ? message.content : usual, specific: 0x01)
      ]
    case 0x72: return [answer(message, type: 0x81, [0x00])]
    case 0x6F, 0x6B: return command(message, &board, at: now)
    default:
      // Whatever the message is, this kind of reader does not know it.
      return [answer(message, type: 0x81, [0x00], failure: 0x00)]
    }
  }

  private mutating func command(
    _ message: Message, _ board: inout ReaderBoard, at now: ContinuousClock.Instant
  ) -> [USBEvent] {
    switch slot.understand(message.content, firmware: model.firmware, at: now) {
    case .says(let bytes): return [answer(message, bytes)]
    case .asks(let content, let purpose):
      return ask(content, for: message, purpose, &board, at: now)
    }
  }

  private mutating func ask(
    _ content: [UInt8], for message: Message, _ purpose: Purpose, _ board: inout ReaderBoard,
    at now: ContinuousClock.Instant
  ) -> [USBEvent] {
    let outcome = board.carryOut(content)
    switch (board.fault, outcome) {
    case (_, .unplugged(let duration)): return [.unplugs(duration)]
    case (.readerReset, _): return [.resets]
    case (.chipMute, _): return [mute(message)]
    case (.readerSays(let word, _), _):
      return [answer(message, littleEndian(word.byteSwapped))]
    case (.answerCorrupted, _): return [answer(message, Refusal.failed)]
    case (_, .unheard): return []
    case (_, .refused): return [answer(message, Refusal.noSense)]
    case (_, .answers(let contents)):
      // A microcontroller takes the first frame that comes for the answer.
      return [answer(message, said(contents.first ?? [], purpose))]
    case (_, .waits(let limit, let found)):
      running = Running(
        message: message, purpose: purpose,
        until: now + min(limit?.limit ?? Self.patience, Self.patience),
        wait: limit)
      guard let found, let waiting = running else { return [] }
      return finish(waiting, with: found, &board, at: now)
    }
  }

  private mutating func finish(
    _ waiting: Running, with content: [UInt8], _ board: inout ReaderBoard,
    at now: ContinuousClock.Instant
  ) -> [USBEvent] {
    running = nil
    return [answer(waiting.message, said(content, waiting.purpose))] + goOn(&board, at: now)
  }

  /// Does what has come meanwhile.
  private mutating func goOn(
    _ board: inout ReaderBoard, at now: ContinuousClock.Instant
  ) -> [USBEvent] {
    var events: [USBEvent] = []
    while running == nil, !inbox.isEmpty {
      events += handle(inbox.removeFirst(), &board, at: now)
    }
    return events
  }

  /// The chip's answer, from its code on, as the host gets it.
  private func said(_ content: [UInt8], _ purpose: Purpose) -> [UInt8] {
    let isGood = content.count > 1 && content[1] & 0x3F == 0
    switch purpose {
    case .direct:
      let answer = [0xD5] + content + Refusal.done
      return answer.count <= Self.longestMessage - 10 ? answer : Refusal.failed
    case .card: return isGood ? Array(content[2...]) : Refusal.failed
    case .block(let count):
      guard isGood, content.count >= 2 + count else { return Refusal.failed }
      return content[2..<(2 + count)] + Refusal.done
    case .written: return isGood ? Refusal.done : Refusal.failed
    }
  }

  private func answer(_ message: Message, _ content: [UInt8]) -> USBEvent {
    // 81 stands where no error is, in public traces of the real one too (libnfc, acr122_usb).
    message.type == 0x6B
      ? answer(message, type: 0x83, content, error: 0x81)
      : answer(message, type: 0x80, content, error: 0x81)
  }

  /// The ten bytes that stand for a chip that says nothing.
  private func mute(_ message: Message) -> USBEvent {
    answer(message, type: message.type == 0x6B ? 0x83 : 0x80, [], failure: 0xFE)
  }

  private func answer(
    _ message: Message, type: UInt8, _ content: [UInt8], specific: UInt8 = 0, error: UInt8 = 0,
    failure: UInt8? = nil
  ) -> USBEvent {
    let status = slot.status | (failure == nil ? 0x00 : 0x40)
    // Answers about the slot have their one byte in front, where others have a zero.
    let isSlot = type == 0x81
    let data = isSlot ? [] : content
    let head = [type] + littleEndian(UInt32(truncatingIfNeeded: data.count))
    let last = isSlot ? content.first ?? 0 : specific
    return .says(
      head + [message.slot, message.sequence, status, failure ?? error, last] + data,
      isPrompt: false)
  }

  /// What the length in the front of a message makes it.
  private static func wholeLength(_ message: [UInt8]) -> Int {
    guard message.count >= 10 else { return 10 }
    return 10 + (1...4).reversed().reduce(0) { $0 << 8 | Int(message[$1]) }
  }
}
