-- SPDX-License-Identifier: MIT
-- SPDX-FileCopyrightText: 2026 The TagPress authors

-- A ledger as TagPress made it while its tables had one step: a row that is done, one that is begun,
-- and one that is free. It never changes.

PRAGMA application_id = 1415669584;
PRAGMA user_version = 1;

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

INSERT INTO migration VALUES (1, 'rows, claims and attempts', 1000000);
INSERT INTO job VALUES (1, 'spring');
INSERT INTO manifest VALUES (1, x'0101010101010101010101010101010101010101010101010101010101010101', 2000000);
INSERT INTO job_row VALUES
  (1, 'a', 1, 1, 'https://x.example/a', NULL, NULL),
  (2, 'b', 1, 2, 'https://x.example/b', NULL, NULL),
  (3, 'c', 1, 3, 'https://x.example/c', NULL, NULL);
INSERT INTO claim(row, uid, state, link, message_hash, manifest, planned_link, chip, reader, since)
SELECT 1, x'04000000000007', 'begun', link, zeroblob(32), 1, link, 'NTAG213', 'virtual', 3000000
FROM job_row WHERE key = 1;
INSERT INTO claim(row, uid, state, link, message_hash, manifest, planned_link, chip, reader, since)
SELECT 2, x'04000000000008', 'begun', link, zeroblob(32), 1, link, 'NTAG213', 'virtual', 5000000
FROM job_row WHERE key = 2;
INSERT INTO attempt(claim, row, uid, chip, reader, began, ended, result)
VALUES (1, 1, x'04000000000007', 'NTAG213', 'virtual', 3000000, 4000000, 'done');
INSERT INTO attempt(claim, row, uid, chip, reader, began)
VALUES (2, 2, x'04000000000008', 'NTAG213', 'virtual', 5000000);
UPDATE claim SET state = 'done', done = 4000000 WHERE id = 1;
