// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import JobLedger
internal import Provisioning
internal import TagReading

/// What an operator has to see of a batch, gathered from its events.
///
/// It reads no clock: every time is that of an event, so a test can show any moment of any batch.
struct OperatorState {
  /// What a reader is doing.
  enum Reader: Hashable {
    case opening
    /// Its tag has its word and still lies there.
    case finished
    case waiting(row: String)
    case waitingForUnfinished(Int)
    case waitingToLock(Int)
    case waitingToVerify(Int)
    case working(uid: String, KnownTag?)
    case twoTags(String, String)
    case lost(String)
    case refused(String)
  }

  let station: String?
  private let cures: CureWords
  private(set) var task = BatchTask.write
  private(set) var job = ""
  private(set) var title: String?
  private(set) var readerNames: [String] = []
  private(set) var readers: [Reader] = []
  private(set) var counts = BatchCounts()
  /// How many tags were to be locked or verified when the run began.
  private(set) var awaited = 0
  /// The newest first.
  private(set) var lastTags: [TagResult] = []
  /// Where the last thing happened that an operator waits for.
  private(set) var reader: ReaderNumber?
  private(set) var end: BatchEnd?
  /// Whether no tag is begun for now.
  private(set) var isPausing = false
  /// The tags that may have a copy; they stay until the run is over, the newest first.
  private(set) var alarms: [CopyAlarm] = []
  /// What a program beside the batch said last.
  private(set) var notice: String?
  /// When the last tags became OK, the oldest first.
  private var okMoments: [Moment] = []

  static let lastTagsMax = 10
  /// A rate over so many tags follows a tired hand, and does not jump with every tag.
  private static let rateTagsMax = 30
  /// Fewer tags say nothing about a rate yet.
  private static let rateTagsMin = 5

  init(station: String?, _ cures: @escaping CureWords) {
    self.station = station
    self.cures = cures
  }

  mutating func take(_ event: BatchEvent) {
    switch event {
    case .began(let overview):
      task = overview.task
      awaited = overview.awaited
      job = overview.job
      title = overview.title
      readerNames = overview.readers
      readers = overview.readers.map { _ in .opening }
      counts.rows = overview.ledger.rows
      counts.done = overview.ledger.done
    case .readerOpened: break
    case .readerRefused(let number, let error):
      set(number, .refused(error.words(cures)))
      // The word of another reader's tag stays.
      if readers.count == 1 { reader = number }
    case .readerLost(let number, let error):
      set(number, .lost(error.words(cures)))
      if readers.count == 1 { reader = number }
    case .readerBack(let number): set(number, .opening)
    case .ready(let number, let next):
      // The word of the last tag stays until the next tag comes: an operator may look up late.
      set(number, .waiting(row: next.called))
    case .waitingForUnfinished(let number, let tags): set(number, .waitingForUnfinished(tags))
    case .waitingToLock(let number, let tags): set(number, .waitingToLock(tags))
    case .waitingToVerify(let number, let tags): set(number, .waitingToVerify(tags))
    case .paused: isPausing = true
    case .wentOn: isPausing = false
    case .tagSeen(let number, let uid, let known):
      set(number, .working(uid: uid.description, known))
      reader = number
    case .twoTags(let number, let one, let other):
      set(number, .twoTags(one.description, other.description))
      reader = number
    case .finished(let result, let counts): take(result, counts)
    case .alarm(let alarm): alarms.insert(alarm, at: 0)
    case .ended(let end):
      self.end = end
      counts = end.counts
    }
  }

  mutating func take(notice: String) { self.notice = notice }

  private mutating func set(_ number: ReaderNumber, _ reader: Reader) {
    if readers.indices.contains(number) { readers[number] = reader }
  }

  private mutating func take(_ result: TagResult, _ counts: BatchCounts) {
    self.counts = counts
    reader = result.reader
    set(result.reader, .finished)
    lastTags.insert(result, at: 0)
    if lastTags.count > Self.lastTagsMax { lastTags.removeLast() }
    guard result.word == .ok else { return }
    okMoments.append(result.ended)
    if okMoments.count > Self.rateTagsMax { okMoments.removeFirst() }
  }

  /// The one word for the whole desk; nil while a tag is worked on or before the first.
  var word: OutcomeWord? {
    guard let reader, readers.indices.contains(reader) else { return nil }
    switch readers[reader] {
    case .working, .lost, .refused: return nil
    case .twoTags: return .twoTags
    default: return lastTags.first?.word
    }
  }

  /// Tags that became OK a minute, as the last ones went; nil while there are too few of them.
  var tagsPerMinute: Double? {
    guard okMoments.count >= Self.rateTagsMin, let first = okMoments.first,
      let last = okMoments.last, last > first
    else { return nil }
    let minutes = Double(last.microseconds - first.microseconds) / 60_000_000
    return Double(okMoments.count - 1) / minutes
  }

  /// How far the work is: rows that have their tag, or tags that are locked or right.
  var progress: (done: Int, of: Int) {
    switch task {
    case .write: (counts.done, counts.rows)
    case .lock, .verify: (counts.ok, awaited)
    }
  }

  /// The minutes until the work is done; nil while no one can tell.
  var minutesLeft: Double? {
    guard let tagsPerMinute, end == nil else { return nil }
    let (done, all) = progress
    return Double(max(0, all - done)) / tagsPerMinute
  }

  /// Of a hundred tags that were decided in this run, those that are OK; nil before the first.
  var yield: Double? {
    let decided = counts.ok + counts.putAside
    return decided == 0 ? nil : 100 * Double(counts.ok) / Double(decided)
  }
}
