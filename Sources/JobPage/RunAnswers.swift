// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import BatchFaces
internal import Failures
internal import Files
internal import JobLedger
internal import JobManifest
internal import JobReport
internal import JobWork
internal import PageServer
internal import Plain
internal import Provisioning
internal import Rehearsal
internal import StrictJSON
internal import TagReading
internal import Terminal
internal import Threads
internal import VirtualReader
internal import Voices

// Writing, locking, verifying and rehearsing from a page.

extension PageHost {
  /// Tags that did not come back, of which a page lists the first.
  private static let missingMax = 100

  func readers(_ query: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let (readers, notes) = offeredReaders
    return [
      "readers": .array(
        readers.map {
          [
            "name": .string($0.name), "words": .string(visible($0.words)),
            "isSure": .bool($0.isSure),
          ]
        }),
      "notes": .array(notes.map(\.json)),
    ]
  }

  /// The readers that a page may choose, and what is to be said of others.
  private var offeredReaders: (readers: [OfferedReader], notes: [Saying]) {
    if let demo { return (demo.offered, []) }
    return options.program.readers(options.readers)
  }

  /// Starts a run, answers, and stays until it is over.
  func run(_ order: PageOrderOrQuery, _ reply: PageReply) throws(Failure) {
    let file = try JobFolder.job(order.text("file"))
    guard let task = PageRun.Task(rawValue: try order.needed("task")) else {
      throw .badRequest("There is no such task.")
    }
    let names = (demo?.offered ?? []).map { ($0.name, $0.words) }
    // What is being changed just now is changed before it is read.
    let run = try edits.withLock { _ throws(Failure) in
      try runs.begin(file, task, readers: Dictionary(uniqueKeysWithValues: names))
    }
    var work: (() throws(Failure) -> JSONValue?)?
    do throws(Failure) {
      work =
        switch task {
        case .write: try writing(order, file, run)
        case .lock: try locking(order, file, run)
        case .verify: try verifying(order, file, run)
        case .rehearse: try rehearsing(order, file, run)
        }
      if let demo, task != .rehearse {
        let numbers = order.texts("readers").compactMap { name in
          demo.offered.firstIndex { $0.name == name }
        }
        run.hand.withLock { $0 = (demo.hand, numbers) }
      }
    } catch {
      runs.cancel(run)
      throw error
    }
    runs.follow(run)
    reply.answer(.json(["run": run.json]))
    let (failure, outcome) = Self.outcome(of: work)
    // The ledger is closed before anyone is told that the run is over.
    work = nil
    run.finish(failure: failure, outcome: outcome)
    tellJob(file)
    tellJobs()
  }

  private static func outcome(
    of work: (() throws(Failure) -> JSONValue?)?
  ) -> (failure: Failure?, outcome: JSONValue?) {
    do throws(Failure) {
      return (nil, try work?())
    } catch {
      return (error, nil)
    }
  }

  private func writing(
    _ order: PageOrderOrQuery, _ file: String, _ run: PageRun
  ) throws(Failure) -> () throws(Failure) -> JSONValue? {
    let wanted = try writeOrder(order)
    let checked = try desk.check(file)
    if order.text("seen") != nil { try requireSeen(order, checked.preflight) }
    let open = try checked.open()
    let client = PageWriteClient(run.picture, open)
    let locks = if case .lock(.written) = open.job.protection { true } else { false }
    if wanted.givesTagsUp || locks { try requireTyped(order, open.job.id) }
    let choice = try wanted.choose(in: open, for: client)
    let work = try wanted.prepare(
      choice, of: open, on: try readers(of: order),
      mayHoldRealTags: options.program.mayHoldRealTags, for: client)
    // A ledger and what belongs to it go on to no other thread than this one.
    return { [options] () throws(Failure) in
      var observer: any BatchObserver = run.picture
      if let onDone = options.onDone {
        observer = DoneProgram(
          onDone, unless: run.commands.stopFlag, behind: observer,
          on: Console(noticesOf: run.picture))
      }
      _ = try work.run(obeying: run.commands, telling: observer, cures: Voice.page.cures)
      return nil
    }
  }

