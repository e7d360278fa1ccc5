// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import CSQLite
import Glibc
import SampleLedgers
import TestSupport
import Testing

@testable import JobLedger

/// What is remembered of a job outside of its folder, and whom that stops.
struct RegisterTests {
  private let folder: TemporaryDirectory
  private let home: TemporaryDirectory
  private var register: JobRegister { JobRegister(folder: home.path(of: "jobs")) }

  init() throws {
    (folder, home) = (try TemporaryDirectory(), try TemporaryDirectory())
  }

  private func ledger(
    _ name: String = "spring", marks: [String] = ["https://go.example.com/1"], moved: Bool = false,
    at time: Int64 = 1
  ) throws(LedgerError) -> Ledger {
    try Ledger(
      at: folder.path(of: "\(name).ledger"), job: "spring", marks: marks, moved: moved,
      register: register, now: moment(time))
  }

  private func writeRows(_ rows: [String], _ ledger: Ledger, from tag: Int) throws {
    for (number, row) in rows.enumerated() {
      let attempt = try ledger.start(tag + number, row: row).attempt
      try ledger.finish(attempt, .done(lock: nil), at: moment(100))
    }
  }

  private var files: [String: [UInt8]] {
    get throws {
      try Dictionary(
        uniqueKeysWithValues: ["spring.ledger", "spring.witness"].map { ($0, try folder.read($0)) })
    }
  }

  /// Files that are bit for bit what they were, as in a snapshot, or an image of the disk.
  ///
  /// They have the same number and birth, and nothing in them or beside them tells.
  private func bringBack(_ files: [String: [UInt8]]) throws {
    for (name, bytes) in files {
      let path = folder.path(of: name)
      let descriptor = open(path, O_WRONLY | O_TRUNC)
      try #require(descriptor >= 0)
      #expect(write(descriptor, bytes, bytes.count) == bytes.count)
      close(descriptor)
      removexattr(path, "user.tagpress.end")
    }
    for ending in ["-wal", "-shm"] { unlink(folder.path(of: "spring.ledger" + ending)) }
  }

  /// Disks are told apart where their numbers stay: below zero, as btrfs has them.
  @Test(
    arguments: [(8, 9, true), (-8, -8, true), (-8, -9, false), (8, -9, true)] as [(Int, Int, Bool)])
  func aSnapshotIsAnotherFile(one: Int, other: Int, isSame: Bool) throws {
    let places = try [one, other].map { disk in
      let line = WitnessLine(.token, at: moment(1), ["file": "m.\(disk).7.9", "path": "/x"])
      return try #require(FilePlace(line))
    }
    #expect(places[0].isSame(places[1]) == isSame)
  }

  @Test func anEarlierStateOfTheSameFilesIsAskedAbout() throws {
    var before: [String: [UInt8]] = [:]
    do {
      let ledger = try ledger()
      try ledger.take(["a": "1", "b": "2", "c": "3"])
      try writeRows(["a"], ledger, from: 1)
    }
    before = try files
    do { try writeRows(["b", "c"], try ledger(), from: 2) }
    try bringBack(before)
    guard case .later(let state) = fault({ _ = try ledger() }) else {
      Issue.record("rows that have tags would get second ones")
      return
    }
    #expect(state.isHere && state.rows.map(\.id) == ["b", "c"])
    let reading = try Ledger(reading: folder.path(of: "spring.ledger"), register: register)
    #expect(reading.remarks == [.later(state)])
    // One answer is enough, and is remembered.
    do { try writeRows(["b"], try ledger(moved: true), from: 5) }
    do { try writeRows(["c"], try ledger(), from: 6) }
    #expect(register.entries.count == 1)
  }

  /// Who has to find many tags needs the names of all of them.
  @Test(arguments: [12, 520])
  func manyTagsAtRiskAreAllNamed(_ count: Int) throws {
    let rows = (1...count + 1).map { "r\($0)" }
    do {
      let ledger = try ledger()
      let manifest = try #require(try ledger.importRows(of: hash(1), at: moment(2)))
      for row in rows { try manifest.add(ImportedRow(id: row)) { _ in "https://x.de/\(row)" } }
      _ = try manifest.commit()
      try writeRows([rows[0]], ledger, from: 1)
    }
    let before = try files
    do { try writeRows(Array(rows.dropFirst()), try ledger(), from: 2) }
    try bringBack(before)
    guard case .later(let state) = fault({ _ = try ledger() }) else {
      Issue.record("rows that have tags would get second ones")
      return
    }
    #expect(state.rows.map(\.id) == rows.suffix(count))
    #expect(state.words.contains(" and \(count - 10) more."))
    #expect(!state.namesAllRows)
    #expect(state.allWords.ranges(of: "(tag ").count == count && !state.allWords.contains(" more."))
    // The register forgets those of long ago.
    let words = "There may be earlier ones, which are not remembered."
    #expect(state.allWords.hasSuffix(words) == (count > 500))
  }

