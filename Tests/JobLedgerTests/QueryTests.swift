// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SampleLedgers
import TestSupport
import Testing

@testable import JobLedger

struct QueryTests {
  /// Whatever is asked for every tag finds what it needs by an index, however large the job is.
  @Test(arguments: [
    Query.presentManifest, .presentRowCount, .rowContent, .moveRow, .changeRow, .tokenOfRow,
    .insertToken, .insertRow, .nextRow, .rowByID, .rowByKey, .liveClaimOfTag, .deadClaimOfTag,
    .liveClaimOfRow, .deadClaimOfRow, .claimByID, .isUndecided, .insertClaim, .renewClaim,
    .insertAttempt, .beginStep, .proveStep, .openAttempt, .endAttempt, .endClaim,
    .lockClaim, .voidClaim, .rowWithLink,
  ])
  func nothingIsSearchedThrough(_ query: Query) throws {
    let folder = try TemporaryDirectory()
    let ledger = try Ledger.sample(in: folder)
    let plan = RawDatabase(ledger.path).rows("EXPLAIN QUERY PLAN \(query.sql)")
    // The first or last of all is found at once, and so is what an index has only exceptions of.
    let quick = ["SCAN manifest", "SCAN claim USING INDEX undecided_claim", "SCAN CONSTANT ROW"]
    for line in plan where line.contains("SCAN") {
      #expect(quick.contains { line.hasSuffix($0) }, "\(query): \(line)")
    }
  }
}
