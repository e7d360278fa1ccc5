// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import JobManifest
internal import NDEF
internal import TagKeys
internal import TagMemory
internal import TagReading
internal import WebLink

// Whether a tag is one that the job takes. Nothing here changes the tag.

extension BatchJob {
  func requireChip(_ tag: any WritableTag) throws(Obstacle) {
    let taken = job.tags.chips.map(\.value)
    guard !taken.isEmpty else { return }
    guard let chip = tag.chipName, taken.contains(chip) else {
      throw .wrongChip(found: tag.chipName, taken: taken)
    }
  }

  /// What the signature says, when the job asks for it.
  func signature(
    of tag: any WritableTag, by checker: SignatureChecker
  ) throws(Obstacle) -> SignatureFinding? {
    guard job.tags.genuine != .ignore else { return nil }
    let finding = try rethrowing(as: Obstacle.tag) { () throws(TagError) in
      SignatureFinding(try tag.signatureVerdict(by: checker))
    }
    let isTaken = finding == .genuine || finding == .virtual && takesVirtualTags
    guard job.tags.genuine == .check || isTaken else { throw .notGenuine(finding) }
    return finding
  }

  func requireExpected(
    _ content: TagMemory.TagContent, of shown: PresentedTag
  ) throws(Obstacle) {
    switch (content, job.tags.content) {
    // What cannot be written whatever was expected has a better name when the write is planned.
    case (.factoryNew, _), (.empty, _), (.unformatted, _), (_, .any), (.containerSpoilt, _),
      (.versionUnsupported, _):
      return
    case (.message(let bytes), .blank):
      // Only a link like those of the job is worth a walk through all of its rows.
      if isOfThisJob(bytes), let link = firstLink(in: bytes), let row = try shown.row(showing: link)
      {
        throw .notBlank(content, TagOwner(row: row.id, job: nil))
      }
      throw .notBlank(content, shown.ownerElsewhere)
    case (_, .blank): throw .notBlank(content)
    case (.message(let bytes), .job) where isOfThisJob(bytes): return
    case (.message, .job): throw .notOfThisJob(content, shown.ownerElsewhere)
    case (_, .job): throw .notOfThisJob(content)
    }
  }

  /// Whether a message begins with a link that begins as all links of the job do.
  private func isOfThisJob(_ message: [UInt8]) -> Bool {
    guard let link = firstLink(in: message) else { return false }
    let fixed = job.link.text.prefix { $0 != "{" }
    // Without a host of its own, a beginning is no sign of anything.
    guard fixed.split(separator: "/", omittingEmptySubsequences: false).count > 3 else {
      return false
    }
    return link.hasPrefix(fixed)
  }
}

/// The link that phones see: the first record of a message, if it is one.
func firstLink(in message: [UInt8]) -> String? {
  guard let reading = try? MessageReading(message), let first = reading.views().first,
    first.flaw == nil, case .uri(let link) = first.content
  else { return nil }
  return link
}

extension PlannedLink {
  /// What a tag shows, compared with this link.
  ///
  /// What is damaged or hidden now may come to light again, so it is never called other content.
  func showing(_ content: TagMemory.TagContent) -> Attempt.Showing {
    switch content {
    case .message(let bytes):
      firstLink(in: bytes).map(matches) == true ? .link : .otherContent
    case .factoryNew, .empty, .unformatted: .otherContent
    case .foreign, .damaged, .containerSpoilt, .versionUnsupported, .hidden: .unknown
    }
  }
}
