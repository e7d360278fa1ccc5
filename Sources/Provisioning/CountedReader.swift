// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagReading

/// A reader that counts what is asked of it, for the report on each tag.
final class CountedReader: TagReader {
  private let reader: any TagReader
  private(set) var exchanges = 0

  init(_ reader: any TagReader) {
    self.reader = reader
  }

  var identity: ReaderIdentity { reader.identity }

  func select(_ family: TagFamily, uid: TagUID?) throws(ReaderError) -> TagInField? {
    exchanges += 1
    return try reader.select(family, uid: uid)
  }

  func felicaTags() throws(ReaderError) -> [TagInField] {
    exchanges += 1
    return try reader.felicaTags()
  }

  func exchange(_ command: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8] {
    exchanges += 1
    return try reader.exchange(command, care)
  }

  func vouch(for tag: TagInField) throws(ReaderError) {
    try reader.vouch(for: tag)
  }

  func halt() throws(ReaderError) {
    exchanges += 1
    try reader.halt()
  }

  func switchField(on: Bool) throws(ReaderError) {
    try reader.switchField(on: on)
  }
}