  private func writeOrder(_ order: PageOrderOrQuery) throws(Failure) -> WriteOrder {
    var wanted = WriteOrder()
    wanted.station = order.text("station") ?? options.station
    wanted.limit = order.isOn("first") ? 1 : order.number("limit").map { max(1, $0) }
    wanted.changed = order.text("changed").flatMap { WriteOrder.Changed(rawValue: $0) }
    // Without what was shown nothing is meant.
    wanted.seen = wanted.changed.map { _ in order.text("changedSeen") ?? "" }
    if let row = order.text("redo") {
      wanted.redo = .row(row, tag: try seenTag(order))
    } else {
      wanted.shown = try order.shownRows("rows")
    }
    return wanted
  }

  private func locking(
    _ order: PageOrderOrQuery, _ file: String, _ run: PageRun
  ) throws(Failure) -> () throws(Failure) -> JSONValue? {
    var request = JobRequest(file, outside: options.outside)
    request.takesOver = false
    let work = try LockWork(try request.check().open())
    guard order.text("lockSeen") == work.tags.seen.mark else {
      throw .refused(
        .`other-tags`,
        "\(count(grouped: work.tags.seen.count, "tag")) would be locked by now. Look at it once more.",
        numbers: ["n": work.tags.seen.count])
    }
    try requireTyped(order, work.open.job.id)
    let readers = try readers(of: order)
    let station = order.text("station") ?? options.station
    return { () throws(Failure) in
      _ = try work.run(
        on: readers, station: station, obeying: run.commands, telling: run.picture,
        cures: Voice.page.cures)
      return nil
    }
  }

  private func verifying(
    _ order: PageOrderOrQuery, _ file: String, _ run: PageRun
  ) throws(Failure) -> () throws(Failure) -> JSONValue? {
    let finished = try FinishedJob(file, outside: options.outside, needsKey: true)
    let work = try VerifyWork(finished, cures: Voice.page.cures)
    if let trouble = finished.keyTrouble {
      run.picture.show(
        notice: Saying(
          visible(trouble.words(Voice.page.cures)), [trouble.fault.told(of: trouble.path)]))
    }
    let readers = try readers(of: order)
    return { () throws(Failure) in
      let end = try work.run(on: readers, obeying: run.commands, telling: run.picture)
      guard end.cause != .noReader else { return nil }
      let isChanged = try finished.remark() != nil
      var rows: [JSONValue] = []
      let seen = try orFail { () throws(LedgerError) in
        try NeverSeen(in: finished.ledger, work.verification, manifestChanged: isChanged) { row in
          if rows.count < Self.missingMax { rows.append(row.json) }
          return true
        }
      }
      return ["verified": seen.json, "rows": .array(rows)]
    }
  }

  /// A simulated operator lays the tags, or the person at the page, who learns what comes of it.
  private func rehearsing(
    _ order: PageOrderOrQuery, _ file: String, _ run: PageRun
  ) throws(Failure) -> () throws(Failure) -> JSONValue? {
    let folder = try orFail { () throws(NoTemporaryFolder) in try TemporaryFolder() }
    let open = options.program.openVirtual
    do throws(Failure) {
      var request = JobRequest(file, outside: options.outside)
      request.rehearsal = folder
      var work = try RehearseWork(try request.check().open())
      let count = min(max(order.number("count") ?? 1, 1), 16)
      if order.isOn("hands") {
        let virtuals = try virtualReaders(count, isRealTime: true)
        run.hand.withLock { $0 = (OwnHand(at: virtuals, for: work.job), Array(virtuals.indices)) }
        let ready = work
        return { () throws(Failure) in
          defer { folder.remove() }
          try ready.practise(
            on: virtuals.enumerated().map { open($1, $0) },
            obeying: run.commands, telling: run.picture, cures: Voice.page.cures)
          return nil
        }
      }
      work.tags = order.number("tags").map { max(1, $0) }
      work.faults = (order.text("faults").flatMap { FaultLevel(rawValue: $0) } ?? .none).odds
      work.seed = order.number("seed") ?? Int.random(in: 0...999_999)
      work.readers = count
      work.isRealTime = !order.isOn("fast")
      let ready = work
      return { () throws(Failure) in
        defer { folder.remove() }
        return try ready.run(
          openedBy: { open($1, $0) }, obeying: run.commands,
          telling: run.picture, cures: Voice.page.cures
        ).json
      }
    } catch {
      folder.remove()
      throw error
    }
  }

