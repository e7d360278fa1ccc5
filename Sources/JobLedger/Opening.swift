// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension Database {
  /// "TagP", which file(1) and SQLite's own tools can show.
  static let applicationID = 0x5461_6750

  /// Makes sure that this is the ledger of a job, in a state that we know; a blank file becomes it.
  func openLedger(job: String, access: Ledger.Access, now: Moment) throws(LedgerError) {
    guard access == .writing else {
      try compare(job: job, with: try openLedger())
      return
    }
    let isBlank = try isBlank()
    try setLimits()
    // Nothing is changed in a file that may be somebody else's.
    if !isBlank { try compare(job: job, with: try knownJob()) }
    // FULL makes a transaction durable before it is said to be done; the modes before WAL would
    // wait for the disk more often.
    try logAhead()
    try execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
    try execute("PRAGMA journal_size_limit = \(LedgerLimits.logBytesMax)")
    if try migrations() < Migration.all.count { try migrate(job: job, now: now) }
    if isBlank { try compare(job: job, with: try knownJob()) }
    try refuseDamage()
  }

  /// Makes sure that this is a ledger in a state that we know, and returns whose it is.
  func openLedger() throws(LedgerError) -> String {
    if try isBlank() { throw error(.missing) }
    try setLimits()
    let job = try knownJob()
    for migration in Migration.all.dropFirst(try migrations()) { try execute(migration.standIn) }
    try refuseDamage()
    return job
  }

  private func setLimits() throws(LedgerError) {
    try execute("PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF")
    try execute("PRAGMA cache_size = -\(LedgerLimits.cacheKiB)")
  }

  private func refuseDamage() throws(LedgerError) {
    if try pageBytes() <= LedgerLimits.checkedBytesMax, try !damages("quick_check").isEmpty {
      throw error(.damaged)
    }
  }

  /// How many of our migrations it has.
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

  private func isBlank() throws(LedgerError) -> Bool {
    // Both numbers are of one moment, because another process may be making the ledger just now.
    try execute("BEGIN")
    defer { rollBack() }
    let application = try number("PRAGMA application_id")
    let tables = try number("SELECT count(*) FROM sqlite_schema")
    if application == Self.applicationID { return false }
    // A process that made the file may have ended before it wrote the tables.
    guard application == 0 && tables == 0 else { throw error(.notALedger) }
    return true
  }

  private func compare(job: String, with found: String) throws(LedgerError) {
    guard found == job else { throw error(.otherJob(found)) }
  }

  /// The job of a ledger whose tables are those that we know.
  private func knownJob() throws(LedgerError) -> String {
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

  /// Brings the tables up to date, unless another process did so while we waited for the lock.
  private func migrate(job: String, now: Moment) throws(LedgerError) {
    try transaction { () throws(LedgerError) in
      let first = try migrations()
      for (index, migration) in Migration.all.enumerated().dropFirst(max(0, first)) {
        try execute(migration.sql)
        try prepare("INSERT INTO migration(number, name, at) VALUES (?1, ?2, ?3)")
          .run([.number(index + 1), .text(migration.name), .moment(now)])
      }
      if first == 0 {
        try prepare("INSERT INTO job(only, id) VALUES (1, ?1)").run([.text(job)])
        try execute("PRAGMA application_id = \(Self.applicationID)")
      }
      if first < Migration.all.count {
        try execute("PRAGMA user_version = \(Migration.all.count)")
      }
    }
  }

  /// Compares every table, index and rule with those that our migrations make: without the indexes
  /// the promises of a ledger would not hold.
  private func compareTables() throws(LedgerError) {
    let model = try Database(inMemoryFor: path)
    for migration in Migration.all.prefix(try migrations()) { try model.execute(migration.sql) }
    let ours = try model.tables()
    let found = try self.tables()
    for name in Set(ours.keys).union(found.keys).sorted() where ours[name] != found[name] {
      throw error(.altered(name))
    }
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