  /// The same line of the witness is of another tag in each; what only the other one has is named.
  @Test func whereBothWentOnTheTagsOfTheOtherAreNamed() throws {
    do {
      let ledger = try ledger()
      try ledger.take(["a": "1", "b": "2", "c": "3", "d": "4", "e": "5"])
      try writeRows(["a"], ledger, from: 1)
    }
    let before = try files
    do { try writeRows(["b", "c", "d"], try ledger(), from: 2) }
    let longer = try files
    try bringBack(before)
    do { try writeRows(["b", "e"], try ledger(moved: true), from: 5) }
    try bringBack(longer)
    guard case .later(let state) = fault({ _ = try ledger() }) else {
      Issue.record("rows that have tags would get second ones")
      return
    }
    #expect(state.rows.map(\.id) == ["b", "e"])
    #expect(state.rows.map(\.uid) == ["04000000000005", "04000000000006"])
  }

  /// While a ledger is compared with its witness, its twin may go on.
  @Test func whatATwinNotesWhileALedgerIsOpenedIsSeen() throws {
    let lineage: [UInt8] = [1, 2, 3]
    func writer() -> RegisterWriter {
      RegisterWriter(
        register, lineage: lineage, job: "spring", ledger: "/spring.ledger",
        marks: ["https://go.example.com/1"])
    }
    let start = WitnessEnd(bytes: 100, lines: 2, hash: Array("0123456789abcdef".utf8))
    let later = WitnessEnd(bytes: 200, lines: 3, hash: Array("fedcba9876543210".utf8))
    let (one, twin) = (writer(), writer())
    twin.begin(at: start, anew: false)
    twin.note(later, [])
    one.begin(at: start, anew: false)
    #expect(one.stranger(to: start)?.end?.lines == 3)
    #expect(twin.stranger(to: later) == nil)
  }

  /// No register is needed to see a ledger in the same folder.
  @Test func whereNothingIsRememberedOneFolderHasOneLedgerOfAJob() throws {
    func make(_ name: String, moved: Bool = false) throws(LedgerError) -> Ledger {
      try Ledger(at: folder.path(of: name), job: "spring", moved: moved, now: moment(1))
    }
    _ = try make("spring.ledger")
    #expect(fault { _ = try make("copy.ledger") } == .elsewhere(folder.path(of: "spring.ledger")))
    _ = try make("copy.ledger", moved: true)
  }

  /// What is done with tags that are written makes no ledger where theirs is gone.
  @Test func whoContinuesMakesNoLedger() throws {
    func open() throws(LedgerError) -> Ledger {
      try Ledger(
        at: folder.path(of: "spring.ledger"), job: "spring", access: .continuing,
        register: register, now: moment(1))
    }
    #expect(fault { _ = try open() } == .missing)
    #expect(folder.entries.isEmpty)
    do { _ = try ledger() }
    #expect(try open().job == "spring")
  }

