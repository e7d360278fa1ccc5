// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A change of the ledger's tables.
///
/// Ledgers exist in every state of this list, so entries are only appended and never changed.
struct Migration {
  let name: String
  let sql: String
  /// What a read-only connection uses instead: views of its own.
  var standIn = ""

  /// A ledger with this many has a witness.
  static let witnessed = 5
  /// In a ledger with this many, rows have names.
  static let named = 6

  static let all = [
    Migration(name: "rows, claims and attempts", sql: firstTables + firstRules),
    Migration(name: "what reports show", sql: reportedColumns, standIn: reportedColumnsStandIn),
    Migration(name: "links that a resolver gives", sql: resolvedLinks),
    Migration(name: "keys of passwords", sql: passwordKeys, standIn: passwordKeysStandIn),
    Migration(name: "a witness", sql: witnessTables),
    Migration(name: "names of rows", sql: rowNames, standIn: rowNamesStandIn),
    Migration(
      name: "what people confirmed", sql: confirmationTable, standIn: confirmationTableStandIn),
    Migration(name: "labels on paper", sql: labelTable, standIn: labelTableStandIn),
  ]
}

// STRICT, because otherwise a column would accept any type. Times are microseconds since 1970 in
// UTC, hashes are SHA-256.
private let firstTables = """
  CREATE TABLE migration(
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE job(
    only INTEGER PRIMARY KEY CHECK (only = 1),
    id TEXT NOT NULL CHECK (id <> '')
  ) STRICT;

  -- Every manifest that was ever taken over; the one with the highest number is the present one.
  CREATE TABLE manifest(
    number INTEGER PRIMARY KEY,
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    at INTEGER NOT NULL
  ) STRICT;

  -- A row whose manifest is not the present one has retired.
  CREATE TABLE job_row(
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE CHECK (id <> ''),
    manifest INTEGER NOT NULL REFERENCES manifest(number),
    place INTEGER NOT NULL CHECK (place > 0),
    link TEXT NOT NULL,
    further BLOB,
    inputs TEXT,
    UNIQUE (manifest, place)
  ) STRICT;

  -- A token is there before its row, whose link it is part of.
  CREATE TABLE token(
    text TEXT PRIMARY KEY CHECK (text <> ''),
    row INTEGER NOT NULL REFERENCES job_row(key) DEFERRABLE INITIALLY DEFERRED,
    name TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX token_of_row ON token(row, name, length(text));

  -- planned_* is the row as it was when the claim last took it over, or as the operator kept it.
  CREATE TABLE claim(
    id INTEGER PRIMARY KEY,
    row INTEGER NOT NULL REFERENCES job_row(key),
    uid BLOB NOT NULL CHECK (length(uid) BETWEEN 4 AND 10),
    state TEXT NOT NULL CHECK (state IN ('begun', 'done', 'failed', 'void')),
    link TEXT NOT NULL,
    message_hash BLOB NOT NULL CHECK (length(message_hash) = 32),
    manifest INTEGER NOT NULL REFERENCES manifest(number),
    planned_link TEXT NOT NULL,
    planned_further BLOB,
    planned_inputs TEXT,
    chip TEXT NOT NULL,
    signature TEXT,
    lock TEXT,
    station TEXT,
    reader TEXT NOT NULL,
    since INTEGER NOT NULL,
    done INTEGER,
    ended INTEGER,
    why TEXT,
    kept INTEGER REFERENCES manifest(number),
    undecided INTEGER NOT NULL DEFAULT 0 CHECK (undecided IN (0, 1)),
    CHECK (CASE state
      WHEN 'begun' THEN done IS NULL AND ended IS NULL AND why IS NULL
      WHEN 'done' THEN done IS NOT NULL AND ended IS NULL AND why IS NULL
      WHEN 'failed' THEN done IS NULL AND ended IS NOT NULL AND why <> ''
      ELSE ended IS NOT NULL AND why <> '' END IS TRUE),
    CHECK (undecided = 0 OR state = 'done')
  ) STRICT;
  CREATE UNIQUE INDEX one_live_claim_of_row ON claim(row) WHERE state IN ('begun', 'done');
  CREATE UNIQUE INDEX one_live_claim_of_tag ON claim(uid) WHERE state IN ('begun', 'done');
  CREATE INDEX dead_claim_of_row ON claim(row) WHERE state IN ('failed', 'void');
  CREATE INDEX dead_claim_of_tag ON claim(uid) WHERE state IN ('failed', 'void');
  CREATE INDEX claim_by_state ON claim(state);
  CREATE INDEX undecided_claim ON claim(id) WHERE undecided = 1;

  -- An attempt without an end is running, or its process ended before it did.
  CREATE TABLE attempt(
    id INTEGER PRIMARY KEY,
    claim INTEGER REFERENCES claim(id),
    row INTEGER REFERENCES job_row(key),
    uid BLOB NOT NULL CHECK (length(uid) BETWEEN 4 AND 10),
    chip TEXT NOT NULL,
    signature TEXT,
    station TEXT,
    reader TEXT NOT NULL,
    began INTEGER NOT NULL,
    ended INTEGER,
    result TEXT CHECK (result IN ('done', 'again', 'failed', 'put-aside', 'refused')),
    reason TEXT,
    words TEXT,
    pages INTEGER NOT NULL DEFAULT 0 CHECK (pages >= 0),
    exchanges INTEGER NOT NULL DEFAULT 0 CHECK (exchanges >= 0),
    CHECK ((ended IS NULL) = (result IS NULL)),
    CHECK ((claim IS NULL) = (result IS 'refused')),
    CHECK (claim IS NULL OR row IS NOT NULL),
    CHECK ((reason IS NULL) = (words IS NULL)),
    CHECK ((reason IS NULL) = (result IS NULL OR result = 'done'))
  ) STRICT;
  CREATE INDEX attempt_of_claim ON attempt(claim);

  CREATE TABLE step(
    claim INTEGER NOT NULL REFERENCES claim(id),
    kind TEXT NOT NULL CHECK (kind IN ('password', 'freeze', 'lock', 'mirror')),
    begun INTEGER NOT NULL,
    proven INTEGER,
    PRIMARY KEY (claim, kind)
  ) STRICT, WITHOUT ROWID;

  """

