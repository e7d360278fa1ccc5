// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import JobLedger
internal import Provisioning
internal import TagReading

/// What an operator has to see of a batch, gathered from its events.
///
/// Every time is given with an event or a rest, so a test can show any moment of any batch.
struct OperatorState {
  /// What a reader is doing.
  enum Reader: Hashable {
    case opening
    /// Its tag has its word and still lies there.
    case finished
    case waiting(row: String, label: String?)
    /// The other readers have the last rows.
    case idle
    /// Only the tag will do that left the reader too early.
    case waitingForSame(TornTag)
    /// Another one lies there.
    case otherTag(TornTag)
    case waitingForUnfinished(Int)
    case waitingToLock(Int)
    case waitingToVerify(Int)
    case working(uid: String, KnownTag?)
    case twoTags(String, String)
    case lost(String)
    case refused(String)
  }

  /// What of its last tag a reader has to show.
  enum Face: Hashable {
    /// A tag is worked on, or none was there yet.
    case nothing
    case word(OutcomeWord)
    /// The tag has left, and its word says nothing about what lies there now.
    case past(OutcomeWord)
    /// The reader has been looking for a second and sees no tag, perhaps though one lies there.
    case noTag
  }

  /// A reader and its last tag.
  private struct Seat {
    var reader = Reader.opening
    var last: TagResult?
    /// The row that its next tag gets.
    var next: PlannedRow?
    /// The name of what keeps it from working.
    var trouble: String?
    /// Since when the reader does that.
    var since: ContinuousClock.Instant?
  }

  let station: String?
  private let cures: CureWords
  private(set) var task = BatchTask.write
  private(set) var job = ""
  private(set) var title: String?
  private(set) var readerNames: [String] = []
  private var seats: [Seat] = []
  private(set) var counts = BatchCounts()
  /// How many tags were to be locked or verified when the run began.
  private(set) var awaited = 0
  /// The newest first.
  private(set) var lastTags: [TagResult] = []
  private(set) var end: BatchEnd?
  /// Whether no tag is begun for now.
  private(set) var isPausing = false
  /// The tags that may have a copy; they stay until the run is over, the newest first.
  private(set) var alarms: [CopyAlarm] = []
  /// What a program beside the batch said last.
  private(set) var notice: String?
  private var pace = TagPace()

  static let lastTagsMax = 10
  /// When the last event or rest came.
  private var now = ContinuousClock.now
  /// So long a reader sees nothing until it says so.
  private static let patience = Duration.seconds(1)

  init(station: String?, _ cures: @escaping CureWords) {
    self.station = station
    self.cures = cures
  }

  mutating func apply(_ event: BatchEvent, at now: ContinuousClock.Instant = .now) {
    self.now = now
    switch event {
    case .began(let overview):
      task = overview.task
      awaited = overview.awaited
      job = overview.job
      title = overview.title
      readerNames = overview.readers
      seats = overview.readers.map { _ in Seat() }
      counts.rows = overview.ledger.rows
      counts.done = overview.ledger.done
      counts.unfinished = overview.unfinished
    case .readerOpened: break
    case .readerRefused(let number, let error):
      set(number, .refused(error.words(cures)), trouble: error.machineName)
    case .readerLost(let number, let error):
      set(number, .lost(error.words(cures)), trouble: error.machineName)
    case .readerHindered(let number, let error):
      set(number, .lost(error.words(cures)), trouble: error.machineName)
    case .readerBack(let number): set(number, .opening)
    case .ready(let number, let next):
      set(number, .waiting(row: next.id, label: next.label))
      if seats.indices.contains(number) { seats[number].next = next }
    case .waitingForSame(let number, let tag): set(number, .waitingForSame(tag))
    case .otherTag(let number, _, let tag): set(number, .otherTag(tag))
    case .waitingForUnfinished(let number, let tags): set(number, .waitingForUnfinished(tags))
    case .waitingToLock(let number, let tags): set(number, .waitingToLock(tags))
    case .waitingToVerify(let number, let tags): set(number, .waitingToVerify(tags))
    case .paused:
      isPausing = true
      pace.breakOff()
    case .wentOn:
      isPausing = false
      // No one has looked meanwhile.
      for number in seats.indices { seats[number].since = now }
    case .tagSeen(let number, let uid, let known):
      set(number, .working(uid: uid.description, known))
    case .twoTags(let number, let one, let other):
      set(number, .twoTags(one.description, other.description))
    case .finishedTagThere(let number): set(number, .finished)
    case .noRowYet(let number): set(number, .idle)
    case .finished(let result, let counts): record(result, counts)
    case .alarm(let alarm): alarms.insert(alarm, at: 0)
    case .ended(let end):
      self.end = end
      counts = end.counts
      // Those that were begun in this run are left with those from before.
      if case .write = end.task { counts.unfinished = end.unfinished }
    }
  }