  /// As a snapshot is that is mounted in another folder.
  @Test func anEarlierStateInAnotherPlaceNamesTheOneThatKnowsMore() throws {
    do {
      let ledger = try ledger()
      try ledger.take(["a": "1", "b": "2"])
      try writeRows(["a"], ledger, from: 1)
    }
    let before = try files
    do { try writeRows(["b"], try ledger(), from: 2) }
    try bringBack(before)
    mkdir(folder.path(of: "snapshot"), 0o700)
    for name in before.keys {
      rename(folder.path(of: name), folder.path(of: "snapshot/\(name)"))
    }
    guard case .later(let state) = fault({ _ = try ledger("snapshot/spring") }) else {
      Issue.record("rows that have tags would get second ones")
      return
    }
    let place = try #require(register.entries.first?.path)
    #expect(!state.isHere && state.path == place && state.rows.map(\.id) == ["b"])
    #expect(
      state.words == """
        It is a copy: \(place) knows more. These rows have tags there, and would get second \
        ones: "b" (tag 04000000000002).
        """)
  }

  /// Who was asked when it was rebuilt is not asked again when it is opened.
  @Test func anEarlierStateThatIsRebuiltIsAskedAboutOnce() throws {
    do {
      let ledger = try ledger()
      try ledger.take(["a": "1", "b": "2"])
      try writeRows(["a"], ledger, from: 1)
    }
    let before = try files
    do { try writeRows(["b"], try ledger(), from: 2) }
    try bringBack(before)
    let path = folder.path(of: "spring.ledger")
    unlink(path)
    func rebuild(moved: Bool) throws -> RebuiltLedger {
      try Ledger.rebuild(at: path, moved: moved, register: register, now: moment(200))
    }
    guard case .later(let state) = fault({ _ = try rebuild(moved: false) }) else {
      Issue.record("rows that have tags would get second ones")
      return
    }
    #expect(state.rows.map(\.id) == ["b"])
    guard case .ledger = try rebuild(moved: true) else {
      Issue.record("the word of a person is not enough")
      return
    }
    let rebuilt = try ledger()
    try rebuilt.take(["a": "1", "b": "2"])
    #expect(try rebuilt.counts().done == 1)
  }

  /// What a witness says and its disk does not know, the register may.
  @Test func aVoidThatIsRememberedIsVouchedFor() throws {
    do {
      let ledger = try ledger()
      try ledger.take(["a": "1"])
      try writeRows(["a"], ledger, from: 1)
      try ledger.void(row: "a", why: "torn", at: moment(150))
    }
    let (path, witness) = (folder.path(of: "spring.ledger"), folder.path(of: "spring.witness"))
    removexattr(witness, "user.tagpress.end")
    unlink(path)
    #expect(
      fault { _ = try Ledger.rebuild(at: path, moved: false, now: moment(200)) }
        == .unvouchedVoid(witness, rows: ["a"]))
    guard
      case .ledger = try Ledger.rebuild(
        at: path, moved: false, register: register, now: moment(200))
    else {
      Issue.record("the register is not asked")
      return
    }
    _ = try ledger()
  }

  /// Whoever writes a line at the end of a witness can also write what its disk notes of it.
  @Test func aForgedVoidIsAskedAboutThoughTheDiskKnowsIt() throws {
    let (path, witness) = (folder.path(of: "spring.ledger"), folder.path(of: "spring.witness"))
    var forged: [UInt8] = []
    do {
      let ledger = try ledger()
      try ledger.take(["a": "1"])
      try writeRows(["a"], ledger, from: 1)
      var end = try ledger.database.witnessEnd().end
      let claim = try #require(try ledger.claim(ofTag: uid(1)))
      forged = try end.append([.void(claim, why: "torn", at: moment(150))])
      WitnessStamp(end).put(on: witness)
    }
    try folder.write(try folder.read("spring.witness") + forged, to: "spring.witness")
    unlink(path)
    #expect(
      fault { _ = try Ledger.rebuild(at: path, moved: false, register: register, now: moment(200)) }
        == .unvouchedVoid(witness, rows: ["a"]))
    guard
      case .ledger = try Ledger.rebuild(
        at: path, moved: true, register: register, now: moment(200))
    else {
      Issue.record("the word of a person is not enough")
      return
    }
    #expect(try ledger().counts().done == 0)
  }

  /// A crash leaves half a line, and the next one is written behind it.
  @Test func halfALineIsNone() throws {
    do {
      let ledger = try ledger()
      try ledger.take(["a": "1", "b": "2"])
      try writeRows(["a"], ledger, from: 1)
    }
    let name = try #require(register.entries.first?.name)
    let half = Array("end\t99999\t99\tabc".utf8)
    try home.write(try home.read("jobs/\(name)") + half, to: "jobs/\(name)")
    let next = try ledger()
    try writeRows(["b"], next, from: 2)
    #expect(register.entries.first?.end?.stamp == WitnessStamp(try next.database.witnessEnd().end))
  }

  @Test func aSecondLedgerOfAJobIsAskedAbout() throws {
    do {
      let ledger = try ledger()
      try ledger.take(["a": "1"])
      try writeRows(["a"], ledger, from: 1)
    }
    let place = try #require(register.entries.first?.path)
    #expect(fault { _ = try ledger("copy") } == .elsewhere(place))
    // Another customer's job of the same name has other links, and a folder of its own.
    let other = try TemporaryDirectory()
    _ = try Ledger(
      at: other.path(of: "spring.ledger"), job: "spring", marks: ["https://go.example.org/1"],
      register: register, now: moment(1))
    // The files are gone, wherever they are.
    for name in ["spring.ledger", "spring.witness"] { unlink(folder.path(of: name)) }
    #expect(fault { _ = try ledger() } == .elsewhere(place))
    _ = try ledger(moved: true)
    _ = try ledger()
  }

  /// A copy of the manifest is known by any of the marks that the job had.
  @Test func aSecondLedgerIsKnownByAnEarlierMark() throws {
    let links = (1...150).map { "https://go.example.com/\($0)" }
    for link in links + [links[17]] { _ = try ledger(marks: [link]) }
    let entry = try #require(register.entries.first)
    #expect(entry.links == links.filter { $0 != links[17] } + [links[17]])
    for link in [links[2], links[19], links[17]] {
      #expect(fault { _ = try ledger("copy", marks: ["new", link]) } == .elsewhere(entry.path))
    }
    let other = try TemporaryDirectory()
    _ = try Ledger(
      at: other.path(of: "spring.ledger"), job: "spring", marks: ["new", "newer"],
      register: register, now: moment(1))
    // What is written anew keeps the last ones, in their order.
    let kept = entry.text(atMost: 10_000)
    #expect(kept.count < 10_000)
    try home.write(kept, to: "jobs/\(entry.name)")
    let written = register.entries.first { $0.name == entry.name }
    #expect(written?.links == entry.links.suffix(RegisterEntry.linksMax))
  }

  /// Nothing is in the first one yet when the second is made, and nobody would ask later.
  @Test func twoThatBeginAtOnceAreAskedAbout() throws {
    let other = try TemporaryDirectory()
    func second() throws(LedgerError) {
      _ = try Ledger(
        at: other.path(of: "spring.ledger"), job: "spring", marks: ["https://go.example.com/1"],
        register: register, now: moment(1))
    }
    do {
      let first = try ledger()
      #expect(fault { try second() } == .elsewhere(FilePlace.absolute(first.path)))
    }
    // What came to nothing keeps no one from beginning elsewhere.
    try second()
  }

  /// A disk that is copied whole has two of a ledger that nothing tells apart, and both know all.
  @Test func theTwinThatWentOnIsNoticedBeforeTheNextTag() throws {
    let ledger = try ledger()
    try ledger.take(["a": "1", "b": "2", "c": "3", "d": "4"])
    try writeRows(["a"], ledger, from: 1)
    let entry = try #require(register.entries.first)
    let own = try #require(entry.end)
    // A program beside it, at the same files, is no twin.
    do {
      let other = try self.ledger()
      try writeRows(["b"], other, from: 2)
    }
    try writeRows(["c"], ledger, from: 3)
    let twin = RegisterEntry.line(
      ["end", "\(own.stamp.bytes + 5_000)", "9", "0123456789abcdef", "b", "04ff"])
    try home.write(try home.read("jobs/\(entry.name)") + twin, to: "jobs/\(entry.name)")
    let fault = fault { _ = try ledger.start(4, row: "d") }
    guard case .later = fault else {
      Issue.record("both go on: \(String(describing: fault))")
      return
    }
    #expect(try ledger.row(id: "d").map { try ledger.claim(ofRow: $0.key) == nil } == true)
  }

  @Test func aHomeThatCannotBeWrittenEndsNothing() throws {
    try home.write("no folder", to: "jobs")
    let ledger = try ledger()
    try ledger.take(["a": "1"])
    try writeRows(["a"], ledger, from: 1)
    #expect(ledger.registerTrouble == "Not a directory")
    #expect(register.entries.isEmpty)
  }

  @Test func aLongJobTakesLittleRoom() throws {
    let ledger = try ledger()
    let manifest = try #require(try ledger.importRows(of: hash(1), at: moment(2)))
    for number in 0..<4_000 {
      try manifest.add(ImportedRow(id: "row-\(number)")) { _ in "\(number)" }
    }
    _ = try manifest.commit()
    try writeRows((0..<4_000).map { "row-\($0)" }, ledger, from: 0)
    let entry = try #require(register.entries.first)
    #expect(entry.end?.stamp == WitnessStamp(try ledger.database.witnessEnd().end))
    #expect(entry.tags.last?.row == "row-3999")
    #expect(try home.read("jobs/\(entry.name)").count < 300_000)
  }
}
