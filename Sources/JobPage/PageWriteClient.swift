// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import BatchFaces
internal import Failures
internal import JobLedger
internal import JobWork
internal import Provisioning
internal import Terminal

/// The person at a page, before the first tag: the page has asked already whatever it asks.
struct PageWriteClient: WriteClient {
  private let picture: BatchPicture

  init(_ picture: BatchPicture, _ open: OpenJob) {
    self.picture = picture
    for fact in open.remarks.compactMap(\.fact) { picture.show(notice: fact) }
  }

  func agree(toGiveUp tags: SeenTags, of open: OpenJob) throws(Failure) { throw .undecided(tags) }

  func agree(to warnings: WarningSet, of open: OpenJob) throws(Failure) {
    throw .unconfirmed(warnings, of: open)
  }

  /// The page shows the others beside the job.
  func hear(_ remark: WriteRemark) {
    if let fact = remark.fact { picture.show(notice: fact) }
  }
}

extension Console {
  /// Its words are shown by a run's picture.
  convenience init(noticesOf picture: BatchPicture) {
    self.init(data: { _ in }, remarks: { picture.show(notice: Saying($0)) })
  }
}
