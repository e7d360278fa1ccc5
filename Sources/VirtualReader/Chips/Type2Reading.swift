// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension VirtualType2Chip {
  /// READ: sixteen bytes from a page on, rolling over to page 0 at the end of what may be read.
  func read(from page: Int) -> ChipReply {
    guard let last = lastPageToShow, page <= last else { return Refusal.argument }
    countPresentation()
    return ChipReply(.data((0..<4).flatMap { shownBytes(ofPage: (page + $0) % (last + 1)) }))
  }

  /// FAST_READ: all pages from one to another, or a NAK for the whole when one may not be read.
  func fastRead(from first: Int, to last: Int) -> ChipReply {
    guard let end = lastPageToShow, first <= last, last <= end else { return Refusal.argument }
    countPresentation()
    return ChipReply(.data((first...last).flatMap(shownBytes(ofPage:))))
  }

  /// The last page that a reader may see now, or nil when the password guards page 0 as well.
  private var lastPageToShow: Int? {
    guard settings.guardsReading, !isAuthenticated else { return model.lastReadablePage }
    let last = min(model.lastReadablePage, settings.auth0 - 1)
    return last >= 0 ? last : nil
  }

  /// A page as it is sent: passwords as zeros, the mirror's text in place of what is stored.
  private func shownBytes(ofPage page: Int) -> [UInt8] {
    if let configuration = model.configurationPage, page >= configuration + 2 {
      return [0, 0, 0, 0]
    }
    guard let mirror else { return memory[page] }
    return memory[page].enumerated().map { index, stored in
      let place = page * PageMemory.pageSize + index - mirror.start
      return mirror.text.indices.contains(place) ? mirror.text[place] : stored
    }
  }
}