  /// Lays a virtual tag on a reader, or takes it away.
  func hand(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let run = try active(order)
    guard let (hand, readers) = run.hand.now, let number = order.number("reader"),
      readers.indices.contains(number),
      let deed = OwnHand.Deed(rawValue: try order.needed("do"))
    else {
      throw .refused(.`no-hand`, "Only on virtual readers can the page lay tags.")
    }
    guard hand.act(deed, at: readers[number]) else {
      throw .refused(.`no-tag`, "There is no tag to put back.")
    }
    return [:]
  }

  func readers(of order: PageOrderOrQuery) throws(Failure) -> [BatchReader] {
    let names = order.texts("readers")
    guard !names.isEmpty else { throw .refused(.`no-reader`, "Choose a reader first.") }
    guard names.count <= 16 else { throw .refused(.`too-many`, "Choose 16 readers at most.") }
    // A page names readers that this machine has shown, and nothing else: a name could be any port.
    let known = offeredReaders.readers.map(\.name)
    for name in names where !known.contains(name) {
      throw .refused(
        .`no-such-reader`, "The reader \(visible(name)) is no longer there. Look again.",
        ["reader": visible(name)])
    }
    return try options.program.open(names)
  }

  /// What cannot be undone is confirmed by typing the job's id.
  func requireTyped(_ order: PageOrderOrQuery, _ id: String) throws(Failure) {
    guard let typed = order.text("typed"), typed.utf8.elementsEqual(id.utf8) else {
      throw .refused(.`not-typed`, "This cannot be undone. Type \(id) to confirm it.", ["id": id])
    }
  }

  func pause(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    try active(order).commands.pause()
    return [:]
  }

  func goOn(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    try active(order).commands.resume()
    return [:]
  }

  func stop(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let run = try active(order)
    run.commands.stop()
    run.picture.wake()
    return [:]
  }

  /// The next tag gets the row whose printed code was scanned.
  func scan(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let run = try active(order)
    let code = try order.needed("code").filter { !$0.isNewline }
    let answer = try orFail { () throws(LedgerError) in try run.commands.scan(code) }
    guard case .next(let row) = answer else {
      run.picture.wake()
      throw .refused(.`not-scanned`, answer.refusal(of: code))
    }
    run.picture.wake()
    return row.picture
  }

  func forgetScan(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let run = try active(order)
    run.commands.forgetScan()
    run.picture.wake()
    return [:]
  }

  /// Tags get the next rows again, without a code.
  func writeUnscanned(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let run = try active(order)
    run.commands.writeUnscanned()
    run.picture.wake()
    return [:]
  }

  /// The run that the page showed, and no later one.
  func active(_ order: PageOrderOrQuery) throws(Failure) -> PageRun {
    guard let run = runs.active else {
      throw .refused(.`no-run`, "Nothing is being written now.")
    }
    guard (order.number("run") ?? run.number) == run.number else {
      throw .refused(
        .`other-run`, "That run is over, and another one has begun. Look at the page again.")
    }
    return run
  }

  /// Gives up the tag of a row.
  func void(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let file = try JobFolder.job(order.text("file"))
    let row = try order.needed("row")
    guard let why = order.text("why"), !why.allSatisfy(\.isWhitespace) else {
      throw .refused(.`no-reason`, "Say why: the report says it, too.")
    }
    let seen = try seenTag(order)
    var request = JobRequest(file, outside: options.outside)
    request.takesOver = false
    let open = try request.check().open()
    try requireTyped(order, open.job.id)
    _ = try open.asking { (ledger) throws(LedgerError) in
      try ledger.void(row: row, tag: seen, why: why, at: .now)
    }
    tellJob(file)
    return answer(of: file).json
  }

  /// Refuses to change a job while its tags are written.
  func requireIdle(_ file: String) throws(Failure) {
    guard let run = runs.active, run.file == file, run.task != .rehearse else { return }
    throw .refused(.busy, "The job's tags are being written. Stop the run first.")
  }
}

extension ScanAnswer {
  fileprivate func refusal(of code: String) -> String {
    switch self {
    case .next: ""
    case .noRow: "This job has no row with the code \"\(visible(shortened(code, to: 80)))\"."
    case .done(let row): "\(visible(row.called)) has its tag already."
    case .begun(let row):
      "The tag of \(visible(row.called)) was begun. Put that tag on the reader, or give it up."
    case .notAsked(let row): "\(visible(row.called)) is not one of the rows of this run."
    case .atWork(let row): "\(visible(row.called)) is being written just now."
    case .notWriting: "No tags are being written now."
    }
  }
}
