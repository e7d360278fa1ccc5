// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLibPCSC
internal import TagReading

/// One reader of the PC/SC service, and the card that is held on it.
final class PCSCSlot: CardSlot {
  let name: String
  private(set) var commandsSent = 0
  private let context: PCSCContext
  private let claim: ReaderClaim
  private var card: Connection?
  private var kind = TagKind.other
  private var silence = CardSilence()

  private struct Connection {
    let handle: tagpress_pcsc_card
    let protocolNumber: UInt
  }

  /// SCARD_SHARE_EXCLUSIVE: a command of another program in between would select something else.
  private static let exclusively: UInt = 1
  /// SCARD_PROTOCOL_T0 and T1; contactless readers say T1.
  private static let protocols: UInt = 3
  private static let leave: UInt = 0
  private static let patienceWithOthers = Duration.seconds(1)
  /// The longest answer to reset (ISO 7816-3, 8.2).
  private static let longestAnswerToReset = 33
  private static let longestName = 128
  /// More than an answer to a command of the short form has.
  private static let roomForAnswer = 1024

  init(_ wanted: PCSCReaderName) throws(ReaderOpeningError) {
    let context = try PCSCContext()
    name = try wanted.choice(among: context.readers())
    self.context = context
    claim = try ReaderClaim(name, named: wanted.description)
    var state: PCSCState
    do throws(SlotError) {
      state = try context.state(of: name, otherThan: [], within: .zero)
      // A program that only looks what is there is done with it soon.
      if state.isTaken {
        state = try context.state(
          of: name, otherThan: state.subtracting(.changed), within: Self.patienceWithOthers)
      }
    } catch {
      throw .notReady(wanted.description)
    }
    guard !state.isTaken else { throw .inUse(wanted.description, by: nil) }
  }

  func hasCard(within longest: Duration) throws(SlotError) -> Bool {
    // Asked for what is other than nothing, the service says at once what is.
    let now = try context.state(of: name, otherThan: [], within: .zero)
    if !now.hasWorkingCard { silence.end() }
    if now.hasWorkingCard || longest == .zero { return now.hasWorkingCard }
    let next = try context.state(
      of: name, otherThan: now.subtracting(.changed), within: longest)
    return next.hasWorkingCard
  }

  func connect() throws(SlotError) -> [UInt8] {
    disconnect(.leave)
    var handle = tagpress_pcsc_card()
    var protocolNumber: UInt = 0
    let functions = context.functions
    try check(
      functions.connect(
        context.handle, name, Self.exclusively, Self.protocols, &handle, &protocolNumber))
    card = Connection(handle: handle, protocolNumber: protocolNumber)
    do throws(SlotError) {
      try check(functions.begin_transaction(handle))
      let answer = try answerToReset(handle)
      kind = TagKind(answerToReset: answer)
      return answer
    } catch {
      disconnect(.leave)
      throw error
    }
  }

  func transmit(_ command: [UInt8]) throws(SlotError) -> [UInt8] {
    guard let card else { throw .cardGone }
    commandsSent += 1
    var request = tagpress_pcsc_request(
      protocol_number: card.protocolNumber,
      length: UInt(MemoryLayout<tagpress_pcsc_request>.size))
    var answer = [UInt8](repeating: 0, count: Self.roomForAnswer)
    var length = UInt(answer.count)
    let code = PCSCCode(
      context.functions.transmit(
        card.handle, &request, command, UInt(command.count), nil, &answer, &length))
    let bytes = Array(answer.prefix(Int(clamping: length)))
    silence.note(code == .done ? bytes : nil, from: kind)
    guard code == .done else { throw SlotError(code) }
    return bytes
  }

  /// Leaves a card that may have gone as it is.
  func disconnect(_ ending: CardEnding) {
    guard let card else { return }
    self.card = nil
    _ = context.functions.end_transaction(card.handle, Self.leave)
    _ = context.functions.disconnect(card.handle, silence.allows(ending).disposition)
  }

  /// What the service noted when the card came (`SCardStatus`).
  private func answerToReset(_ handle: tagpress_pcsc_card) throws(SlotError) -> [UInt8] {
    var name = [CChar](repeating: 0, count: Self.longestName)
    var nameLength = UInt(name.count)
    var state: UInt = 0
    var protocolNumber: UInt = 0
    var answer = [UInt8](repeating: 0, count: Self.longestAnswerToReset)
    var length = UInt(answer.count)
    try check(
      context.functions.status(
        handle, &name, &nameLength, &state, &protocolNumber, &answer, &length))
    return Array(answer.prefix(Int(clamping: length)))
  }

  private func check(_ returned: Int) throws(SlotError) {
    let code = PCSCCode(returned)
    guard code == .done else { throw SlotError(code) }
  }
}

extension PCSCState {
  fileprivate var hasWorkingCard: Bool { contains(.present) && !contains(.mute) }
  fileprivate var isTaken: Bool { !isDisjoint(with: [.exclusive, .inUse]) }
}

extension CardEnding {
  /// SCARD_LEAVE_CARD, SCARD_RESET_CARD, SCARD_UNPOWER_CARD.
  fileprivate var disposition: UInt {
    switch self {
    case .leave: 0
    case .reset: 1
    case .unpower: 2
    }
  }
}
