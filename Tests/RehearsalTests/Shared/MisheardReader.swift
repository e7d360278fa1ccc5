// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading

/// A reader whose answers come changed, or not at all.
final class MisheardReader: TagReader {
  private let reader: any TagReader
  /// What is heard of the answer to a command.
  private let hear: ([UInt8], _ answer: [UInt8]) throws(ReaderError) -> [UInt8]

  init(
    _ reader: any TagReader,
    hear: @escaping ([UInt8], _ answer: [UInt8]) throws(ReaderError) -> [UInt8]
  ) {
    self.reader = reader
    self.hear = hear
  }

  var identity: ReaderIdentity { reader.identity }

  func select(_ family: TagFamily, uid: TagUID?) throws(ReaderError) -> TagInField? {
    try reader.select(family, uid: uid)
  }

  func felicaTags() throws(ReaderError) -> [TagInField] { try reader.felicaTags() }

  func exchange(_ command: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8] {
    try hear(command, reader.exchange(command, care))
  }

  func halt() throws(ReaderError) { try reader.halt() }

  func switchField(on: Bool) throws(ReaderError) { try reader.switchField(on: on) }
}
