// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobManifest
import StrictJSON
import TagReading
import Terminal
import TestSupport
import Testing

@testable import BatchFaces
@testable import JobLedger
@testable import Provisioning

/// What the operator's screen says at moments that a test in a terminal hardly meets.
struct OperatorPageTests {
  private func lines(
    _ task: BatchTask, _ events: [BatchEvent], readers: Int = 1, awaited: Int = 0,
    width: Int = 80, height: Int = 24
  ) -> [String] {
    screen(task, events, readers: readers, awaited: awaited, width: width, height: height)
      .map(\.text)
  }

  private func screen(
    _ task: BatchTask, _ events: [BatchEvent], after: Duration = .zero, readers: Int = 1,
    awaited: Int = 0, width: Int = 80, height: Int = 24, language: String = "en"
  ) -> [ScreenLine] {
    var state = OperatorState(station: nil, plainCures)
    let names = (0..<readers).map { "reader \($0)" }
    state.apply(
      .began(
        BatchOverview(
          task: task, job: "spring", title: nil, readers: names,
          ledger: LedgerCounts(rows: 40, done: 40), awaited: awaited)))
    let start = ContinuousClock.now
    for event in events { state.apply(event, at: start) }
    state.rest(at: start + after)
    return OperatorPage(
      state: state, words: Self.words(language), width: width, height: height, glyphs: .ascii
    ).lines
  }

  /// The words of a language, as they stand in its file.
  static func words(_ language: String) -> OperatorWords {
    let path = packageRoot + "/Templates/languages/\(language).json"
    let bytes = (try? contents(of: path)) ?? []
    return OperatorWords(try? JSONDocument(reading: bytes).root)
  }

  private func uid(_ number: UInt8) throws -> TagUID {
    try #require(TagUID([4, 0, 0, 0, 0, 0, number]))
  }

  private func result(
    _ word: OutcomeWord, _ words: String? = nil, row: PlannedRow? = nil, reader: Int = 0,
    unfinished: Int = 0
  ) throws -> BatchEvent {
    let isOK = word == .ok
    return .finished(
      TagResult(
        reader: reader, uid: try uid(1), chip: "NTAG213", row: row,
        link: "https://go.example.com/1",
        word: word, reason: words.map { Reason("reason", $0) }, began: Moment(microseconds: 0),
        ended: Moment(microseconds: 1), effort: Effort(), isFailure: !isOK),
      BatchCounts(
        ok: isOK ? 1 : 0, putAside: isOK ? 0 : 1, rows: 40, done: 40, unfinished: unfinished))
  }

