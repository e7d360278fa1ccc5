// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobLedger
internal import TagReading

/// Which rows and tags the readers of a run have, and what the ledger says about them.
///
/// `RowDesk` lets one reader at a time use it.
struct DeskRows {
  /// The run, which made the desk, uses it elsewhere only while no reader is working.
  nonisolated(unsafe) let ledger: Ledger
  private let selection: RowSelection
  private let limit: Int
  private var cursor: RowCursor
  private var givenBack: [PlannedRow] = []
  /// The row of each reader: the one reserved for its next tag, or that of the begun tag on it.
  private(set) var reserved: [ReaderNumber: PlannedRow] = [:]
  private var unfinished: Set<RowKey> = []
  private var tagsAtWork: Set<TagUID> = []
  /// Those of them that another reader has seen meanwhile.
  private var tagsElsewhere: Set<TagUID> = []
  private var done = 0
  /// The row that the next tag gets, on any reader.
  private(set) var scanned: PlannedRow?
  private var isClosed = false
  private var readersAtWork: Set<ReaderNumber> = []
  /// The scanned row that a tag is being written with; if that fails, the scan still counts.
  private var granted: RowKey?
  /// Readers that lost their reserved row to a scan while they waited for a tag.
  private var swappedOut: Set<ReaderNumber> = []
  /// The tags that are to be locked, or were not seen yet; later ones of other programs do not count.
  private var awaitedTags: Set<ClaimID> = []
  /// What each reader waits for whose last tag was torn.
  private var wishes = TornTags()
  /// Whether a code was scanned in this run: since then, a tag gets a scanned row or none.
  private(set) var wantsScans = false
  private let halt: StopFlag

  init(
    _ ledger: Ledger, _ task: BatchTask, _ selection: RowSelection, limit: Int?, halt: StopFlag
  ) throws(LedgerError) {
    self.ledger = ledger
    self.halt = halt
    self.selection = selection
    self.limit = limit ?? .max
    cursor = RowCursor(selection)
    switch task {
    case .write: break
    case .lock(let tags):
      awaitedTags = tags.claims
      return
    case .verify:
      try ledger.forEachClaim(in: .done) { claim in
        awaitedTags.insert(claim.id)
        return true
      }
      return
    }
    // The user's limit does not include what an earlier run left unfinished.
    guard limit == nil else { return }
    var begun: [RowKey] = []
    try ledger.forEachClaim(in: .begun) { claim in
      begun.append(claim.row)
      return true
    }
    for key in begun {
      if let row = try ledger.row(key), selection.contains(row) { unfinished.insert(key) }
    }
  }

  /// Why the run ends when nothing is left to do.
  var causeOfEnd: BatchEnd.Cause { selection == .all && limit == .max ? .noRowLeft : .enough }

  /// Whether as many tags are done as were asked for, or every requested row.
  func isComplete() throws(LedgerError) -> Bool {
    if done >= limit { return true }
    return try selection.isDone(in: ledger)
  }

  var unfinishedCount: Int { unfinished.count + awaitedTags.count }

  /// Moves the ledger's log into its file, while no reader has a tag that would have to wait.
  ///
  /// This is only for tidiness: the log is safe, so errors here do not matter.
  func foldLedger() {
    if tagsAtWork.isEmpty { try? ledger.fold() }
  }

  /// Reserves the next row for a reader that has none.
  mutating func reserve(for reader: ReaderNumber) throws(LedgerError) -> RowDesk.Reservation {
    try ledger.requireTaken()
    if hasPlace, let wish = wishes[reader] { return .torn(wish.tag, until: wish.isOver) }
    if let row = try takeRow(for: reader) { return .row(row) }
    try forgetWhatOthersEnded()
    if let row = try takeRow(for: reader) { return .row(row) }
    if !unfinished.isEmpty, hasPlace { return .onlyUnfinished(unfinished.count) }
    guard reserved.isEmpty else { return .nothingYet }
    // Another program may have freed a row that we passed.
    cursor = RowCursor(selection)
    return try takeRow(for: reader).map { .row($0) } ?? .nothing
  }

  /// Whether the limit allows one more tag.
  private var hasPlace: Bool { done + reserved.count < limit }

