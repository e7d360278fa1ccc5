// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
internal import Failures
package import JobLedger
internal import Plain
package import Provisioning
package import StrictJSON
internal import TagReading
internal import Threads

/// A batch as a page shows it: all that the operator has to see at one moment, as one value.
///
/// The run tells it what happens, and any thread may look. A page needs no event but the newest, so
/// one that was away for a while is as right as one that never was.
package final class BatchPicture: BatchObserver, Sendable {
  private let state: Guarded<PictureState>

  package init(_ cures: @escaping CureWords, readers names: [String: String] = [:]) {
    state = Guarded(PictureState(cures, readers: names))
  }

  package func receive(_ event: BatchEvent) {
    state.withLock { $0.apply(event) }
    state.signal()
  }

  package func rest() {
    if state.withLock({ $0.rest() }) { state.signal() }
  }

  /// Says something that no event says.
  package func show(notice: Saying) {
    state.withLock { $0.show(notice: notice) }
    state.signal()
  }

  /// Waits until there is something new to see, but not much longer than this; whether there is.
  package func waitForChange(milliseconds: Int) -> Bool {
    state.withLock(
      afterAtMost: milliseconds, while: { !$0.isChanged },
      then: { state in
        defer { state.isChanged = false }
        return state.isChanged
      })
  }

  /// Wakes the waiting thread, because something has changed that the batch does not know of.
  package func wake() {
    state.withLock { $0.isChanged = true }
    state.signal()
  }

  package func look(during run: RunMoment = RunMoment()) -> BatchLook {
    state.withLock { state in
      state.looks += 1
      return BatchLook(state, run)
    }
  }
}

/// What whoever shows a run knows of it besides its events.
package struct RunMoment {
  /// What a reader waits with may have become another row since it said so.
  package var rows: [ReaderNumber: PlannedRow] = [:]
  /// The row that the next tag gets, because its code was scanned.
  package var scanned: PlannedRow?
  /// Whether tags are written to scanned rows only.
  package var wantsScans = false
  package var isStopping = false
  package var isOver = false

  package init() {}
}

/// The picture at one moment.
package struct BatchLook {
  package let isPausing: Bool
  /// How the batch ended.
  package let end: [(key: String, value: JSONValue)]?
  package let members: [(key: String, value: JSONValue)]

  fileprivate init(_ state: PictureState, _ run: RunMoment) {
    (isPausing, end, members) = (state.isPausing, state.endMembers, state.members(run))
  }
}

/// What the picture is made of.
private struct PictureState {
  private var state: OperatorState
  /// What was said of each tag of this run, the newest first, with its number in the run.
  private var tags: [(number: Int, result: TagResult)] = []
  private var tagCount = 0
  private var history = TagHistory()
  private var endWords: String?
  var isChanged = true
  /// Looks come to a page by two ways, an answer and an event, and the older one may come last.
  var looks = 0
  private var notice: Saying?
  private let cures: CureWords
  /// What people call some of the readers.
  private let readerNames: [String: String]

  init(_ cures: @escaping CureWords, readers names: [String: String]) {
    self.cures = cures
    readerNames = names
    state = OperatorState(station: nil, cures)
  }

  mutating func apply(_ event: BatchEvent) {
    state.apply(event)
    if case .finished(let result, let counts) = event { note(result, counts) }
    // A rehearsal may have several runs; it goes on after all but the last.
    if case .ended(let end) = event { endWords = end.sentence(cures) }
    if case .began = event { endWords = nil }
    isChanged = true
  }

  /// Whether a reader shows something else afterwards.
  mutating func rest() -> Bool {
    let before = faces
    state.rest()
    guard faces != before else { return false }
    isChanged = true
    return true
  }

  mutating func show(notice: Saying) {
    self.notice = notice
    isChanged = true
  }

  private var faces: [OperatorState.Face] { state.readers.indices.map { state.face(of: $0) } }