// What an index or a CHECK cannot express. The program asks before it writes, so these only catch
// changes by other programs, and our own mistakes.
private let firstRules = """
  CREATE TRIGGER claim_begins BEFORE INSERT ON claim BEGIN
    SELECT RAISE(ABORT, 'a claim has to begin as begun') WHERE NEW.state <> 'begun';
    SELECT RAISE(ABORT, 'changed rows are undecided')
      WHERE EXISTS (SELECT 1 FROM claim WHERE undecided = 1);
    SELECT RAISE(ABORT, 'the row is not of the present manifest')
      WHERE NEW.manifest IS NOT (SELECT max(number) FROM manifest)
        OR NEW.manifest IS NOT (SELECT manifest FROM job_row WHERE key = NEW.row);
  END;
  CREATE TRIGGER claim_goes_on BEFORE UPDATE ON claim BEGIN
    SELECT RAISE(ABORT, 'a claim keeps its row and its tag')
      WHERE NEW.id <> OLD.id OR NEW.row <> OLD.row OR NEW.uid <> OLD.uid OR NEW.since <> OLD.since;
    SELECT RAISE(ABORT, 'a claim cannot go back')
      WHERE NEW.state <> OLD.state AND NOT (OLD.state = 'begun'
        OR (OLD.state = 'done' AND NEW.state = 'void'));
    SELECT RAISE(ABORT, 'what was read back cannot change')
      WHERE OLD.state <> 'begun' AND (NEW.link <> OLD.link OR NEW.message_hash <> OLD.message_hash
        OR NEW.done IS NOT OLD.done);
  END;
  CREATE TRIGGER row_stays_itself BEFORE UPDATE OF key, id ON job_row
    WHEN NEW.key <> OLD.key OR NEW.id <> OLD.id
    BEGIN SELECT RAISE(ABORT, 'a row keeps its id'); END;
  CREATE TRIGGER attempt_is_over BEFORE UPDATE ON attempt WHEN OLD.ended IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'an attempt that ended cannot change'); END;

  CREATE TRIGGER migration_stays BEFORE UPDATE ON migration
    BEGIN SELECT RAISE(ABORT, 'nothing here changes'); END;
  CREATE TRIGGER job_stays BEFORE UPDATE ON job
    BEGIN SELECT RAISE(ABORT, 'nothing here changes'); END;
  CREATE TRIGGER manifest_stays BEFORE UPDATE ON manifest
    BEGIN SELECT RAISE(ABORT, 'nothing here changes'); END;
  CREATE TRIGGER token_stays BEFORE UPDATE ON token
    BEGIN SELECT RAISE(ABORT, 'nothing here changes'); END;

  CREATE TRIGGER migration_remains BEFORE DELETE ON migration
    BEGIN SELECT RAISE(ABORT, 'nothing is removed from a ledger'); END;
  CREATE TRIGGER job_remains BEFORE DELETE ON job
    BEGIN SELECT RAISE(ABORT, 'nothing is removed from a ledger'); END;
  CREATE TRIGGER manifest_remains BEFORE DELETE ON manifest
    BEGIN SELECT RAISE(ABORT, 'nothing is removed from a ledger'); END;
  CREATE TRIGGER row_remains BEFORE DELETE ON job_row
    BEGIN SELECT RAISE(ABORT, 'nothing is removed from a ledger'); END;
  CREATE TRIGGER token_remains BEFORE DELETE ON token
    BEGIN SELECT RAISE(ABORT, 'nothing is removed from a ledger'); END;
  CREATE TRIGGER claim_remains BEFORE DELETE ON claim
    BEGIN SELECT RAISE(ABORT, 'nothing is removed from a ledger'); END;
  CREATE TRIGGER attempt_remains BEFORE DELETE ON attempt
    BEGIN SELECT RAISE(ABORT, 'nothing is removed from a ledger'); END;
  CREATE TRIGGER step_remains BEFORE DELETE ON step
    BEGIN SELECT RAISE(ABORT, 'nothing is removed from a ledger'); END;
  """

