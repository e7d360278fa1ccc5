-- SPDX-License-Identifier: MIT
-- SPDX-FileCopyrightText: 2026 The TagPress authors

-- What the third step of its tables made of the ledger of version-2.sql. It never changes.

ALTER TABLE job_row ADD COLUMN may_share_link INTEGER NOT NULL DEFAULT 1
  CHECK (may_share_link IN (0, 1));
CREATE INDEX live_claim_of_resolved_link ON claim(link)
  WHERE state IN ('begun', 'done') AND planned_inputs IS NOT NULL;
INSERT INTO migration VALUES (3, 'links that a resolver gives', 1000000);
INSERT INTO step VALUES (1, 'password', 3500000, 4000000);
PRAGMA user_version = 3;