  private mutating func note(_ result: TagResult, _ counts: BatchCounts) {
    tagCount += 1
    tags.insert((tagCount, result), at: 0)
    // Each reader shows its last tag, however many the others have had since.
    let lastOfReaders = Set(
      state.readers.indices.compactMap { reader in
        tags.first { $0.result.reader == reader }?.number
      })
    tags = tags.enumerated().filter {
      $0.offset < OperatorState.lastTagsMax || lastOfReaders.contains($0.element.number)
    }.map(\.element)
    history.note(result, counts)
  }

  var isPausing: Bool { state.isPausing }

  func members(_ run: RunMoment) -> [(key: String, value: JSONValue)] {
    let (done, all) = state.progress
    return [
      ("look", .integer(looks)),
      ("job", .string(state.job)), ("title", .optional(state.title)),
      ("counts", state.counts.picture),
      ("progress", ["done": .integer(done), "of": .integer(all)]),
      ("perMinute", .tenths(state.tagsPerMinute)), ("minutesLeft", .tenths(state.minutesLeft)),
      ("yield", .tenths(state.yield)), ("history", history.json),
      ("readers", .array(state.readers.indices.map { reader($0, run) })),
      ("tags", .array(tags.prefix(OperatorState.lastTagsMax).map(tag))),
      (
        "alarms",
        .array(
          state.alarms.map {
            [
              "uid": .string($0.uid.description), "row": .optional($0.row),
              "code": .string($0.reason.code), "words": .string($0.words),
              "told": .array($0.reason.told.map(\.json)),
            ]
          })
      ),
      ("notice", notice?.json ?? .null),
    ]
  }

  var endMembers: [(key: String, value: JSONValue)]? {
    guard let end = state.end, let endWords else { return nil }
    let reasons = end.cause.reasons.map { reason -> JSONValue in
      [
        "code": .string(reason.code), "name": .string(reasonName(reason.code)),
        "count": .integer(reason.count),
      ]
    }
    return [
      ("cause", .string(end.cause.name.rawValue)), ("words", .string(endWords)),
      ("unfinished", .integer(end.unfinished)), ("isComplete", .bool(end.isComplete)),
      ("reasons", .array(reasons)),
    ]
  }

  private func reader(_ number: Int, _ run: RunMoment) -> JSONValue {
    let todo = state.instruction(at: number, during: run)
    let seat = state.readers[number]
    let face = state.face(of: number)
    let last = tags.first { $0.result.reader == number }
    var facts: [String: JSONValue] = [:]
    switch seat {
    case .waiting:
      let next = run.rows[number] ?? state.nextRow(of: number)
      facts["next"] = (run.wantsScans ? run.scanned : next)?.picture
    case .waitingForUnfinished(let tags), .waitingToLock(let tags), .waitingToVerify(let tags):
      facts["tags"] = .integer(tags)
    case .working(let uid, let known):
      facts["uid"] = .string(uid)
      facts["known"] = known?.picture
    case .twoTags(let one, let other): facts["uid"] = .string("\(one), \(other)")
    case .lost(let words), .refused(let words):
      facts["trouble"] = .string(words)
      facts["troubleName"] = .optional(state.trouble(of: number))
    case .waitingForSame(let torn), .otherTag(let torn):
      facts["torn"] = [
        "row": .string(torn.row.id), "label": .optional(torn.row.label),
        "uid": .string(torn.uid.description),
      ]
    case .opening, .finished, .idle: break
    }
    let names = ["next", "torn", "tags", "uid", "known", "trouble", "troubleName"]
    return .object(
      [
        ("number", .integer(number)),
        ("name", .string(readerNames[state.readerNames[number]] ?? state.readerNames[number])),
        ("state", .string(seat.name)),
      ] + names.map { ($0, facts[$0] ?? .null) } + [
        ("face", .string(face.name)), ("word", .optional(face.word?.rawValue)),
        ("last", last.map(tag) ?? .null), ("todo", todo?.json ?? .null),
      ])
  }

