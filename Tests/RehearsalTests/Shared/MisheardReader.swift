// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading

/// A reader whose answers come changed, or not at all.
final class MisheardReader: ReaderInFront {
  let reader: any TagReader
  /// What is heard of the answer to a command.
  private let hear: ([UInt8], _ answer: [UInt8]) throws(ReaderError) -> [UInt8]

  init(
    _ reader: any TagReader,
    hear: @escaping ([UInt8], _ answer: [UInt8]) throws(ReaderError) -> [UInt8]
  ) {
    self.reader = reader
    self.hear = hear
  }

  func exchange(_ command: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8] {
    try hear(command, reader.exchange(command, care))
  }
}
