// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
package import JobLedger
package import Provisioning
package import StrictJSON
internal import TagReading
internal import Terminal

/// A batch for programs: one object on a line for each event.
final class BatchJSONLines: BatchObserver {
  private let cures: CureWords
  private let console: Console
  private let stop: StopFlag

  init(_ cures: @escaping CureWords, on console: Console, orRaise stop: StopFlag) {
    self.cures = cures
    self.console = console
    self.stop = stop
  }

  func receive(_ event: BatchEvent) {
    console.writeLine(event.json(cures))
    console.flush(orRaise: stop)
  }

  func rest() { console.flush(orRaise: stop) }
}

extension BatchEvent {
  /// The event with its name; members are only ever added.
  func json(_ cures: CureWords) -> JSONValue {
    switch self {
    case .began(let overview):
      .object([
        ("event", "began"), ("job", .string(overview.job)),
        ("title", .optional(overview.title)),
        ("readers", .array(overview.readers.map { .string($0) })),
        ("rows", .integer(overview.ledger.rows)), ("done", .integer(overview.ledger.done)),
      ])
    case .readerOpened(let reader, let identity):
      .object([
        ("event", "reader-opened"), ("reader", .integer(reader)), ("name", .string(identity.name)),
        ("model", .string(identity.model)),
      ])
    case .readerRefused(let reader, let error):
      .trouble("reader-refused", reader, error.machineName, error.words(cures))
    case .readerLost(let reader, let error):
      .trouble("reader-lost", reader, error.machineName, error.words(cures))
    case .readerHindered(let reader, let error):
      .trouble("reader-lost", reader, error.machineName, error.words(cures))
    case .readerBack(let reader):
      .object([("event", "reader-back"), ("reader", .integer(reader))])
    case .ready(let reader, let row): row.json(event: "ready", reader: reader)
    case .waitingForSame(let reader, let tag):
      .object(tag.members("waiting-for-same", reader) + [("uid", .string(tag.uid.description))])
    case .otherTag(let reader, let uid, let tag):
      .object(
        tag.members("other-tag", reader) + [
          ("uid", .string(uid.description)), ("wanted", .string(tag.uid.description)),
        ])
    case .waitingForUnfinished(let reader, let tags):
      .object([
        ("event", "waiting-for-unfinished"), ("reader", .integer(reader)), ("tags", .integer(tags)),
      ])
    case .waitingToLock(let reader, let tags):
      .object([
        ("event", "waiting-to-lock"), ("reader", .integer(reader)), ("tags", .integer(tags)),
      ])
    case .waitingToVerify(let reader, let tags):
      .object([
        ("event", "waiting-to-verify"), ("reader", .integer(reader)), ("tags", .integer(tags)),
      ])
    case .paused: .object([("event", "paused")])
    case .wentOn: .object([("event", "went-on")])
    case .tagSeen(let reader, let uid, let known):
      .object(
        [
          ("event", "tag-seen"), ("reader", .integer(reader)), ("uid", .string(uid.description)),
          ("row", .optional(known?.row)),
        ] + (known?.label.map { [("label", .string($0))] } ?? []) + [
          ("known", .optional(known.map { $0.isDone ? "done" : "begun" }))
        ])
    case .twoTags(let reader, let one, let other):
      .object([
        ("event", "tag"), ("outcome", .string(OutcomeWord.twoTags.rawValue)),
        ("reader", .integer(reader)),
        ("uids", .array([.string(one.description), .string(other.description)])),
        ("words", .string(ReaderError.severalTags(one, other).words(cures))),
      ])
    case .finishedTagThere(let reader):
      .object([("event", "finished-tag-there"), ("reader", .integer(reader))])
    case .noRowYet(let reader):
      .object([("event", "no-row-yet"), ("reader", .integer(reader))])
    case .finished(let result, let counts): result.json(counts)
    case .alarm(let alarm):
      .object([
        ("event", "alarm"), ("alarm", "possible-copy"), ("reader", .integer(alarm.reader)),
        ("uid", .string(alarm.uid.description)), ("row", .optional(alarm.row)),
        ("reason", .string(alarm.reason.code)), ("words", .string(alarm.words)),
      ])
    case .ended(let end):
      .object([
        ("event", "ended"), ("cause", .string(end.cause.name.rawValue)),
        ("words", .string(end.sentence(cures))), ("counts", end.counts.json),
        ("unfinished", .integer(end.unfinished)),
      ])
    }
  }
}

extension TornTag {
  /// Its row, as the members of an event at a reader.
  fileprivate func members(
    _ event: String, _ reader: ReaderNumber
  ) -> [(key: String, value: JSONValue)] {
    [
      ("event", .string(event)), ("reader", .integer(reader)), ("row", .string(row.id)),
    ] + row.names.members
  }
}

extension TagResult {
  func json(_ counts: BatchCounts) -> JSONValue {
    let tag: [(key: String, value: JSONValue)] = [
      ("event", "tag"), ("outcome", .string(word.rawValue)), ("reader", .integer(reader)),
      ("uid", .string(uid.description)), ("chip", .optional(chip)),
      ("row", .optional(row?.id)),
    ]
    return .object(
      tag + (row?.names.members ?? []) + [
        ("link", .optional(link)),
        ("reason", .optional(reason?.code)),
        ("words", .optional(reason?.words)),
        ("began", .string(began.text)), ("ended", .string(ended.text)),
        ("pages", .integer(effort.pages)), ("exchanges", .integer(effort.exchanges)),
        ("counts", counts.json),
      ])
  }
}

extension PlannedRow {
  package func json(event: String, reader: ReaderNumber? = nil) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [("event", .string(event))]
    if let reader { members.append(("reader", .integer(reader))) }
    members.append(("row", .string(id)))
    return .object(members + names.members + [("link", .string(link))])
  }
}

extension BatchCounts {
  fileprivate var json: JSONValue {
    .object([
      ("ok", .integer(ok)), ("again", .integer(again)), ("putAside", .integer(putAside)),
      ("alreadyDone", .integer(alreadyDone)), ("rows", .integer(rows)), ("done", .integer(done)),
    ])
  }
}

extension BatchEnd.Cause {
  /// The names that scripts know the causes by; they never change.
  enum Name: String, CaseIterable {
    case `no-row-left`, enough, stopped, `too-many-failures`, `no-reader`
    case `manifest-changed`, ledger
  }

  var name: Name {
    switch self {
    case .noRowLeft: .`no-row-left`
    case .enough: .enough
    case .stopped: .stopped
    case .tooManyFailures: .`too-many-failures`
    case .noReader: .`no-reader`
    case .manifestChanged: .`manifest-changed`
    case .ledger: .ledger
    }
  }
}

extension JSONValue {
  fileprivate static func trouble(
    _ event: String, _ reader: ReaderNumber, _ name: String, _ words: String
  ) -> JSONValue {
    .object([
      ("event", .string(event)), ("reader", .integer(reader)), ("name", .string(name)),
      ("error", .string(words)),
    ])
  }
}
