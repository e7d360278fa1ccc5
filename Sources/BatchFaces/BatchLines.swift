// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import JobLedger
internal import Plain
package import Provisioning
internal import TagReading
internal import Terminal

/// A batch in plain lines, one for each tag: for logs, and where there is no terminal.
final class BatchLines: BatchObserver {
  private let cures: CureWords
  private let console: Console
  private let stop: StopFlag
  private var readers: [String] = []
  private var ready: Set<ReaderNumber> = []

  init(_ cures: @escaping CureWords, on console: Console, orRaise stop: StopFlag) {
    self.cures = cures
    self.console = console
    self.stop = stop
  }

  func receive(_ event: BatchEvent) {
    switch event {
    case .began(let overview):
      readers = overview.readers
      let title = overview.title ?? overview.job
      console.say(
        "\(visible(title)): \(doneRows(overview.ledger.done, of: overview.ledger.rows))")
    case .readerOpened: break
    case .paused: console.say("Paused. No new tag is started.")
    case .wentOn: console.say("Continuing.")
    case .tagSeen(let reader, _, let known):
      // The line of a finished tag will tell.
      if let known, !known.isDone {
        console.say(place(reader) + "Finishing \(visible(known.called)).")
      }
    case .readerRefused(_, let error): console.say(visible(error.words(cures)))
    case .readerLost(let reader, let error):
      console.say(place(reader) + visible(error.words(cures)))
    case .readerHindered(let reader, let error):
      console.say(place(reader) + visible(error.words(cures)))
    case .readerBack(let reader): console.say(place(reader) + "The reader is back.")
    case .ready(let reader, _):
      if ready.insert(reader).inserted { console.say(place(reader) + "Put a tag on the reader.") }
    case .waitingForSame(let reader, let tag):
      console.say(place(reader) + "Put the same tag back: \(tag.called).")
    case .otherTag(let reader, let uid, let tag):
      console.say(
        place(reader) + "\(uid) is another tag, and is left as it is. Put \(tag.called) back.")
    case .waitingForUnfinished(let reader, let tags):
      let left = tags == 1 ? "unfinished tag" : "\(tags) unfinished tags"
      console.say(
        place(reader)
          + "No row is free. Put the \(left) on the reader again, or stop with Ctrl-C.")
    case .waitingToLock(let reader, let tags):
      if ready.insert(reader).inserted {
        console.say(place(reader) + "\(count(tags, "tag")) to lock. Put one on the reader.")
      }
    case .waitingToVerify(let reader, let tags):
      if ready.insert(reader).inserted {
        console.say(place(reader) + "\(count(tags, "tag")) to verify. Put one on the reader.")
      }
    case .twoTags(let reader, let one, let other):
      write(.twoTags, reader, "\(one) and \(other): take one away")
    case .finishedTagThere, .noRowYet: break
    case .finished(let result, _):
      var words = "\(result.uid)"
      if let row = result.row { words += "  \(visible(row.id))" }
      if let label = result.row?.label { words += "  \(visible(label))" }
      if let link = result.link { words += "  \(visible(link))" }
      if let reason = result.reason { words += "  \(visible(reason.words))" }
      write(result.word, result.reader, words)
    case .alarm(let alarm):
      console.writeLine(place(alarm.reader) + "ALARM".padded(to: 14) + alarm.sentence)
    case .ended(let end): console.say(end.sentence(cures))
    }
    console.flush(orRaise: stop)
  }

  func rest() { console.flush(orRaise: stop) }

  private func write(_ word: OutcomeWord, _ reader: ReaderNumber, _ words: String) {
    console.writeLine(place(reader) + word.padded + words)
  }

  /// The reader's name, where there are several.
  private func place(_ reader: ReaderNumber) -> String {
    guard readers.count > 1, readers.indices.contains(reader) else { return "" }
    return "\(visible(readers[reader])): "
  }
}

extension TornTag {
  fileprivate var called: String { "\(visible(row.called)), tag \(uid)" }
}

extension CopyAlarm {
  /// Which tag it is about, and why.
  var sentence: String { sentence("possible copy", words) }

  /// The same in the words of another language.
  func sentence(_ name: String, _ words: String) -> String {
    "\(uid)\(row.map { "  \(visible($0))" } ?? "")  \(name): \(visible(words))"
  }
}

/// How far the job is, in a sentence.
private func doneRows(_ done: Int, of rows: Int) -> String {
  let verb = done == 1 || rows == 1 ? "is" : "are"
  return "\(grouped(done)) of \(count(grouped: rows, "row")) \(verb) done."
}

extension OutcomeWord {
  /// The word with blanks after it, so that what follows stands in a column.
  package var padded: String { rawValue.padded(to: 14) }
}

extension BatchEnd {
  /// How the run ended, and what is to be done next.
  func sentence(_ cures: CureWords) -> String {
    let done: String
    let left: String
    switch task {
    case .write:
      done = doneRows(counts.done, of: counts.rows)
      left = openTags(cures)
    case .lock:
      done =
        counts.ok == 0 && unfinished == 0
        ? "All finished tags are already locked." : "\(count(counts.ok, "tag")) locked."
      left = unfinished == 0 ? "" : " \(count(unfinished, "tag")) of the job not locked yet."
    case .verify:
      done = "\(count(counts.ok, "tag")) right, \(grouped(counts.putAside)) not."
      left = unfinished == 0 ? "" : " \(count(unfinished, "finished tag")) not seen yet."
    }
    return switch cause {
    case .noRowLeft, .enough: done + left
    case .stopped: "Stopped. " + done + left
    case .tooManyFailures(let reasons, let tags):
      "\(reasons.reduce(0) { $0 + $1.count }) of the last \(tags) tags failed: "
        + "\(reasons.map(\.words).joined(separator: ", ")). Check the tags and the reader, then start "
        + "again. " + done + left
    case .noReader: "No reader could be opened."
    case .manifestChanged:
      "Another program took over a changed manifest, so the run has stopped: its links were not "
        + "checked here. \(cures(.startAgain)) " + done + left
    case .ledger(let error): "\(visible(error.words(cures))) " + done
    }
  }

  /// When no row is free, those that are not done are of tags that were put aside and may not come back.
  var rowsPutAside: Int {
    guard case .write = task, cause == .noRowLeft else { return 0 }
    return max(0, counts.rows - counts.done - unfinished)
  }

  /// The tags that may show the link of a row that is not done, and how such a row is freed.
  private func openTags(_ cures: CureWords) -> String {
    let putAside = rowsPutAside
    guard unfinished + putAside > 0 else { return "" }
    var words = ""
    if unfinished > 0 {
      let (verb, pronoun) = unfinished == 1 ? ("is", "it") : ("are", "them")
      words +=
        " \(count(unfinished, "tag")) \(verb) unfinished: put \(pronoun) on the reader again."
    }
    if putAside > 0 { words += " \(count(putAside, "tag")) put aside unfinished." }
    return "\(words) \(cures(.freeRows))"
  }
}
