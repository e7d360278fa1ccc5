// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension Type2Image {
  /// Why a page is not known.
  func unknownPage(_ page: Int) -> TagMemoryError {
    isRefused(page) ? .pageRefused(page: page) : .pageNotRead(page: page)
  }

  /// Whether a lock bit that was read makes a page read-only.
  package func isLocked(_ page: Int) -> Bool {
    lockBits.contains { $0.pages.contains(page) && isSet($0.place) }
  }

  /// The lock bits of the chip; of an unknown chip those that every Type 2 tag has.
  var lockMap: LockMap { chip?.layout.locks ?? .ofEveryTag }
  var lockBits: [LockBit] { lockMap.bits }

  func isSet(_ place: BitPlace) -> Bool {
    guard let byte = self[byte: place.address] else { return false }
    return byte & place.mask != 0
  }

  /// The first page that needs the password, when one was set; nil also when it was not read.
  package var firstProtectedPage: Int? {
    guard let configuration, let chip else { return nil }
    let first = Int(configuration.firstProtectedPage)
    return first < chip.layout.pageCount ? first : nil
  }

  /// Refuses writes that the chip would refuse, as far as the image shows it.
  ///
  /// Lock and configuration pages that were not read are taken as open: the chip answers NAK when
  /// they are not, and nothing was written then.
  func refuseUnwritable(_ writes: [PageWrite], authenticated: Bool) throws(TagMemoryError) {
    for write in writes {
      let page = Int(write.page)
      if isLocked(page) { throw .pageLocked(page: page) }
      if let first = firstProtectedPage, page >= first, !authenticated {
        throw .passwordRequired(from: first)
      }
    }
  }

  /// The image after writes that all came through; what cannot be read stays as it is.
  package func applying(_ writes: [PageWrite]) -> Type2Image {
    var image = self
    for write in writes {
      guard let page = write.readsAs else { continue }
      image[Int(write.page)] = page
    }
    return image
  }
}
