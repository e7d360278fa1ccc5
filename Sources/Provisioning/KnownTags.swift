// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobLedger
internal import JobManifest
internal import TagMemory
internal import TagReading

// Whether a tag whose UID the ledger knows is really that tag.

extension PresentedTag {
  /// Refuses a tag that was given up for its row and is not empty, and one that was lost for it.
  ///
  /// Whoever has the row's new tag must not find a second one; an emptied one is as good as any other.
  /// A lost one may read as empty because it left that early, so that is no sign that a person emptied it.
  func requireNotGivenUp(_ content: TagMemory.TagContent) throws(Obstacle) {
    let isEmpty =
      switch content {
      case .factoryNew, .empty, .unformatted: true
      case .message, .foreign, .damaged, .containerSpoilt, .versionUnsupported, .hidden: false
      }
    guard let row else { throw .unexpected }
    let uid = tag.uid.bytes
    let isGivenUp = try onLedger { (ledger) throws(LedgerError) in
      try isEmpty ? ledger.wasLost(uid, for: row.key) : ledger.wasGivenUp(uid, for: row.key)
    }
    if isGivenUp { throw .givenUp }
  }

  /// Whether the tag is done, and contains the message that was read back then.
  func hasItsMessage() throws(Obstacle) -> Bool {
    try lookUp()
    guard let claim, claim.state == .done, let row else { return false }
    let demand = try batch.demand(tag.uid, claim, row)
    return try demand.fault(of: content(for: demand, of: claim)) == nil
  }

  /// The message of a finished tag.
  func content(
    for demand: TagDemand, of claim: Claim
  ) throws(Obstacle) -> TagMemory.TagContent {
    let tag = try open()
    return try onTag { () throws(TagError) in
      if batch.guardsReading { try tag.authenticate(for: demand.order) }
      return try tag.content(forMessageOf: claim.messageSize ?? demand.order.message.count)
    }
  }
}

extension TagWork {
  /// Refuses what cannot be the begun tag: each of its units contains its old or its planned content,
  /// in the order of the writes, except for a damaged one.
  func recogniseBegun(_ tag: any WritableTag) throws(Obstacle) {
    guard let claim = shown.claim else { throw .unexpected }
    let kept = try shown.onLedger { (ledger) throws(LedgerError) in
      try ledger.image(of: claim.id)
    }
    // Tags begun by an earlier TagPress have none.
    guard let planned = kept.flatMap(TagImage.init(encoded:)) else { return }
    replaced = planned.replaced
    switch try shown.onTag({ () throws(TagError) in try tag.comparison(with: planned) }) {
    case .consistent(let units): damaged = units
    case .differs: throw .possibleCopy(row: claim.rowID)
    }
    // Damage never produces another link, so a small message cannot hide one.
    guard !damaged.isEmpty else { return }
    let found = try shown.onTag { () throws(TagError) in try tag.content(forMessageOf: 0) }
    if case .message(let bytes) = found, let link = firstLink(in: bytes),
      !PlannedLink(claim.link).matches(link)
    {
      throw .possibleCopy(row: claim.rowID)
    }
  }

  /// Reads a finished tag and compares all of it with what was read back then: neither a copy
  /// nor a tag that was taken away too early may get into the box.
  func lookAtDone(_ claim: Claim) throws(Obstacle) -> Attempt.Showing {
    guard let row = shown.row else { throw .unexpected }
    let tag = try shown.open()
    let demand = try batch.demand(shown.tag.uid, claim, row)
    let found = try shown.content(for: demand, of: claim)
    guard demand.fault(of: found) == nil else {
      obstacle = .changedSinceDone
      return demand.link.showing(found) == .otherContent ? .otherContent : .unknown
    }
    guard !batch.steps.isEmpty || claim.lock != nil, case .message(let bytes) = found else {
      return .link
    }
    // The mirror was compared; the tag itself shows what the rest of the message is made of.
    var order = demand.order
    if order.chipTexts.isEmpty { order.message = bytes }
    let plan = try shown.onTag { () throws(TagError) in
      try tag.authenticate(for: order)
      return try tag.prepare(order)
    }
    if plan.protection + plan.locks > 0 {
      obstacle = .unprotectedSinceDone
      return .unknown
    }
    return .link
  }

  /// Reads the tag again, because a failure may have left wrong bytes in memory.
  func look() throws(Obstacle) -> Attempt.Showing {
    if let claim = shown.claim, claim.state == .done {
      let showing = try lookAtDone(claim)
      // If someone gives a tag up meanwhile, its row goes to another one.
      if showing == .link {
        try shown.lookUp()
        guard shown.claim?.state == .done else { throw .givenUp }
      }
      return showing
    }
    guard let link = shown.link else { throw .unexpected }
    try shown.forget()
    let tag = try shown.open()
    if obstacle == nil, batch.guardsReading {
      let order = try batch.order(link, further: shown.row?.further, finishing: true)
      try shown.onTag { () throws(TagError) in try tag.authenticate(for: order) }
    }
    let found = try shown.onTag { () throws(TagError) in try tag.content(forMessageOf: 0) }
    let showing = link.showing(found)
    if obstacle == nil, showing != .link { obstacle = .changedSinceDone }
    return showing
  }
}