  mutating func show(notice: String) { self.notice = notice }

  /// Some tenths of a second have passed in which nothing happened.
  mutating func rest(at now: ContinuousClock.Instant = .now) { self.now = now }

  private mutating func set(
    _ number: ReaderNumber, _ reader: Reader, trouble: String? = nil
  ) {
    guard seats.indices.contains(number) else { return }
    seats[number].reader = reader
    seats[number].next = nil
    seats[number].trouble = trouble
    seats[number].since = now
  }

  private mutating func record(_ result: TagResult, _ counts: BatchCounts) {
    self.counts = counts
    set(result.reader, .finished)
    if seats.indices.contains(result.reader) { seats[result.reader].last = result }
    lastTags.insert(result, at: 0)
    if lastTags.count > Self.lastTagsMax { lastTags.removeLast() }
    if result.word == .ok { pace.note(result.ended) }
  }

  var readers: [Reader] { seats.map(\.reader) }

  /// The row that the next tag of a reader gets, as long as it waits for one.
  func nextRow(of number: ReaderNumber) -> PlannedRow? {
    seats.indices.contains(number) ? seats[number].next : nil
  }

  /// The tag that a reader waits for because it left too early.
  func tornTag(of number: ReaderNumber) -> TornTag? {
    guard seats.indices.contains(number) else { return nil }
    switch seats[number].reader {
    case .waitingForSame(let tag), .otherTag(let tag): return tag
    default: return nil
    }
  }

  /// The name of what keeps a reader from working.
  func trouble(of number: ReaderNumber) -> String? {
    seats.indices.contains(number) ? seats[number].trouble : nil
  }

  /// The last tag of a reader.
  func lastTag(of number: ReaderNumber) -> TagResult? {
    seats.indices.contains(number) ? seats[number].last : nil
  }

  func face(of number: ReaderNumber) -> Face {
    guard seats.indices.contains(number) else { return .nothing }
    let seat = seats[number]
    switch seat.reader {
    case .working, .lost, .refused: return .nothing
    case .twoTags: return .word(.twoTags)
    // It stays until that tag is back, or given up.
    case .waitingForSame, .otherTag: return .word(.again)
    case .finished: return seat.last.map { .word($0.word) } ?? .nothing
    case .opening, .idle: return seat.last.map { .past($0.word) } ?? .nothing
    case .waiting, .waitingForUnfinished, .waitingToLock, .waitingToVerify:
      if let since = seat.since, now - since >= Self.patience, !isPausing { return .noTag }
      return seat.last.map { .past($0.word) } ?? .nothing
    }
  }

  /// Tags that became OK a minute, as the last ones went; nil while there are too few of them.
  var tagsPerMinute: Double? { pace.tagsPerMinute }

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

  /// The percentage of this run's decided tags that are OK; nil before the first.
  var yield: Double? {
    let decided = counts.ok + counts.putAside
    return decided == 0 ? nil : 100 * Double(counts.ok) / Double(decided)
  }
}
