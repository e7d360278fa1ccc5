// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Advice
import Glibc
import JobLedger
import JobManifest
import LibNFCReader
import Provisioning
import TagKeys
import TagMemory
import TagReading
import TestSupport
import Testing
import VirtualReader
import Voices

@testable import tagpress

extension VirtualReader {
  /// This reader as one of a batch, opened through libnfc.
  var batchReader: BatchReader {
    BatchReader(name: "virtual") { [path] () throws(ReaderOpeningError) in
      try LibNFCReader(ReaderName("pn532_uart:\(path)"))
    }
  }
}

/// A job with its ledger in a folder of its own, and virtual readers that someone feeds.
final class BatchBench {
  let folder: TemporaryDirectory
  let job: Job
  let ledgerPath: String
  private(set) var key: PasswordKey?
  private let resolver: (any RowResolver)?

  /// Makes the job of a manifest's elements and takes its rows over.
  init(_ elements: String, resolver: (any RowResolver)? = nil) throws {
    self.resolver = resolver
    folder = try TemporaryDirectory()
    let text = #"<job xmlns="urn:tagpress:job:1" id="bench">\#(elements)</job>"#
    let path = try folder.write(Array(text.utf8), to: "bench.xml")
    var reader = JobReader(path: path, isResolvedLater: resolver != nil)
    reader.isHashing = true
    var found: Job?
    let outcome = reader.read(begin: { found = $0 })
    try #require(outcome.findings.errorCount == 0, "\(outcome.findings.findings)")
    job = try #require(found)
    ledgerPath = Ledger.path(besideManifest: path)
    let hash = try #require(outcome.hash?.ofManifest(isResolvedLater: resolver != nil))
    _ = try ledger().takeOver(job, from: reader, hash: hash, at: .now)
    if case .password = job.protection {
      key = try PasswordKey(name: "bench", bytes: Array(0..<32))
    }
  }

  func ledger() throws -> Ledger { try Ledger(at: ledgerPath, job: "bench", now: .now) }

  /// Leaves a row begun on a tag, as a program that ended before the first byte was written.
  func begin(_ id: String, on uid: [UInt8]) throws {
    let ledger = try ledger()
    let row = try #require(try ledger.row(id: id))
    let beginning = try ledger.begin(
      row, on: Presentation(uid: uid, chip: "NTAG213", reader: "virtual", began: .now),
      content: JobLedger.TagContent(
        link: row.link, messageHash: [UInt8](repeating: 0, count: 32), messageSize: 23,
        capacity: 137))
    guard case .begun = beginning else {
      Issue.record("row \(id) is taken: \(beginning)")
      return
    }
  }

  /// The hash of a manifest that is named by a letter.
  static func hash(of letter: Character) -> [UInt8] {
    [UInt8](repeating: letter.asciiValue ?? 0, count: 32)
  }

  /// Takes a manifest over in which each row has another link, as another process does.
  func changeLinks(rows count: Int, to letter: Character = "t") {
    do {
      let ledger = try ledger()
      let rows = try #require(try ledger.importRows(of: Self.hash(of: letter), at: .now))
      for number in 1...count {
        try rows.add(ImportedRow(id: "n\(number)")) { _ in
          "https://go.example.com/\(letter)/\(number)"
        }
      }
      _ = try rows.commit()
    } catch {
      Issue.record("\(error)")
    }
  }

  /// Writes the job, or does something else with its tags, until nothing is left to do.
  func run(
    _ box: TagBox, task: BatchTask = .write, selection: RowSelection = .all, limit: Int? = nil,
    on readers: [BatchReader]? = nil
  ) throws -> BatchEnd {
    var run = BatchRun(
      BatchJob(
        job, key: key, station: "bench 1", resolver: resolver,
        cures: Voice("write").cures), ledger: try ledger())
    run.task = task
    run.selection = selection
    run.limit = limit
    run.pace = .machine
    return try run.run(on: readers ?? box.readers, unless: box.stop, telling: box)
  }

  /// The link of each row that is done, by the UID of its tag.
  func doneLinks() throws -> [String: String] {
    var links: [String: String] = [:]
    try ledger().forEachClaim(in: .done) { claim in
      links[TagUID(claim.uid)?.description ?? ""] = claim.link
      return true
    }
    return links
  }
}

/// An operator who puts tags on the reader, obeys every word, and remembers it.
final class TagBox: BatchObserver {
  /// What happened, in a line each.
  private(set) var log: [String] = []
  /// What came of the tags; on a busy machine a reader may be silent for too long, and back then.
  var tagLog: [String] { log.filter { !$0.hasPrefix("lost ") && $0 != "back" } }
  private(set) var results: [TagResult] = []
  private(set) var alarms: [CopyAlarm] = []
  var stop = StopFlag()
  let virtuals: [VirtualReader]
  /// What the operator does besides, before a reader gets its next tag; the box is handed over, as
  /// one that is captured would keep itself alive.
  var beforeTag: (TagBox, Int) -> Void = { _, _ in }
  /// What happens elsewhere when the operator was told about a tag.
  var afterResult: () -> Void = {}
  /// What the operator puts on the reader together with the next tag.
  var beside: (TagBox) -> (any VirtualChip)? = { _ in nil }
  /// Up to this many tags the operator mixes them up: one that is to be put on the reader again
  /// goes aside, and comes after the next ones.
  var mixedUpTags = 0
  private var aside: [Int: [TagID]] = [:]
  /// For how long the operator does nothing after a tag was put on the reader, in microseconds.
  var pause: UInt32 = 0
  private var onReader: [Int: TagID] = [:]
  private(set) var tags: [String: (TagID, VirtualReader)] = [:]
  private let make: (Int) -> (any VirtualChip)?
  private var made = 0
  /// Whether the run is stopped when it waits for begun tags that were put aside.
  var stopsWithoutUnfinished = false
  /// Far more than any job of these tests wants; a run that takes more would never end.
  private static let mostTags = 1000

