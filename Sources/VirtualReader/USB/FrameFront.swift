// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol

/// A chip that is on USB itself, as the PN533 is: its frames are the messages.
struct FrameFront: USBFront {
  private var decoder = FrameDecoder()
  private var lastAnswer: [UInt8] = []
  private var wait: (at: ContinuousClock.Instant, wait: ReaderBoard.Wait)?

  var next: ContinuousClock.Instant? { wait?.at }

  mutating func start(_ board: inout ReaderBoard, at now: ContinuousClock.Instant) -> [USBEvent] {
    reset(at: now)
  }

  mutating func reset(at now: ContinuousClock.Instant) -> [USBEvent] {
    self = FrameFront()
    return []
  }

  mutating func receive(
    _ bytes: [UInt8], _ board: inout ReaderBoard, at now: ContinuousClock.Instant
  ) -> [USBEvent] {
    var events: [USBEvent] = []
    for case .frame(let frame) in decoder.receive(bytes) where !board.isSilent {
      switch frame {
      case .acknowledge:
        wait = nil
        board.core.abortWaiting()
        events.append(.flushes)
      case .notAcknowledge:
        if !lastAnswer.isEmpty { events.append(.says(lastAnswer, isPrompt: true)) }
      case .command(let content):
        wait = nil
        events += carryOut(content, &board, at: now)
      case .refusal, .answer: break
      }
    }
    return events
  }

  private mutating func carryOut(
    _ content: [UInt8], _ board: inout ReaderBoard, at now: ContinuousClock.Instant
  ) -> [USBEvent] {
    let acknowledged = USBEvent.says(Frame.acknowledgement, isPrompt: true)
    let outcome = board.carryOut(content)
    switch (board.fault, outcome) {
    case (_, .unplugged(let duration)): return [.unplugs(duration)]
    case (.readerReset, _): return [.resets]
    case (.readerSays, _): return [acknowledged, said(Frame.refused)]
    case (.chipMute, _): return [acknowledged]
    case (_, .unheard): return []
    case (_, .refused): return [acknowledged, said(Frame.refused)]
    case (_, .answers(let contents)):
      return [acknowledged]
        + contents.map { content in
          let frame = Frame.wholeAnswer(content)
          return said(board.fault == .answerCorrupted ? board.corrupted(frame) : frame)
        }
    case (_, .waits(let limit, let found)):
      wait = limit.map { (now + $0.limit, $0) }
      return [acknowledged] + answer(found)
    }
  }

  mutating func tick(_ board: inout ReaderBoard, at now: ContinuousClock.Instant) -> [USBEvent] {
    guard let over = wait, now >= over.at else { return [] }
    wait = nil
    return answer(board.giveUp(over.wait))
  }

  mutating func lookAgain(
    _ board: inout ReaderBoard, at now: ContinuousClock.Instant
  ) -> [USBEvent] {
    answer(board.lookAgain())
  }

  private mutating func answer(_ content: [UInt8]?) -> [USBEvent] {
    content.map { [said(Frame.wholeAnswer($0))] } ?? []
  }

  private mutating func said(_ frame: [UInt8]) -> USBEvent {
    lastAnswer = frame
    return .says(frame, isPrompt: false)
  }
}
