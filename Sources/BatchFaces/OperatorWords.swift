// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import JobLedger
internal import Plain
internal import Provisioning
package import StrictJSON
internal import TagReading
internal import Voices

/// What the operator's screen says, in the language of the person before it.
///
/// The program's own sentences, such as why a tag failed, are English; another language has its own
/// for them, by the name that programs know them by.
package struct OperatorWords: Sendable {
  package enum Key: String, CaseIterable, Sendable {
    case wordOK = "word.ok"
    case wordAgain = "word.again"
    case wordAside = "word.aside"
    case wordDone = "word.done"
    case wordTwo = "word.two"
    case wordNone = "word.none"
    case doAgain = "do.again"
    case doAside = "do.aside"
    case endNoRowLeft = "end.no-row-left"
    case endEnough = "end.enough"
    case endManifestChanged = "end.manifest-changed"
    case endStopped = "end.stopped"
    case endFailures = "end.too-many-failures"
    case endNoReader = "end.no-reader"
    case endLedger = "end.ledger"
    case endCounts = "end.counts"
    case rowsDone = "screen.end.rows"
    case leftAside = "screen.end.aside"
    case leftToWrite = "left.write"
    case leftToLock = "left.lock"
    case leftToVerify = "left.verify"
    case found = "found"
    case foundRow = "found.row"
    case foundCopy = "found.copy"
    case foundJob = "found.job"
    case alarm = "screen.alarm"
    case moreAlarms = "screen.alarms"
    case possibleCopy = "screen.copy"
    case reader = "screen.reader"
    case noRow = "screen.no-row"
    case twoTags = "screen.two"
    case noReading = "screen.lost"
    case noTag = "screen.none"
    case noTagHelp = "screen.none.help"
    case sameTag = "screen.same"
    case sameHelp = "screen.same.help"
    case writing = "do.working.write"
    case locking = "do.working.lock"
    case reading = "do.working.verify"
    case wasWritten = "screen.written"
    case wasLocked = "screen.locked"
    case wasRight = "screen.right"
    case takeAway = "do.take"
    case takeWritten = "do.take.write"
    case takeLocked = "do.take.lock"
    case takeRight = "do.take.verify"
    case takeAlready = "do.take.already"
    case opening = "do.opening"
    case putFor = "do.put"
    case putScanned = "do.scanned"
    case putSame = "do.same"
    case notThis = "do.other"
    case scanFirst = "do.scan"
    case idle = "do.idle"
    case putUnfinished = "do.unfinished"
    case putToLock = "do.lock"
    case putToVerify = "do.verify"
    case finishing = "do.known"
    case knownDone = "do.known.done"
    case takeOne = "do.two"
    case progress = "screen.progress"
    case countOK = "screen.ok"
    case countAgain = "screen.again"
    case countAside = "screen.aside"
    case countUnfinished = "screen.unfinished"
    case countDone = "screen.count.done"
    case pace = "screen.pace"
    case left = "screen.left"
    case yield = "screen.yield"
    case paused = "do.paused"
    case ended = "do.ended"
    case ends = "screen.ends"
    case separator = "screen.separator"
  }

  private let texts: LanguageTexts

  /// From the file of a language; what it lacks is shown by its key.
  package init(_ language: JSONNode?) {
    texts = LanguageTexts(language, sections: ["page", "terminal"])
  }

  /// Whether the program's own sentences are in this language.
  var isOwn: Bool { texts.isOwn }

  func callAsFunction(_ key: Key, n: Int? = nil, _ values: [String: String] = [:]) -> String {
    texts(key.rawValue, n: n, values)
  }

  func number(_ number: Int) -> String { texts.number(number) }

  func word(_ word: OutcomeWord) -> String {
    switch word {
    case .ok: self(.wordOK)
    case .again: self(.wordAgain)
    case .putAside: self(.wordAside)
    case .alreadyDone: self(.wordDone)
    case .twoTags: self(.wordTwo)
    }
  }

  /// The row as people and the job know it, such as `No. 17 · Berlin, Hauptstr. 1`.
  func row(_ id: String, _ label: String? = nil) -> String { texts.row(id, label) }

  /// Why a tag is not OK, and what to do with it.
  func reason(of tag: TagResult) -> String? {
    guard let reason = tag.reason else { return nil }
    guard !isOwn, let ours = texts.reason(reason.code, reason.told) else { return reason.words }
    return ([ours] + (tag.found.map(found) ?? []) + [task(with: tag.word)].compactMap(\.self))
      .joined(separator: " ")
  }

  private func task(with word: OutcomeWord) -> String? {
    switch word {
    case .again: self(.doAgain)
    case .putAside: self(.doAside)
    case .ok, .alreadyDone, .twoTags: nil
    }
  }

  private func found(_ found: FoundTag) -> [String] {
    let row = found.owner.map { self.row($0.row) } ?? ""
    let values = ["link": shortened(found.link ?? "", to: 120), "row": row]
    let isRow = found.owner.map { $0.job == nil } ?? false
    var sentences: [String] = []
    if found.link != nil {
      sentences.append(self(isRow ? .foundRow : .found, values))
    } else if isRow {
      sentences.append(self(.foundCopy, values))
    }
    if let job = found.owner?.job { sentences.append(self(.foundJob, ["job": job, "row": row])) }
    return sentences
  }

  /// Why a reader does not work.
  func trouble(_ name: String?, _ words: String) -> String {
    name.flatMap { texts.saying(["trouble"], [Told($0)]) } ?? words
  }

  /// How the run ended, and what is to be done next.
  func end(_ end: BatchEnd, _ cures: CureWords) -> String {
    var sentences: [String] = []
    switch end.cause {
    case .noRowLeft: sentences.append(self(.endNoRowLeft))
    case .enough: sentences.append(self(.endEnough))
    case .stopped: sentences.append(self(.endStopped))
    case .tooManyFailures(let reasons, _):
      sentences.append(self(.endFailures))
      sentences += reasons.map { "\(number($0.count)) × \(name(of: $0))" }
    case .noReader: return self(.endNoReader)
    case .manifestChanged: sentences.append(self(.endManifestChanged))
    case .ledger(let error):
      sentences += [
        self(.endLedger),
        texts.saying(["error"], [error.fault.told(of: error.path)]) ?? visible(error.words(cures)),
      ]
    }
    let counts = end.counts
    if case .write = end.task {
      sentences.append(self(.rowsDone, n: counts.rows, ["done": number(counts.done)]))
    }
    sentences.append(
      self(.endCounts, ["ok": number(counts.ok), "aside": number(counts.putAside)]))
    let left: Key =
      switch end.task {
      case .write: .leftToWrite
      case .lock: .leftToLock
      case .verify: .leftToVerify
      }
    if end.unfinished > 0 { sentences.append(self(left, n: end.unfinished)) }
    if end.rowsPutAside > 0 { sentences.append(self(.leftAside, n: end.rowsPutAside)) }
    return sentences.map { $0.last?.isPunctuation == true ? $0 : "\($0)." }.joined(separator: " ")
  }

  private func name(of reason: FailureReason) -> String {
    texts.reason(reason.code) ?? reasonName(reason.code)
  }

  /// Which tag may be a copy, and why.
  func alarm(_ alarm: CopyAlarm) -> String {
    alarm.sentence(
      self(.possibleCopy), texts.reason(alarm.reason.code, alarm.reason.told) ?? alarm.words)
  }
}
