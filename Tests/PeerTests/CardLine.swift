// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Dispatch
import Glibc
import TestSupport
import Threads
import VirtualReader
import VirtualVicinity

/// The card's end of vpcd: an imitated reader, and the virtual chip that is on it.
///
/// For vpcd a card is there as long as a line is open, in which it asks for the answer to reset, again
/// and again, and passes on the commands of programs.
final class CardLine: @unchecked Sendable {
  private let service: CardService
  private let model: ImitatedReader.Model
  private let gate = Guarded(0)
  // Behind the gate, because each line has a thread of its own.
  private var reader: ImitatedReader
  private let air = TroubledAir()
  private var line: Int32?

  /// The messages of one byte, which are vpcd's own.
  private static let powerOn: UInt8 = 0x01
  private static let answerToReset: UInt8 = 0x04

  init(_ model: ImitatedReader.Model, at service: CardService) {
    self.model = model
    self.service = service
    reader = ImitatedReader(model)
  }

  deinit {
    hangUp()
  }

  /// What is to go wrong at the write with this number, counted from 1 since the last chip was put
  /// on the reader.
  func plan(_ trouble: Trouble, atWrite number: Int) {
    gate.withLock { _ in air.plan = (number, trouble) }
  }

  /// Whether the trouble that was planned has come.
  var troubleHasCome: Bool { gate.withLock { _ in air.plan == nil } }

  func memory(of chip: VirtualVicinityChip) -> [UInt8] {
    gate.withLock { _ in chip.memory }
  }

  /// Takes away what is there and puts this chip on the reader, too fast for the service to notice.
  func lay(_ chip: VirtualVicinityChip) throws {
    let new = try connectedLine(to: service.folder.path(of: "card"))
    gate.withLock { _ in
      hangUp()
      air.lie(chip)
      reader = ImitatedReader(model)
      line = new
    }
    DispatchQueue(label: "card").async { [weak self] in
      while let message = read(from: new), let self, self.take(message, on: new) {}
      self?.forget(new)
      close(new)
    }
  }

  /// Takes away what is there.
  func clear() {
    gate.withLock { _ in hangUp() }
  }

  /// Ends the line, which its own thread closes.
  private func hangUp() {
    if let line { shutdown(line, Int32(SHUT_RDWR)) }
    line = nil
    air.lie(nil)
  }

  private func forget(_ line: Int32) {
    gate.withLock { _ in if self.line == line { self.line = nil } }
  }

  /// Answers what is asked in a line; false when the line is to end.
  private func take(_ message: [UInt8], on line: Int32) -> Bool {
    guard message.count == 1 else {
      return answer(to: message, on: line).map { write($0, to: line) } ?? false
    }
    switch message[0] {
    case Self.answerToReset: return write(ImitatedReader.answerToReset, to: line)
    case Self.powerOn: break
    default: gate.withLock { _ in losePower() }
    }
    return true
  }

  private func losePower() {
    air.field.interruptPower()
    reader.endSession()
  }

  /// nil when the line is to end without an answer, or was ended.
  private func answer(to command: [UInt8], on line: Int32) -> [UInt8]? {
    gate.withLock { _ in
      guard self.line == line else { return nil }
      let answer = reader.answer(to: command, over: air.isEmpty ? nil : air)
      guard let trouble = air.takeTrouble() else { return answer }
      switch trouble {
      case .says(let other, _): return other
      case .swap(let stranger):
        air.lie(stranger)
        return answer
      case .leaves: air.lie(nil)
      case .serviceEnds: service.kill()
      }
      self.line = nil
      return nil
    }
  }
}

/// What goes wrong at a write, and whether the chip does what it was told all the same.
enum Trouble {
  /// The chip is taken away in the middle of the command.
  case leaves(isDone: Bool)
  /// The reader says this, whatever the chip said.
  case says([UInt8], isDone: Bool)
  /// Right after the answer another chip is there, and the service notices nothing.
  case swap(VirtualVicinityChip)
  /// The service is killed in the middle of the command.
  case serviceEnds(isDone: Bool)

  fileprivate var isDone: Bool {
    switch self {
    case .leaves(let isDone), .says(_, let isDone), .serviceEnds(let isDone): isDone
    case .swap: true
    }
  }
}

/// One virtual chip on the reader, and the trouble that waits for one of its writes.
private final class TroubledAir: VicinityAir {
  let field = VicinityField()
  var plan: (number: Int, trouble: Trouble)?
  private var writes = 0
  private var trouble: Trouble?

  var isEmpty: Bool { field.chips.isEmpty }
  var uid: [UInt8] { field.chips.first?.uid ?? [] }
  var blockSize: Int { field.chips.first?.model.blockSize ?? 0 }

  func lie(_ chip: VirtualVicinityChip?) {
    field.clear()
    writes = 0
    if let chip { field.place(chip) }
  }

  func takeTrouble() -> Trouble? {
    defer { trouble = nil }
    return trouble
  }

  func answer(to request: [UInt8]) -> [UInt8]? {
    // WRITE SINGLE BLOCK, and not a request with the flag of an inventory.
    if request.count > 1, request[0] & 0x04 == 0, request[1] == 0x21 {
      writes += 1
      if let plan, plan.number == writes {
        trouble = plan.trouble
        self.plan = nil
        if !plan.trouble.isDone { return nil }
      }
    }
    if case .answer(let bytes) = field.send(request) { return bytes }
    return nil
  }
}

/// A message of vpcd: two bytes of length, most significant first, and this many bytes.
private func read(from line: Int32) -> [UInt8]? {
  func bytes(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return count == 0 || recv(line, &bytes, count, Int32(MSG_WAITALL)) == count
      ? bytes : nil
  }
  return bytes(2).flatMap { bytes(Int($0[0]) << 8 | Int($0[1])) }
}

private func write(_ message: [UInt8], to line: Int32) -> Bool {
  let bytes = [UInt8(message.count >> 8), UInt8(message.count & 0xFF)] + message
  return send(line, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
}
