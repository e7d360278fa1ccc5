// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import BatchFaces
internal import CommandArguments
internal import Failures
internal import Files
internal import JobLedger
internal import JobManifest
internal import JobReport
internal import LibNFCReader
internal import PageServer
internal import Plain
internal import Provisioning
internal import Rehearsal
internal import StrictJSON
internal import TagReading
internal import Terminal
internal import VirtualReader

// Writing, locking, verifying and rehearsing from a page. The commands of the same names do it: what
// they refuse is refused here, too.

extension PageHost {
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
      "notes": .array(notes.map { .string($0) }),
    ]
  }

  /// The readers that a page may choose, and what is to be said of others.
  private var offeredReaders: (readers: [OfferedReader], notes: [String]) {
    if let demo { return (demo.offered, []) }
    var found: [OfferedReader] = []
    func add(_ name: String, _ words: String, isSure: Bool = true) {
      guard !found.contains(where: { $0.name == name }) else { return }
      found.append(OfferedReader(name: name, words: words, isSure: isSure))
    }
    let survey = ReaderSurvey.take()
    for name in options.readers { add(name, name) }
    for reader in survey.usb {
      if let driver = reader.device.driver { add(reader.socket, "\(driver), \(reader.socket)") }
    }
    let cards = CardReaders(survey)
    for name in cards.names { add(name, name) }
    // Whatever is at a serial port is only known when it is asked, so a person chooses it.
    for port in survey.ports where port.mayOpen {
      add("pn532_uart:\(port.path)", "PN532, \(port.path)", isSure: false)
    }
    return (found, [cards.problem?.words(Voice.page.cures)].compactMap(\.self))
  }

  /// Starts a run, answers, and stays until it is over.
  func run(_ order: PageOrderOrQuery, _ reply: PageReply) throws(Failure) {
    let file = try JobFolder.job(order.text("file"))
    guard let task = PageRun.Task(rawValue: try order.needed("task")) else {
      throw .badRequest("There is no such task.")
    }
    let names = (demo?.offered ?? []).map { ($0.name, $0.words) }
    let run = try runs.begin(file, task, readers: Dictionary(uniqueKeysWithValues: names))
    var work: (() throws(Failure) -> String?)?
    let talk = PageTalk(run.picture)
    do throws(Failure) {
      work =
        switch task {
        case .write: try writing(order, file, run, talk.console)
        case .lock: try locking(order, file, run, talk.console)
        case .verify: try verifying(order, file, run, talk.console)
        case .rehearse where order.isOn("hands"): try practising(order, file, run, talk.console)
        case .rehearse: try rehearsing(order, file, run, talk.console)
        }
      if let demo, task != .rehearse {
        let numbers = order.texts("readers").compactMap { name in
          demo.offered.firstIndex { $0.name == name }
        }
        run.hand.change { $0 = (demo.hand, numbers) }
      }
    } catch {
      runs.cancel(run)
      throw error
    }
    runs.follow(run)
    reply.answer(.json(["run": run.json]))
    let (failure, page) = Self.outcome(of: work)
    // The ledger is closed before anyone is told that the run is over.
    work = nil
    run.finish(failure: failure, page: page)
    tellJob(file)
    tellJobs()
  }

  private static func outcome(
    of work: (() throws(Failure) -> String?)?
  ) -> (failure: String?, page: String?) {
    do throws(Failure) {
      return (nil, try work?())
    } catch {
      return (error.sentence(Voice.page.cures), nil)
    }
  }

  private func writing(
    _ order: PageOrderOrQuery, _ file: String, _ run: PageRun, _ console: Console
  ) throws(Failure) -> () throws(Failure) -> String? {
    var write = Write()
    write.job = file
    write.outside = options.outside
    write.showsFindings = false
    write.station = order.text("station") ?? options.station
    write.onDone = options.onDone
    write.first = order.isOn("first")
    write.limit = write.first ? nil : order.number("limit").map { max(1, $0) }
    write.rows = order.text("rows").flatMap { $0.isEmpty ? nil : [$0] } ?? []
    write.redo = order.text("redo")
    write.changed = order.text("changed").flatMap { Write.Changed(rawValue: $0) }
    // Without what was shown nothing is meant.
    write.seen = write.changed.map { _ in order.text("changedSeen") ?? "" }
    if write.redo != nil { write.seenTag = try seenTag(order) }
    write.cures = Voice.page.cures
    if write.redo != nil { write.rows = [] }
    let open = try write.openJob(on: console) { (preflight) throws(Failure) in
      if order.text("seen") != nil { try requireSeen(order, preflight) }
    }
    let locks = if case .lock(.written) = open.job.protection { true } else { false }
    if write.redo != nil || write.changed == .redo || locks {
      try requireTyped(order, open.job.id)
    }
    let choice = try write.choose(in: open, on: console)
    let prepared = try write.prepare(
      choice, of: open, on: try readers(of: order), console)
    // A ledger and what belongs to it go on to no other thread than this one.
    return { () throws(Failure) in
      _ = try write.write(prepared, obeying: run.commands, telling: run.picture, console)
      return nil
    }
  }

  private func locking(
    _ order: PageOrderOrQuery, _ file: String, _ run: PageRun, _ console: Console
  ) throws(Failure) -> () throws(Failure) -> String? {
    var lock = Lock()
    lock.job = file
    lock.outside = options.outside
    lock.showsFindings = false
    lock.station = order.text("station") ?? options.station
    lock.cures = Voice.page.cures
    let open = try lock.prepare(on: console)
    let tags = try lock.lockableTags(of: open)
    guard order.text("lockSeen") == tags.seen.mark else {
      throw .refused(
        "other-tags",
        "\(count(grouped: tags.seen.count, "tag")) would be locked by now. Look at it once more.")
    }
    try requireTyped(order, open.job.id)
    let readers = try readers(of: order)
    return { () throws(Failure) in
      _ = try lock.lock(tags, of: open, on: readers, obeying: run.commands, telling: run.picture)
      return nil
    }
  }

  private func verifying(
    _ order: PageOrderOrQuery, _ file: String, _ run: PageRun, _ console: Console
  ) throws(Failure) -> () throws(Failure) -> String? {
    var verify = Verify()
    verify.job = file
    verify.outside = options.outside
    verify.cures = Voice.page.cures
    let (finished, batch, verification) = try verify.prepare(on: console)
    let readers = try readers(of: order)
    return { () throws(Failure) in
      let end = try verify.verify(
        batch, verification, finished.ledger, on: readers, obeying: run.commands,
        telling: run.picture)
      guard end.cause != .noReader else { return nil }
      var text = ""
      let isChanged = try finished.remark() != nil
      let lines = Console(
        data: { text += String(decoding: $0, as: UTF8.self) }, remarks: { text += $0 + "\n" })
      do throws(LedgerError) {
        _ = try NeverSeen(
          in: finished.ledger, verification, manifestChanged: isChanged, json: false,
          on: lines)
      } catch {
        throw Failure(error)
      }
      lines.flush()
      return text.isEmpty ? nil : text
    }
  }

  private func rehearsing(
    _ order: PageOrderOrQuery, _ file: String, _ run: PageRun, _ console: Console
  ) throws(Failure) -> () throws(Failure) -> String? {
    var rehearse = Rehearse()
    rehearse.job = file
    rehearse.outside = options.outside
    rehearse.showsFindings = false
    rehearse.tags = order.number("tags").map { max(1, $0) }
    rehearse.faults = order.text("faults").flatMap { FaultLevel(rawValue: $0) } ?? .none
    rehearse.readers = min(max(order.number("count") ?? 1, 1), 16)
    rehearse.seed = order.number("seed") ?? Int.random(in: 0...999_999)
    rehearse.realtime = !order.isOn("fast")
    rehearse.cures = Voice.page.cures
    // What is wrong with the job is told before it begins.
    let preflight = Preflight(path: file, mayLeaveFolder: options.outside, mayLackKey: true)
    guard preflight.findings.errorCount == 0, preflight.job != nil else {
      throw .refused("job-has-errors", "The job has errors. Correct them first.")
    }
    let ready = rehearse
    return { () throws(Failure) in
      let folder: TemporaryFolder
      do throws(NoTemporaryFolder) { folder = try TemporaryFolder() } catch { throw Failure(error) }
      defer { folder.remove() }
      return try ready.rehearse(
        in: folder, obeying: run.commands, telling: run.picture, console
      ).page
    }
  }

  /// A rehearsal in which the person at the page lays the tags, and learns what comes of it.
  private func practising(
    _ order: PageOrderOrQuery, _ file: String, _ run: PageRun, _ console: Console
  ) throws(Failure) -> () throws(Failure) -> String? {
    let folder: TemporaryFolder
    do throws(NoTemporaryFolder) { folder = try TemporaryFolder() } catch { throw Failure(error) }
    do throws(Failure) {
      let open = try OpenJob(
        file, outside: options.outside, showsFindings: false, rehearsingIn: folder, on: console)
      var rehearse = Rehearse()
      rehearse.job = file
      try rehearse.requireSimulated(open.job)
      let virtuals = try virtualReaders(
        min(max(order.number("count") ?? 1, 1), 16), isRealTime: true)
      run.hand.change { $0 = (OwnHand(at: virtuals, for: open.job), Array(virtuals.indices)) }
      return { () throws(Failure) in
        defer { folder.remove() }
        let readers = try batchReaders(virtuals.map { "pn532_uart:\($0.path)" })
        let batch = BatchRun(
          BatchJob(
            open.job, key: open.key, takesVirtualTags: true, cures: Voice.page.cures),
          ledger: open.ledger)
        do throws(LedgerError) {
          _ = try batch.run(on: readers, obeying: run.commands, telling: run.picture)
        } catch {
          throw Failure(error)
        }
        return nil
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
      throw .refused("no-hand", "Only on virtual readers can the page lay tags.")
    }
    guard hand.act(deed, at: readers[number]) else {
      throw .refused("no-tag", "There is no tag to put back.")
    }
    return [:]
  }

  private func readers(of order: PageOrderOrQuery) throws(Failure) -> [BatchReader] {
    let names = order.texts("readers")
    guard !names.isEmpty else { throw .refused("no-reader", "Choose a reader first.") }
    guard names.count <= 16 else { throw .refused("too-many", "Choose 16 readers at most.") }
    // A page names readers that this machine has shown, and nothing else: a name could be any port.
    let known = offeredReaders.readers.map(\.name)
    for name in names where !known.contains(name) {
      throw .refused(
        "no-such-reader", "The reader \(visible(name)) is no longer there. Look again.")
    }
    return try batchReaders(names)
  }

  /// What cannot be undone is confirmed by typing the job's id.
  func requireTyped(_ order: PageOrderOrQuery, _ id: String) throws(Failure) {
    guard let typed = order.text("typed"), typed.utf8.elementsEqual(id.utf8) else {
      throw .refused("not-typed", "This cannot be undone. Type \(id) to confirm it.")
    }
  }

  func pause(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    try active(order).commands.pause()
    return [:]
  }

  func goOn(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    try active(order).commands.goOn()
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
    let answer: ScanAnswer
    do throws(LedgerError) { answer = try run.commands.scan(code) } catch { throw Failure(error) }
    guard case .next(let row) = answer else {
      // Who holds another label now must not get the row of the one before.
      run.commands.forgetScan()
      run.picture.wake()
      throw .refused("not-scanned", answer.refusal(of: code))
    }
    run.picture.wake()
    return ["row": .string(row.id), "label": .optional(row.label)]
  }

  func forgetScan(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let run = try active(order)
    run.commands.forgetScan()
    run.picture.wake()
    return [:]
  }

  /// The run that the page showed, and no later one.
  private func active(_ order: PageOrderOrQuery) throws(Failure) -> PageRun {
    guard let run = runs.active else {
      throw .refused("no-run", "Nothing is being written now.")
    }
    guard (order.number("run") ?? run.number) == run.number else {
      throw .refused(
        "other-run", "That run is over, and another one has begun. Look at the page again.")
    }
    return run
  }

  /// Gives up the tag of a row.
  func void(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let file = try JobFolder.job(order.text("file"))
    let row = try order.needed("row")
    guard let why = order.text("why"), !why.allSatisfy(\.isWhitespace) else {
      throw .refused("no-reason", "Say why: the report says it, too.")
    }
    let seen = try seenTag(order)
    let open = try OpenJob(file, outside: options.outside, takesOver: false, on: quiet())
    try requireTyped(order, open.job.id)
    _ = try open.asking { (ledger) throws(LedgerError) in
      try ledger.void(row: row, tag: seen, why: why, at: .now)
    }
    tellJob(file)
    return JobAnswer(file, on: desk).json
  }

  /// Refuses to change a job while its tags are written.
  func requireIdle(_ file: String) throws(Failure) {
    guard let run = runs.active, run.file == file, run.task != .rehearse else { return }
    throw .refused("busy", "The job's tags are being written. Stop the run first.")
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

/// A console whose words a run's picture shows.
struct PageTalk {
  let console: Console

  init(_ picture: BatchPicture) {
    console = Console(data: { _ in }, remarks: { picture.take(notice: $0) })
  }
}
