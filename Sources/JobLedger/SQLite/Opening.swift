// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

extension Database {
  /// "TagP", which file(1) and SQLite's own tools can show.
  static let applicationID = 0x5461_6750

  /// Makes sure that this is the ledger of a job, in a known state, for writing.
  ///
  /// A ledger that was moved, or whose log a crash left behind, may mix two moments: `whole` checks
  /// all of its pages and indexes, however large it is.
  func openLedger(job: String, whole: Bool, now: Moment) throws(LedgerError) {
    // A file that may not be ours is not changed.
    try compare(job: job, with: try knownJob())
    try setDurability()
    try refuseDamage(whole: whole)
    if try migrations() < Migration.all.count { try migrate(job: job, now: now) }
  }

  /// Makes sure that this is a ledger in a known state, for reading, and returns its job.
  func openLedger() throws(LedgerError) -> String {
    let job = try knownJob()
    for migration in Migration.all.dropFirst(try migrations()) { try execute(migration.standIn) }
    try refuseDamage(whole: false)
    return job
  }

  /// Creates the tables in an empty file.
  func makeTables(job: String, now: Moment) throws(LedgerError) {
    try setDurability()
    try transaction(.writing) { () throws(LedgerError) in
      try runMigrations(from: 0, at: now)
      try prepare("INSERT INTO job(only, id) VALUES (1, ?1)").run([.text(job)])
      try execute("PRAGMA application_id = \(Self.applicationID)")
    }
  }

  /// FULL makes a transaction durable before it is reported; the modes before WAL would wait for the
  /// disk more often.
  private func setDurability() throws(LedgerError) {
    try logAhead()
    try execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
    try execute("PRAGMA journal_size_limit = \(LedgerLimits.logBytesMax)")
  }

  /// Refuses a file that ends too early.
  ///
  /// The newest pages may be only in the log.
  private func refuseCut() throws(LedgerError) {
    for _ in 0..<20 {
      let bytes = try pageBytes()
      if LedgerFile.size(of: path + "-wal") ?? 0 > 0 { return }
      if bytes == LedgerFile.size(of: path) { return }
      // Another program may be checkpointing its log right now.
      usleep(1_000)
    }
    throw error(.damaged)
  }

  private func setLimits() throws(LedgerError) {
    try execute("PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF")
    try execute("PRAGMA cache_size = -\(LedgerLimits.cacheKiB)")
  }

  private func refuseDamage(whole: Bool) throws(LedgerError) {
    // Another program may be writing, so both must be read at one moment.
    try begin(.reading)
    defer { rollBack() }
    let isSmall = try pageBytes() <= LedgerLimits.checkedBytesMax
    if whole || isSmall, try !damages("integrity_check").isEmpty { throw error(.damaged) }
    try refuseFalseIndexes()
    if try hasWitness() { try refuseFalseRows() }
  }

  /// Whether it has a witness; a ledger of an earlier TagPress has none.
  func hasWitness() throws(LedgerError) -> Bool { try migrations() >= Migration.witnessed }

  /// The number of our migrations in it.
  func migrations() throws(LedgerError) -> Int { try number("PRAGMA user_version") }

  /// What SQLite finds wrong with the file, in its own words.
  func damages(_ check: String) throws(LedgerError) -> [String] {
    var found: [String] = []
    try prepare("PRAGMA \(check)(\(LedgerLimits.damagesMax))").visitRows {
      found.append($0.text(0))
      return true
    }
    return found == ["ok"] ? [] : found
  }

  func error(_ fault: LedgerFault) -> LedgerError { LedgerError(path: path, fault: fault) }

  private func compare(job: String, with found: String) throws(LedgerError) {
    guard found == job else { throw error(.otherJob(found)) }
  }

  /// The job of a ledger whose tables we know.
  private func knownJob() throws(LedgerError) -> String {
    do throws(LedgerError) {
      try setLimits()
      guard try number("PRAGMA application_id") == Self.applicationID else {
        throw error(.notALedger)
      }
    } catch {
      // Next to a witness, it is what is left of a ledger.
      let isLedger = error.fault == .notALedger && WitnessHead.found(besideLedger: path) != nil
      throw isLedger ? self.error(.damaged) : error
    }
    try refuseCut()
    let migrations = try migrations()
    let known = Migration.all.count
    guard migrations > 0 else { throw error(.damaged) }
    guard migrations <= known else { throw error(.newer(migrations: migrations, known: known)) }
    try compareTables()
    let found = try prepare("SELECT id FROM job").first { $0.text(0) }
    guard let found else { throw error(.damaged) }
    return found
  }

  private func pageBytes() throws(LedgerError) -> Int {
    try number("PRAGMA page_count") * number("PRAGMA page_size")
  }

  /// Migrates the tables, unless another process did so while we waited for the lock.
  private func migrate(job: String, now: Moment) throws(LedgerError) {
    try transaction(.writing) { () throws(LedgerError) in
      let first = try migrations()
      guard first < Migration.all.count else { return }
      try runMigrations(from: first, at: now)
      if first < Migration.witnessed {
        try LedgerMaking(path).addWitness(to: self, job: job, at: now)
      }
    }
  }

  private func runMigrations(from first: Int, at now: Moment) throws(LedgerError) {
    for (index, migration) in Migration.all.enumerated().dropFirst(first) {
      try execute(migration.sql)
      try prepare("INSERT INTO migration(number, name, at) VALUES (?1, ?2, ?3)")
        .run([.number(index + 1), .text(migration.name), .moment(now)])
    }
    try execute("PRAGMA user_version = \(Migration.all.count)")
  }

  /// Compares every table, index and trigger with those that our migrations make, because the
  /// guarantees of a ledger depend on the indexes.
  private func compareTables() throws(LedgerError) {
    let count = try migrations()
    let ours =
      try count == Migration.all.count ? Self.newestTables.get() : Self.tables(after: count)
    let found = try self.tables()
    for name in Set(ours.keys).union(found.keys).sorted() where ours[name] != found[name] {
      throw error(.altered(name))
    }
  }

  // Made once for all ledgers, because making the tables takes longer than all the other checks.
  private static let newestTables = Result { () throws(LedgerError) in
    try tables(after: Migration.all.count)
  }

  private static func tables(after migrations: Int) throws(LedgerError) -> [String: String] {
    let model = try Database(inMemoryFor: "")
    for migration in Migration.all.prefix(migrations) { try model.execute(migration.sql) }
    return try model.tables()
  }

  private func tables() throws(LedgerError) -> [String: String] {
    var tables: [String: String] = [:]
    try prepare("SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
      .visitRows {
        tables[$0.text(0)] = $0.text(1)
        return true
      }
    return tables
  }
}
