-- SPDX-License-Identifier: MIT
-- SPDX-FileCopyrightText: 2026 The TagPress authors

-- What the second step of its tables made of the ledger of version-1.sql. It never changes.

ALTER TABLE manifest ADD COLUMN title TEXT;
ALTER TABLE manifest ADD COLUMN protection TEXT;
ALTER TABLE claim ADD COLUMN message_size INTEGER CHECK (message_size > 0);
ALTER TABLE claim ADD COLUMN capacity INTEGER CHECK (capacity > 0);
INSERT INTO migration VALUES (2, 'what reports show', 1000000);
PRAGMA user_version = 2;
