// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobLedger
internal import Provisioning
internal import StrictJSON

/// What an operator does at a reader, or what happens there, by the key of its sentence.
struct OperatorInstruction {
  let key: OperatorWords.Key
  let count: Int?
  /// The row that the sentence names.
  let row: (id: String, label: String?)?

  init(_ key: OperatorWords.Key, count: Int? = nil, row: (id: String, label: String?)? = nil) {
    (self.key, self.count, self.row) = (key, count, row)
  }

  var json: JSONValue {
    [
      "key": .string(key.rawValue), "n": .optional(count),
      "row": row.map { ["row": .string($0.id), "label": .optional($0.label)] } ?? .null,
    ]
  }
}

extension OperatorWords {
  func callAsFunction(_ instruction: OperatorInstruction) -> String {
    let row = instruction.row.map { self.row($0.id, $0.label) }
    return self(instruction.key, n: instruction.count, row.map { ["row": $0] } ?? [:])
  }
}

extension OperatorState {
  /// Nil where the reader itself says why it does not work.
  func instruction(
    at number: ReaderNumber, during run: RunMoment = RunMoment()
  ) -> OperatorInstruction? {
    let reader = readers[number]
    if run.isOver, reader != .finished { return OperatorInstruction(.ended) }
    let isPaused = isPausing && !run.isStopping && !run.isOver
    switch reader {
    case .lost, .refused: return nil
    case .twoTags: return OperatorInstruction(.takeOne)
    case _ where isPaused: return OperatorInstruction(.paused)
    case .finished: return OperatorInstruction(takeAway(lastTag(of: number)))
    case .opening: return OperatorInstruction(.opening)
    case .idle: return OperatorInstruction(.idle)
    case .waitingForSame(let tag):
      return OperatorInstruction(.putSame, row: (tag.row.id, tag.row.label))
    case .otherTag(let tag):
      return OperatorInstruction(.notThis, row: (tag.row.id, tag.row.label))
    case .waiting where run.wantsScans && run.scanned == nil:
      return OperatorInstruction(.scanFirst)
    case .waiting(let row, let label):
      let other = run.scanned ?? run.rows[number]
      return OperatorInstruction(
        run.scanned == nil ? .putFor : .putScanned,
        row: other.map { ($0.id, $0.label) } ?? (row, label))
    case .waitingForUnfinished(let tags): return OperatorInstruction(.putUnfinished, count: tags)
    case .waitingToLock(let tags): return OperatorInstruction(.putToLock, count: tags)
    case .waitingToVerify(let tags): return OperatorInstruction(.putToVerify, count: tags)
    case .working(_, let known?):
      return OperatorInstruction(
        known.isDone ? .knownDone : .finishing, row: (known.row, known.label))
    case .working(_, nil): return OperatorInstruction(working)
    }
  }

  private func takeAway(_ last: TagResult?) -> OperatorWords.Key {
    guard last?.reason == nil else { return .takeAway }
    guard last?.word == .ok else { return .takeAlready }
    return switch task {
    case .write: .takeWritten
    case .lock: .takeLocked
    case .verify: .takeRight
    }
  }

  private var working: OperatorWords.Key {
    switch task {
    case .write: .writing
    case .lock: .locking
    case .verify: .reading
    }
  }
}