// NULL in records of an earlier TagPress, which did not know them.
private let reportedColumns = """
  ALTER TABLE manifest ADD COLUMN title TEXT;
  ALTER TABLE manifest ADD COLUMN protection TEXT;
  ALTER TABLE claim ADD COLUMN message_size INTEGER CHECK (message_size > 0);
  ALTER TABLE claim ADD COLUMN capacity INTEGER CHECK (capacity > 0);
  """

private let reportedColumnsStandIn = """
  CREATE TEMP VIEW manifest AS SELECT *, NULL AS title, NULL AS protection FROM main.manifest;
  CREATE TEMP VIEW claim AS SELECT *, NULL AS message_size, NULL AS capacity FROM main.claim;
  """

// Links in files are compared when the job is checked, and those of a resolver when their tags
// come; a read-only connection needs neither. For rows that an earlier TagPress took over, nothing
// records whether they may share a link, so they are not compared until their manifest is taken
// over again.
private let resolvedLinks = """
  ALTER TABLE job_row ADD COLUMN may_share_link INTEGER NOT NULL DEFAULT 1
    CHECK (may_share_link IN (0, 1));
  CREATE INDEX live_claim_of_resolved_link ON claim(link)
    WHERE state IN ('begun', 'done') AND planned_inputs IS NOT NULL;
  """