  private func verification() throws -> BatchTask {
    let folder = try TemporaryDirectory()
    let text = """
      <job xmlns="urn:tagpress:job:1" id="spring"><link>https://go.example.com/{number}</link>
      <rows count="1" id="n{number}"/></job>
      """
    var job: Job?
    _ = JobReader(path: try folder.write(Array(text.utf8), to: "spring.xml")).read(
      begin: { job = $0 })
    let batch = BatchJob(try #require(job), cures: plainCures)
    return .verify(try Verification(batch, associations: [], wantsSignature: false))
  }

  private static let lock = BatchTask.lock(
    LockableTags(claims: [], seen: SeenTags(count: 0, mark: "")))

  @Test func aScreenSpeaksGerman() throws {
    let row = try row("n7", "Łódź")
    let cases: [(BatchEvent, String)] = [
      (.ready(0, next: row), "NFC-Tag auflegen für n7 · Łódź"),
      (.waitingForUnfinished(0, tags: 1), "Den unfertigen NFC-Tag auflegen"),
      (.waitingForUnfinished(0, tags: 1200), "Die 1.200 unfertigen NFC-Tags nacheinander auflegen"),
      (.noRowYet(0), "Hier nichts auflegen: Gerade ist keine Zeile übrig"),
      (.paused, "Pause: nichts auflegen, nichts wegnehmen"),
      (
        .readerLost(0, .readerGone),
        "Das Lesegerät ist nicht mehr angeschlossen. Schließen Sie es wieder an."
      ),
    ]
    for (event, prompt) in cases {
      let screen = screen(.write, [event], language: "de").map(\.text)
      #expect(screen.last?.hasPrefix(prompt) == true, "\(screen)")
      #expect(screen.contains { $0.hasPrefix("40 von 40") })
    }
    let ended = BatchEnd(
      task: .write,
      cause: .tooManyFailures([FailureReason(code: "not-blank", count: 5)], of: 10),
      counts: BatchCounts(ok: 5, putAside: 5, rows: 40, done: 5), unfinished: 2, isComplete: false)
    #expect(
      Self.words("de").end(ended, plainCures)
        == "Abgebrochen: Zu viele NFC-Tags sind misslungen. 5 × Der Auftrag nimmt nur leere NFC-Tags,"
        + " und dieser gilt nicht als leer. 5 von 40 Zeilen sind fertig. 5 OK, 5 beiseitegelegt in"
        + " diesem Durchgang. 2 NFC-Tags sind unfertig: Legen Sie sie noch einmal auf.")
    let locked = BatchEnd(
      task: Self.lock, cause: .stopped, counts: BatchCounts(ok: 5, rows: 40, done: 40),
      unfinished: 1,
      isComplete: false)
    #expect(
      Self.words("de").end(locked, plainCures)
        == "Beendet. 5 OK, 0 beiseitegelegt in diesem Durchgang. 1 NFC-Tag ist noch nicht gesperrt."
    )
    let over = BatchEnd(
      task: .write, cause: .noRowLeft, counts: BatchCounts(ok: 38, putAside: 2, rows: 40, done: 38),
      unfinished: 0, isComplete: false)
    #expect(Self.words("de").end(over, plainCures).contains("--redo failed"))
  }

  @Test func whatIsDoneToATagIsCalledByItsName() throws {
    let seen = BatchEvent.tagSeen(0, try uid(1), nil)
    for (task, doing, done) in [
      (.write, "Writing", "read back"), (Self.lock, "Locking", "locked"),
      (try verification(), "Reading", "right"),
    ] as [(BatchTask, String, String)] {
      #expect(lines(task, [seen]).last?.hasPrefix("\(doing): leave the tag there ") == true)
      let after = lines(task, [seen, try result(.ok)], awaited: 4)
      #expect(after.contains("04000000000001  NTAG213, \(done)"))
    }
    #expect(
      lines(Self.lock, [seen, try result(.ok)], awaited: 4).contains { $0.hasPrefix("1 of 4  ") })
    #expect(lines(.write, [seen, try result(.ok)]).contains { $0.hasPrefix("40 of 40  ") })
  }

  @Test func aTagThatHasItsRowAlreadyIsRecognised() throws {
    for (isDone, words) in [(false, "Finishing n17"), (true, "n17: already done")] {
      let seen = BatchEvent.tagSeen(0, try uid(1), KnownTag(row: "n17", isDone: isDone))
      let page = lines(.write, [seen])
      #expect(page.contains("04000000000001") && page.contains(words))
      #expect(page.last?.hasPrefix("\(words) ") == true)
      // With several readers it is in the line of this one.
      #expect(lines(.write, [seen], readers: 2).contains("reader 1  \(words)"))
    }
  }

  @Test func aLostReaderTakesTheWordOfItsLastTagAway() throws {
    let events = [try result(.ok), .readerLost(0, .readerGone)]
    let page = lines(.write, events)
    #expect(!page.contains { $0.contains("###") && !$0.contains("of 40") })
    #expect(page.contains("No tag can be read."))
    #expect(page.last?.hasPrefix("The reader was unplugged. plugIn.") == true)
    // While another reader continues, its message stays.
    #expect(
      lines(.write, [try result(.ok), .readerLost(1, .readerGone)], readers: 2)
        .contains("   ###  #   #"))
  }

  /// A word is about the tag that lies there, and about no other.
  @Test func aWordIsDimmedWhenItsTagHasLeft() throws {
    func word(_ page: [ScreenLine]) -> ScreenLine { page[2] }
    let ok = ScreenLine("   ###  #   #", .green)
    let over = ScreenLine("   ...  .   .", .quiet)
    #expect(word(screen(.write, [try result(.ok)])) == ok)
    let left = [try result(.ok), .ready(0, next: try row("n2"))]
    #expect(word(screen(.write, left)) == over)
    #expect(word(screen(.write, left, after: .milliseconds(900))) == over)
    let later = screen(.write, left, after: .seconds(1))
    #expect(word(later).style == .quiet && word(later) != over)
    #expect(later.contains(ScreenLine("The reader sees no tag.")))
    #expect(later.last?.text.hasPrefix("Put a tag on it for n2") == true)
    // A pause is no look, and what was seen before it says nothing after it.
    let pause = left + [.paused]
    #expect(!screen(.write, pause, after: .seconds(9)).contains { $0.text.contains("no tag") })
    #expect(word(screen(.write, pause + [.wentOn])) == over)
    // It came back, or waits for a row, or for its reader.
    #expect(word(screen(.write, left + [.finishedTagThere(0)])) == ok)
    for event in [.noRowYet(0), .readerBack(0)] as [BatchEvent] {
      #expect(word(screen(.write, [try result(.ok), event], after: .seconds(9))) == over)
    }
  }

  @Test func everyReaderHasAWordOfItsOwn() throws {
    let bad = try result(.putAside, "The tag is empty. Put it aside.", row: row("n2"), reader: 1)
    let events = [try result(.ok, row: row("n1", "Bonn")), bad]
    let page = screen(.write, events, readers: 2)
    #expect(page.contains(ScreenLine("reader 1  n1 · Bonn  https://go.example.com/1", .strong)))
    #expect(page.contains(ScreenLine("Read back and right: take the tag away")))
    #expect(page.contains { $0.style == .green && $0.text == "   ###  #   #" })
    #expect(page.contains { $0.style == .red && $0.text.hasPrefix("  ####  #   # #####") })
    #expect(page.contains(ScreenLine("The tag is empty. Put it aside.")))
    #expect(page.count == 24)
    // The word of one stays when something happens at the other.
    let later = screen(.write, events + [.ready(0, next: try row("n3"))], readers: 2)
    #expect(later.contains { $0.style == .quiet && $0.text == "   ...  .   ." })
    #expect(later.contains { $0.style == .red })
    #expect(later.contains(ScreenLine("Put a tag on it for n3")))
    let low = screen(.write, events, readers: 2, height: 12)
    #expect(
      low.contains { $0.style == .green && $0.text.hasPrefix("reader 1  OK            n1 · Bonn") })
    #expect(low.contains(ScreenLine("          The tag is empty. Put it aside.")))
    for width in [20, 40, 80, 200] {
      for height in [6, 24, 50, 100] {
        for readers in [2, 3, 16] {
          let page = screen(.write, events, readers: readers, width: width, height: height)
          #expect(page.count == height && page.allSatisfy { shownWidth($0.text) <= width })
        }
      }
    }
    let many = screen(.write, events, readers: 16)
    #expect(many.contains { $0.text.hasPrefix("reader 2  PUT ASIDE     The tag is empty.") })
    #expect(many.contains { $0.text.hasPrefix("reader 16  Getting ready") })
  }

  @Test func unfinishedTagsStayInSight() throws {
    #expect(
      lines(.write, [try result(.ok, unfinished: 2)]).contains {
        $0.hasPrefix("1 OK   0 again   0 put aside   2 unfinished")
      })
    #expect(!lines(.write, [try result(.ok)]).contains { $0.contains("unfinished") })
  }

  @Test func aLargeScreenHasALargeWord() throws {
    let page = lines(.write, [try result(.ok)], width: 120, height: 40)
    #expect(page.contains("    ######    ##      ##") && page.count == 40)
  }

  @Test func aSentenceIsBrokenBetweenWords() throws {
    let words = "The tag has a message that does not belong to this job. Put it aside, or erase it."
    let page = lines(.write, [try result(.putAside, words)], width: 60)
    #expect(page.contains("The tag has a message that does not belong to this job. Put"))
    #expect(page.contains("it aside, or erase it."))
    // In a list there is one line, and the beginning tells more than the end.
    #expect(page.contains("PUT ASIDE     -             04000000000001  The tag has a m~"))
    let small = lines(.write, [try result(.putAside, words)], width: 40, height: 10)
    #expect(small.contains("The tag has a message that does not bel~"))
  }

  /// A UID that may be on two tags: someone has to look into that, whatever comes after it.
  @Test func anAlarmStaysInSight() throws {
    func alarm(_ number: UInt8) throws -> BatchEvent {
      .alarm(
        CopyAlarm(
          reader: 0, uid: try uid(number), row: "n\(number)",
          reason: Reason("possible-copy", "Two readers had a tag with this UID.")))
    }
    let line = "ALARM  04000000000001  n1  possible copy: Two readers had a tag with this UID."
    let later = try (0..<12).map { _ in try result(.ok) } + [.ready(0, next: try row("n9"))]
    for height in [24, 8] {
      let page = lines(.write, [try alarm(1)] + later, height: height)
      #expect(page.contains(line) && page.count == height, "\(page)")
    }
    let many = lines(.write, try (1...5).map(alarm) + later)
    #expect(many.contains { $0.hasPrefix("ALARM  04000000000005") })
    #expect(many.contains("2 more of them"))
    #expect(
      try alarm(1).json(plainCures).compact == """
        {"event":"alarm","alarm":"possible-copy","reader":0,"uid":"04000000000001","row":"n1",\
        "reason":"possible-copy","words":"Two readers had a tag with this UID."}
        """)
  }

  @Test func programsAreToldOfTwoTagsInWords() throws {
    #expect(
      try BatchEvent.twoTags(0, uid(1), uid(2)).json(plainCures).compact == """
        {"event":"tag","outcome":"TWO TAGS","reader":0,"uids":["04000000000001","04000000000002"],\
        "words":"Two tags are on the reader (04000000000001 and 04000000000002). takeOneAway."}
        """)
  }

  /// What an operator calls a row comes first, in every script, and its id after it.
  @Test func aRowIsCalledByItsName() throws {
    let name = "München, Kaufingerstraße 1"
    let next = BatchEvent.ready(0, next: try row("n18", "東京\u{1B}[2J"))
    let tag = try result(.ok, row: row("n17", name))
    let page = lines(.write, [tag, next])
    let place = try #require(page.firstIndex(of: name))
    #expect(page[place + 1] == "n17  https://go.example.com/1")
    #expect(page.contains { $0.hasPrefix("OK            n17           04000000000001  München, ") })
    #expect(
      page.last?.hasPrefix(#"Put a tag on it for n18 · 東京\u{1B}[2J"#) == true, "\(page)")
    #expect(lines(.write, [tag, next], width: 40, height: 8).contains(name))
    for width in [10, 20, 40, 60, 79] {
      let wide = try result(.ok, row: row("n17", String(repeating: "東京", count: 60)))
      for height in [6, 24] {
        let page = lines(.write, [wide, next], width: width, height: height)
        #expect(page.count == height && page.allSatisfy { shownWidth($0) <= max(width, 30) })
      }
    }
    let seen = KnownTag(row: "n17", label: name, isDone: false)
    #expect(
      lines(.write, [.tagSeen(0, try uid(1), seen)]).contains("Finishing n17 · \(name)"))
  }

  /// A torn tag is asked for by its name until it is back, however long that takes.
  @Test(arguments: [
    (
      "en", "AGAIN", "Put the same tag back: n2 · Köln",
      "That is another tag. Take it away and put"
    ),
    (
      "de", "NOCHMAL", "Denselben NFC-Tag noch einmal auflegen: n2 · Köln",
      "Das ist ein anderer NFC-Tag."
    ),
  ]) func aTornTagIsAskedForByItsName(
    _ language: String, _ word: String, _ same: String, _ other: String
  ) throws {
    let torn = TornTag(row: try row("n2", "Köln"), uid: try uid(2))
    let past = try result(.again, "taken away", row: torn.row)
    for readers in 1...2 {
      for (event, sentence) in [
        (BatchEvent.waitingForSame(0, torn), same), (.otherTag(0, try uid(3), torn), other),
      ] {
        let screen = screen(
          .write, [past, event], after: .seconds(60), readers: readers,
          language: language)
        let page = screen.map(\.text)
        #expect(page.contains { $0.contains(sentence) }, "\(page)")
        #expect(screen.contains { $0.text.contains(word) && $0.style == .word(.again) }, "\(page)")
        #expect(page.contains { $0.contains("04000000000002") }, "\(page)")
      }
    }
  }

  @Test func programsAreToldOfTornTags() throws {
    let torn = TornTag(row: try row("n2", "Köln"), uid: try uid(2))
    #expect(
      BatchEvent.waitingForSame(1, torn).json(plainCures).compact == """
        {"event":"waiting-for-same","reader":1,"row":"n2","label":"Köln","uid":"04000000000002"}
        """)
    #expect(
      BatchEvent.otherTag(1, try uid(3), torn).json(plainCures).compact == """
        {"event":"other-tag","reader":1,"row":"n2","label":"Köln","uid":"04000000000003",\
        "wanted":"04000000000002"}
        """)
  }

  @Test func programsAreToldTheName() throws {
    var named = try row("n17", "Zoo")
    named.shown = #"{"phone":"+49","city":""}"#
    let names = #""row":"n17","label":"Zoo","shown":{"phone":"+49","city":""},"link""#
    for event in [try result(.ok, row: named), .ready(0, next: named)] {
      #expect(event.json(plainCures).compact.contains(names))
    }
    let seen = BatchEvent.tagSeen(0, try uid(1), KnownTag(row: "n17", label: "Zoo", isDone: true))
    #expect(seen.json(plainCures).compact.contains(#""row":"n17","label":"Zoo","known""#))
    named.label = nil
    named.shown = nil
    #expect(
      try result(.ok, row: named).json(plainCures).compact.contains(#""row":"n17","link""#))
  }

  private func row(_ id: String, _ label: String? = nil) throws -> PlannedRow {
    PlannedRow(
      key: RowKey(number: 1), id: id, place: 1, manifest: 1, link: "https://e.com/", further: nil,
      inputs: nil, label: label)
  }
}