  private func tag(_ number: Int, _ result: TagResult) -> JSONValue {
    let shown = result.row?.names.shown ?? []
    return [
      "number": .integer(number), "reader": .integer(result.reader),
      "uid": .string(result.uid.description), "chip": .optional(result.chip),
      "row": .optional(result.row?.id), "label": .optional(result.row?.label),
      "shown": .array(shown.map { ["name": .string($0.name), "text": .string($0.text)] }),
      "link": .optional(result.link), "word": .string(result.word.rawValue),
      "reason": result.reason.map {
        [
          "code": .string($0.code), "name": .string(reasonName($0.code)),
          "words": .string($0.words), "told": .array($0.told.map(\.json)),
        ]
      } ?? .null,
      "isStranger": .bool(result.isStranger),
      "found": result.found.map {
        [
          "link": .optional($0.link), "row": .optional($0.owner?.row),
          "job": .optional($0.owner?.job),
        ]
      } ?? .null,
      "ended": .string(result.ended.text),
    ]
  }
}

extension PlannedRow {
  /// By what people and programs know it.
  package var picture: JSONValue { picture(with: []) }

  package func picture(with more: [(key: String, value: JSONValue)]) -> JSONValue {
    .object([("row", .string(id)), ("label", .optional(label))] + more)
  }
}

extension TagResult {
  /// Whether nothing of the row is on a tag that was put aside, so that it is not the row's.
  fileprivate var isStranger: Bool {
    guard word == .putAside, let code = reason.flatMap({ ReasonCode(rawValue: $0.code) }) else {
      return false
    }
    return [.`not-blank`, .`wrong-chip`, .`not-genuine`, .`not-of-this-job`].contains(code)
  }
}

/// How many tags were OK and how many were put aside as the run went on.
private struct TagHistory {
  private var points: [(second: Int, ok: Int, aside: Int)] = []
  private let start = ContinuousClock.now

  private static let pointsMax = 120

  mutating func note(_ result: TagResult, _ counts: BatchCounts) {
    let second = Int((ContinuousClock.now - start) / .seconds(1))
    let point = (second, counts.ok, counts.putAside)
    if points.last?.second == second { points.removeLast() }
    points.append(point)
    guard points.count > Self.pointsMax else { return }
    // Every other one says the same of twice the time.
    points = points.enumerated().filter { $0.offset % 2 == 0 || $0.offset == points.count - 1 }
      .map(\.element)
  }

  var json: JSONValue {
    .array(
      points.map { ["t": .integer($0.second), "ok": .integer($0.ok), "aside": .integer($0.aside)] })
  }
}

extension OperatorState.Reader {
  fileprivate var name: String {
    switch self {
    case .opening: "opening"
    case .finished: "finished"
    case .waiting: "waiting"
    case .idle: "idle"
    case .waitingForSame: "waiting-for-same"
    case .otherTag: "other-tag"
    case .waitingForUnfinished: "waiting-for-unfinished"
    case .waitingToLock: "waiting-to-lock"
    case .waitingToVerify: "waiting-to-verify"
    case .working: "working"
    case .twoTags: "two-tags"
    case .lost: "lost"
    case .refused: "refused"
    }
  }
}

extension OperatorState.Face {
  fileprivate var name: String {
    switch self {
    case .nothing: "nothing"
    case .word: "word"
    case .past: "past"
    case .noTag: "no-tag"
    }
  }

  fileprivate var word: OutcomeWord? {
    switch self {
    case .word(let word), .past(let word): word
    case .nothing, .noTag: nil
    }
  }
}

extension BatchEnd.Cause {
  /// Why the last tags failed, if the run ended because of them.
  fileprivate var reasons: [FailureReason] {
    if case .tooManyFailures(let reasons, _) = self { reasons } else { [] }
  }
}

extension KnownTag {
  fileprivate var picture: JSONValue {
    ["row": .string(row), "label": .optional(label), "isDone": .bool(isDone)]
  }
}

extension BatchCounts {
  fileprivate var picture: JSONValue {
    [
      "ok": .integer(ok), "again": .integer(again), "putAside": .integer(putAside),
      "alreadyDone": .integer(alreadyDone), "rows": .integer(rows), "done": .integer(done),
      "unfinished": .integer(unfinished),
    ]
  }
}

extension JSONValue {
  /// A measure to one place behind the point; more of them would only flicker.
  fileprivate static func tenths(_ number: Double?) -> JSONValue {
    guard let number, number.isFinite, abs(number) < 1e9 else { return .null }
    return .number(JSONNumber(tenths: Int((number * 10).rounded())))
  }
}
