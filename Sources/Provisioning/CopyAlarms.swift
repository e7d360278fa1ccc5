// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import JobLedger
internal import TagReading

extension PresentedTag {
  /// What someone has to investigate after this presentation: two tags that may have one UID.
  ///
  /// The ledger records a tag that differs with its attempt; a tag at two readers is recorded here.
  func alarm(_ result: TagResult, noting task: BatchTask) throws(LedgerError) -> CopyAlarm? {
    // Whatever the reason, the other tag with this UID is done.
    let isSecond = isTwin && claim?.state == .done && result.word == .putAside
    if isSuspect || isSecond, let reason = result.reason {
      return CopyAlarm(
        reader: number, uid: tag.uid, row: claimedRow,
        reason: isSecond ? Reason(ReasonCode.`counterfeit-roll`.rawValue, CopyAlarm.twin) : reason)
    }
    // The first reader would have lost a tag that was moved from it to this one.
    guard wasElsewhere, result.word != .again else { return nil }
    let reason = Reason(
      ReasonCode.`possible-copy`.rawValue, CopyAlarm.atTwoReaders,
      [Told("possible-copy.two-readers")])
    if case .verify = task {
    } else {
      let (presentation, row) = (presentation, row?.key)
      try desk.withLedger { (ledger) throws(LedgerError) in
        try ledger.refuse(presentation, for: row, reason, at: .now)
      }
    }
    return CopyAlarm(reader: number, uid: tag.uid, row: claimedRow, reason: reason)
  }

  private var claimedRow: String? { claim?.rowID ?? row?.id }
}

extension CopyAlarm {
  fileprivate static let twin = """
    This tag has the UID of the one that was there a moment ago, and something else in it. Genuine \
    chips never share a UID, so the roll is counterfeit, in part at least. Put it aside, and verify \
    the tags of this roll that are done.
    """
  fileprivate static let atTwoReaders = """
    Two readers had a tag with this UID at the same time, so one of the two is a copy. Put both \
    aside and compare them.
    """
}
