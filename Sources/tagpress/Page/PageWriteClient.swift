// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import BatchFaces
internal import Failures
internal import JobLedger
internal import JobWork
internal import Plain
internal import Provisioning
internal import TagReading
internal import Terminal

/// The person at a page, before the first tag: the page has asked already whatever it asks.
struct PageWriteClient: WriteClient {
  private let picture: BatchPicture

  init(_ picture: BatchPicture, _ open: OpenJob) {
    self.picture = picture
    for case .notNoted(let trouble) in open.remarks {
      picture.take(
        notice:
          "How far this job has come cannot be noted (\(visible(trouble))), so a copy of its folder"
          + " might not be noticed. Everything else works.")
    }
  }

  func agree(toGiveUp tags: SeenTags, of open: OpenJob) throws(Failure) { throw .undecided(tags) }

  func agree(to warnings: WarningSet, of open: OpenJob) throws(Failure) {
    throw .unconfirmed(warnings, of: open)
  }

  func hear(_ remark: WriteRemark) {
    switch remark {
    // The page shows these beside the job.
    case .undecided, .warnings, .reservedHosts: break
    case .noLongerApproved(let last):
      picture.take(
        notice: "\(last.whatChanged). The manifest asks for no approval, so the job goes on.")
    case .gaveUp(let claim, _):
      let uid = TagUID(claim.uid)?.description ?? ""
      picture.take(
        notice: "Row \(visible(claim.rowID)) gets a new tag, and tag \(uid) is given up.")
    case .keepsTag(let row):
      picture.take(
        notice:
          "Row \(visible(row)) keeps its tag: another program is writing it, or was stopped while"
          + " writing it.")
    }
  }
}

extension Console {
  /// Its words are shown by a run's picture.
  convenience init(noticesOf picture: BatchPicture) {
    self.init(data: { _ in }, remarks: { picture.take(notice: $0) })
  }
}