  private mutating func takeRow(for reader: ReaderNumber) throws(LedgerError) -> PlannedRow? {
    // A tag that must be put on the reader again will need a place, too.
    guard done + reserved.count + unfinished.count < limit, let row = try nextRow() else {
      return nil
    }
    reserved[reader] = row
    return row
  }

  /// Whether another process has finished every row and every tag that this run waits for.
  mutating func isFinishedElsewhere() throws(LedgerError) -> Bool {
    guard tagsAtWork.isEmpty, !(reserved.isEmpty && unfinished.isEmpty && swappedOut.isEmpty) else {
      return false
    }
    for row in reserved.values {
      guard try ledger.claim(ofRow: row.key)?.state == .done else { return false }
    }
    try forgetWhatOthersEnded()
    guard unfinished.isEmpty else { return false }
    // A reader that has just released its tag is about to ask for the next row.
    guard let row = try nextRow() else { return true }
    givenBack.append(row)
    return false
  }

  /// Stops waiting for tags that another process has finished, or that someone has given up.
  mutating func forgetWhatOthersEnded() throws(LedgerError) {
    for key in unfinished {
      let claim = try ledger.claim(ofRow: key)
      guard claim?.state != .begun else { continue }
      unfinished.remove(key)
      wishes.fulfil(key)
      if claim?.isLive != true, let row = try ledger.row(key), row.place != nil {
        givenBack.append(row)
      }
    }
  }

  /// Lets the readers go on whose torn tags another process has finished or given up.
  mutating func forgetTornElsewhere() throws(LedgerError) {
    for tag in wishes.tags where try ledger.claim(ofRow: tag.row.key)?.state != .begun {
      return try forgetWhatOthersEnded()
    }
  }

  /// Gives the next tag a row, on any reader, unless something speaks against it.
  ///
  /// After a code that is refused, no tag gets a row: the label in hand must not get another one.
  mutating func scan(_ code: String) throws(LedgerError) -> ScanAnswer {
    guard !isClosed else { return .notWriting }
    wantsScans = true
    forgetScan()
    guard let row = try ledger.row(scannedAs: code) else { return .noRow }
    guard selection.contains(row) else { return .notAsked(row) }
    switch try ledger.claim(ofRow: row.key)?.state {
    case .done: return .done(row)
    case .begun: return .begun(row)
    default: break
    }
    let holder = reserved.first { $0.value.key == row.key }?.key
    if let holder, readersAtWork.contains(holder) { return .atWork(row) }
    scanned = row
    return .next(row)
  }

  mutating func forgetScan() { (scanned, granted) = (nil, nil) }

  /// Lets tags get the next rows again, without a code.
  mutating func writeUnscanned() {
    wantsScans = false
    forgetScan()
  }

  /// Gives up a begun tag of which a person says that it is lost; its row is free for another.
  mutating func lose(_ row: String, tag: TagUID) throws(LedgerError) -> LostTagAnswer {
    guard !isClosed else { return .notWriting }
    guard !tagsAtWork.contains(tag) else { return .isBack }
    do throws(LedgerError) {
      let claim = try ledger.lose(row: row, tag: tag.bytes, at: .now)
      try forgetWhatOthersEnded()
      return .lost(claim)
    } catch {
      switch error.fault {
      case .runsElsewhere: return .isBack
      case .noRow, .nothingToVoid, .otherTagNow, .finishedElsewhere: return .isOther
      default: throw error
      }
    }
  }

  /// A reader that was waiting for its tag with the scanned row gets the other reader's row.
  mutating func choose(
    forTagOn reader: ReaderNumber, planned: PlannedRow?
  ) throws(LedgerError) -> RowDesk.Choice {
    let own = swappedOut.remove(reader) == nil ? planned : reserved[reader]
    guard let wanted = scanned else { return wantsScans ? .unscanned : .row(own) }
    guard own != nil || done + reserved.count + unfinished.count < limit else { return .row(nil) }
    scanned = nil
    let holder = reserved.first { $0.value.key == wanted.key && $0.key != reader }?.key
    guard try ledger.claim(ofRow: wanted.key)?.isLive != true,
      holder.map({ !readersAtWork.contains($0) }) ?? true
    else { return .scannedRowGone(wanted, own: own) }
    granted = wanted.key
    guard own?.key != wanted.key else { return .row(own) }
    if let holder {
      reserved[holder] = own
      swappedOut.insert(holder)
    } else if let own {
      givenBack.append(own)
    }
    givenBack.removeAll { $0.key == wanted.key }
    reserved[reader] = wanted
    return .row(wanted)
  }

