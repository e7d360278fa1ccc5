// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain
internal import TagKeys

/// The tags that a person was shown before confirming something irreversible, so that it is done
/// only to these.
package struct SeenTags: Hashable, Sendable {
  package let count: Int
  /// Identifies all of them, and what was shown of each.
  package let mark: String

  struct Maker: ~Copyable {
    private var digest = Digest()
    private var count = 0

    mutating func add(_ claim: Claim, _ link: String, _ further: [UInt8]?, _ inputs: String?) {
      count += 1
      let parts = [
        Array("\(claim.id.number)".utf8), Array(claim.link.utf8), Array(link.utf8),
        further ?? [], Array((inputs ?? "").utf8),
      ]
      for part in parts { digest.update(Array("\(part.count) ".utf8) + part) }
    }

    /// If memory runs out, a mark that equals no other.
    consuming func finish() -> SeenTags {
      let (count, mark) = (count, digest.finish())
      let none = "\(UInt64.random(in: UInt64.min...UInt64.max))"
      return SeenTags(count: count, mark: mark.map { hex($0.prefix(8)) } ?? none)
    }
  }
}

/// The tags that are done and not locked.
package struct LockableTags: Sendable {
  package let claims: Set<ClaimID>
  package let seen: SeenTags
}

extension Ledger {
  package func lockableTags() throws(LedgerError) -> LockableTags {
    var claims: Set<ClaimID> = []
    var seen = SeenTags.Maker()
    try forEachClaim(in: .done) { claim in
      guard claim.lock == nil else { return true }
      claims.insert(claim.id)
      seen.add(claim, "", nil, nil)
      return true
    }
    return LockableTags(claims: claims, seen: seen.finish())
  }
}
