// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import SampleLedgers
import TestSupport
import Testing

@testable import JobLedger

struct OpeningTests {
  let folder: TemporaryDirectory
  let path: String

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.path(of: "spring.ledger")
  }

  func openingFault(
    _ access: Ledger.Access = .writing, job: String = "spring", at other: String? = nil
  ) -> LedgerFault? {
    do throws(LedgerError) {
      let place = other ?? path
      _ = try Ledger(
        at: place, job: job, access: access, patience: .milliseconds(50), now: moment(1))
      return nil
    } catch {
      #expect(error.path == other ?? path)
      return error.fault
    }
  }

  /// A ledger with two rows, closed again; with the values every index of claims has an entry.
  func make() throws {
    let ledger = try Ledger.sample(in: folder)
    try ledger.take(["a": "1", "b": "2"], inputs: "{}")
    try ledger.complete(7, row: "a")
  }

  @Test func aNewLedgerIsForItsOwnerOnlyAndIsFoundAgain() throws {
    umask(0)
    defer { umask(0o022) }
    let ledger = try Ledger.sample(in: folder)
    try ledger.take(["a": "1"])
    for name in folder.entries {
      var status = stat()
      lstat(folder.path(of: name), &status)
      #expect(status.st_mode == S_IFREG | 0o600, "\(name)")
    }
    #expect(
      folder.entries == [
        "spring.ledger", "spring.ledger-shm", "spring.ledger-wal", "spring.witness",
      ])
    let raw = RawDatabase(path)
    #expect(raw.rows("PRAGMA journal_mode") == ["wal"])
    #expect(raw.rows("PRAGMA application_id") == ["1415669584"])
    #expect(
      raw.rows("SELECT * FROM migration") == [
        "1|rows, claims and attempts|1000000", "2|what reports show|1000000",
        "3|links that a resolver gives|1000000", "4|keys of passwords|1000000",
        "5|a witness|1000000", "6|names of rows|1000000", "7|what people confirmed|1000000",
        "8|labels on paper|1000000",
      ])
    #expect(try Ledger.sample(in: folder).row(id: "a")?.link == "1")
  }

  @Test func aClosedLedgerIsOneFileNextToItsWitness() throws {
    try make()
    #expect(folder.entries == ["spring.ledger", "spring.witness"])
  }

  @Test func theLedgerIsNextToTheManifest() {
    let pairs = [
      "spring.xml": "spring.ledger", "jobs/spring.xml": "jobs/spring.ledger",
      "a.b/spring": "a.b/spring.ledger", "/x/.hidden": "/x/.hidden.ledger",
      "spring.2026.xml": "spring.2026.ledger", "": ".ledger",
    ]
    for (manifest, ledger) in pairs {
      #expect(Ledger.path(besideManifest: manifest) == ledger)
    }
  }

  @Test func readingMakesNothing() throws {
    #expect(openingFault(.reading) == .missing)
    #expect(folder.entries == [])
    try make()
    let before = try folder.read("spring.ledger")
    do {
      let ledger = try Ledger.sample(in: folder, access: .reading)
      #expect(try ledger.counts().done == 1)
      #expect(fault { try ledger.void(row: "a", why: "lost", at: moment(9)) } == .readOnly)
      #expect(fault { _ = try ledger.importRows(of: hash(2), at: moment(9)) } == .readOnly)
    }
    #expect(try folder.read("spring.ledger") == before)
    try folder.write("", to: "spring.ledger")
    #expect(openingFault(.reading) == .blank)
  }

  @Test func anEmptyFileIsNoNewLedger() throws {
    try folder.write("", to: "spring.ledger")
    #expect(openingFault() == .blank)
    #expect(openingFault(.reading) == .blank)
    #expect(try folder.read("spring.ledger") == [])
  }

  @Test func whatIsNoLedgerIsLeftAlone() throws {
    for text in ["x", "SQLite format 3", "<job/>", String(repeating: "ledger ", count: 1_000)] {
      try folder.write(text, to: "spring.ledger")
      #expect(openingFault() == .notALedger)
      #expect(openingFault(.reading) == .notALedger)
      #expect(try folder.read("spring.ledger") == Array(text.utf8))
    }
  }

  @Test(arguments: [
    "CREATE TABLE contact(name)", "PRAGMA application_id = 5; VACUUM",
    "PRAGMA application_id = 5; CREATE TABLE job(id)",
  ])
  func theDatabaseOfAnotherProgramIsLeftAlone(_ sql: String) throws {
    #expect(RawDatabase(path).run(sql) == nil)
    let before = try folder.read("spring.ledger")
    #expect(openingFault() == .notALedger)
    #expect(try folder.read("spring.ledger") == before)
    #expect(folder.entries == ["spring.ledger"])
  }

  @Test func theLedgerOfAnotherJobIsLeftAlone() throws {
    try make()
    let before = try folder.read("spring.ledger")
    #expect(openingFault(job: "autumn") == .otherJob("spring"))
    #expect(try folder.read("spring.ledger") == before)
  }

  @Test func aLaterVersionIsLeftAlone() throws {
    try make()
    RawDatabase(path).run("CREATE TABLE more(x); PRAGMA user_version = 9")
    #expect(openingFault() == .newer(migrations: 9, known: Migration.all.count))
    for version in [0, -3] {
      RawDatabase(path).run("PRAGMA user_version = \(version)")
      #expect(openingFault() == .damaged)
    }
  }

  @Test(arguments: [
    ("DROP INDEX one_live_claim_of_row", "one_live_claim_of_row"),
    ("DROP TRIGGER claim_remains", "claim_remains"),
    ("CREATE INDEX extra ON claim(chip)", "extra"),
    ("ALTER TABLE step ADD COLUMN x ANY", "step"),
  ])
  func changedTablesAreSeen(_ sql: String, _ name: String) throws {
    try make()
    #expect(RawDatabase(path).run(sql) == nil)
    #expect(openingFault() == .altered(name))
    #expect(openingFault(.reading) == .altered(name))
  }

  @Test func foldersAndPlacesThatAreNone() throws {
    #expect(openingFault(at: folder.path(of: "no/spring.ledger")) == .noFolder)
    #expect(openingFault(at: folder.path) == .notAFile)
    let pipe = folder.path(of: "pipe")
    mkfifo(pipe, 0o600)
    #expect(openingFault(at: pipe) == .notAFile)
    // A name that SQLite would take for a URI.
    let before = folder.path(of: "file:x?mode=memory")
    #expect(openingFault(at: before) == nil)
    #expect(folder.entries.contains("file:x?mode=memory"))
  }

  @Test func damagedPagesAreSeen() throws {
    try make()
    let whole = try folder.read("spring.ledger")
    var random = Splitmix64(seed: 7)
    var seen = 0
    for _ in 0..<60 {
      // The first byte of a page says what kind of page it is; the first page begins at 100.
      let page = Int.random(in: 0..<(whole.count / 4_096), using: &random)
      var bytes = whole
      bytes[page == 0 ? 100 : page * 4_096] ^= UInt8.random(in: 1...255, using: &random)
      try folder.write(bytes, to: "spring.ledger")
      let found = openingFault(.reading)
      if found != nil { seen += 1 }
      #expect(found == nil || found == .damaged || found == .notALedger, "page \(page)")
    }
    // A page that is in no use, or a leaf that another kind of leaf can be, need not be seen.
    #expect(seen >= 55)
  }

  /// One bit makes a text of a UID in the index; SQLite no longer finds the tag, and its row is
  /// free.
  @Test func anIndexedUIDOfAnotherTypeIsSeen() throws {
    try make()
    let index = RawDatabase(path).rows(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'one_live_claim_of_tag'")
    let page = try #require(Int(index[0])) * 4_096
    var bytes = try folder.read("spring.ledger")
    // The head of the only entry: its own size, a blob of seven bytes, the constant 1.
    let head = try #require(
      ((page - 4_096)..<page).first { Array(bytes[$0..<min($0 + 3, page)]) == [3, 26, 9] })
    bytes[head + 1] ^= 1
    try folder.write(bytes, to: "spring.ledger")
    let database = try Database(path: path, access: .reading, patience: .zero)
    #expect(fault { try database.refuseFalseIndexes() } == .damaged)
  }

  /// SQLite lays the log of a crash over whatever file is there: pages of two moments.
  @Test(arguments: [1, 50_000])
  func anOlderFileUnderTheLogOfACrashIsSeen(_ linkBytes: Int) throws {
    let link = String(repeating: "x", count: linkBytes)
    let rows = (1...100).map { ("n\($0)", "\(link)\($0)") }
    let old = try {
      let ledger = try Ledger.sample(in: folder)
      let manifest = try #require(try ledger.importRows(of: hash(1), at: moment(2)))
      for (id, link) in rows { try manifest.add(ImportedRow(id: id)) { _ in link } }
      _ = try manifest.commit()
      try ledger.complete(1, row: "n1")
      try ledger.fold()
      return try folder.read("spring.ledger")
    }()
    let ledger = try Ledger.sample(in: folder)
    try ledger.void(row: "n1", why: "lost", at: moment(150))
    try ledger.fold()
    try ledger.complete(2, row: "n2")
    // In another folder, as a crash leaves it.
    let other = try TemporaryDirectory()
    try other.write(old, to: "spring.ledger")
    for name in ["spring.ledger-wal", "spring.witness"] {
      try other.write(try folder.read(name), to: name)
    }
    #expect(fault { _ = try Ledger.sample(in: other, moved: true) } == .damaged)
  }

  @Test func flippedBytesNeverTrap() throws {
    try make()
    let whole = try folder.read("spring.ledger")
    var random = Splitmix64(seed: 8)
    for _ in 0..<150 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      try folder.write(bytes, to: "spring.ledger")
      guard let ledger = try? Ledger.sample(in: folder, access: .reading) else { continue }
      _ = try? ledger.counts()
      try? ledger.forEachRow { _ in true }
      try? ledger.forEachAttempt { _ in true }
      _ = try? ledger.health(full: true)
    }
  }

  @Test func aShortenedFileIsSeen() throws {
    try make()
    let whole = try folder.read("spring.ledger")
    for count in stride(from: 1, to: whole.count - 1, by: 2_048) {
      try folder.write(Array(whole[..<count]), to: "spring.ledger")
      #expect([.damaged, .notALedger].contains(openingFault()), "\(count) bytes")
    }
  }

  @Test func aLockedLedgerIsWaitedForAndThenRefused() throws {
    let ledger = try Ledger.sample(in: folder, patience: .milliseconds(50))
    try ledger.take(["a": "1"])
    let raw = RawDatabase(path)
    #expect(raw.run("BEGIN IMMEDIATE") == nil)
    #expect(fault { _ = try ledger.start(7, row: "a") } == .locked)
    #expect(fault { _ = try ledger.importRows(of: hash(2), at: moment(2)) } == .locked)
    #expect(openingFault() == nil)
    raw.run("ROLLBACK")
    try ledger.complete(7, row: "a")
  }

  @Test func aLedgerOfOneExclusiveProgramIsRefused() throws {
    try make()
    let raw = RawDatabase(path)
    raw.run("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; UPDATE step SET begun = 1; COMMIT")
    #expect(openingFault() == .locked)
    #expect(openingFault(.reading) == .locked)
  }

  @Test(arguments: [0o500, 0o700] as [mode_t])
  func whoMayNotWriteIsToldSo(_ permissions: mode_t) async throws {
    try make()
    // Root may write everywhere, so it has to become someone else.
    if geteuid() == 0 { chown(folder.path, 65_534, 65_534) }
    chmod(path, permissions == 0o500 ? 0o644 : 0o444)
    chmod(folder.path, permissions)
    await #expect(processExitsWith: .success) { [path = path as String] in
      if geteuid() == 0 { setuid(65_534) }
      do throws(LedgerError) {
        _ = try Ledger(at: path, job: "spring", now: Moment(microseconds: 1))
        exit(1)
      } catch {
        exit(error.fault == .readOnly ? 0 : 2)
      }
    }
    chmod(folder.path, 0o700)
  }

  /// A program that only reads leaves the folder as it was, also next to what a crash left behind,
  /// and also where the log was copied without its index.
  @Test(arguments: [[], ["-wal"], ["-wal", "-shm"]])
  func readingLeavesNothingBehind(_ endings: [String]) throws {
    var ledger: Ledger? = try .sample(in: folder)
    try ledger?.take(["a": "1", "b": "2"])
    try ledger?.complete(7, row: "a")
    let crashed = try endings.map { ($0, try folder.read("spring.ledger\($0)")) }
    let names = ["spring.ledger", "spring.witness"]
    let files = try (crashed.isEmpty ? [] : names).map { ($0, try folder.read($0)) }
    ledger = nil
    for (name, bytes) in files { try folder.write(bytes, to: name) }
    for (ending, bytes) in crashed { try folder.write(bytes, to: "spring.ledger\(ending)") }
    let before = folder.entries
    let database = try folder.read("spring.ledger")
    for _ in 1...2 {
      let ledger = try Ledger(reading: path)
      #expect(try ledger.counts().done == 1)
      #expect(try ledger.health(full: true).damages == [])
    }
    #expect(folder.entries == before)
    #expect(try folder.read("spring.ledger") == database)
    for (ending, bytes) in crashed where ending == "-wal" {
      #expect(try folder.read("spring.ledger\(ending)") == bytes)
    }
    // Nothing was taken from the program that still writes.
    try Ledger.sample(in: folder).complete(8, row: "b")
    #expect(folder.entries == names)
  }

  /// The log of a program that writes stays its own, no matter which programs come and go
  /// meanwhile.
  @Test func readingLeavesAWriterItsLog() throws {
    var writer: Ledger? = try .sample(in: folder)
    try writer?.take(["a": "1", "b": "2"])
    var reader: Ledger? = try .sample(in: folder, access: .reading)
    try writer?.complete(7, row: "a")
    #expect(try reader?.counts().done == 1)
    let log = try folder.read("spring.ledger-wal")
    reader = nil
    #expect(try folder.read("spring.ledger-wal") == log)
    #expect(try Ledger(reading: path).counts().done == 1)
    #expect(try folder.read("spring.ledger-wal") == log)
    try writer?.complete(8, row: "b")
    // The last one to close it takes everything away, also when it only read.
    reader = try .sample(in: folder, access: .reading)
    writer = nil
    #expect(try reader?.counts().done == 2)
    reader = nil
    #expect(folder.entries == ["spring.ledger", "spring.witness"])
  }

  /// A process that closes the file once loses all the locks that it has on it.
  @Test func readingLeavesItsLogAlsoToAWriterWithoutLocks() async throws {
    let writer = try Ledger.sample(in: folder)
    try writer.take(["a": "1"])
    try writer.complete(7, row: "a")
    let (before, log) = (folder.entries, try folder.read("spring.ledger-wal"))
    _ = try folder.read("spring.ledger")
    await #expect(processExitsWith: .success) { [path = path as String] in
      exit(try Ledger(reading: path).counts().done == 1 ? 0 : 1)
    }
    #expect(folder.entries == before)
    #expect(try folder.read("spring.ledger-wal") == log)
    try writer.void(row: "a", why: "lost", at: moment(9))
  }

  /// As on a disk that is mounted read-only: nothing may be made next to the ledger.
  ///
  /// In a folder open to all, a user who may not write the ledger could, and does not.
  @Test(arguments: [false, true], [0o555, 0o777] as [mode_t])
  func aLedgerIsReadWhereNothingMayBeMade(_ hasLog: Bool, _ permissions: mode_t) async throws {
    var ledger: Ledger? = try .sample(in: folder)
    try ledger?.take(["a": "1", "b": "2"])
    try ledger?.complete(7, row: "a")
    let log = try folder.read("spring.ledger-wal")
    ledger = nil
    if hasLog { try folder.write(log, to: "spring.ledger-wal") }
    let before = folder.entries
    for name in before { chmod(folder.path(of: name), 0o444) }
    chmod(folder.path, permissions)
    await #expect(processExitsWith: .success) {
      [path = path as String, hasLog = hasLog as Bool] in
      if geteuid() == 0 { setuid(65_534) }
      do throws(LedgerError) {
        let done = try Ledger(reading: path).counts().done
        exit(!hasLog && done == 1 ? 0 : 1)
      } catch {
        print(error)
        exit(hasLog && error.fault == .logOnReadOnlyDisk ? 0 : 2)
      }
    }
    chmod(folder.path, 0o700)
    #expect(folder.entries == before)
  }

  @Test(arguments: [0o555, 0o777] as [mode_t])
  func theLedgerOfAnotherUserIsReadWhileThatOneWrites(_ permissions: mode_t) async throws {
    let ledger = try Ledger.sample(in: folder)
    try ledger.take(["a": "1", "b": "2"])
    try ledger.complete(7, row: "a")
    let before = folder.entries
    for name in before { chmod(folder.path(of: name), 0o444) }
    chmod(folder.path, permissions)
    await #expect(processExitsWith: .success) { [path = path as String] in
      if geteuid() == 0 { setuid(65_534) }
      let done = try Ledger(reading: path).counts().done
      exit(done == 1 ? 0 : 1)
    }
    chmod(folder.path, 0o700)
    #expect(folder.entries == before)
    try ledger.complete(8, row: "b")
  }

  @Test func aLedgerOfWhicheverJobCanBeRead() throws {
    try make()
    let before = try folder.read("spring.ledger")
    let ledger = try Ledger(reading: path)
    #expect(ledger.job == "spring")
    #expect(try ledger.counts().done == 1)
    #expect(try ledger.lastMoment() == moment(101))
    #expect(fault { try ledger.void(row: "a", why: "lost", at: moment(9)) } == .readOnly)
    #expect(try folder.read("spring.ledger") == before)
    // Next to its witness it is what is left of a ledger.
    try folder.write("not a ledger at all", to: "spring.ledger")
    #expect(fault { _ = try Ledger(reading: path) } == .damaged)
    unlink(folder.path(of: "spring.witness"))
    #expect(fault { _ = try Ledger(reading: path) } == .notALedger)
    try folder.write("", to: "spring.ledger")
    #expect(fault { _ = try Ledger(reading: path) } == .blank)
    #expect(fault { _ = try Ledger(reading: path + "2") } == .missing)
  }

  @Test func theDiskUnderALedgerIsKnownBeforeTheLedgerIs() throws {
    let disk = try LedgerDisk(under: path)
    #expect(disk.folder == folder.path + "/")
    #expect(disk.freeBytes > 0)
    #expect(disk.fault == (disk.freeBytes < LedgerDisk.freeBytesMin ? .full : nil))
    #expect(fault { _ = try LedgerDisk(under: path + "/x/spring.ledger") } == .noFolder)
    // A file system of the kernel's own takes no files, not even root's.
    let kernel = try LedgerDisk(under: "/proc/spring.ledger")
    #expect(kernel.fault == .readOnly || kernel.fault == .full)
  }

  @Test func healthTellsWhatDoctorShows() throws {
    try make()
    let ledger = try Ledger.sample(in: folder)
    try ledger.void(row: "a", why: "lost", at: moment(9))
    let health = try ledger.health(full: true)
    #expect(
      health.path == path && health.job == "spring" && health.migrations == Migration.all.count)
    #expect(health.damages == [])
    #expect(health.bytes == (try folder.read("spring.ledger")).count)
    #expect(health.logBytes == (try folder.read("spring.ledger-wal")).count)
    #expect(try ledger.health(full: false).damages == nil)
    RawDatabase(path).run(
      "PRAGMA foreign_keys = OFF; INSERT INTO step VALUES (9, 'lock', 1, NULL, NULL)")
    #expect(
      try ledger.health(full: true).damages
        == ["1 entry refer to rows or claims that are not there"])
  }
}