  /// Accepts no more scans: the ledger belongs to another program from now on.
  mutating func close() {
    isClosed = true
    scanned = nil
  }

  private mutating func nextRow() throws(LedgerError) -> PlannedRow? {
    while !givenBack.isEmpty {
      let row = givenBack.removeFirst()
      let claim = try ledger.claim(ofRow: row.key)
      // Another process may have taken it meanwhile.
      if claim?.isLive != true { return row }
    }
    while let row = try cursor.next(in: ledger) {
      // A reader may have it already because it was scanned.
      if !reserved.values.contains(where: { $0.key == row.key }) { return row }
    }
    return nil
  }

  /// Lets a reader finish a begun tag instead of its reserved row, which is given back.
  ///
  /// So each reader has at most one tag, and a run never exceeds its limit: a reader without a row
  /// is refused when the others have every place that is left.
  mutating func exchange(forBegun row: PlannedRow, on reader: ReaderNumber) -> Bool {
    guard reserved[reader] != nil || hasPlace else { return false }
    if let taken = reserved.updateValue(row, forKey: reader), taken.key != row.key {
      givenBack.append(taken)
    }
    unfinished.remove(row.key)
    return true
  }

  /// Records what became of a reader's row.
  ///
  /// - Returns: whether the row was the scanned one.
  mutating func settle(_ row: PlannedRow, _ fate: RowDesk.Fate, on reader: ReaderNumber) -> Bool {
    let wasGranted = row.key == granted && reserved[reader]?.key == row.key
    if wasGranted {
      granted = nil
      switch fate {
      case .unused, .free: scanned = scanned ?? row
      case .done, .unfinished, .torn, .kept, .taken: break
      }
    }
    let held = reserved.removeValue(forKey: reader)
    let wasSwappedOut = swappedOut.remove(reader) != nil
    switch fate {
    case .unused: if let held { givenBack.append(wasSwappedOut ? held : row) }
    case .done:
      forgetBegun(row.key)
      done += 1
    case .free:
      forgetBegun(row.key)
      givenBack.append(row)
    case .unfinished: unfinished.insert(row.key)
    case .torn(let uid):
      unfinished.insert(row.key)
      wishes.wish(for: TornTag(row: row, uid: uid), at: reader, or: halt)
    case .kept, .taken: forgetBegun(row.key)
    }
    return wasGranted
  }

  /// No reader waits for the tag of this row any more.
  private mutating func forgetBegun(_ row: RowKey) {
    unfinished.remove(row)
    wishes.fulfil(row)
  }

  /// Records that a finished tag was locked, or seen for the first time.
  mutating func noteAwaited(_ claim: ClaimID) { awaitedTags.remove(claim) }

  /// Forgets the tags that another program has locked meanwhile, and those that were given up.
  mutating func forgetLockedElsewhere() throws(LedgerError) {
    guard !awaitedTags.isEmpty else { return }
    awaitedTags.formIntersection(try ledger.lockableTags().claims)
  }

  /// How many tags are left to be locked or verified.
  var awaitedCount: Int { awaitedTags.count }

  /// The same, when a reader asks for its next row.
  var awaited: RowDesk.Reservation {
    let count = awaitedCount
    return count > 0 ? .finished(count) : .nothing
  }

  /// Records that a reader works on a tag; false while another one works on a tag with that UID.
  mutating func beginWork(on uid: TagUID, at reader: ReaderNumber) -> Bool {
    let isFree = tagsAtWork.insert(uid).inserted
    if !isFree { tagsElsewhere.insert(uid) } else { readersAtWork.insert(reader) }
    return isFree
  }

  /// - Returns: whether another reader saw a tag with that UID meanwhile.
  mutating func endWork(on uid: TagUID, at reader: ReaderNumber) -> Bool {
    readersAtWork.remove(reader)
    // Nothing of the scanned row was written, so the scan still counts, on whichever reader the
    // next tag is laid.
    if let row = reserved[reader], row.key == granted {
      granted = nil
      scanned = scanned ?? row
    }
    tagsAtWork.remove(uid)
    return tagsElsewhere.remove(uid) != nil
  }
}
