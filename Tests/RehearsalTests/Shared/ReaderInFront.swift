// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading

/// A reader of the tests that stands in front of another one, and does as that does but for what it says
/// itself.
protocol ReaderInFront: TagReader {
  var reader: any TagReader { get }
}

extension ReaderInFront {
  var identity: ReaderIdentity { reader.identity }

  func select(_ family: TagFamily, uid: TagUID?) throws(ReaderError) -> TagInField? {
    try reader.select(family, uid: uid)
  }

  func felicaTags() throws(ReaderError) -> [TagInField] { try reader.felicaTags() }
  func halt() throws(ReaderError) { try reader.halt() }
  func switchField(on: Bool) throws(ReaderError) { try reader.switchField(on: on) }
}
