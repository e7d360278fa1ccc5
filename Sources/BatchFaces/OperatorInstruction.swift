// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobLedger
internal import Provisioning
internal import StrictJSON

/// What an operator does at a reader, or what happens there, by the key of its sentence.
struct OperatorInstruction {
  let key: OperatorWords.Key
  var count: Int?
  /// The row that the sentence names.
  var row: RowNames?

  struct RowNames {
    let id: String
    let label: String?

    init(_ id: String, _ label: String?) { (self.id, self.label) = (id, label) }
  }

  init(_ key: OperatorWords.Key, count: Int? = nil, row: RowNames? = nil) {
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
  ///
  /// Whoever shows a run knows whether it is over, and which row was scanned for the next tag.
  func instruction(
    at number: ReaderNumber, isOver: Bool = false, isStopping: Bool = false,
    scanned: PlannedRow? = nil, next: PlannedRow? = nil
  ) -> OperatorInstruction? {
    switch readers[number] {
    case .lost, .refused: return isOver ? OperatorInstruction(.ended) : nil
    case .finished:
      if isPausing, !isStopping, !isOver { return OperatorInstruction(.paused) }
      let last = lastTag(of: number)
      guard last?.reason == nil else { return OperatorInstruction(.takeAway) }
      guard last?.word == .ok else { return OperatorInstruction(.takeAlready) }
      return OperatorInstruction(Self.take(task))
    case .twoTags where !isOver: return OperatorInstruction(.takeOne)
    case _ where isOver: return OperatorInstruction(.ended)
    case _ where isPausing && !isStopping: return OperatorInstruction(.paused)
    case .opening: return OperatorInstruction(.opening)
    case .idle: return OperatorInstruction(.idle)
    case .waiting(let row, let label):
      return OperatorInstruction(
        scanned == nil ? .putFor : .putScanned,
        row: (scanned ?? next).map { .init($0.id, $0.label) } ?? .init(row, label))
    case .waitingForUnfinished(let tags): return OperatorInstruction(.putUnfinished, count: tags)
    case .waitingToLock(let tags): return OperatorInstruction(.putToLock, count: tags)
    case .waitingToVerify(let tags): return OperatorInstruction(.putToVerify, count: tags)
    case .working(_, let known?):
      return OperatorInstruction(
        known.isDone ? .knownDone : .finishing, row: .init(known.row, known.label))
    case .working(_, nil): return OperatorInstruction(Self.working(task))
    case .twoTags: return OperatorInstruction(.takeOne)
    }
  }

  private static func take(_ task: BatchTask) -> OperatorWords.Key {
    switch task {
    case .write: .takeWritten
    case .lock: .takeLocked
    case .verify: .takeRight
    }
  }

  private static func working(_ task: BatchTask) -> OperatorWords.Key {
    switch task {
    case .write: .writing
    case .lock: .locking
    case .verify: .reading
    }
  }
}
