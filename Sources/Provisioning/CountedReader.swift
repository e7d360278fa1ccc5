// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagReading

/// A reader that counts what is asked of it, for the report on one tag.
package final class CountedReader: TagReader {
  package let reader: any TagReader
  package private(set) var exchanges = 0

  package init(_ reader: any TagReader) {
    self.reader = reader
  }

  package var identity: ReaderIdentity { reader.identity }

  package func select(_ family: TagFamily, uid: TagUID?) throws(ReaderError) -> TagInField? {
    exchanges += 1
    return try reader.select(family, uid: uid)
  }

  package func felicaTags() throws(ReaderError) -> [TagInField] {
    exchanges += 1
    return try reader.felicaTags()
  }

  package func exchange(_ command: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8] {
    exchanges += 1
    return try reader.exchange(command, care)
  }

  package func vouch(for tag: TagInField) throws(ReaderError) {
    try reader.vouch(for: tag)
  }

  package func confirmAnswers() throws(ReaderError) {
    try reader.confirmAnswers()
  }

  package func halt() throws(ReaderError) {
    exchanges += 1
    try reader.halt()
  }

  package func switchField(on: Bool) throws(ReaderError) {
    try reader.switchField(on: on)
  }
}
