-- SPDX-License-Identifier: MIT
-- SPDX-FileCopyrightText: 2026 The TagPress authors

-- What the fourth step of its tables made of the ledger of version-3.sql. It never changes.

ALTER TABLE step ADD COLUMN key TEXT CHECK (length(key) = 8);
INSERT INTO migration VALUES (4, 'keys of passwords', 1000000);
PRAGMA user_version = 4;
