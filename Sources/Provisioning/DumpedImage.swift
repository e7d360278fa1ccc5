// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
package import JobLedger
internal import TagKeys
package import TagMemory
package import TagReading

/// A Type 2 tag as a dump file of it shows it.
struct DumpedImage: SeenTag {
  let uid: TagUID
  let image: Type2Image
  /// The answer to READ_SIG, if the dump has it.
  let signature: [UInt8]?

  func content(for demand: TagDemand?) -> TagMemory.TagContent { TagState(image).content }

  func protectionFault(_ demand: TagDemand) -> TagFault? { demand.protectionFault(on: image) }

  func signature(by checker: SignatureChecker) -> SignatureFinding {
    SignatureFinding(
      signature.map {
        checker.verdict(
          signature: $0, uid: uid.bytes, chip: image.chip.flatMap(SignedChip.init))
      })
  }
}

/// A Type 3 tag as a dump file of it shows it.
struct DumpedType3Image: SeenTag {
  let uid: TagUID
  let image: Type3Image

  func content(for demand: TagDemand?) -> TagMemory.TagContent { image.content }

  func protectionFault(_ demand: TagDemand) -> TagFault? { demand.protectionFault(on: image) }

  /// FeliCa chips show no signature without a key.
  func signature(by checker: SignatureChecker) -> SignatureFinding { SignatureFinding(nil) }
}

/// The verdict on one dump file.
package struct DumpVerdict: Sendable {
  package let uid: TagUID
  package let chip: String?
  package let row: PlannedRow?
  package let link: String?
  /// Nil when the tag is right.
  package let reason: Reason?
}

extension Verification {
  /// Judges a dump of a Type 2 tag, without a reader.
  package func judge(
    _ image: Type2Image, uid: TagUID, signature: [UInt8]?, by ledger: Ledger
  ) throws(Obstacle) -> DumpVerdict {
    try judge(
      DumpedImage(uid: uid, image: image, signature: signature), chip: image.chip?.rawValue,
      by: ledger)
  }

  /// Judges a dump of a Type 3 tag.
  package func judge(
    _ image: Type3Image, uid: TagUID, by ledger: Ledger
  ) throws(Obstacle) -> DumpVerdict {
    try judge(
      DumpedType3Image(uid: uid, image: image), chip: image.chip?.rawValue, by: ledger)
  }

  private func judge(
    _ tag: any SeenTag, chip: String?, by ledger: Ledger
  ) throws(Obstacle) -> DumpVerdict {
    let uid = tag.uid
    let claim = try rethrowing(as: Obstacle.ledger) { () throws(LedgerError) in
      try ledger.claim(ofTag: uid.bytes)
    }
    var row: PlannedRow?
    if let claim, claim.isLive {
      row = try rethrowing(as: Obstacle.ledger) { () throws(LedgerError) in
        try ledger.row(claim.row)
      }
    }
    let found = try faults(
      of: tag, claim: claim, row: row,
      rowShowing: { link throws(Obstacle) in
        try rethrowing(as: Obstacle.ledger) { () throws(LedgerError) in
          try ledger.row(showing: link)
        }
      }, ownerElsewhere: TagOwner(ofTag: uid, in: ledger.beside))
    let faults = note(uid, row?.key, found)
    return DumpVerdict(
      uid: uid, chip: chip, row: row, link: row == nil ? nil : claim?.link,
      reason: Reason(faults, batch.cures))
  }
}

extension Reason {
  /// The first fault's name, and a sentence about all of them; nil when there are none.
  init?(_ faults: [TagFault], _ cures: CureWords) {
    guard let first = faults.first else { return nil }
    // The same advice against several faults is given once.
    var sentences = faults.map(\.whatIsWrong)
    for sentence in faults.compactMap(\.cure).map(cures) where !sentences.contains(sentence) {
      sentences.append(sentence)
    }
    self.init(first.machineName, sentences.joined(separator: " "), faults.flatMap(\.told))
  }
}