  /// `make` gives the tags of the box one after the other, until it gives none.
  init(
    readers: Int = 1, _ options: VirtualReaderOptions = VirtualReaderOptions(),
    make: @escaping (Int) -> (any VirtualChip)?
  ) throws {
    virtuals = try (0..<readers).map { _ in try VirtualReader(options) }
    self.make = make
  }

  var readers: [BatchReader] {
    virtuals.enumerated().map { number, virtual in
      BatchReader(name: "virtual \(number)") { () throws(ReaderOpeningError) in
        try LibNFCReader(ReaderName("pn532_uart:\(virtual.path)"))
      }
    }
  }

  /// Whether the operator has none of the begun tags, and stops the run for that.
  private var hasNoUnfinished: Bool {
    stopsWithoutUnfinished && onReader.isEmpty && aside.values.allSatisfy(\.isEmpty)
  }

  func receive(_ event: BatchEvent) {
    switch event {
    case .waitingForUnfinished where hasNoUnfinished, .waitingForSame where hasNoUnfinished:
      stop.raise()
    case .ready(let reader, _), .waitingForUnfinished(let reader, _),
      .waitingForSame(let reader, _),
      .waitingToLock(let reader, _), .waitingToVerify(let reader, _):
      guard let tag = onReader[reader] else {
        beforeTag(self, reader)
        lay(on: reader)
        usleep(pause)
        return
      }
      virtuals[reader].putBack(tag)
    case .finished(let result, _):
      results.append(result)
      afterResult()
      log.append("\(result.row?.id ?? "-") \(result.word.rawValue) \(result.reason?.code ?? "")")
      // Whatever is there is taken away, including what a test put next to it.
      for tag in virtuals[result.reader].tagsInField { virtuals[result.reader].lift(tag) }
      // A tag that is to come again is put on the reader when it waits for one. What comes back on
      // its own after it was done is not the one that was put on the reader last.
      let isLaid = tags[result.uid.description]?.0 == onReader[result.reader]
      if result.word != .again, isLaid { onReader[result.reader] = nil }
      if result.word == .again, made < mixedUpTags, let tag = onReader[result.reader] {
        aside[result.reader, default: []].append(tag)
        onReader[result.reader] = nil
      }
    case .twoTags(let reader, _, _):
      log.append("TWO TAGS")
      let strangers = virtuals[reader].tagsInField.filter { $0 != onReader[reader] }
      for tag in strangers { virtuals[reader].lift(tag) }
    case .otherTag(let reader, _, _):
      log.append("OTHER TAG")
      for tag in virtuals[reader].tagsInField { virtuals[reader].lift(tag) }
      onReader[reader] = nil
    case .alarm(let alarm): alarms.append(alarm)
    case .readerRefused(_, let error): log.append("refused \(error.machineName)")
    case .readerLost(_, let error): log.append("lost \(error.machineName)")
    case .readerHindered(_, let error): log.append("hindered \(error.machineName)")
    case .readerBack: log.append("back")
    case .began, .readerOpened, .tagSeen, .paused, .wentOn, .finishedTagThere,
      .noRowYet, .ended:
      break
    }
  }

  func rest() {}

  private func lay(on reader: Int) {
    if made >= mixedUpTags, let first = aside[reader]?.first {
      aside[reader]?.removeFirst()
      onReader[reader] = first
      return virtuals[reader].putBack(first)
    }
    guard made < TagBox.mostTags else {
      Issue.record("the run takes tag after tag and does not end: \(log.suffix(30))")
      return stop.raise()
    }
    guard let chip = make(made) else { return stop.raise() }
    made += 1
    let uid = TagUID(name(of: chip))?.description ?? ""
    let states = [chip, beside(self)].compactMap { $0?.state }
    do {
      let tags = try virtuals[reader].place(
        together: states.map { state in
          { () throws -> any VirtualChip in try VirtualChipFile.read(state) }
        })
      onReader[reader] = tags[0]
      self.tags[uid] = (tags[0], virtuals[reader])
    } catch {
      Issue.record("\(error)")
      stop.raise()
    }
  }

  /// What a phone reads on a tag now.
  func phoneReads(_ uid: String) throws -> Seen {
    let (tag, virtual) = try #require(tags[uid])
    if let state = virtual.state(of: tag), let card = try? VirtualType4Chip(state: state) {
      return card.model.phone(reads: card.files[card.model.ndefID] ?? [])
    }
    if let state = virtual.state(of: tag), let lite = try? VirtualFelicaLiteChip(state: state) {
      return TestSupport.phoneReads(type3: (0...13).compactMap { lite.blocks[$0] })
    }
    return try DataSheet.of(.ntag213).phone(reads: memory(of: tag, in: virtual))
  }
}

/// The number by which a reader finds a chip.
private func name(of chip: any VirtualChip) -> [UInt8] {
  if let lite = chip as? VirtualFelicaLiteChip { return lite.idm }
  return (chip as? any TypeAChip)?.identity.uid ?? []
}

/// A message with a link and nothing else, typed from the specification.
func message(ofLink link: String) -> [UInt8] {
  [0xD1, 0x01, UInt8(link.utf8.count - 7), 0x55, 0x04] + link.utf8.dropFirst(8)
}

/// What a phone sees of a link alone.
func seen(_ link: String) -> Seen { .message(message(ofLink: link)) }
