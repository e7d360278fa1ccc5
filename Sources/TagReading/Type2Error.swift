// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

/// Why a procedure on a Type 2 tag came to no good end.
package enum Type2Error: Error, Hashable, Sendable {
  case reader(ReaderError)
  case memory(TagMemoryError)
  /// The tag speaks another language than Type 2; this is its SAK, if it has one.
  case notType2(sak: UInt8?)
  /// The tag went away while this page was being written: it may hold anything.
  case interrupted(page: Int, ReaderError)
  /// The tag refused to write the page, with this NAK.
  case pageRefused(page: Int, code: UInt8)
  /// The tag said that it wrote the page, and it reads as something else.
  case pageDiffers(page: Int, wanted: Page, found: Page)
  /// The tag would not show a page again that was written.
  case pageHidden(page: Int)
  /// The chip does not show the text that its registers ask for.
  case mirrorDiffers
  /// The tag holds something that is not NDEF, and nobody said that it may be overwritten.
  case foreignContent
  /// The password was refused; it is not tried a second time.
  case passwordRefused
  /// The password was refused, and the one that the tag was to get was not tried: nobody knows how many
  /// wrong ones it bears.
  case passwordRefusedOnce
  /// No password can be made for a tag with such a UID.
  case noPassword
  /// The password was right and the answer to it is not the one of this key.
  case acknowledgeDiffers
}

extension Type2Error {
  init(_ error: ReaderError) {
    self = .reader(error)
  }

  /// The trouble between reader and tag that came in between; nil when the tag is to blame.
  var passing: ReaderError? {
    switch self {
    // What a tag refuses, it will refuse the next time too; another reader can what this one cannot.
    case .reader(.refused): nil
    case .reader(let reason), .interrupted(_, let reason): reason
    default: nil
    }
  }
}