// The id of a key, which is not a secret. NULL for other steps, and for records of an earlier
// TagPress.
private let passwordKeys = """
  ALTER TABLE step ADD COLUMN key TEXT CHECK (length(key) = 8);
  """

private let passwordKeysStandIn = """
  CREATE TEMP VIEW step AS SELECT *, NULL AS key FROM main.step;
  """

// How far the witness goes, which file this one is, and the sum of its rows. `pending` is what the
// witness has at its end from now on, or in a moment. A lease is the position of a lock that the
// program of an attempt holds; an image contains the pages of the tag before and after. A read-only
// connection needs none of these.
private let witnessTables = """
  CREATE TABLE witness(
    only INTEGER PRIMARY KEY CHECK (only = 1),
    lineage BLOB NOT NULL CHECK (length(lineage) = 16),
    bytes INTEGER NOT NULL CHECK (bytes > 0),
    lines INTEGER NOT NULL CHECK (lines > 0),
    hash TEXT NOT NULL CHECK (length(hash) = 64),
    pending BLOB,
    strays INTEGER NOT NULL DEFAULT 0,
    rows_hash BLOB CHECK (length(rows_hash) = 32),
    machine TEXT NOT NULL,
    device INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    birth INTEGER NOT NULL,
    path TEXT NOT NULL,
    host TEXT NOT NULL
  ) STRICT;
  CREATE TRIGGER witness_remains BEFORE DELETE ON witness
    BEGIN SELECT RAISE(ABORT, 'nothing is removed from a ledger'); END;
  CREATE TRIGGER lineage_stays BEFORE UPDATE OF lineage ON witness WHEN NEW.lineage <> OLD.lineage
    BEGIN SELECT RAISE(ABORT, 'nothing here changes'); END;
  ALTER TABLE claim ADD COLUMN image BLOB;
  ALTER TABLE attempt ADD COLUMN lease INTEGER;
  """

// The label of a row, and columns of its sheet that people see with it, as a JSON object of texts.
// NULL without them. They are not on the tag, so neither the claims nor the witness have them.
private let rowNames = """
  ALTER TABLE job_row ADD COLUMN label TEXT;
  ALTER TABLE job_row ADD COLUMN shown TEXT;
  """

private let rowNamesStandIn = """
  CREATE TEMP VIEW job_row AS SELECT *, NULL AS label, NULL AS shown FROM main.job_row;
  """

// What a person said about the job before its tags were written. `hash` identifies what they saw,
// and `count` says how many warnings or links that were.
private let confirmationTable = """
  CREATE TABLE confirmation(
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('confirmed', 'unconfirmed', 'approved')),
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    count INTEGER NOT NULL CHECK (count >= 0),
    person TEXT NOT NULL CHECK (person <> ''),
    at INTEGER NOT NULL
  ) STRICT;
  CREATE TRIGGER confirmation_stays BEFORE UPDATE ON confirmation
    BEGIN SELECT RAISE(ABORT, 'nothing here changes'); END;
  CREATE TRIGGER confirmation_remains BEFORE DELETE ON confirmation
    BEGIN SELECT RAISE(ABORT, 'nothing is removed from a ledger'); END;
  """

private let confirmationTableStandIn = """
  CREATE TEMP VIEW confirmation AS SELECT NULL AS id, NULL AS kind, NULL AS hash, NULL AS count,
    NULL AS person, NULL AS at WHERE 0;
  """

// The link in the code of a row's label, and when it was first printed with that. NULL when people
// have thrown the label away.
private let labelTable = """
  CREATE TABLE label(
    row INTEGER PRIMARY KEY REFERENCES job_row(key),
    link TEXT,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE TRIGGER label_remains BEFORE DELETE ON label
    BEGIN SELECT RAISE(ABORT, 'nothing is removed from a ledger'); END;
  """

private let labelTableStandIn = """
  CREATE TEMP VIEW label AS SELECT NULL AS row, NULL AS link, NULL AS at WHERE 0;
  """
