// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger
internal import JobManifest
internal import Plain

/// What can be printed of a row, or why nothing can.
package enum PrintedRow: Hashable {
  /// Every byte of the link was read back from the tag.
  case verified(link: String)
  /// The link that the tag will get.
  case planned(link: String)
  /// No tag is finished, and only such rows were asked for.
  case unwritten
  /// The tag has one link and the manifest another, and nobody has said which is right.
  case undecided
  /// A part of the link is known when the tag is on the reader.
  case knownToTag
  /// The tag shows another link each time.
  case counter

  package init(_ reported: ReportedRow, all: Bool) {
    let (row, claim) = (reported.row, reported.claim)
    let isFinished = claim?.state == .done
    if isFinished, claim?.isUndecided == true {
      self = .undecided
      return
    }
    guard isFinished || all else {
      self = .unwritten
      return
    }
    let owner = reported.liveClaim
    // What a resolver gives for a row is in no manifest.
    guard owner != nil || row.inputs == nil else {
      self = .knownToTag
      return
    }
    let link = PrintedRow.seen(owner?.link ?? row.link, uid: owner.map { upperHex($0.uid) })
    if link.contains("{\(ReservedVariable.mirrorCounter.rawValue)") {
      self = .counter
    } else if ReservedVariable.allCases.contains(where: { link.contains("{\($0.rawValue)") }) {
      self = .knownToTag
    } else {
      self = isFinished ? .verified(link: link) : .planned(link: link)
    }
  }

  /// The link on the tag of a finished claim; nil of one that is not finished.
  package static func link(of claim: Claim) -> String? {
    claim.state == .done ? seen(claim.link, uid: upperHex(claim.uid)) : nil
  }

  /// The link as phones see it: with the UID that the chip shows in it.
  private static func seen(_ link: String, uid: String?) -> String {
    guard let uid else { return link }
    return PlannedLink(link).of(uid: uid).text.replacing(
      ReservedVariable.mirrorUID.inBraces, with: uid)
  }
}
